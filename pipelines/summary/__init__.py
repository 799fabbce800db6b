"""The summary: the outcome of a run judged against the sentence, and the answer's text."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace

import anyio

from pipelines.contracts.answer import DataItem, Requirement, Summary, Verdict
from pipelines.contracts.chain import ToolChain
from pipelines.contracts.execution import Execution
from pipelines.contracts.intent import IntentResult
from pipelines.messages import Language, listed, say
from pipelines.messages.discretion import discreet
from pipelines.summary.census import Baseline, baseline
from pipelines.summary.census import listed as listed_by_owner
from pipelines.summary.data import data_items
from pipelines.summary.facts import Subject, subjects
from pipelines.summary.judged_run import Finding, JudgedRun, Seen
from pipelines.summary.lost_calls import read_back
from pipelines.summary.readback import Evidence, Read, look
from pipelines.summary.reading import Found, judge_readings, readings
from pipelines.summary.relations import thing_graph
from pipelines.summary.requirements import holds, missing, requirements
from pipelines.summary.text import Lines, answer_lines
from pipelines.summary.verdicts import judge_checks
from pipelines.summary.wording import Account, Wording
from tool_registry.base.redaction import mask_text, shown
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue

__all__ = ["Baseline", "Read", "as_recorded", "baseline", "judge", "read_back"]

DELAYS = (*(0.05,) * 6, 0.1, 0.2, 0.35, 0.7, 1.3)
"""Seconds between readings of what is not there yet: 2.95 in all before it counts as missing.

Short ones first: a user waits for them, and most of what comes late comes within 0.3 s.
"""

LONGEST_OUTPUT = 2000
"""Characters of a result that nobody can read, as far as it is told to whoever words the answer."""


async def judge(
    intent: IntentResult,
    chain: ToolChain,
    execution: Execution,
    catalogue: Catalogue,
    read: Read,
    *,
    before: Baseline | None = None,
    sleep: Callable[[float], Awaitable[None]] = anyio.sleep,
    wording: Wording | None = None,
) -> Summary:
    """Judges each check of the chain by reading back, and writes the answer.

    `read` calls a tool without effects; `before` is what `baseline` returned ahead of the run.
    What contradicts the sentence is read again for up to three seconds, as results may be
    visible only after a moment. `wording` may word what happened, and doubt a verdict.
    """
    records = {record.step: record for record in execution.records}
    made = subjects(chain.steps, records, catalogue)
    asked = frozenset(name for goal in intent.goals for name in goal.asked)
    judged = JudgedRun(intent.language, catalogue, chain, records, (), execution.stopped, asked)
    judged, findings = await _settled(judged, made, before or Baseline(), read, sleep)
    found = readings(judged, intent.goals)
    findings = [*findings, *judge_readings(judged, found)]
    if wording is None:
        return _summary(judged, findings, found, answer_lines(judged, findings, found))
    account = _account(judged, intent, findings, found)
    worded = await wording(account)
    doubted = {account.requirements[place].text for place in worded.doubts}
    if doubted:
        judged, again = await _once_more(judged, findings, doubted, before or Baseline(), read)
        findings = [_open(one, doubted) if _told_only(one) else one for one in again]
        findings += [
            _open(one, doubted) if one.expected is None else one
            for one in judge_readings(judged, found)
        ]
    lines = answer_lines(judged, findings, found)
    if worded.told is not None:
        lines = replace(lines, made=worded.told, prose=(*worded.told, *lines.prose))
    return _with_uncovered(_summary(judged, findings, found, lines), worded.uncovered, judged)


def as_recorded(
    language: Language, chain: ToolChain, execution: Execution, catalogue: Catalogue
) -> tuple[DataItem, ...]:
    """What was made or changed as the calls themselves have told it, and nothing is read back."""
    records = {record.step: record for record in execution.records}
    seen = [Seen(one, Evidence("nobody")) for one in subjects(chain.steps, records, catalogue)]
    return data_items(JudgedRun(language, catalogue, chain, records, seen, True), ())


def _summary(
    judged: JudgedRun, findings: Sequence[Finding], found: Sequence[Found], lines: Lines
) -> Summary:
    return Summary(
        satisfied=_satisfied(judged, findings, found),
        text=lines.text,
        lead=lines.lead,
        requirements=requirements(judged, findings, found),
        data=data_items(judged, found),
        graph=thing_graph(judged),
        missing=missing(judged, findings),
    )


def _account(
    judged: JudgedRun, intent: IntentResult, findings: Sequence[Finding], found: Sequence[Found]
) -> Account:
    done = [step for step in judged.chain.steps if judged.is_done(step.id)]
    lines = answer_lines(judged, findings, found)
    ids = (each.subject.id for each in judged.seen if each.subject.id is not None)
    return Account(
        intent,
        requirements(judged, findings, found),
        data_items(judged, found),
        lines,
        _satisfied(judged, findings, found),
        frozenset(step.function for step in done),
        tuple(id for id in dict.fromkeys(ids) if any(id in line for line in lines.made)),
        judged.catalogue.environments.label(judged.chain.environment, judged.language),
        tuple(_as_text(judged.records[each.step.id].body) for each in found if each.rows is None),
    )


def _as_text(body: JsonValue) -> str:
    told = body if isinstance(body, str) else json.dumps(shown(body), ensure_ascii=False)
    return discreet(mask_text(told))[:LONGEST_OUTPUT]


async def _once_more(
    judged: JudgedRun,
    findings: Sequence[Finding],
    doubted: Collection[str],
    before: Baseline,
    read: Read,
) -> tuple[JudgedRun, list[Finding]]:
    """What the doubted requirements are about, read back again, and judged anew."""
    steps = {finding.step for finding in findings if finding.text in doubted}
    fresh = _fresh([each.subject for each in judged.seen])
    seen = [
        await _see(judged, each.subject, before, fresh, read)
        if each.subject.step.id in steps or None in steps
        else each
        for each in judged.seen
    ]
    judged = replace(judged, seen=seen)
    return judged, judge_checks(judged)


def _told_only(finding: Finding) -> bool:
    """True where only the acting tool itself says so, and no other tool can be asked."""
    return finding.verdict is Verdict.REPORTED


def _open(finding: Finding, doubted: Collection[str]) -> Finding:
    """The finding; one that is doubted, and that nothing more can be read about, is left open."""
    closed = finding.verdict in (Verdict.REPORTED, Verdict.CONFIRMED)
    doubtful = closed and finding.text in doubted
    return replace(finding, verdict=Verdict.UNVERIFIED) if doubtful else finding


def _with_uncovered(summary: Summary, uncovered: Sequence[str], judged: JudgedRun) -> Summary:
    """With what the sentence asks for besides: nobody has looked after it."""
    if not uncovered:
        return summary
    said = listed(judged.language, (f"“{words}”" for words in uncovered))
    text = say(judged.language, "summary.uncovered", words=said)
    more = (Requirement(text=words, verdict=Verdict.UNVERIFIED) for words in uncovered)
    return summary.model_copy(
        update={
            "satisfied": False,
            "text": f"{summary.text}\n{text}",
            "requirements": (*summary.requirements, *more),
            "missing": (*summary.missing, *uncovered),
        }
    )


async def _settled(
    judged: JudgedRun,
    made: Sequence[Subject],
    before: Baseline,
    read: Read,
    sleep: Callable[[float], Awaitable[None]],
) -> tuple[JudgedRun, list[Finding]]:
    """Everything read back, and again what is contradicted, until it holds or time is up."""
    fresh = _fresh(made)
    seen = [await _see(judged, subject, before, fresh, read) for subject in made]
    judged = replace(judged, seen=seen)
    findings = judge_checks(judged)
    for delay in DELAYS:
        doubtful = _doubtful(findings, seen)
        if not doubtful:
            break
        await sleep(delay)
        for index in doubtful:
            seen[index] = await _see(judged, seen[index].subject, before, fresh, read)
        judged = replace(judged, seen=list(seen))
        findings = judge_checks(judged)
    return judged, findings


def _fresh(made: Sequence[Subject]) -> set[tuple[str, str]]:
    return {(each.entity, each.id) for each in made if each.created and each.id is not None}


async def _see(
    judged: JudgedRun,
    subject: Subject,
    before: Baseline,
    fresh: Collection[tuple[str, str]],
    read: Read,
) -> Seen:
    environment = judged.chain.environment
    looking = look(subject, judged.catalogue, environment, read)
    if not (subject.created and subject.step.main):
        return Seen(subject, await looking, [])
    counting = listed_by_owner(subject, before, fresh, judged.catalogue, environment, read)
    return Seen(subject, *await asyncio.gather(looking, counting))


def _doubtful(findings: Sequence[Finding], seen: Sequence[Seen]) -> list[int]:
    """Positions of what was read back and contradicts a requirement."""
    wrong = {f.step for f in findings if f.verdict is Verdict.CONTRADICTED and not f.not_done}
    return [
        index
        for index, each in enumerate(seen)
        if each.evidence.kind != "nobody" and (each.subject.step.id in wrong or None in wrong)
    ]


def _satisfied(judged: JudgedRun, findings: Sequence[Finding], found: Sequence[Found]) -> bool:
    done = all(judged.is_done(step.id) for step in judged.chain.steps)
    answered = all(holds(judged, each) for each in found)
    return (
        done
        and answered
        and not any(f.verdict is Verdict.CONTRADICTED or f.not_done for f in findings)
    )
