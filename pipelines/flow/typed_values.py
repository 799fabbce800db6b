"""Values that stand typed in the form of a plan which waits, while words are sent: they count as if
they had been said before."""

from dataclasses import replace

from pipelines.contracts.reply_names import SHOWN
from pipelines.contracts.request import Request
from pipelines.flow.edited_reading import with_edits
from pipelines.runs.errors import RunNotFound
from pipelines.runs.memory import Memory, OpenQuestion
from pipelines.runs.store import RunStore
from tool_registry.catalogue import Catalogue


def open_question(
    memory: Memory, request: Request, store: RunStore, catalogue: Catalogue
) -> OpenQuestion | None:
    """What the conversation waits for, with what was typed into the form of its plan as a part of
    what was understood."""
    pending = memory.open_question(request)
    typed = request.typed
    if pending is None or pending.reading is None or typed is None:
        return pending
    if typed.run_id != pending.given.get(SHOWN):
        return pending
    try:
        shown = store.get(typed.run_id).chain
    except RunNotFound:
        return pending
    if shown is None:
        return pending
    return replace(pending, reading=with_edits(pending.reading, shown, typed, catalogue))
