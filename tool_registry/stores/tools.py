"""Which tools may be used, and by whom."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import Row, and_, delete, not_, select

from tool_registry.base.caller import Caller, Scope
from tool_registry.base.sql import upsert
from tool_registry.base.types import JsonValue
from tool_registry.stores.approval import NEW, Approval, as_reviewed, as_seen
from tool_registry.stores.database import Repository, Writing, space_of, visible_to
from tool_registry.stores.errors import Refused
from tool_registry.stores.outdating import outdate, outdate_changed, outdate_other
from tool_registry.stores.permissions import Verb, check
from tool_registry.stores.rows import (
    OUT_OF_USE,
    Admission,
    ApprovedForm,
    SeenTool,
    Sighting,
    ToolState,
    ToolStatus,
)
from tool_registry.stores.space import Space
from tool_registry.stores.tables import declarations, sightings, sources, tools

_CHANGED = ("status", "seen_hash", "approved_hash", "reasons", "changed_at")
_SPACE = ("tenant", "scope", "project", "owner")
_PROGRAM = Caller(user="zhizao")
_WAITING = ToolStatus.AWAITING_APPROVAL
_HINT = "changed since it was approved: look at it and approve it"


class ToolRepository(Repository):
    """States of tools. A tool has one from the first time that its source offered it."""

    def visible(
        self, caller: Caller, *, source: str | None = None, status: ToolStatus | None = None
    ) -> list[ToolState]:
        """Those that the caller sees, by id."""
        query = select(tools).where(visible_to(caller, tools)).order_by(tools.c.id)
        query = query if source is None else query.where(tools.c.source == source)
        query = query if status is None else query.where(tools.c.status == status.value)
        return [_state(row) for row in self.database.rows(query)]

    def get(self, caller: Caller, id: str) -> ToolState:
        """One of them; NotThere where the caller sees none of that id."""
        return _state(self.database.sees(caller, tools, id))

    def closed(self, caller: Caller, of_sources: Collection[str]) -> frozenset[str]:
        """Ids of these sources' tools that are not in the caller's pool. Not to be shown."""
        open_ones = and_(visible_to(caller, tools), tools.c.status == ToolStatus.PUBLISHED.value)
        query = select(tools.c.id).where(tools.c.source.in_(of_sources), not_(open_ones))
        return frozenset(row.id for row in self.database.rows(query))

    def approved_forms(self, caller: Caller, source: str) -> dict[str, dict[str, JsonValue]]:
        """What was approved of a source's tools that the caller sees: id → as declared then."""
        query = select(declarations).join(tools, tools.c.id == declarations.c.tool)
        query = query.where(visible_to(caller, tools), tools.c.source == source)
        return {row.tool: row.declared for row in self.database.rows(query)}

    def forms(self, of_sources: Collection[str]) -> dict[str, ApprovedForm]:
        """The last approved form of each of these sources' tools, by id. Not to be shown."""
        query = select(declarations, tools.c.seen_hash, tools.c.status)
        query = query.join(tools, tools.c.id == declarations.c.tool)
        query = query.where(tools.c.source.in_(of_sources), tools.c.approved_hash.is_not(None))
        query = query.where(tools.c.approved_hash == declarations.c.hash)
        return {
            row.tool: ApprovedForm(
                hash=row.hash,
                declared=row.declared,
                stands_in=row.status == ToolStatus.PUBLISHED.value and row.seen_hash != row.hash,
            )
            for row in self.database.rows(query)
        }

    def narrower(self, caller: Caller) -> dict[str, Scope]:
        """The caller's project and personal tools: id → scope."""
        narrow = tools.c.scope != Scope.PUBLIC.value
        query = select(tools.c.id, tools.c.scope).where(visible_to(caller, tools), narrow)
        return {row.id: Scope(row.scope) for row in self.database.rows(query)}

    def sighted(self, of_sources: Collection[str]) -> dict[str, str]:
        """What each of these offered when its tools were last looked at: id → content hash."""
        query = select(sightings).where(sightings.c.source.in_(of_sources))
        return {row.source: row.content for row in self.database.rows(query)}

    def observe(
        self,
        sighting: Sighting,
        seen: Sequence[SeenTool],
        approval: Approval,
        space: Space,
        *,
        first: ToolStatus = ToolStatus.PUBLISHED,
        usable: Collection[str] = (),
    ) -> None:
        """Notes what a source offers now. At the first sight all its tools get the status `first`.

        Later, changed and new tools of a pinned source wait for approval. Flagged ones that are
        new or changed are quarantined, whoever vouches for the source. That a source is trusted
        counts in its own space: those to whom a tool was published further have not said so.

        `usable`: those that could be called on in their approved form. That a source
        was looked at makes no submission void, unless its tool reads like orders to a model.
        """
        own = select(tools).where(tools.c.source == sighting.source)
        before_now = select(sightings).where(sightings.c.source == sighting.source)
        with self.database.changing(_PROGRAM) as writing:
            known = {row.id: _state(row) for row in writing.connection.execute(own)}
            later = writing.connection.execute(before_now).first() is not None
            states: list[ToolState] = []
            for one in seen:
                before = known.get(one.id)
                if before is None:
                    status = _WAITING if later and approval == "pinned" else first
                    states.append(_flagged(_first(one, sighting.source, status, space), one))
                elif (after := _as_seen(before, one, approval, space, usable)) != before:
                    after = _flagged(after, one) if one.hash != before.seen_hash else after
                    states.append(after)
                    _note(writing, before, after)
            _keep(writing, states)
            fresh = {state.id: state for state in states}
            _declare(writing, [(one, fresh[one.id]) for one in seen if one.id in fresh])
            for state in states:
                if state.status in OUT_OF_USE:
                    outdate(writing, state.id)
            _mark(writing, sighting)

    def decide(
        self, caller: Caller, id: str, status: ToolStatus, *, reasons: Sequence[str] = ()
    ) -> ToolState:
        """Gives a tool a status: `published`, `quarantined`, `draft`, `retired`.

        Refused for `published` where the tool changed since its approval: that is `approve`. Who
        may not approve brings nothing back that others took out of use.
        """
        verb: Verb = "approve" if status is ToolStatus.PUBLISHED else "decide"
        with self.database.changing(caller) as writing:
            state = _state(writing.changed(verb, tools, id))
            if status is ToolStatus.PUBLISHED and state.seen_hash != state.approved_hash:
                raise Refused(f"tool '{id}' {_HINT}")
            if status is not ToolStatus.PUBLISHED:
                outdate(writing, id)
            return _decided(writing, state, status.value, status=status, reasons=tuple(reasons))

    def approve(
        self,
        caller: Caller,
        id: str,
        hash: str | None = None,
        *,
        declared: dict[str, JsonValue] | None = None,
    ) -> ToolState:
        """Takes a tool into the pool as its source offers it now.

        `hash`: what the approver looked at, `declared`: the same in full; Refused where the tool
        is another by now.
        """
        with self.database.changing(caller) as writing:
            state = _state(writing.changed("approve", tools, id))
            outdate_other(writing, id, state.seen_hash)
            if hash is not None and hash != state.seen_hash:
                raise Refused(f"tool '{id}' changed while it was being looked at: look again")
            now = state.model_copy(update={"approved_hash": state.seen_hash})
            if declared is not None:
                _declare(writing, [(SeenTool(id=id, hash=state.seen_hash, declared=declared), now)])
            return _decided(writing, now, "approve", status=ToolStatus.PUBLISHED, reasons=())

    def publish(self, caller: Caller, id: str, space: Space) -> ToolState:
        """Moves a tool into another space and, where it is as approved, into its pool."""
        with self.database.changing(caller) as writing:
            state = _state(writing.changed("publish", tools, id))
            check(caller, "publish", space, caller.user)
            if state.seen_hash != state.approved_hash:
                raise Refused(f"tool '{id}' {_HINT}")
            outdate(writing, id)
            now = state.model_copy(update={"space": space})
            return _decided(writing, now, "publish", status=ToolStatus.PUBLISHED, reasons=())


def publish_reviewed(writing: Writing, seen: SeenTool, space: Space) -> ToolState:
    """Takes a tool into that space as it was reviewed, whoever sees where it comes from.

    Refused where it is another by now, or out of use."""
    query = select(tools).where(tools.c.id == seen.id).with_for_update()
    row = writing.connection.execute(query).first()
    if row is None or row.seen_hash != seen.hash:
        raise Refused(
            f"tool '{seen.id}' changed after it was submitted: it is to be submitted anew"
        )
    now = _state(row).model_copy(update={"space": space, "approved_hash": seen.hash})
    if now.status in OUT_OF_USE:
        raise Refused(f"tool '{seen.id}' is {now.status.value}")
    _declare(writing, [(seen, now)])
    return _decided(writing, now, "publish", status=ToolStatus.PUBLISHED, reasons=())


def admit(writing: Writing, admission: Admission) -> None:
    """Gives the tools of a source the states that were decided, as part of a greater change.

    Tools that it no longer offers are forgotten.
    """
    source = admission.sighting.source
    own = select(tools).where(tools.c.source == source)
    before = {row.id: _state(row) for row in writing.connection.execute(own)}
    by = select(sources.c.created_by).where(sources.c.id == source)
    registered_by = writing.connection.execute(by).scalar()
    decided = [
        (seen, as_reviewed(writing.caller, before.get(state.id), state, registered_by))
        for seen, state in admission.tools
    ]
    gone = and_(tools.c.source == source, tools.c.id.not_in([state.id for _, state in decided]))
    writing.connection.execute(delete(tools).where(gone))
    _keep(writing, [state for _, state in decided])
    _declare(writing, decided)
    outdate_changed(writing, source, {seen.id: seen.hash for seen, _ in decided})
    _mark(writing, admission.sighting)


def _as_seen(
    state: ToolState, one: SeenTool, approval: Approval, source: Space, usable: Collection[str]
) -> ToolState:
    wider = state.space.rank > source.rank
    how: Approval = "pinned" if wider else approval
    return as_seen(state, one.hash, how, usable_as_approved=one.id in usable)


def _mark(writing: Writing, sighting: Sighting) -> None:
    mark = {**sighting.model_dump(), "at": writing.at}
    upsert(writing.connection, sightings, [mark], replaced=("content", "at"))


def _flagged(state: ToolState, one: SeenTool) -> ToolState:
    if not one.flags:
        return state
    return state.model_copy(update={"status": ToolStatus.QUARANTINED, "reasons": one.flags})


def _declare(writing: Writing, looked_at: Iterable[tuple[SeenTool, ToolState]]) -> None:
    """Keeps what is approved as it is; the rest keeps what was approved before."""
    rows = [
        {"tool": one.id, "hash": one.hash, "declared": one.declared}
        for one, state in looked_at
        if one.declared is not None and state.approved_hash == one.hash
    ]
    if rows:
        upsert(writing.connection, declarations, rows, replaced=("hash", "declared"))


def _first(one: SeenTool, source: str, status: ToolStatus, space: Space) -> ToolState:
    waits = status is _WAITING
    return ToolState(
        id=one.id,
        source=source,
        status=status,
        space=space,
        seen_hash=one.hash,
        approved_hash=None if waits else one.hash,
        reasons=(NEW,) if waits else (),
    )


def _decided(writing: Writing, state: ToolState, what: str, **values: object) -> ToolState:
    after = state.model_copy(update=values)
    _keep(writing, [after])
    writing.note(
        what,
        state.id,
        after.space,
        before=state.status.value,
        after=after.status.value,
        hash=after.approved_hash,
        reasons=list(after.reasons),
    )
    return after


def _note(writing: Writing, before: ToolState, after: ToolState) -> None:
    if before.status is not after.status:
        writing.note(after.status.value, after.id, after.space, hash=after.seen_hash)


def _keep(writing: Writing, states: Sequence[ToolState]) -> None:
    if states:
        rows = [_values(state, writing.at) for state in states]
        upsert(writing.connection, tools, rows, replaced=(*_CHANGED, *_SPACE))


def _values(state: ToolState, at: float) -> dict[str, object]:
    values = state.model_dump(mode="json", exclude={"space", "changed_at"})
    return {**values, **state.space.model_dump(mode="json"), "changed_at": at}


def _state(row: Row[Any]) -> ToolState:
    return ToolState(
        id=row.id,
        source=row.source,
        status=row.status,
        space=space_of(row),
        seen_hash=row.seen_hash,
        approved_hash=row.approved_hash,
        reasons=tuple(row.reasons),
        changed_at=row.changed_at,
    )
