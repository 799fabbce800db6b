"""What a step of the filter is: it keeps some tools and says why it dropped the rest."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from pipelines.contracts.intent import Constraint, Goal, IntentResult
from pipelines.messages import Language
from pipelines.messages.labels import entity_label, value_label
from tool_registry.base.caller import Caller
from tool_registry.catalogue import Catalogue
from tool_registry.model import Discriminator, ToolEssentialModel
from tool_registry.vocabulary.lexicon import Kind
from tool_registry.vocabulary.text import fold

MAX_MOVES = 8
"""So many changes of state at most lead to a goal."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A tool, how well it matches a goal (0 to 1), and why, in the user's language."""

    tool: ToolEssentialModel
    score: float = 0.0
    reasons: tuple[str, ...] = ()

    def plus(self, points: float, reason: str | None = None) -> "Rated":
        """The same tool with points added (or taken off) and a reason more."""
        score = min(1.0, max(0.0, self.score + points))
        return replace(self, score=score, reasons=(*self.reasons, *([reason] if reason else [])))

    def because(self, reason: str) -> "Rated":
        """The same tool with that only reason: why it was dropped."""
        return replace(self, reasons=(reason,))


@dataclass(frozen=True, slots=True)
class Sifted:
    """What is left after some steps, and what fell on the way, with the reason."""

    kept: tuple[Rated, ...]
    dropped: tuple[Rated, ...] = ()

    def then(self, step: "Callable[[Iterable[Rated]], Sifted]") -> "Sifted":
        """The result of one more step."""
        result = step(self.kept)
        return Sifted(result.kept, (*self.dropped, *result.dropped))


@dataclass(frozen=True, slots=True)
class View:
    """One goal of a request, before the catalogue that shall serve it."""

    intent: IntentResult
    goal: Goal
    catalogue: Catalogue
    caller: Caller | None = None
    stated: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    """Attribute → the values that the sentence states of the goal's object, folded."""
    ways: Mapping[str, int] = field(default_factory=dict[str, int])
    """Tool → how many steps before the state that the goal names; 0: it leads into it."""

    @property
    def language(self) -> Language:
        """The language of the request, in which reasons are given."""
        return self.intent.language

    def entity(self, name: str) -> str:
        """An entity's name for the user."""
        return entity_label(self.catalogue.lexicon, name, self.language)

    def value(self, word: str) -> str:
        """A value's word for the user."""
        return value_label(self.catalogue.lexicon, word, self.language)

    def attribute(self, modifier: Discriminator | Constraint) -> str | None:
        """The attribute that a modifier speaks of; where it does not say, the lexicon may know."""
        if modifier.attribute is not None:
            return modifier.attribute
        concepts = self.catalogue.lexicon.lookup(str(modifier.value), Kind.VALUE)
        return next((concept.attribute for concept in concepts if concept.attribute), None)

    @property
    def modifiers(self) -> list[str]:
        """Words that say of which kind the goal's object is."""
        stated = self.goal.object.constraints
        return [c.value for c in stated if c.operator == "eq" and isinstance(c.value, str)]

    def names(self, word: str) -> set[str]:
        """The word and the names of the values that it can stand for, folded."""
        concepts = self.catalogue.lexicon.lookup(word, Kind.VALUE)
        return {fold(word), *(fold(concept.name) for concept in concepts)}

    def says(self, value: str) -> bool:
        """True when the sentence has that word."""
        return fold(value) in fold(self.goal.text or self.intent.text)


def view_of(intent: IntentResult, goal: Goal, catalogue: Catalogue, caller: Caller | None) -> View:
    """The view with the values stated of the goal's object, for comparing them with the tools'."""
    view = View(intent, goal, catalogue, caller)
    stated: dict[str, set[str]] = {}
    for constraint in goal.object.constraints:
        attribute = view.attribute(constraint)
        if attribute is not None and constraint.operator == "eq":
            stated.setdefault(attribute, set()).add(fold(str(constraint.value)))
    folded = {name: frozenset(values) for name, values in stated.items()}
    return replace(view, stated=folded, ways=_ways(view))


def _ways(view: View) -> dict[str, int]:
    """The tools on the ways into the wanted state, found backward from it."""
    if view.goal.target_state is None:
        return {}
    moves = [
        (tool.id, change)
        for tool in view.catalogue.tools.values()
        for change in tool.states
        if change.entity == view.goal.object.type and change.after
    ]
    wanted = view.names(str(view.goal.target_state.value))
    found: dict[str, int] = {}
    for distance in range(MAX_MOVES):
        level = [(i, c) for i, c in moves if i not in found and view.names(c.after or "") & wanted]
        found.update((tool, distance) for tool, _ in level)
        wanted = {
            name for _, change in level for word in change.before for name in view.names(word)
        }
    return found


def by_rank(rated: Rated) -> tuple[float, bool, float, str]:
    """Sort key: best first; a preferred platform, what succeeded, then the id settle ties."""
    tool = rated.tool
    return (-round(rated.score, 6), not tool.preferred, -tool.prior, tool.id)
