"""What a reading run found: the rows that the sentence asks for, in order, and nothing more."""

from collections.abc import Sequence, Set
from dataclasses import dataclass

from pipelines.contracts.answer import Verdict
from pipelines.contracts.chain import Step
from pipelines.contracts.execution import StepRecord
from pipelines.contracts.intent import Constraint, Goal
from pipelines.summary.codes import as_meant
from pipelines.summary.compare import holds, shown_cell, shown_wanted
from pipelines.summary.facts import entity_of
from pipelines.summary.judged_run import Finding, JudgedRun
from pipelines.summary.measures import measures_compared
from pipelines.summary.phrases import cell_label
from pipelines.summary.rows import Row, rows_of
from tool_registry.base.types import FunctionType
from tool_registry.model import ToolEssentialModel

_FOUND = ("output", "selected", "derived")


@dataclass(frozen=True, slots=True)
class Found:
    """The rows that one reading step answers with; None: its result cannot be read."""

    step: Step
    tool: ToolEssentialModel
    entity: str
    rows: tuple[Row, ...] | None
    open_measures: tuple[str, ...] = ()
    """What a comparison of the sentence may be of, where it names none of several."""
    said: str = ""
    """The goal's words."""


def readings(judged: JudgedRun, goals: Sequence[Goal]) -> list[Found]:
    """The answers of the steps that were asked to read, in order."""
    by_id = {goal.id: goal for goal in goals}
    return [
        _found(judged, step, judged.records[step.id], by_id.get(step.goal))
        for step in judged.chain.steps
        if step.main
        and not step.function.writes
        and step.tool in judged.catalogue.tools
        and step.id in judged.records
        and judged.records[step.id].status == "done"
    ]


def _found(judged: JudgedRun, step: Step, record: StepRecord, goal: Goal | None) -> Found:
    tool = judged.catalogue.tools[step.tool]
    entity = entity_of(step, tool)
    identifiers = judged.catalogue.graph.identifiers
    rows = rows_of(tool, record.body, entity, identifiers(entity))
    if rows is None:
        entity = tool.objects[0] if tool.objects else entity
        rows = rows_of(tool, record.body, entity, identifiers(entity))
    open_measures: tuple[str, ...] = ()
    if rows is not None and goal is not None and goal.function is FunctionType.QUERY:
        open_measures = _open_measures(judged, rows, goal)
        rows = _of_those_named(judged, _asked_for(judged, rows, goal), goal)
    return Found(step, tool, entity, rows, open_measures, goal.text if goal is not None else "")


def _open_measures(judged: JudgedRun, rows: tuple[Row, ...], goal: Goal) -> tuple[str, ...]:
    compared = [
        cells
        for row in rows
        for wanted in goal.object.constraints
        if len(cells := measures_compared(row, wanted, goal.text)) > 1
    ]
    told = compared[0] if compared else {}
    return tuple(dict.fromkeys(cell_label(judged, name, cell) for name, cell in told.items()))


def _asked_for(judged: JudgedRun, rows: tuple[Row, ...], goal: Goal) -> tuple[Row, ...]:
    """The rows that meet the conditions of the sentence, as far as they show the attribute."""
    for wanted in goal.object.constraints:
        if wanted.operator in ("first", "last"):
            count = int(wanted.value)
            ordered = _by_time(rows)
            rows = ordered[:count] if wanted.operator == "first" else ordered[-count:]
        elif wanted.attribute is not None:
            rows = tuple(row for row in rows if _meets(judged, row, wanted, goal.text))
    return rows


def _of_those_named(judged: JudgedRun, rows: tuple[Row, ...], goal: Goal) -> tuple[Row, ...]:
    """The rows that are of the things named by ids that no call was told, of any of several of a
    kind; people are called by more than their ids."""
    named: dict[str, set[str]] = {}
    for ref in goal.related:
        ids = {one.value for one in ref.identifiers if one.attribute in (None, "id")}
        if ref.type not in (None, goal.object.type) and ids:
            named[ref.type] = named.get(ref.type, set()) | ids
    for kind, ids in named.items():
        if not (judged.catalogue.lexicon.is_person(kind) or _was_told(judged, kind, ids)):
            rows = tuple(row for row in rows if _is_of(row, kind, ids))
    return rows


def _was_told(judged: JudgedRun, kind: str, ids: Set[str]) -> bool:
    """A call was told one of the ids, or the one that was found for such a thing."""
    told = [
        (argument, slot.entity)
        for step in judged.chain.steps
        if (tool := judged.catalogue.tools.get(step.tool)) is not None
        for slot in tool.needs
        if (argument := step.arguments.get(slot.path)) is not None
    ]
    return any(
        str(argument.value) in ids or (entity == kind and argument.source in _FOUND)
        for argument, entity in told
    )


def _is_of(row: Row, kind: str, ids: Set[str]) -> bool:
    cell = row.cell("id", kind)
    return cell is None or str(cell.value) in ids


def _meets(judged: JudgedRun, bare: Row, wanted: Constraint, said: str) -> bool:
    row = as_meant(judged.catalogue, bare)
    compared = measures_compared(row, wanted, said)
    if compared:
        cells = compared.values()
        return any(holds(wanted, one, judged.catalogue.lexicon) is not False for one in cells)
    same = [cell for (_, name), cell in row.cells.items() if name == wanted.attribute]
    cell = row.cell(wanted.attribute or "") or (same[0] if len(same) == 1 else None)
    return cell is None or holds(wanted, cell, judged.catalogue.lexicon) is not False


def _by_time(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Oldest first where every row tells a time; else newest-first lists are turned round."""
    times = [_time(row) for row in rows]
    if all(times):
        return tuple(row for _, row in sorted(zip(times, rows, strict=True), key=lambda x: x[0]))
    return rows[::-1]


def _time(row: Row) -> str:
    texts = (str(cell.value) for cell in row.cells.values())
    return next((text for text in texts if text[:4].isdigit() and text[4:5] == "-"), "")


def judge_readings(judged: JudgedRun, found: Sequence[Found]) -> list[Finding]:
    """The checks on reading steps: answered, and each wanted value against the one read."""
    by_step = {each.step.id: each for each in found}
    return [
        finding
        for check in judged.chain.checks
        if (each := by_step.get(check.step or "")) is not None
        for finding in _judge(judged, each, check.text, check.constraint)
    ]


def _judge(judged: JudgedRun, found: Found, text: str, wanted: Constraint | None) -> list[Finding]:
    if found.rows is None:
        return [Finding(text, Verdict.UNVERIFIED, found.step.id, tool=found.tool)]
    if wanted is None or wanted.attribute is None:
        return [Finding(text, Verdict.CONFIRMED, found.step.id, tool=found.tool)]
    expected = shown_wanted(wanted, judged.language, judged.catalogue.lexicon)
    findings: list[Finding] = []
    for bare in found.rows:
        row = as_meant(judged.catalogue, bare)
        compared = measures_compared(row, wanted, found.said)
        cells = compared.values()
        fitting = (one for one in cells if holds(wanted, one, judged.catalogue.lexicon))
        cell = next(fitting, None) or row.cell(wanted.attribute)
        result = holds(wanted, cell, judged.catalogue.lexicon) if cell else None
        verdict = {True: Verdict.CONFIRMED, False: Verdict.CONTRADICTED, None: Verdict.UNVERIFIED}
        actual = shown_cell(cell, judged.language, judged.catalogue.lexicon) if cell else None
        findings.append(Finding(text, verdict[result], found.step.id, expected, actual, found.tool))
    return findings or [Finding(text, Verdict.CONTRADICTED, found.step.id, expected, None)]
