"""Concepts: one meaning each, with the words that say it."""

from dataclasses import dataclass
from enum import StrEnum

from tool_registry.base.types import FunctionType

SHAPE = "shape:"
"""Flag of an entity: the pattern that its identifiers have."""
LIKE = "like:"
"""As `SHAPE`, less surely: what an example begins with, whatever the number of its digits."""
THING = "thing"
"""Flag of a value: the word names the kind and the thing in one, as `laptop` does."""
OF = "of:"
"""Flag of a value: a word of it that elsewhere says nothing (available) is a state of X."""
DOES = "does:"
"""Flag of an action: tools of this catalogue do it to X."""
SORT = "sort:"
"""Flag of a value: it is a kind of X, and of nothing else here."""
UNDONE_BY = "undone_by:"
"""Flag of an action, `undone_by:1/delete`: doing that takes it back, the smallest number first."""
TOOLS = "tools"
"""The source of what only tools tell."""
OWN_SOURCES = (TOOLS, "glossary")
"""Where concepts are from that a catalogue itself speaks of."""


class Kind(StrEnum):
    """What a concept is in a sentence."""

    ACTION = "action"
    ENTITY = "entity"
    ATTRIBUTE = "attribute"
    VALUE = "value"
    MARKER = "marker"
    ENVIRONMENT = "environment"


@dataclass(frozen=True, slots=True)
class Concept:
    """One meaning: a canonical name and the surface forms that say it."""

    kind: Kind
    name: str
    surfaces: tuple[str, ...] = ()
    function: FunctionType | None = None
    """For actions: what they do to data."""
    attribute: str | None = None
    """For values: the attribute they are values of, where known."""
    entity: str | None = None
    """For attributes and values: the only entity that they speak of, where known. For actions: the
    object that the word itself holds."""
    flags: frozenset[str] = frozenset()
    """Properties as data, such as `person` (never picked at random) or `identifier`."""
    source: str = "general"

    @property
    def undone_by(self) -> tuple[str, ...]:
        """For actions: those that take it back, the truest first."""
        found = sorted(f[len(UNDONE_BY) :] for f in self.flags if f.startswith(UNDONE_BY))
        return tuple(one.partition("/")[2] for one in found)

    def flagged(self, prefix: str) -> str | None:
        """The rest of the first flag that starts so: `as:create` with `as:` → `create`."""
        return next((f[len(prefix) :] for f in sorted(self.flags) if f.startswith(prefix)), None)
