"""The data that a caller's requests left behind: what exists, where, and whether it can go."""

from collections.abc import Mapping, Sequence

from pydantic import BaseModel, ConfigDict

from pipelines.contracts.answer import Answer
from pipelines.contracts.chain import Step
from pipelines.execution.finishing import remaining_of
from pipelines.execution.undo import (
    Effect,
    Stays,
    effects_of,
    runs_of,
    sentence_of,
    was_taken_back,
    ways_of,
    why_they_stay,
)
from pipelines.runs.store import Run, RunStore
from pipelines.summary.facts import Subject
from tool_registry.base.caller import Caller
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.language import Language

_MOST = 4
"""So many values of a thing are told."""


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
    details: dict[str, str] = {}
    """For whom it is and what it is like, as the run found it: the main values, by their names."""


def data_rows(
    store: RunStore,
    catalogue: Catalogue,
    caller: Caller,
    limit: int,
    environment: str | None = None,
) -> list[DataRow]:
    """What the caller's runs left, the latest first, at most `limit` rows."""
    rows: list[DataRow] = []
    since: list[Effect] = []
    for run in runs_of(store, caller):
        effects = effects_of(run, store, catalogue)
        rows += _rows(run, effects, catalogue, environment, since)
        since += effects
        if len(rows) >= limit:
            break
    # A plan may wait: what a later request did can be there before it.
    rows.sort(key=lambda row: -row.at)
    return rows[:limit]


class Left(BaseModel):
    """Whether what a run left can be taken back, or was."""

    model_config = ConfigDict(frozen=True)

    run_id: str
    undoable: bool
    """True where the catalogue has a tool that takes some of it back."""
    undone: bool
    """True where something was taken back and nothing is left."""
    partly: bool = False
    """True where something was taken back and something is left."""
    stays: tuple[str, ...] = ()
    """What cannot be taken back and why, a sentence a reason."""
    rest: int = 0
    """So many calls for what was asked for are left, where they can be made now."""
    alike: bool = True
    """True where those are all calls of one tool: each makes one more of the same."""


def left_in(
    store: RunStore, catalogue: Catalogue, caller: Caller, session_id: str, language: Language
) -> list[Left]:
    """The runs of a conversation that left something, the latest first; undoing runs are none."""
    found: list[Left] = []
    since: list[Effect] = []
    for run in runs_of(store, caller, session_id):
        effects, rest = effects_of(run, store, catalogue), _rest(run, store, catalogue)
        back = was_taken_back(run, store)
        if effects or rest or back:
            ways = list(ways_of(effects, catalogue, run.id, since))
            stays = [one for one in ways if isinstance(one, Stays)]
            found.append(
                Left(
                    run_id=run.id,
                    undoable=len(stays) < len(ways),
                    undone=back and not effects,
                    partly=back and bool(effects),
                    stays=tuple(why_they_stay(stays, catalogue, language)),
                    rest=len(rest),
                    alike=len({step.tool for step in rest}) < 2,
                )
            )
        since += effects
    return found


def _rest(run: Run, store: RunStore, catalogue: Catalogue) -> list[Step]:
    remaining = remaining_of(run, store, catalogue)
    return remaining.left if remaining is not None else []


def is_undoable_run(store: RunStore, catalogue: Catalogue, answer: Answer) -> bool:
    """True where the run left something that the catalogue's tools can take back."""
    if not answer.chain:
        return False
    run = store.get(answer.run_id)
    ways = ways_of(effects_of(run, store, catalogue), catalogue, run.id)
    return any(not isinstance(one, Stays) for one in ways)


def _rows(
    run: Run,
    effects: Sequence[Effect],
    catalogue: Catalogue,
    environment: str | None,
    since: Sequence[Effect],
) -> list[DataRow]:
    ways = ways_of(effects, catalogue, "", since)
    stay = {one.effect.key for one in ways if isinstance(one, Stays)}
    known = _known(run)
    return [
        _row(effect, subject, known, undoable=effect.key not in stay)
        for effect in effects
        if environment in (None, effect.environment)
        for subject in (effect.subjects or (None,))
    ]


def _known(run: Run) -> dict[tuple[str, str | None], dict[str, str]]:
    """Kind and id of each thing that the run made or changed → its main values: those that the
    sentence says come first, points in time are left out."""
    summary = run.answer.summary if run.answer is not None else None
    text = sentence_of(run)
    found: dict[tuple[str, str | None], dict[str, str]] = {}
    for item in summary.data if summary is not None else ():
        if item.came_of != "read":
            told = [(name, one) for name, one in item.values.items() if name not in item.times]
            told.sort(key=lambda pair: pair[1].split(" ")[0] not in text)
            found[item.entity, item.id] = dict(told[:_MOST])
    return found


def _row(
    effect: Effect,
    subject: Subject | None,
    known: Mapping[tuple[str, str | None], dict[str, str]],
    *,
    undoable: bool,
) -> DataRow:
    made = effect.step.produces
    entity = subject.entity if subject else made.entity if made else effect.step.title
    id = subject.id if subject else None
    return DataRow(
        run_id=effect.run_id,
        environment=effect.environment,
        entity=entity,
        id=id,
        tool=effect.record.tool,
        title=effect.step.title,
        created=bool(subject and subject.created),
        known=effect.is_known,
        undoable=undoable,
        at=effect.at,
        details=known.get((entity, id), {}),
    )
