"""The queue of conversations that were handed over: who put them there, who answers them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import Row, select, update

from pipelines.runs.store import RunStore
from services.channels.outbox import enqueue
from services.channels.tables import SCHEMA as POSTS
from services.channels.webhook import NAME, iso
from services.handover.packet import Packet
from services.handover.tables import SCHEMA, handovers
from tool_registry.base.caller import Caller, Role, Scope
from tool_registry.base.ids import digest
from tool_registry.base.redaction import mask_text
from tool_registry.base.sql import bring_up, insert_new, reading
from tool_registry.base.types import JsonValue

_OPENED, _ANSWERED = "conversation.handed_over", "conversation.answered"
_MOST = 200


@dataclass(frozen=True, slots=True)
class Handover:
    """One conversation that was handed over."""

    id: str
    tenant: str
    user: str
    session_id: str
    run_id: str
    projects: tuple[str, ...]
    note: str
    packet: Packet
    created_at: float
    answer: str | None
    answered_by: str | None
    answered_at: float | None
    withdrawn_at: float | None

    @property
    def is_open(self) -> bool:
        """True while somebody is waited for."""
        return self.answered_at is None and self.withdrawn_at is None


class Handovers:
    """All that were handed over. Whoever is named in `to`, and who owns the deployment, sees and
    answers each; who owns a project, those that speak of tools of own projects alone."""

    def __init__(self, store: RunStore, to: Sequence[str], *, told: bool) -> None:
        """`told`: the webhook hears of each."""
        self._store = store
        self._to = frozenset(to)
        self._told = told
        bring_up(store.engine, SCHEMA)
        if told:
            bring_up(store.engine, POSTS)

    def hand_over(
        self,
        caller: Caller,
        run: tuple[str, str],
        projects: Sequence[str],
        note: str,
        packet: Packet,
    ) -> Handover:
        """Puts the conversation into the queue; `run`: its id and its conversation's.

        At one run it is handed over once: again gives what is there."""
        run_id, session_id = run
        values: dict[str, Any] = {
            "id": f"handover-{digest([caller.tenant, run_id])[:16]}",
            "tenant": caller.tenant,
            "user": caller.user,
            "session_id": session_id,
            "run_id": run_id,
            "projects": list(projects),
            "note": mask_text(note),
            "packet": packet.model_dump(mode="json"),
            "created_at": self._store.clock.now(),
        }
        with self._store.engine.begin() as connection:
            row = insert_new(connection, handovers, values)
            if row is not None and self._told:
                self._tell(connection, _OPENED, _handover(row))
        return self.get(values["id"])

    def get(self, handover_id: str) -> Handover:
        """Raises KeyError where there is none of that id."""
        with reading(self._store.engine) as connection:
            query = select(handovers).where(handovers.c.id == handover_id)
            row = connection.execute(query).first()
        if row is None:
            raise KeyError(handover_id)
        return _handover(row)

    def of_session(self, caller: Caller, session_id: str) -> list[Handover]:
        """What the caller handed over of that conversation, the first one first."""
        mine = (handovers.c.tenant == caller.tenant, handovers.c.user == caller.user)
        query = select(handovers).where(*mine, handovers.c.session_id == session_id)
        with reading(self._store.engine) as connection:
            rows = connection.execute(query.order_by(handovers.c.created_at)).all()
        return [_handover(row) for row in rows]

    def queue(self, caller: Caller) -> list[Handover]:
        """What the caller may answer, open ones first and of these the oldest, the latest of the
        others behind."""
        query = select(handovers).where(handovers.c.tenant == caller.tenant)
        query = query.order_by(handovers.c.created_at.desc()).limit(_MOST)
        with reading(self._store.engine) as connection:
            found = [_handover(row) for row in connection.execute(query).all()]
        mine = [one for one in found if self.may_answer(caller, one)]
        waiting = sorted((one for one in mine if one.is_open), key=lambda one: one.created_at)
        return [*waiting, *(one for one in mine if not one.is_open)]

    def may_answer(self, caller: Caller, one: Handover) -> bool:
        """True for whoever it was handed to."""
        if caller.tenant != one.tenant:
            return False
        if caller.user in self._to or caller.role.includes(Role.OWNER):
            return True
        owns = (caller.role_in(Scope.PROJECT, name).includes(Role.OWNER) for name in one.projects)
        return bool(one.projects) and all(owns)

    def answer(self, caller: Caller, handover_id: str, text: str) -> bool:
        """Gives the answer; False where it is not waited for any more."""
        told = {"answer": mask_text(text), "answered_by": caller.user}
        return self._end(handover_id, _ANSWERED, answered_at=self._store.clock.now(), **told)

    def withdraw(self, handover_id: str) -> bool:
        """Takes it out of the queue; False where it is not in there any more."""
        return self._end(handover_id, None, withdrawn_at=self._store.clock.now())

    def _end(self, handover_id: str, event: str | None, **values: object) -> bool:
        is_open = (handovers.c.answered_at.is_(None), handovers.c.withdrawn_at.is_(None))
        one = handovers.c.id == handover_id
        with self._store.engine.begin() as connection:
            done = connection.execute(update(handovers).where(one, *is_open).values(**values))
            if done.rowcount and event is not None and self._told:
                row = connection.execute(select(handovers).where(one)).one()
                self._tell(connection, event, _handover(row))
            return bool(done.rowcount)

    def _tell(self, connection: Any, event: str, one: Handover) -> None:
        now = self._store.clock.now()
        data: dict[str, Any] = {
            "handover_id": one.id,
            "conversation": one.session_id,
            "run_id": one.run_id,
            "user": one.user,
            "projects": list(one.projects),
            "note": one.note,
            "packet": one.packet.model_dump(mode="json"),
            "answer": one.answer,
            "answered_by": one.answered_by,
        }
        told = cast("JsonValue", {"type": event, "timestamp": iso(now), "data": data})
        enqueue(connection, now, f"{one.id}@{event}", NAME, {}, told)


def _handover(row: Row[Any]) -> Handover:
    return Handover(
        id=row.id,
        tenant=row.tenant,
        user=row.user,
        session_id=row.session_id,
        run_id=row.run_id,
        projects=tuple(row.projects),
        note=row.note,
        packet=Packet.model_validate(row.packet),
        created_at=row.created_at,
        answer=row.answer,
        answered_by=row.answered_by,
        answered_at=row.answered_at,
        withdrawn_at=row.withdrawn_at,
    )
