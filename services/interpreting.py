"""The intent stage with a model: whether it is asked, and what becomes of its answer."""

from pipelines.agents.asking import AskOptions
from pipelines.agents.intent import Fallback, World, understand_by_model
from pipelines.answer import ModelUse
from pipelines.intent.result import IntentResult
from pipelines.interpreting import Interpreter, Reading
from pipelines.models.options import StageOptions
from pipelines.models.steady import Budget
from services.models import Models
from tool_registry.catalogue import Catalogue


def interpreter(models: Models, catalogue: Catalogue) -> Interpreter | None:
    """The interpreter of these settings; None where the rules alone read."""
    chosen = models.options("intent")
    if chosen.mode == "rules":
        return None
    world = World(catalogue.lexicon, catalogue.environments)

    async def read(text: str, by_rules: IntentResult, environment: str | None) -> Reading:
        if by_rules.production or _is_sure(by_rules, chosen, models.settings.sure):
            return Reading(by_rules)
        budget = Budget(calls=chosen.calls)
        options = AskOptions(temperature=chosen.temperature, seconds=chosen.seconds)
        found = await understand_by_model(
            text, world, models.steady("intent", budget), environment=environment, options=options
        )
        use = ModelUse(
            calls=budget.asked,
            input_tokens=budget.usage.input_tokens,
            output_tokens=budget.usage.output_tokens,
        )
        return Reading(by_rules if isinstance(found, Fallback) else found, use)

    return read


def _is_sure(by_rules: IntentResult, chosen: StageOptions, sure: float) -> bool:
    return chosen.mode == "auto" and by_rules.confidence >= sure
