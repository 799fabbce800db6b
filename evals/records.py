"""What is kept of a run: one record a conversation, a line of JSONL each; reports need no more."""

from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from evals.options import Execution, Options
from evals.score import Stage
from pipelines.contracts.answer import Answer
from tool_registry.base.types import JsonValue

Length: TypeAlias = Literal["short", "middle", "long", "dialogue"]
"""Of what was said: up to 20 characters that count, up to 60, more; several turns."""


class Part(BaseModel):
    """Base of all parts: immutable, no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Judged(Part):
    """What one scorer said of one turn."""

    scorer: str
    passed: bool
    value: float | None = None
    reasons: tuple[str, ...] = ()


class TurnRecord(Part):
    """One turn as it went."""

    text: str
    answer: Answer
    effects: tuple[JsonValue, ...] = ()
    milliseconds: float
    chose: bool = False
    """True where a choice was taken before this answer."""
    scores: tuple[Judged, ...]


class Record(Part):
    """One conversation of one run."""

    id: str
    """Case, and wording or what was altered: `row/0`, `row/without-tool`."""
    case: str
    wording: int = 0
    repetition: int = 0
    language: str
    """`zh`, `en` or `mixed`."""
    length: Length
    intent: str
    """What the case expects, else what was understood."""
    author: str
    unseen: bool = False
    """True: nobody had read a failure of the case when it ran."""
    lost: Stage | None = None
    """The stage that went wrong first, in the first turn that failed; None: it passed."""
    turns: tuple[TurnRecord, ...]

    @property
    def passed(self) -> bool:
        """True when every scorer passed every turn."""
        return self.lost is None

    @property
    def key(self) -> tuple[str, int]:
        """Unique in a run."""
        return self.id, self.repetition

    @property
    def choices(self) -> int:
        """How often something was chosen on the way."""
        return sum(turn.chose for turn in self.turns)

    @property
    def milliseconds(self) -> float:
        """Of all turns."""
        return sum(turn.milliseconds for turn in self.turns)

    def reasons(self) -> list[str]:
        """Why it failed, one line each; empty where it passed."""
        many = len(self.turns) > 1
        return [
            f"{f'turn {number}: ' if many else ''}{one.scorer}: {reason}"
            for number, turn in enumerate(self.turns, 1)
            for one in turn.scores
            for reason in one.reasons
        ]


class Try(Part):
    """Of a record as much as is compared."""

    id: str
    repetition: int
    lost: Stage | None
    unseen: bool


class RunInfo(Part):
    """One run of a suite: what was run, and how."""

    id: str
    options: Options
    execution: Execution = "sandbox"
    change: str = ""
    """What was altered for this run: `pack commerce left out`; empty for nothing."""
    version: str = ""
    """Of the program."""
    planned: int = 0
    """Conversations, repetitions included."""
    started_at: float
    """Seconds since 1970."""
    finished_at: float | None = None
    """None: it was stopped, and can be gone on with."""
    skipped: tuple[str, ...] = ()
    """What could not be run, and why."""
    who: str = ""
    """Who had it run; empty where that was not noted."""
    label: str = ""
    """What they call it: `after the new synonyms`; empty for nothing."""

    @property
    def suite(self) -> str:
        """Name of a shipped suite, or path of its file."""
        return self.options.suite

    def about(self) -> str:
        """How it was run, in a line."""
        many = self.options.repetitions
        parts = (
            f"seed {self.options.seed}",
            self.options.variant if self.options.variant != "configured" else "",
            self.execution,
            self.change,
            f"{many} repetitions" if many > 1 else "",
        )
        return ", ".join(filter(None, parts))
