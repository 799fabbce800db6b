"""As many as asked for: all different, none extra, none lost."""

from collections.abc import Sequence
from dataclasses import replace

from pipelines.contracts.answer import Verdict
from pipelines.contracts.chain import Check
from pipelines.messages import listed, say
from pipelines.messages.labels import entity_label
from pipelines.summary.facts import Subject
from pipelines.summary.judged_run import WORST_FIRST, Finding, JudgedRun, Seen
from pipelines.summary.requirements import status_of


def judge_count(judged: JudgedRun, check: Check) -> Finding:
    """As many as asked for, all different, and no more: the owner's list before and after tells."""
    seen = [s for s in judged.about(check) if _counts(s.subject, check)]
    expected = int(check.constraint.value) if check.constraint else len(seen)
    text = str(expected)
    ids = [s.subject.id for s in seen if s.subject.id is not None]
    extra, lost = _extra(judged, seen, ids), _lost(seen, ids)
    actual = len(set(ids)) + len(seen) - len(ids) + len(extra)
    finding = Finding(check.text, Verdict.REPORTED, expected=text, actual=str(actual))
    if extra or lost or actual > expected or len(set(ids)) < len(ids):
        return replace(
            finding, verdict=Verdict.CONTRADICTED, actual=_odd(judged, actual, extra, lost)
        )
    if actual < expected:
        return _too_few(judged, check, finding, actual)
    held = [s for s in seen if s.evidence.kind == "found"]
    return replace(finding, verdict=Verdict.CONFIRMED) if len(held) == len(seen) else finding


def counted_once(judged: JudgedRun, found: Sequence[tuple[Check, Finding]]) -> list[Finding]:
    """The findings; where many goals make such a thing each, how many there are of all is one."""
    groups: dict[tuple[str, str | None], list[Finding]] = {}
    for check, finding in found:
        if check.kind == "count" and _adds_up(finding):
            groups.setdefault((check.text, check.entity), []).append(finding)
    told: list[Finding] = []
    for check, finding in found:
        group = groups.get((check.text, check.entity), [])
        if len(group) < 2 or check.entity is None or finding not in group:
            told.append(finding)
        elif finding is group[0]:
            told.append(_all_counted(judged, check.entity, group))
    return told


def _adds_up(finding: Finding) -> bool:
    """False for more or others than were asked for: those are told by themselves."""
    numbers = str(finding.expected).isdecimal() and str(finding.actual).isdecimal()
    return numbers and (finding.verdict is not Verdict.CONTRADICTED or finding.not_done)


def _all_counted(judged: JudgedRun, entity: str, found: Sequence[Finding]) -> Finding:
    language = judged.language
    expected, actual = (sum(map(int, each)) for each in zip(*map(_numbers, found), strict=True))
    label = entity_label(judged.catalogue.lexicon, entity, language)
    text = say(language, "planner.check_count", count=expected, entity=label)
    if any(one.not_done for one in found):
        text = say(language, "summary.made_so_far", text=text, count=actual)
    return replace(
        min(found, key=lambda one: WORST_FIRST.index(one.verdict)),
        text=text,
        expected=str(expected),
        actual=str(actual),
        not_done=any(one.not_done for one in found),
    )


def _numbers(finding: Finding) -> tuple[str, str]:
    return finding.expected or "0", finding.actual or "0"


def _too_few(judged: JudgedRun, check: Check, finding: Finding, actual: int) -> Finding:
    """How many there are of those that were to be made; a call that nobody knows of may have made
    more."""
    steps = [step.id for step in judged.chain.steps if step.goal == check.goal]
    left = [step for step in steps if not judged.is_done(step)]
    if any(status_of(judged, step) == "unknown" for step in left):
        return replace(finding, verdict=Verdict.UNVERIFIED, not_done=True)
    text = say(judged.language, "summary.made_so_far", text=check.text, count=actual)
    text = text if left else check.text
    return replace(finding, text=text, verdict=Verdict.CONTRADICTED, not_done=True)


def _counts(subject: Subject, check: Check) -> bool:
    same = check.entity is None or subject.entity == check.entity
    return subject.created and subject.step.main and same


def _extra(judged: JudgedRun, seen: Sequence[Seen], ids: Sequence[str | None]) -> list[str]:
    """Ids that an owner's list has gained and that this run did not make, for this goal or for
    another one."""
    lists = [each for s in seen for each in s.lists if each.before is not None]
    gained = {id for each in lists for id in each.after - (each.before or frozenset())}
    others = {each.subject.id for each in judged.seen if each.subject.created}
    return sorted(gained - others - {id for id in ids if id})


def _lost(seen: Sequence[Seen], ids: Sequence[str | None]) -> list[str]:
    """Ids that an owner's list had and has no more. A list of the same length may be one page."""
    made = {id for id in ids if id}
    lists = [each for s in seen for each in s.lists if each.before is not None]
    whole = [each for each in lists if each.before and len(each.after) != len(each.before)]
    return sorted({id for each in whole for id in (each.before or frozenset()) - each.after - made})


def _odd(judged: JudgedRun, actual: int, extra: Sequence[str], lost: Sequence[str]) -> str:
    parts = [str(actual)]
    if extra:
        parts.append(say(judged.language, "summary.extra", ids=listed(judged.language, extra)))
    if lost:
        parts.append(say(judged.language, "summary.lost", ids=listed(judged.language, lost)))
    return say(judged.language, "common.clause_separator").join(parts)
