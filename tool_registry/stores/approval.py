"""What becomes of a tool that is no longer what was approved."""

from typing import Literal, TypeAlias

from tool_registry.base.caller import Caller, Scope
from tool_registry.stores.permissions import may
from tool_registry.stores.rows import ToolState, ToolStatus

Approval: TypeAlias = Literal["pinned", "trusted"]
CHANGED = "changed since its approval"
NEW = "came after its source was approved"
OFFERED = "its source offers it otherwise now: it is used as it was approved"
_OUT = ToolStatus.AWAITING_APPROVAL


def as_seen(
    state: ToolState, seen: str, approval: Approval, *, usable_as_approved: bool = False
) -> ToolState:
    """The state of a tool that its source now offers with the hash `seen`.

    A changed tool of a pinned source leaves the pool, and comes back when it is as it was; one of
    a trusted source stays. In a personal space it is used on as it was approved, where that can
    be (`usable_as_approved`), until its owner takes the change: nobody else relies on it.
    """
    approved = seen if approval == "trusted" else state.approved_hash
    stays = usable_as_approved and state.space.scope is Scope.PERSONAL
    status, reasons = state.status, tuple(one for one in state.reasons if one != OFFERED)
    if seen == approved and status is _OUT:
        status, reasons = ToolStatus.PUBLISHED, ()
    elif seen != approved and status is ToolStatus.PUBLISHED:
        status, reasons = (status, (*reasons, OFFERED)) if stays else (_OUT, (CHANGED,))
    return state.model_copy(
        update={
            "status": status,
            "reasons": reasons,
            "seen_hash": seen,
            "approved_hash": approved,
        }
    )


def as_reviewed(
    caller: Caller, before: ToolState | None, state: ToolState, registered_by: str | None
) -> ToolState:
    """The state, or a waiting one where the caller may not approve for the public pool: a source
    that is changed brings nothing there that nobody looked at."""
    known = before.approved_hash if before is not None else None
    public = state.space.scope is Scope.PUBLIC and state.status is ToolStatus.PUBLISHED
    if not public or state.approved_hash == known:
        return state
    if may(caller, "approve", state.space, registered_by):
        return state
    reasons = (CHANGED,) if before is not None else (NEW,)
    waiting = {"status": _OUT, "approved_hash": known, "reasons": reasons}
    return state.model_copy(update=waiting)
