"""What runs left behind, from the ledger alone: their effects, and which are taken back already."""

from collections.abc import Iterator
from dataclasses import dataclass

from pipelines.contracts.chain import Step
from pipelines.contracts.execution import StepRecord
from pipelines.execution.account import account
from pipelines.runs.ledger import Entry, entries
from pipelines.runs.store import Run, RunStore
from pipelines.runs.undone import is_undoing, undone
from pipelines.summary.facts import Subject, subjects
from tool_registry.base.caller import Caller
from tool_registry.base.types import Effect as EffectKind
from tool_registry.catalogue import Catalogue

_LOOKED_AT = 200
"""So many of the latest runs are searched for one that left something."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One call that left something behind, or may have."""

    key: str
    """The call's row in the ledger."""
    run_id: str
    environment: str
    step: Step
    record: StepRecord
    subjects: tuple[Subject, ...]
    """The instances that it made or changed; none where its tool is gone or nobody knows."""
    at: float
    """When it ended, or was sent; seconds since 1970."""

    @property
    def is_known(self) -> bool:
        """False where nobody knows whether it happened."""
        return self.record.status == "done"


def effects_of(run: Run, store: RunStore, catalogue: Catalogue) -> list[Effect]:
    """What the run left and what is not undone yet, the latest first."""
    chain = run.chain
    if chain is None:
        return []
    rows = {entry.step: entry for entry in entries(store, run.id)}
    records = {record.step: record for record in account(chain, list(rows.values())).records}
    done = undone(store, [entry.key for entry in rows.values()])
    found = subjects(chain.steps, records, catalogue)
    effects = [
        Effect(
            key=rows[step.id].key,
            run_id=run.id,
            environment=rows[step.id].environment,
            step=step,
            record=records[step.id],
            subjects=tuple(s for s in found if s.step.id == step.id),
            at=rows[step.id].ended_at or rows[step.id].sent_at or run.created_at,
        )
        for step in chain.steps
        if step.id in rows
        and rows[step.id].key not in done
        and _left_something(step, rows[step.id], catalogue)
    ]
    return effects[::-1]


def effects_of_all(run: Run, store: RunStore, catalogue: Catalogue) -> list[Effect]:
    """What the run left, with what those left whose rest it did: its answer tells of all of it."""
    found = effects_of(run, store, catalogue)
    before = run.chain.finishes if run.chain is not None else None
    return [*found, *effects_of_all(store.get(before), store, catalogue)] if before else found


def _left_something(step: Step, row: Entry, catalogue: Catalogue) -> bool:
    tool = catalogue.tools.get(row.tool)
    writes = step.function.writes if tool is None else tool.effect is not EffectKind.NONE
    return writes and row.state in ("done", "verified", "unknown", "sent")


def runs_of(store: RunStore, caller: Caller, session_id: str | None = None) -> Iterator[Run]:
    """The caller's latest finished runs, of that conversation or of any, the newest first, without
    those that undid others."""
    latest = store.recent(caller, _LOOKED_AT)
    if session_id is not None:
        latest = store.of_session(caller, session_id)
    return (run for run in latest if run.answer is not None and not is_undoing(store, run.id))


def was_taken_back(run: Run, store: RunStore) -> bool:
    """True where some call of the run was undone."""
    return bool(undone(store, [entry.key for entry in entries(store, run.id)]))


def since(run: Run, store: RunStore, catalogue: Catalogue) -> Iterator[Effect]:
    """What the caller's later runs left and what is not undone, the latest first."""
    for later in runs_of(store, run.request.caller):
        if later.created_at <= run.created_at:
            return
        yield from effects_of(later, store, catalogue)


def sentence_of(run: Run) -> str:
    """What the run was asked for, as a whole sentence: a "yes" stands for what it agrees to."""
    read = run.answer.intent if run.answer is not None else None
    return read.text if read is not None and read.text else run.request.text


def latest_with_effects(
    store: RunStore, catalogue: Catalogue, caller: Caller, session_id: str | None = None
) -> Run | None:
    """The caller's latest run, of that conversation or of any, that left something which is not
    undone."""
    return next(
        (run for run in runs_of(store, caller, session_id) if effects_of(run, store, catalogue)),
        None,
    )
