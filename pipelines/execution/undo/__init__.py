"""Undoing: what runs left behind is taken back through the catalogue's own tools."""

from pipelines.execution.undo.effects import (
    Effect,
    effects_of,
    latest_with_effects,
    runs_of,
    sentence_of,
    was_taken_back,
)
from pipelines.execution.undo.in_words import undoing_in_words
from pipelines.execution.undo.inverse import may_be_taken_back
from pipelines.execution.undo.stage import prepare
from pipelines.execution.undo.ways import Stays, Way, ways_of, why_they_stay

__all__ = [
    "Effect",
    "Stays",
    "Way",
    "effects_of",
    "latest_with_effects",
    "may_be_taken_back",
    "prepare",
    "runs_of",
    "sentence_of",
    "undoing_in_words",
    "was_taken_back",
    "ways_of",
    "why_they_stay",
]
