"""The intent stage with a model: whether it is asked, and what becomes of its answer."""

from dataclasses import dataclass, replace

from pipelines.contracts.answer import ModelUse, Outcome
from pipelines.contracts.intent import IntentResult
from pipelines.flow.interpreting import Interpretation, Interpreter, Unread
from pipelines.intent.model.agent import Fallback, ReadingContext, understand_by_model
from pipelines.intent.model.agree import agreed
from pipelines.knowledge.background import background
from pipelines.knowledge.shelf import Shelf
from pipelines.models.options import StageOptions
from pipelines.models.steady import Budget
from pipelines.models.typed_answers import AskOptions
from services.models import Models, used
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon


def interpreter(models: Models, catalogue: Catalogue, shelf: Shelf) -> Interpreter | None:
    """The interpreter of these settings; None where the local reader alone reads."""
    chosen = models.options("intent")
    if chosen.mode == "rules":
        return None
    return _Interpreter(models, chosen, reading_context_of(catalogue), shelf).read


def reading_context_of(catalogue: Catalogue) -> ReadingContext:
    """What a model understands sentences with: every name that some tool has may be chosen."""
    return ReadingContext(_spoken(catalogue), catalogue.environments, names=_names(catalogue))


@dataclass(frozen=True, slots=True)
class _Interpreter:
    models: Models
    chosen: StageOptions
    reading_context: ReadingContext
    shelf: Shelf

    async def read(
        self, added: str, own: IntentResult, environment: str | None
    ) -> Interpretation | Unread:
        """The model's reading, beside which the local reader's own only adds doubt. Where it cannot
        be used, `auto` takes that one and `model` none. Production is refused before anybody is
        asked."""
        budget = Budget(calls=self.chosen.calls)
        if own.production or self._is_sure(own):
            return Interpretation(own, self._use(own, budget, "not_asked"))
        known = background(self.shelf, own.text) if own.unread else ""
        here = replace(self.reading_context, knowledge=known, added=added)
        options = AskOptions(temperature=self.chosen.temperature, seconds=self.chosen.seconds)
        found = await understand_by_model(
            own,
            here,
            self.models.steady("intent", budget),
            environment=environment,
            options=options,
        )
        if not isinstance(found, Fallback):
            return Interpretation(agreed(found, own), self._use(own, budget, "used"))
        if self.chosen.mode == "auto":
            return Interpretation(own, self._use(own, budget, "fell_back"))
        return Unread(self._use(own, budget, "failed"), found.problems, found.error)

    def _is_sure(self, own: IntentResult) -> bool:
        """Only where the deployment says how sure of its own reading the local reader has to be for
        `auto` to skip the model."""
        chosen = self.models.settings.sure
        return chosen is not None and self.chosen.mode == "auto" and own.confidence >= chosen

    def _use(self, own: IntentResult, budget: Budget, outcome: Outcome) -> ModelUse:
        return used("intent", self.chosen.mode, budget, outcome, own.confidence)


def _names(catalogue: Catalogue) -> frozenset[str]:
    """Actions, entities and attributes of the catalogue's tools."""
    tools = catalogue.tools.values()
    fields = [one for tool in tools for one in (*tool.needs, *tool.yields)]
    named = {name for one in fields for name in (one.entity, one.attribute) if name}
    return frozenset({*named, *(name for t in tools for name in (*t.actions, *t.objects))})


def _spoken(catalogue: Catalogue) -> Lexicon:
    """The catalogue's words, with the actions of tools that nobody has other words for: what a tool
    does may be asked for."""
    known, own = catalogue.lexicon, dict[str, FunctionType]()
    for tool in catalogue.tools.values():
        for name in tool.actions:
            if known.concept(Kind.ACTION, name) is None:
                own.setdefault(name, tool.function)
    found = [Concept(Kind.ACTION, name, (name,), one, source="tools") for name, one in own.items()]
    return known.extended(found) if found else known
