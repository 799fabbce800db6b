"""The concepts that a sentence names, whatever the order of its words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pipelines.intent.lexical import setting
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
