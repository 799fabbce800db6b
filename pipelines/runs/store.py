"""Runs in a database: one per request key, held by one process at a time, with their events."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy import Connection, Row, select, update

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.chain import ToolChain
from pipelines.contracts.events import EVENT, Answered, Event, RunFinished
from pipelines.contracts.request import Later, Request
from pipelines.runs import statements, tables
from pipelines.runs.errors import LeaseLost, PlanFrozen, RequestReused, RunNotFound
from pipelines.runs.lease import Deadline, Lease, is_free, this_process
from pipelines.runs.tables import baselines, events, runs
from tool_registry.base.caller import Caller
from tool_registry.base.clock import Clock
from tool_registry.base.ids import digest, new_id
from tool_registry.base.redaction import mask, shown
from tool_registry.base.sql import bring_up, insert_new, noting, open_database, reading
from tool_registry.base.types import JsonValue

Sleep: TypeAlias = Callable[[float], Awaitable[None]]
Ended: TypeAlias = Callable[[Connection, Answer], None]
RUNNING = "running"
LEASE_SECONDS = 30.0
_RENEWED_FOR = 5.0
"""Seconds in which events find their run's lease long enough, and do not make it longer."""
_PAUSES = (0.02, 0.05, 0.1, 0.2)
"""Seconds between looks at a run that somebody else works on; the last one repeats."""


@dataclass(frozen=True, slots=True)
class Run:
    """A stored run."""

    id: str
    request: Request
    status: str
    """`running`, or the status of the answer."""
    chain: ToolChain | None
    """The frozen plan, once there is one."""
    answer: Answer | None
    created_at: float
    finished_at: float | None
    later: Later | None = None
    """When it is due, where it was to wait."""
    taken_by: str | None = None
    """The run that carries out the plan that it has shown, or the rest of what it has done."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A run and, where this caller is to work on it, the lease. Else it is finished or held."""

    run: Run
    lease: Lease | None = None


class RunStore:
    """All that is kept of runs. Safe with several processes on one database."""

    def __init__(
        self, where: Path | str, *, clock: Clock | None = None, ended: Ended | None = None
    ) -> None:
        """`where`: an SQLite file, or an SQLAlchemy URL. Its tables are migrated. `ended`: is told
        of each run's end, in the transaction that ends it.

        Raises ConfigurationError for a database that cannot be used or is of a newer program.
        """
        self.clock = clock or Clock()
        self._told_of_end = ended
        self.engine = open_database(where)
        bring_up(self.engine, tables.SCHEMA)
        self._renewed: dict[Lease, float] = {}
        """When this process last made a lease longer, on the steady clock."""

    def close(self) -> None:
        """Ends all connections."""
        self.engine.dispose()

    def begin(self, request: Request) -> Begun:
        """The run of this request: a new one, or the one that its request id has already.

        With a lease, the caller is to work on it: it is new, or whoever worked on it is gone
        (then it may have a chain and ledger rows). Raises RequestReused for another sentence.
        """
        with self.engine.begin() as connection:
            row = self._insert(connection, request)
            if row is not None:
                lease = Lease(row.id, row.epoch)
                self._renewed[lease] = self.clock.monotonic()
                return Begun(_run(row), lease)
            key = (
                runs.c.tenant == request.caller.tenant,
                runs.c.request_key == _key(request),
            )
            row = connection.execute(select(runs).where(*key).with_for_update()).one()
            if row.request_hash != _hash(request):
                raise RequestReused(request.request_id)
            return Begun(_run(row), self._take(connection, row))

    async def join(
        self, request: Request, *, patience: float, sleep: Sleep = asyncio.sleep
    ) -> Begun:
        """As `begin`, but waits for a run that somebody else works on, at most `patience` seconds.

        The run comes back finished, or with a lease, or still held when patience is over.
        """
        waited, looks = 0.0, 0
        begun = self.begin(request)
        while begun.lease is None and begun.run.answer is None and waited < patience:
            pause = _PAUSES[min(looks, len(_PAUSES) - 1)]
            await sleep(pause)
            waited, looks = waited + pause, looks + 1
            begun = self.begin(request)
        return begun

    def is_known(self, request: Request) -> bool:
        """True where a run of the caller has that request id already."""
        key = (runs.c.tenant == request.caller.tenant, runs.c.request_key == _key(request))
        with reading(self.engine) as connection:
            return connection.execute(select(runs.c.id).where(*key)).first() is not None

    def take_over(self, run_id: str, *, early: bool = False) -> Begun:
        """The run with a lease, unless it is finished or somebody else works on it.

        One that ended without knowing an outcome can be taken up again: it may be known by now.
        One that waits for its time can be from then on, or, with `early`, before.
        """
        query = select(runs).where(runs.c.id == run_id).with_for_update()
        with self.engine.begin() as connection:
            row = connection.execute(query).first()
            if row is None:
                raise RunNotFound(run_id)
            due = early or (row.due_at is not None and row.due_at <= self.clock.now())
            statuses = (RUNNING, Status.UNKNOWN, *((Status.SCHEDULED,) if due else ()))
            return Begun(_run(row), self._take(connection, row, statuses))

    def get(self, run_id: str) -> Run:
        """The run; RunNotFound where there is none of that id."""
        with reading(self.engine) as connection:
            row = connection.execute(statements.GET, {"run": run_id}).first()
        if row is None:
            raise RunNotFound(run_id)
        return _run(row)

    def recent(self, caller: Caller, limit: int = 20) -> list[Run]:
        """The caller's latest runs, the newest first."""
        mine = {"of_tenant": caller.tenant, "of_user": caller.user, "most": limit}
        with reading(self.engine) as connection:
            rows = connection.execute(statements.RECENT, mine).all()
        return [_run(row) for row in rows]

    def of_session(self, caller: Caller, session_id: str, limit: int = 200) -> list[Run]:
        """The latest runs of the caller's conversation, the newest first."""
        mine = {"of_tenant": caller.tenant, "of_user": caller.user, "most": limit}
        mine |= {"of_session": session_id}
        with reading(self.engine) as connection:
            rows = connection.execute(statements.OF_SESSION, mine).all()
        return [_run(row) for row in rows]

    def interrupted(self) -> list[Run]:
        """Unfinished runs that nobody works on any more, the oldest first."""
        query = select(runs).where(runs.c.status == RUNNING).order_by(runs.c.created_at)
        with reading(self.engine) as connection:
            rows = connection.execute(query).all()
        return [_run(row) for row in rows if is_free(row.holder, _deadline(row), self.clock)]

    def freeze(self, lease: Lease, chain: ToolChain) -> ToolChain:
        """Keeps the plan, before its first call. PlanFrozen where the run has another one."""
        with self.engine.begin() as connection:
            self.check(connection, lease)
            mine = {"of_run": lease.run_id}
            known = connection.execute(statements.PLAN_DIGEST, mine).scalar_one()
            if known is not None and known != chain.digest:
                raise PlanFrozen(lease.run_id)
            values = {"plan": chain.model_dump(mode="json"), "plan_digest": chain.digest}
            connection.execute(statements.CHANGE, {**mine, **values})
        return chain

    def take_plan(self, lease: Lease, run_id: str) -> str:
        """Claims what another run has shown or has left to do. Returns the id of the run that
        executes it: the lease's own, or one that was faster."""
        with self.engine.begin() as connection:
            self.check(connection, lease)
            free = (runs.c.id == run_id, runs.c.taken_by.is_(None))
            connection.execute(update(runs).where(*free).values(taken_by=lease.run_id))
            query = select(runs.c.taken_by).where(runs.c.id == run_id)
            return str(connection.execute(query).scalar_one())

    def amend(self, lease: Lease, chain: ToolChain) -> None:
        """Keeps a plan in place of the one that could not be carried out to its end."""
        with self.engine.begin() as connection:
            self.check(connection, lease)
            values = {"plan": chain.model_dump(mode="json"), "plan_digest": chain.digest}
            connection.execute(statements.CHANGE, {"of_run": lease.run_id, **values})

    def grow(self, lease: Lease, chain: ToolChain) -> ToolChain:
        """Keeps a plan that is made call by call, ahead of each: the one before, and one more.

        PlanFrozen where the run's plan is not the beginning of this one.
        """
        with self.engine.begin() as connection:
            self.check(connection, lease)
            mine = runs.c.id == lease.run_id
            known = connection.execute(select(runs.c.plan).where(mine)).scalar_one()
            before = ToolChain.model_validate(known).steps if known is not None else ()
            if chain.steps[: len(before)] != before:
                raise PlanFrozen(lease.run_id)
            values = {"plan": chain.model_dump(mode="json"), "plan_digest": chain.digest}
            connection.execute(update(runs).where(mine).values(values))
        return chain

    def keep_baseline(self, lease: Lease, data: JsonValue) -> None:
        """Keeps what was read ahead of the first call, for whoever has to go on with the run.

        It does not wait for the disk: the call's row in the ledger does, and takes it along."""
        with noting(self.engine) as connection:
            self.check(connection, lease)
            connection.execute(statements.DROP_BASELINE, {"of_run": lease.run_id})
            connection.execute(statements.ADD_BASELINE, {"run_id": lease.run_id, "data": data})

    def baseline(self, run_id: str) -> JsonValue:
        """What was read ahead of the run's first call; None where nothing was kept."""
        query = select(baselines.c.data).where(baselines.c.run_id == run_id)
        with reading(self.engine) as connection:
            return connection.execute(query).scalar()

    def append(self, lease: Lease, event: Event) -> Event:
        """Stores an event, without secrets and hidden parameters, and gives it its number."""
        with noting(self.engine) as connection:
            if self.clock.monotonic() - self._renewed.get(lease, -_RENEWED_FOR) >= _RENEWED_FOR:
                self.check(connection, lease)
            return self._append(connection, lease, event)

    def _append(self, connection: Connection, lease: Lease, event: Event) -> Event:
        clean, now = shown(event.data), self.clock.now()
        told = {"kind": event.type, "told": clean, "now": now}
        seq = connection.execute(statements.APPEND, {**self._held(lease), **told}).scalar()
        if seq is None:
            raise LeaseLost(lease.run_id)
        return _event(event.type, lease.run_id, seq, clean, now)

    def events(self, run_id: str, after: int = 0) -> list[Event]:
        """The run's events with a greater number, in order."""
        query = select(events).where(events.c.run_id == run_id, events.c.seq > after)
        with reading(self.engine) as connection:
            rows = connection.execute(query.order_by(events.c.seq)).all()
        return [_event(row.type, row.run_id, row.seq, row.data, row.at) for row in rows]

    def finish(self, lease: Lease, answer: Answer) -> Answer:
        """Stores the answer, gives the lease back, and returns the answer as it was stored."""
        with self.engine.begin() as connection:
            return self._finish(connection, lease, answer)

    def end(self, lease: Lease, answer: Answer) -> tuple[Answer, list[Event]]:
        """As `finish`, with the last events of the run: all of it is stored, or nothing."""
        status = str(answer.status)
        with self.engine.begin() as connection:
            last = (
                Answered(status=status, text=answer.summary.text),
                RunFinished(status=status),
            )
            told = [self._append(connection, lease, event) for event in last]
            return self._finish(connection, lease, answer), told

    def _finish(self, connection: Connection, lease: Lease, answer: Answer) -> Answer:
        clean = shown(answer.model_dump(mode="json"))
        told = {"status": str(answer.status), "answer": clean, "holder": None}
        values = {**self._held(lease), **told, "finished_at": self.clock.now()}
        done = connection.execute(statements.CHANGE_HELD, values)
        if done.rowcount != 1:
            raise LeaseLost(lease.run_id)
        self._renewed.pop(lease, None)
        answer = Answer.model_validate(clean)
        if self._told_of_end is not None:
            self._told_of_end(connection, answer)
        return answer

    def renew(self, lease: Lease) -> None:
        """Makes the lease last from now; LeaseLost where somebody else has the run."""
        with self.engine.begin() as connection:
            self.check(connection, lease)

    def release(self, lease: Lease) -> None:
        """Lets somebody else go on with the run at once. Does nothing to a run taken over."""
        with self.engine.begin() as connection:
            mine = (runs.c.id == lease.run_id, runs.c.epoch == lease.epoch)
            connection.execute(update(runs).where(*mine).values(holder=None))
        self._renewed.pop(lease, None)

    def check(self, connection: Connection, lease: Lease) -> None:
        """In a transaction that writes for a run: renews the lease, or raises LeaseLost."""
        deadline = Deadline.after(LEASE_SECONDS, self.clock)
        until = {"until_monotonic": deadline.monotonic, "until_wall": deadline.wall}
        done = connection.execute(statements.CHANGE_HELD, {**self._held(lease), **until})
        if done.rowcount != 1:
            self._renewed.pop(lease, None)
            raise LeaseLost(lease.run_id)
        self._renewed[lease] = self.clock.monotonic()

    def _take(
        self, connection: Connection, row: Row[Any], statuses: Sequence[str] = (RUNNING,)
    ) -> Lease | None:
        if row.status not in statuses or not is_free(row.holder, _deadline(row), self.clock):
            return None
        deadline = Deadline.after(LEASE_SECONDS, self.clock)
        if row.status == Status.SCHEDULED:
            began = {"status": RUNNING, "answer": None, "finished_at": None}
            connection.execute(update(runs).where(runs.c.id == row.id).values(began))
        connection.execute(
            update(runs)
            .where(runs.c.id == row.id)
            .values(
                epoch=row.epoch + 1,
                holder=self._holder(),
                until_monotonic=deadline.monotonic,
                until_wall=deadline.wall,
            )
        )
        return Lease(row.id, row.epoch + 1)

    def _insert(self, connection: Connection, request: Request) -> Row[Any] | None:
        """Adds the run; None where there is one of that request already."""
        deadline = Deadline.after(LEASE_SECONDS, self.clock)
        values = {
            "id": new_id("run"),
            "tenant": request.caller.tenant,
            "user": request.caller.user,
            "request_key": _key(request),
            "request_hash": _hash(request),
            "session_id": request.session_id,
            "request": mask(request.model_dump(mode="json")),
            "status": RUNNING,
            "created_at": self.clock.now(),
            "due_at": request.later.at if request.later else None,
            "due_zone": request.later.zone if request.later else None,
            "epoch": 1,
            "holder": self._holder(),
            "until_monotonic": deadline.monotonic,
            "until_wall": deadline.wall,
        }
        return insert_new(connection, runs, values)

    def _held(self, lease: Lease) -> dict[str, JsonValue]:
        """What `HELD` is asked with: the run of that lease, as long as this process has it."""
        return {"of_run": lease.run_id, "of_epoch": lease.epoch, "of_holder": self._holder()}

    def _holder(self) -> str:
        return f"{self.clock.boot}/{this_process()}"


def _event(kind: str, run_id: str, seq: int, data: JsonValue, at: float) -> Event:
    told = {"type": kind, "run_id": run_id, "seq": seq, "at": at, "data": data}
    return EVENT.validate_python(told)


def _deadline(row: Row[Any]) -> Deadline:
    return Deadline(row.until_monotonic, row.until_wall)


def _key(request: Request) -> str:
    """The request id, which is the user's own: the same one of another user is another request."""
    user = request.caller.user
    return request.request_id if user == Caller().user else f"{user}/{request.request_id}"


def _hash(request: Request) -> str:
    """What makes two requests the same: all but the approval, which may come later,
    and what the caller may do, which may change."""
    later = {"approved": True, "review": True, "caller": {"role", "project_roles"}}
    told = request.model_dump(mode="json", exclude=later)
    unsaid = (
        *("plan", "pipeline", "attachments", "choice", "call", "later", "in_view"),
        *("page_result", "finish", "view_dismissed"),
    )
    return digest({key: value for key, value in told.items() if key not in unsaid or value})


def _run(row: Row[Any]) -> Run:
    return Run(
        id=row.id,
        request=Request.model_validate(row.request),
        status=row.status,
        chain=ToolChain.model_validate(row.plan) if row.plan is not None else None,
        answer=Answer.model_validate(row.answer) if row.answer is not None else None,
        created_at=row.created_at,
        finished_at=row.finished_at,
        later=Later(at=row.due_at, zone=row.due_zone) if row.due_at is not None else None,
        taken_by=row.taken_by,
    )
