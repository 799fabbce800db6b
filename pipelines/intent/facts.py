"""What the gates look at, and what they find missing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pipelines.contracts.intent import Goal, Instruction, Language, Span
from pipelines.intent.lexical.setting import Setting
from tool_registry.base.environment import Environments
from tool_registry.base.types import IntentType
from tool_registry.vocabulary.lexicon import Lexicon

Identifiers: TypeAlias = Callable[[str], Sequence[str]]
"""Kind of things → the attributes by which tools know one, the best first."""


def nothing(_: object) -> Sequence[str]:
    """What is known where no catalogue is at hand."""
    return ()


BLANK = "____"
"""Where the user is to fill something in: never an example id."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What the gates look at."""

    text: str
    language: Language
    kind: IntentType
    environment: str | None
    chosen: str | None
    """The environment chosen beside the sentence."""
    setting: Setting
    environments: Environments
    goals: Sequence[Goal]
    supplements: Sequence[Instruction]
    lexicon: Lexicon
    negative: Sequence[Instruction] = ()
    flat: frozenset[tuple[int, int]] = frozenset()
    """Where prohibitions stand that have no detail, as characters [start, end)."""
    together: bool = False
    """Several things are to be at the same time."""
    unaccounted: Sequence[Span] = ()
    """Numbers and the like that nothing in the reading holds."""
    programs: Sequence[Span] = ()
    """Code and commands inside the sentence: they identify nothing."""
    identifiers: Identifiers = nothing
    """By what things of a kind are singled out."""
    places: Sequence[str] = ()
    """The configured environments in which there are tools for the goals."""

    @property
    def waived(self) -> bool:
        """The sentence says to create what is missing."""
        kinds = ("create_missing", "create_required")
        return any(item.kind in kinds for item in self.supplements)


Edit: TypeAlias = tuple[int, int, str]
"""Characters [start, end) of the request and what stands there once the gap is closed."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Something missing: its name, the question, and how the sentence would read with it."""

    name: str
    question: str
    edits: tuple[Edit, ...] = ()
    tail: str = ""
    """Said at the end of the sentence."""
