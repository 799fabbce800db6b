"""What is to be undone, as data."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class UndoWish:
    """A run by its id, or the latest one that left something."""

    run_id: str | None = None
