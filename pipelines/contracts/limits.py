"""How sure a reader has to be of what it read, before the program acts on its word alone."""

from dataclasses import dataclass

DAYS_AHEAD = 366
"""Days within which a plan can be scheduled."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How sure the reading of a sentence has to be, 0 to 1; chosen on evaluation suites."""

    alone: float = 0.15
    """From here on it changes data by itself; below it is offered as a choice."""
    beside: float = 0.3
    """The same where words are left over that may say something."""
    doubts: float = 0.6
    """From here on it raises a doubt about what a language model has read."""


@dataclass(frozen=True, slots=True)
class TurnLimits:
    """How sure a follow-up has to be, 0 to 1, to count as a patch of what was said before it; below
    what it would do is shown instead."""

    turn: float = 0.8
    """Which turn it is."""
    slots: float = 0.6
    """What its values belong to."""
    whole: float = 0.2
    """All of it, where it is a request of its own about what was spoken of."""
    undo: float = 0.9
    """That it wants something taken back."""
