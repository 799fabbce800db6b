"""Undoing: what runs left behind is taken back through the catalogue's own tools."""

from pipelines.undo.asked import undo_wish
from pipelines.undo.effects import Effect, effects_of, latest_with_effects, runs_of
from pipelines.undo.inverse import is_undoable
from pipelines.undo.stage import prepare
from pipelines.undo.wish import UndoWish

__all__ = [
    "Effect",
    "UndoWish",
    "effects_of",
    "is_undoable",
    "latest_with_effects",
    "prepare",
    "runs_of",
    "undo_wish",
]
