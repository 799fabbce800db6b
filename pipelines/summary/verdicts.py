"""The verdict on each requirement: confirmed, reported, unverified or contradicted."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from pipelines.contracts.answer import Verdict
from pipelines.contracts.chain import Check
from pipelines.contracts.intent import Constraint
from pipelines.messages import say
from pipelines.messages.labels import entity_label
from pipelines.reasoning.arguments.shapes import may_show
from pipelines.summary.as_sent import otherwise_than_sent
from pipelines.summary.codes import as_meant
from pipelines.summary.compare import equal, holds, means, shown, shown_cell, shown_wanted
from pipelines.summary.counts import counted_once, judge_count
from pipelines.summary.facts import argument, same_instance
from pipelines.summary.judged_run import WORST_FIRST, Finding, JudgedRun, Seen
from pipelines.summary.rows import Cell, Row
from tool_registry.base.types import JsonValue
from tool_registry.model import Slot
from tool_registry.vocabulary.instants import instants
from tool_registry.vocabulary.lexicon import Kind, Lexicon


def judge_checks(judged: JudgedRun) -> list[Finding]:
    """One finding for each check but those on what was read, then what is otherwise than sent;
    that a call came to its state says that it was answered, too."""
    read = judged.read_steps
    stated = {check.step for check in judged.chain.checks if check.kind == "state"}
    checks = [
        check
        for check in judged.chain.checks
        if check.step not in read and not (check.kind == "answered" and check.step in stated)
    ]
    findings = counted_once(judged, [(check, _judge(judged, check)) for check in checks])
    found = [f for each in judged.seen for f in otherwise_than_sent(judged, each)]
    told = {(f.step, f.actual) for f in findings if f.verdict is Verdict.CONTRADICTED}
    return [*findings, *(f for f in found if (f.step, f.actual) not in told)]


def _judge(judged: JudgedRun, check: Check) -> Finding:
    if check.step is not None and not judged.is_done(check.step):
        return Finding(check.text, Verdict.UNVERIFIED, check.step, not_done=True)
    if check.kind == "count":
        return judge_count(judged, check)
    if check.kind == "absent" and check.step is None:
        return Finding(check.text, Verdict.REPORTED)
    judge = _KINDS[check.kind]
    findings = [judge(judged, check, seen) for seen in judged.about(check)]
    if not findings:
        return Finding(check.text, Verdict.REPORTED, check.step)
    return min(findings, key=lambda finding: WORST_FIRST.index(finding.verdict))


def _exists(judged: JudgedRun, check: Check, seen: Seen) -> Finding:
    verdict = {
        "found": Verdict.CONFIRMED,
        "absent": Verdict.CONTRADICTED,
        "unclear": Verdict.UNVERIFIED,
        "nobody": Verdict.REPORTED,
    }[seen.evidence.kind]
    if verdict is Verdict.REPORTED and any(seen.subject.id in each.after for each in seen.lists):
        verdict = Verdict.CONFIRMED
    finding = _finding(check, seen, verdict)
    if verdict is not Verdict.CONTRADICTED:
        return finding
    return replace(finding, actual=_not_there(judged, seen))


def _not_there(judged: JudgedRun, seen: Seen) -> str:
    label = judged.catalogue.environments.label(judged.chain.environment, judged.language)
    return say(judged.language, "summary.actual_absent", environment=label)


def _absent(judged: JudgedRun, check: Check, seen: Seen) -> Finding:
    """Something removed. A thing that a later step made in its place is not the removed one."""
    row, subject = seen.evidence.row, seen.subject
    if seen.evidence.kind == "absent":
        return _finding(check, seen, Verdict.CONFIRMED)
    if seen.evidence.kind != "found" or row is None:
        return _finding(check, seen, _unseen(seen))
    others = {each.subject.id for each in judged.seen if each.subject.created}
    if subject.superseded or (row.id is not None and row.id in others - {subject.id}):
        return _finding(check, seen, Verdict.REPORTED)
    actual = say(judged.language, "summary.actual_present", id=row.id or subject.id or "")
    return replace(_finding(check, seen, Verdict.CONTRADICTED), actual=actual)


def _unseen(seen: Seen) -> Verdict:
    return Verdict.UNVERIFIED if seen.evidence.kind == "unclear" else Verdict.REPORTED


def _attribute(judged: JudgedRun, check: Check, seen: Seen) -> Finding:
    """A value or state: as another tool shows it, else as the acting tool told or was told it."""
    wanted = check.constraint
    if wanted is None:
        return _finding(check, seen, Verdict.UNVERIFIED)
    expected = shown_wanted(wanted, judged.language, judged.catalogue.lexicon)
    finding = replace(_finding(check, seen, Verdict.UNVERIFIED), expected=expected)
    evidence = seen.evidence
    if evidence.kind == "absent" and evidence.by == "id" and not seen.subject.superseded:
        return replace(finding, verdict=Verdict.CONTRADICTED, actual=_not_there(judged, seen))
    compared = list(_compared(judged, check, _with_zone(wanted, seen), seen))
    held = next((one for one in compared if one[0]), None)
    passing = seen.subject.superseded if check.kind == "state" else seen.subject.handed_on
    first = held if passing else next(iter(compared), None)
    if first is not None:
        holds_so, actual, kind = first
        return replace(finding, verdict=kind if holds_so else Verdict.CONTRADICTED, actual=actual)
    if compared:
        return replace(finding, actual=compared[0][1])
    return replace(finding, verdict=_as_reported(judged, seen, wanted))


def _with_zone(wanted: Constraint, seen: Seen) -> Constraint:
    """A time that was said without a zone is the instant that was sent for it."""
    sent = (known.value for known in seen.subject.known if known.slot)
    pairs = ((value, instants(value, wanted.value)) for value in sent)
    same = next((value for value, times in pairs if times and times[0] == times[1]), None)
    return wanted if same is None else wanted.model_copy(update={"value": same})


def _compared(
    judged: JudgedRun, check: Check, wanted: Constraint, seen: Seen
) -> Iterator[tuple[bool, str, Verdict]]:
    """(whether it holds, what it is, what it is worth) as it was read back after the run, then as
    the steps of the goal told of it, the latest first."""
    rows = [(seen.evidence.row, Verdict.CONFIRMED)]
    rows += [(row, Verdict.REPORTED) for row in _tellings(judged, seen)]
    for bare, verdict in rows:
        row = as_meant(judged.catalogue, bare) if bare is not None else None
        cell = _cell(judged, check, wanted, row, seen) if row is not None else None
        result = holds(wanted, cell, judged.catalogue.lexicon) if cell is not None else None
        if cell is not None and result is not None:
            yield result, shown_cell(cell, judged.language, judged.catalogue.lexicon), verdict


def _tellings(judged: JudgedRun, seen: Seen) -> list[Row | None]:
    goal = seen.subject.step.goal
    later = (
        each.subject
        for each in judged.seen
        if each.subject.step.goal == goal and same_instance(each.subject, seen.subject)
    )
    return [*reversed([one.row for one in later]), seen.subject.row]


def _cell(judged: JudgedRun, check: Check, wanted: Constraint, row: Row, seen: Seen) -> Cell | None:
    """The value to compare; one without a unit is taken in the unit in which it was sent."""
    sent = seen.subject.values(seen.subject.entity, wanted.attribute, None)
    sent = sent or [known for known in seen.subject.known if known.attribute == wanted.attribute]
    own = (seen.subject.told_in(row, one) for one in sent if one.slot and wanted.attribute)
    cell = next(filter(None, own), None) or _named_cell(judged, check, wanted, row)
    if cell is None or cell.unit or not wanted.unit:
        return cell
    return replace(cell, unit=next((known.unit for known in sent if known.unit), None))


def _named_cell(judged: JudgedRun, check: Check, wanted: Constraint, row: Row) -> Cell | None:
    """The value of the wanted attribute; of a bare modifier, the value that can be meant by it."""
    lexicon = judged.catalogue.lexicon
    if wanted.attribute is not None:
        own = row.cell(wanted.attribute, check.entity) or row.cell(wanted.attribute)
        others = (c for (_, name), c in row.cells.items() if name == wanted.attribute)
        return own or next(others, None)
    named = {c.attribute for c in lexicon.lookup(str(wanted.value), Kind.VALUE)} - {None}
    about = [c for (_, name), c in row.cells.items() if name in named]
    cells = [c for (_, name), c in row.cells.items() if may_show(wanted.value, wanted.unit, name)]
    same = (c for c in cells if holds(wanted, c, lexicon))
    return next(same, about[0] if about else None)


def _as_reported(judged: JudgedRun, seen: Seen, wanted: Constraint) -> Verdict:
    """Nobody shows the attribute: the acting tool was told it, or is made for it."""
    lexicon = judged.catalogue.lexicon
    sent = seen.subject.values(seen.subject.entity, wanted.attribute, None)
    cells = [Cell(known.value, known.unit, seen.words(known)) for known in sent]
    cells += [Cell(mark.value) for mark in seen.subject.tool.discriminators]
    return (
        Verdict.REPORTED
        if any(holds(wanted, cell, lexicon) for cell in cells)
        else Verdict.UNVERIFIED
    )


def _owner(judged: JudgedRun, check: Check, seen: Seen) -> Finding:
    """Whether it belongs to the one that it was made for."""
    slot = seen.slot(check.slot) or _owner_slot(check, seen)
    values = argument(slot, seen.subject.record.arguments) if slot else []
    if slot is None or not values:
        return _finding(check, seen, Verdict.UNVERIFIED)
    expected = shown(values[0], None, judged.language)
    key = (slot.entity or seen.subject.entity, slot.attribute or "id")
    cell = seen.evidence.row.cells.get(key) if seen.evidence.row else None
    if cell is None:
        cell = _other_name(judged, key[0], values, slot, seen)
    if cell is None:
        member = any(seen.subject.id in each.after for each in seen.lists if each.owner == key[0])
        if not member and _shows_none(seen, key):
            nothing = say(judged.language, "common.nothing")
            finding = _finding(check, seen, Verdict.CONTRADICTED)
            return replace(finding, expected=expected, actual=nothing)
        verdict = Verdict.CONFIRMED if member else _unseen(seen)
        return replace(_finding(check, seen, verdict), expected=expected)
    same = any(equal(value, slot.unit, cell, judged.catalogue.lexicon) for value in values)
    verdict = Verdict.CONFIRMED if same else Verdict.CONTRADICTED
    if not same and seen.subject.superseded:
        verdict = Verdict.REPORTED
    actual = shown_cell(cell, judged.language, judged.catalogue.lexicon)
    return replace(_finding(check, seen, verdict), expected=expected, actual=actual)


def _shows_none(seen: Seen, key: tuple[str, str]) -> bool:
    """True where the reading tool tells that attribute of others, and of this one nothing."""
    reader = seen.evidence.tool
    if reader is None or seen.evidence.row is None or seen.subject.superseded:
        return False
    told = (item for item in reader.yields if not item.many)
    return any((item.entity, item.attribute) == key for item in told)


def _other_name(
    judged: JudgedRun, owner: str, values: list[JsonValue], slot: Slot, seen: Seen
) -> Cell | None:
    """The owner's value that was sent, where the reading tool calls the attribute otherwise."""
    row, lexicon = seen.evidence.row, judged.catalogue.lexicon
    cells = [(key[1], cell) for key, cell in row.cells.items() if key[0] == owner] if row else []
    return next(
        (
            cell
            for name, cell in cells
            for value in values
            if may_show(value, slot.unit, name) and equal(value, slot.unit, cell, lexicon)
        ),
        None,
    )


def _owner_slot(check: Check, seen: Seen) -> Slot | None:
    slots = [s for s in seen.subject.tool.needs if s.entity and s.entity != seen.subject.entity]
    return next((s for s in slots if s.entity == check.entity), slots[0] if slots else None)


def _answered(judged: JudgedRun, check: Check, seen: Seen) -> Finding:
    """Something was done: where another tool shows a state that the call does not start from, that
    is what it came to."""
    finding, language = _finding(check, seen, Verdict.REPORTED), judged.language
    state = _left_for(judged, seen)
    if state is None:
        return finding
    lexicon = judged.catalogue.lexicon
    entity = entity_label(lexicon, seen.subject.entity, language)
    told = {"entity": entity, "state": shown_cell(state, language, lexicon)}
    text = say(language, "planner.check_state", **told)
    return replace(finding, text=text, verdict=Verdict.CONFIRMED)


def _left_for(judged: JudgedRun, seen: Seen) -> Cell | None:
    """The state that was read back, where it is known, and none of those that the call starts
    from; None where the acting tool says of it otherwise."""
    row, subject, lexicon = seen.evidence.row, seen.subject, judged.catalogue.lexicon
    if seen.evidence.kind != "found" or row is None or subject.superseded:
        return None
    own = [one for one in subject.tool.states if one.entity == subject.entity and one.before]
    for one in own:
        cell = row.cell(one.attribute, subject.entity)
        known = cell is not None and any(map(_is_state(lexicon), (cell.value, *cell.words)))
        if cell is None or not known or any(means(word, cell, lexicon) for word in one.before):
            continue
        told = subject.row.cell(one.attribute, subject.entity) if subject.row else None
        if told is None or told.value == cell.value:
            return cell
    return None


def _is_state(lexicon: Lexicon) -> Callable[[object], bool]:
    return lambda word: bool(lexicon.lookup(str(word), Kind.VALUE))


_KINDS: dict[str, Callable[[JudgedRun, Check, Seen], Finding]] = {
    "exists": _exists,
    "absent": _absent,
    "attribute": _attribute,
    "state": _attribute,
    "owner": _owner,
    "answered": _answered,
}


def _finding(check: Check, seen: Seen, verdict: Verdict) -> Finding:
    tool = seen.evidence.tool or seen.subject.tool
    return Finding(check.text, verdict, check.step, tool=tool)
