"""The concepts that a sentence names, whatever the order of its words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from unicodedata import numeric

from pipelines.intent import setting
from pipelines.intent.result import IntentResult
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Concept, Kind, Match
from tool_registry.vocabulary.text import fold

CONTENT = (Kind.ENTITY, Kind.ATTRIBUTE, Kind.VALUE)
"""What names something, and does not merely say what is to be done with it."""


def matches(text: str, catalogue: Catalogue) -> list[Match]:
    """The words of a text that the catalogue knows, environments left out."""
    places = setting.words(catalogue.environments, catalogue.lexicon)
    found = catalogue.lexicon.scan(text, beside=places)
    return [match for match in found if not match.of(Kind.ENVIRONMENT)]


@dataclass(frozen=True)
class Said:
    """The concepts of a text, by what they are."""

    entities: frozenset[str] = frozenset()
    actions: frozenset[str] = frozenset()
    functions: frozenset[FunctionType] = frozenset()
    attributes: frozenset[str] = frozenset()
    values: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    """Attribute (empty where it is not known) → values of it, folded."""

    @classmethod
    def of(cls, text: str, catalogue: Catalogue) -> "Said":
        """What a text names."""
        concepts = [one for match in matches(text, catalogue) for one in match.concepts]
        things = [one.entity for one in concepts if one.entity and one.kind in _HOLD_THINGS]
        values: dict[str, set[str]] = {}
        for one in _of(concepts, Kind.VALUE):
            values.setdefault(one.attribute or "", set()).add(fold(one.name))
        return cls(
            frozenset((*_names(concepts, Kind.ENTITY), *things)),
            frozenset(_names(concepts, Kind.ACTION)),
            frozenset(one.function for one in concepts if one.function),
            frozenset(_names(concepts, Kind.ATTRIBUTE)),
            {name: frozenset(words) for name, words in values.items()},
        )

    @property
    def words(self) -> frozenset[str]:
        """All values, whatever they are values of."""
        return frozenset(word for words in self.values.values() for word in words)

    @property
    def is_wish(self) -> bool:
        """True where something is to be done with something."""
        return bool(self.actions and (self.entities or self.values))


_HOLD_THINGS = (Kind.VALUE, Kind.ACTION)


def _of(concepts: Iterable[Concept], kind: Kind) -> Iterable[Concept]:
    return (one for one in concepts if one.kind is kind)


def _names(concepts: Iterable[Concept], kind: Kind) -> Iterable[str]:
    return (one.name for one in _of(concepts, kind))


def is_explained(intent: IntentResult, catalogue: Catalogue) -> bool:
    """True where the reading leaves out no word, thing or action of the sentence."""
    understood = _understood(intent)
    if intent.unread or not intent.goals or not _covers(intent.text, catalogue, understood):
        return False
    refs = [ref for goal in intent.goals for ref in (goal.object, *goal.related)]
    told = {ref.type for ref in (*refs, *([intent.subject] if intent.subject else []))}
    told.update(goal.action for goal in intent.goals)
    named = (
        one
        for one in matches(intent.text, catalogue)
        if (one.of(Kind.ENTITY) or one.of(Kind.ACTION))
        and not understood.issuperset(range(one.start, one.end))
    )
    return all(any(concept.name in told for concept in one.concepts) for one in named)


def _understood(intent: IntentResult) -> frozenset[int]:
    """The places that say a value, a name, or how it is to be done; with the sign before and after,
    which is a unit or belongs to how a value is said."""
    refs = [ref for goal in intent.goals for ref in (goal.object, *goal.related)]
    spans = [
        *(one.span for ref in refs for one in (*ref.constraints, *ref.identifiers)),
        *(one.span for one in (*intent.supplements, *intent.negative)),
    ]
    return frozenset(place for span in spans for place in range(span.start - 1, span.end + 1))


def _covers(text: str, catalogue: Catalogue, understood: frozenset[int]) -> bool:
    places = setting.words(catalogue.environments, catalogue.lexicon)
    found = catalogue.lexicon.scan(text, beside=places)
    known = understood.union(place for one in found for place in range(one.start, one.end))
    return all(
        place in known or not sign.isalpha() or numeric(sign, None) is not None
        for place, sign in enumerate(text)
    )
