"""Runs that were agreed to and wait for their time: which there are, and changing their minds."""

from dataclasses import replace

from sqlalchemy import or_, select, update

from pipelines.contracts.answer import Answer, Status, Summary
from pipelines.contracts.events import RunStarted
from pipelines.contracts.request import Later, Request
from pipelines.runs.errors import NotWaiting, RunNotFound
from pipelines.runs.lease import Deadline, Lease, is_free
from pipelines.runs.store import RUNNING, Run, RunStore
from pipelines.runs.tables import runs
from tool_registry.base.caller import Caller
from tool_registry.base.redaction import mask
from tool_registry.base.sql import reading
from tool_registry.vocabulary.language import Language, language_of


def scheduled(store: RunStore, caller: Caller) -> list[Run]:
    """The caller's runs that wait for their time, the next one first."""
    mine = (runs.c.tenant == caller.tenant, runs.c.user == caller.user)
    query = select(runs.c.id).where(*mine, runs.c.status == Status.SCHEDULED)
    with reading(store.engine) as connection:
        found = connection.execute(query.order_by(runs.c.due_at)).scalars().all()
    return [store.get(run_id) for run_id in found]


def asked_for(run: Run) -> str:
    """The sentence that a run is of: where its message only chose what was offered (`1`), the one
    that was understood."""
    intent = run.answer.intent if run.answer is not None else None
    return intent.text if intent is not None and intent.text else run.request.text


def language_asked_in(run: Run) -> Language:
    """The language of its answers."""
    intent = run.answer.intent if run.answer is not None else None
    return intent.language if intent is not None else language_of(run.request.text)


def due(store: RunStore, grace: float) -> list[str]:
    """Ids of runs whose time has come, at most `grace` seconds ago, and of those that somebody had
    begun to wait for or to carry out and whose process is gone; the earliest first."""
    now = store.clock.now()
    waits = (runs.c.status == Status.SCHEDULED, runs.c.due_at.between(now - grace, now))
    left = (runs.c.status == RUNNING, runs.c.due_at.is_not(None))
    query = select(runs).where(or_(waits[0] & waits[1], left[0] & left[1]))
    with reading(store.engine) as connection:
        rows = connection.execute(query.order_by(runs.c.due_at)).all()
    return [
        row.id
        for row in rows
        if is_free(row.holder, Deadline(row.until_monotonic, row.until_wall), store.clock)
    ]


def put_off(store: RunStore, lease: Lease, run: Run, request: Request, later: Later) -> Run:
    """Gives a run that has begun its time, and the request that it goes on with then."""
    with store.engine.begin() as connection:
        store.check(connection, lease)
        values = {"due_at": later.at, "due_zone": later.zone}
        kept = {"request": mask(request.model_dump(mode="json"))}
        connection.execute(update(runs).where(runs.c.id == run.id).values({**values, **kept}))
    return replace(run, request=request, later=later)


def move(store: RunStore, run_id: str, later: Later) -> None:
    """Gives a waiting run another time.

    Raises RunNotFound, and NotWaiting where it has begun, ended or never waited.
    """
    with store.engine.begin() as connection:
        query = select(runs.c.status).where(runs.c.id == run_id).with_for_update()
        status = connection.execute(query).scalar()
        if status is None:
            raise RunNotFound(run_id)
        if status != Status.SCHEDULED:
            raise NotWaiting(run_id)
        values = {"due_at": later.at, "due_zone": later.zone}
        connection.execute(update(runs).where(runs.c.id == run_id).values(values))


def drop(store: RunStore, run_id: str, text: str) -> Answer:
    """Ends a waiting run, of which nothing was carried out; `text` is its answer.

    Raises as `move`.
    """
    begun = store.take_over(run_id, early=True)
    run, lease = begun.run, begun.lease
    if lease is None or run.answer is None or run.status != Status.SCHEDULED:
        if lease is not None:
            store.release(lease)
        raise NotWaiting(run_id)
    store.append(lease, RunStarted(text=run.request.text, session_id=run.request.session_id))
    told = {"status": Status.CANCELLED, "summary": Summary(text=text)}
    return store.end(lease, run.answer.model_copy(update=told))[0]
