"""The single agent with its model: the one of the reasoning stage, under its own budget."""

from pipelines.answer import Answer, ModelUse
from pipelines.models.steady import Budget
from pipelines.single.desk import Desk, SingleAgent
from pipelines.single.on_the_road import Brain, act
from pipelines.single.options import AgentOptions
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

    async def serve(desk: Desk) -> Answer:
        budget = Budget(calls=options.turns)

        def use() -> ModelUse:
            return ModelUse(
                calls=budget.asked,
                input_tokens=budget.usage.input_tokens,
                output_tokens=budget.usage.output_tokens,
            )

        return await act(desk, Brain(models.steady("reasoning", budget), options, use))

    return serve
