"""The single agent with its model: the one of the reasoning stage, under its own budget."""

from pipelines.agent.options import AgentOptions
from pipelines.agent.stage import Brain, act
from pipelines.agent.task import AgentTask, SingleAgent
from pipelines.contracts.answer import Answer, ModelUse
from pipelines.models.steady import Budget
from services.models import Models


def single_agent(models: Models) -> SingleAgent | None:
    """The agent of these settings; None where the reasoning stage has no model."""
    chosen, own = models.options("reasoning"), models.settings.single
    if chosen.mode == "rules":
        return None
    options = AgentOptions(
        turns=own.turns,
        plan_first=own.plan,
        reflect=own.reflect,
        search=own.search,
        most_tools=own.tools,
        window=own.window,
        temperature=chosen.temperature,
        seconds=chosen.seconds,
    )

    async def serve(task: AgentTask) -> Answer:
        budget = Budget(calls=options.turns)

        def use() -> ModelUse:
            return ModelUse(
                calls=budget.asked,
                input_tokens=budget.usage.input_tokens,
                output_tokens=budget.usage.output_tokens,
            )

        return await act(task, Brain(models.steady("reasoning", budget), options, use))

    return serve
