"""The data that a caller's requests left behind: what exists, where, and whether it can go."""

from pydantic import BaseModel, ConfigDict

from pipelines.contracts.answer import Answer
from pipelines.execution.undo import Effect, effects_of, is_undoable, runs_of, was_taken_back
from pipelines.runs.store import Run, RunStore
from pipelines.summary.facts import Subject
from tool_registry.base.caller import Caller
from tool_registry.catalogue import Catalogue


class DataRow(BaseModel):
    """One thing that a request made or changed and that is not undone."""

    model_config = ConfigDict(frozen=True)

    run_id: str
    environment: str
    entity: str
    """Canonical name of its kind."""
    id: str | None
    tool: str
    title: str
    """What was done, as the tool's author calls it."""
    created: bool
    """False for what was there before and was changed."""
    known: bool
    """False where nobody knows whether it happened."""
    undoable: bool
    """True where the catalogue has a tool that takes it back."""
    at: float
    """Seconds since 1970."""


def data_rows(
    store: RunStore,
    catalogue: Catalogue,
    caller: Caller,
    limit: int,
    environment: str | None = None,
) -> list[DataRow]:
    """What the caller's runs left, the latest first, at most `limit` rows."""
    rows: list[DataRow] = []
    for run in runs_of(store, caller):
        rows += _of_run(run, store, catalogue, environment)
        if len(rows) >= limit:
            break
    return rows[:limit]


class Left(BaseModel):
    """Whether what a run left can be taken back, or was."""

    model_config = ConfigDict(frozen=True)

    run_id: str
    undoable: bool
    """True where the catalogue has a tool that takes some of it back."""
    undone: bool
    """True where something was taken back and nothing is left."""


def left_in(store: RunStore, catalogue: Catalogue, caller: Caller, session_id: str) -> list[Left]:
    """The runs of a conversation that left something, the latest first; undoing runs are none."""
    found: list[Left] = []
    for run in runs_of(store, caller, session_id):
        rows = _of_run(run, store, catalogue, None)
        if rows or was_taken_back(run, store):
            undoable = any(row.undoable for row in rows)
            found.append(Left(run_id=run.id, undoable=undoable, undone=not rows))
    return found


def is_undoable_run(store: RunStore, catalogue: Catalogue, answer: Answer) -> bool:
    """True where the run left something that the catalogue's tools can take back."""
    if not answer.chain:
        return False
    run = store.get(answer.run_id)
    return any(row.undoable for row in _of_run(run, store, catalogue, None))


def _of_run(
    run: Run, store: RunStore, catalogue: Catalogue, environment: str | None
) -> list[DataRow]:
    return [
        _row(effect, subject, catalogue)
        for effect in effects_of(run, store, catalogue)
        if environment in (None, effect.environment)
        for subject in (effect.subjects or (None,))
    ]


def _row(effect: Effect, subject: Subject | None, catalogue: Catalogue) -> DataRow:
    made = effect.step.produces
    return DataRow(
        run_id=effect.run_id,
        environment=effect.environment,
        entity=subject.entity if subject else made.entity if made else effect.step.title,
        id=subject.id if subject else None,
        tool=effect.record.tool,
        title=effect.step.title,
        created=bool(subject and subject.created),
        known=effect.is_known,
        undoable=subject is not None and is_undoable(effect, subject, catalogue),
        at=effect.at,
    )
