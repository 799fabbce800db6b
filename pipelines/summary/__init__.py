"""The summary: the outcome of a run judged against the sentence, and the answer's text."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace

import anyio

from pipelines.answer import Summary, Verdict
from pipelines.executor.record import Execution
from pipelines.intent.result import IntentResult
from pipelines.planner.chain import ToolChain
from pipelines.summary.bench import Bench, Finding, Seen
from pipelines.summary.census import Baseline, baseline, listed
from pipelines.summary.data import data_items
from pipelines.summary.facts import Subject, subjects
from pipelines.summary.happened import read_back
from pipelines.summary.readback import Read, look
from pipelines.summary.reading import Found, judge_readings, readings
from pipelines.summary.requirements import holds, missing, requirements
from pipelines.summary.text import answer_text
from pipelines.summary.verdicts import judge_checks
from tool_registry.catalogue import Catalogue

__all__ = ["Baseline", "Read", "baseline", "judge", "read_back"]

DELAYS = (*(0.05,) * 6, 0.1, 0.2, 0.35, 0.7, 1.3)
"""Seconds between readings of what is not there yet: 2.95 in all before it counts as missing.

Short ones first: a user waits for them, and most of what comes late comes within 0.3 s.
"""


async def judge(
    intent: IntentResult,
    chain: ToolChain,
    execution: Execution,
    catalogue: Catalogue,
    read: Read,
    *,
    before: Baseline | None = None,
    sleep: Callable[[float], Awaitable[None]] = anyio.sleep,
) -> Summary:
    """Judges each check of the chain by reading back, and writes the answer.

    `read` calls a tool without effects; `before` is what `baseline` returned ahead of the run.
    What contradicts the sentence is read again for up to three seconds, as results may be
    visible only after a moment.
    """
    records = {record.step: record for record in execution.records}
    made = subjects(chain.steps, records, catalogue)
    bench = Bench(intent.language, catalogue, chain, records, ())
    bench, findings = await _settled(bench, made, before or Baseline(), read, sleep)
    found = readings(bench, intent.goals)
    findings = [*findings, *judge_readings(bench, found)]
    return Summary(
        satisfied=_satisfied(bench, findings, found),
        text=answer_text(bench, intent, findings, found),
        requirements=requirements(bench, findings, found),
        data=data_items(bench, found),
        missing=missing(bench, findings),
    )


async def _settled(
    bench: Bench,
    made: Sequence[Subject],
    before: Baseline,
    read: Read,
    sleep: Callable[[float], Awaitable[None]],
) -> tuple[Bench, list[Finding]]:
    """Everything read back, and again what is contradicted, until it holds or time is up."""
    fresh = {(s.entity, s.id) for s in made if s.created and s.id is not None}
    seen = [await _see(bench, subject, before, fresh, read) for subject in made]
    bench = replace(bench, seen=seen)
    findings = judge_checks(bench)
    for delay in DELAYS:
        doubtful = _doubtful(findings, seen)
        if not doubtful:
            break
        await sleep(delay)
        for index in doubtful:
            seen[index] = await _see(bench, seen[index].subject, before, fresh, read)
        bench = replace(bench, seen=list(seen))
        findings = judge_checks(bench)
    return bench, findings


async def _see(
    bench: Bench,
    subject: Subject,
    before: Baseline,
    fresh: Collection[tuple[str, str]],
    read: Read,
) -> Seen:
    environment = bench.chain.environment
    looking = look(subject, bench.catalogue, environment, read)
    if not (subject.created and subject.step.main):
        return Seen(subject, await looking, [])
    counting = listed(subject, before, fresh, bench.catalogue, environment, read)
    return Seen(subject, *await asyncio.gather(looking, counting))


def _doubtful(findings: Sequence[Finding], seen: Sequence[Seen]) -> list[int]:
    """Positions of what was read back and contradicts a requirement."""
    wrong = {f.step for f in findings if f.verdict is Verdict.CONTRADICTED and not f.not_done}
    return [
        index
        for index, each in enumerate(seen)
        if each.evidence.kind != "nobody" and (each.subject.step.id in wrong or None in wrong)
    ]


def _satisfied(bench: Bench, findings: Sequence[Finding], found: Sequence[Found]) -> bool:
    done = all(bench.is_done(step.id) for step in bench.chain.steps)
    answered = all(holds(bench, each) for each in found)
    return (
        done
        and answered
        and not any(f.verdict is Verdict.CONTRADICTED or f.not_done for f in findings)
    )
