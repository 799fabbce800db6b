"""The intent stage with a model: whether it is asked, and what becomes of its answer."""

from dataclasses import dataclass, replace

from pipelines.agents.asking import AskOptions
from pipelines.agents.intent.agent import Fallback, World, understand_by_model
from pipelines.agents.intent.agree import agreed
from pipelines.answer import ModelUse, Outcome
from pipelines.contracts.intent import IntentResult
from pipelines.interpreting import Interpreter, Reading, Unread
from pipelines.knowledge.background import background
from pipelines.knowledge.shelf import Shelf
from pipelines.models.options import StageOptions
from pipelines.models.steady import Budget
from services.models import Models, used
from tool_registry.catalogue import Catalogue


def interpreter(models: Models, catalogue: Catalogue, shelf: Shelf) -> Interpreter | None:
    """The interpreter of these settings; None where the rules alone read."""
    chosen = models.options("intent")
    if chosen.mode == "rules":
        return None
    world = World(catalogue.lexicon, catalogue.environments, names=_names(catalogue))
    return _Interpreter(models, chosen, world, shelf).read


@dataclass(frozen=True, slots=True)
class _Interpreter:
    models: Models
    chosen: StageOptions
    world: World
    shelf: Shelf

    async def read(
        self, text: str, by_rules: IntentResult, environment: str | None
    ) -> Reading | Unread:
        """The model's reading, beside which the rules' only adds doubt. Where it cannot be used,
        `auto` takes the rules' and `model` none. Production is refused before anybody is asked."""
        budget = Budget(calls=self.chosen.calls)
        if by_rules.production or self._is_sure(by_rules):
            return Reading(by_rules, self._use(by_rules, budget, "not_asked"))
        known = background(self.shelf, text) if by_rules.unread else ""
        here = replace(self.world, knowledge=known)
        options = AskOptions(temperature=self.chosen.temperature, seconds=self.chosen.seconds)
        found = await understand_by_model(
            text,
            here,
            self.models.steady("intent", budget),
            environment=environment,
            options=options,
        )
        if not isinstance(found, Fallback):
            return Reading(agreed(found, by_rules), self._use(by_rules, budget, "used"))
        if self.chosen.mode == "auto":
            return Reading(by_rules, self._use(by_rules, budget, "fell_back"))
        return Unread(self._use(by_rules, budget, "failed"), found.problems, found.error)

    def _is_sure(self, by_rules: IntentResult) -> bool:
        """Only where the deployment says from where on the rules are sure enough for `auto`."""
        chosen = self.models.settings.sure
        return chosen is not None and self.chosen.mode == "auto" and _rate(by_rules) >= chosen

    def _use(self, by_rules: IntentResult, budget: Budget, outcome: Outcome) -> ModelUse:
        return used("intent", self.chosen.mode, budget, outcome, _rate(by_rules))


def _names(catalogue: Catalogue) -> frozenset[str]:
    """Actions, entities and attributes of the catalogue's tools."""
    tools = catalogue.tools.values()
    fields = [one for tool in tools for one in (*tool.needs, *tool.yields)]
    named = {name for one in fields for name in (one.entity, one.attribute) if name}
    return frozenset({*named, *(name for t in tools for name in (*t.actions, *t.objects))})


def _rate(by_rules: IntentResult) -> float:
    """How likely the rules' reading is right."""
    return by_rules.confidence
