"""What a sentence asks of the registry, as data."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

Act: TypeAlias = Literal[
    "register",
    "why",
    "edit",
    "remove",
    "restore",
    "retire",
    "approve",
    "publish",
    "author",
    "environments",
    "failing",
    "unused",
    "conflicts",
    "mine",
    "gaps",
]
CHANGES: frozenset[Act] = frozenset(
    {"register", "edit", "remove", "restore", "retire", "approve", "publish"}
)
"""What changes the registry, and so is approved first."""
FIELDS = ("author", "title", "summary", "environments", "platform")
"""What can be edited of a tool."""


@dataclass(frozen=True, slots=True)
class Form:
    """What a sentence asks for, in its own words."""

    act: Act
    parts: Mapping[str, str]
    """`tool`, `source`, `field`, `value`, `said`, `project`, …: the words in that place."""
    target: str = ""
    """The words for the tool or source that is meant; empty where there are none."""
    looks_named: bool = False
    """True where the words look like the name of a program, not like words of a language."""
    field: str | None = None
    """The one of `FIELDS` that the words in that place mean."""

    @property
    def names_kind(self) -> bool:
        """True where the sentence says that it speaks of a tool, or of a source."""
        return bool(self.parts.get("noun") or self.parts.get("after"))
