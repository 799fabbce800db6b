"""Undoing: what runs left behind is taken back through the catalogue's own tools."""

from pipelines.execution.undo.effects import (
    Effect,
    effects_of,
    latest_with_effects,
    runs_of,
    was_taken_back,
)
from pipelines.execution.undo.inverse import is_undoable, may_be_taken_back
from pipelines.execution.undo.stage import prepare

__all__ = [
    "Effect",
    "effects_of",
    "is_undoable",
    "latest_with_effects",
    "may_be_taken_back",
    "prepare",
    "runs_of",
    "was_taken_back",
]
