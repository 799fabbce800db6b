"""Functions that somebody wrote beside the tracker; each writes down what it did."""

import os
from pathlib import Path
from typing import Literal

Env = Literal["daily", "pre"]


def create_reminder(env: Env, ticket_id: str, note: str) -> dict[str, str]:
    """Create a reminder about a ticket; returns the reminder_id."""
    _write(f"reminder {ticket_id} {note}")
    return {"reminder_id": "R1"}


def create_person(env: Env, name: str) -> dict[str, int]:
    """Create a person; returns the person_id, by which the tracker knows them too."""
    _write(f"person {name}")
    return {"person_id": 3}


def _write(line: str) -> None:
    with Path(os.environ["ERRANDS"]).open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
