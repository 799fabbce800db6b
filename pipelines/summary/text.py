"""The answer's text: what exists now, what was read, what is wrong, what was not done, thanks."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipelines.contracts.answer import Verdict
from pipelines.contracts.chain import Step
from pipelines.messages import Language, counted, listed, say
from pipelines.messages.discretion import discreet
from pipelines.messages.labels import entity_label, tool_title, with_titles
from pipelines.summary.codes import code_in_words
from pipelines.summary.data import row_of
from pipelines.summary.facts import Subject
from pipelines.summary.judged_run import Finding, JudgedRun, Seen
from pipelines.summary.parts import part_lines, with_parts
from pipelines.summary.phrases import thing
from pipelines.summary.reading import Found
from pipelines.summary.report_terms import total_of
from pipelines.summary.requirements import rule_text, rules_of, status_of
from pipelines.summary.rules import Rule
from pipelines.summary.step_names import named
from pipelines.summary.unconfirmed import unconfirmed
from tool_registry.base.types import FunctionType

SHOWN_ROWS = 20


@dataclass(frozen=True, slots=True)
class Lines:
    """The parts of an answer, a line each. Only `made` may be worded otherwise."""

    headline: str
    wrong: tuple[str, ...]
    made: tuple[str, ...]
    """What was made and changed, with its values as users say them."""
    read: tuple[str, ...]
    """What was read, in the same way."""
    prose: tuple[str, ...]
    """Of both what no table of things can tell: rules and comparisons, what a model has worded."""
    rest: tuple[str, ...]
    """Notes of the plan, corrections, what is not verified, what was not done and why."""
    thanks: tuple[str, ...]

    @property
    def text(self) -> str:
        """The whole answer."""
        return _joined(self.headline, *self.wrong, *self.made, *self.read, *self.rest, *self.thanks)

    @property
    def lead(self) -> str:
        """The answer without the things, where they stand beside it as data."""
        return _joined(self.headline, *self.wrong, *self.prose, *self.rest, *self.thanks)


def _joined(*lines: str) -> str:
    return "\n".join(line for line in lines if line)


def answer_lines(judged: JudgedRun, findings: Sequence[Finding], found: Sequence[Found]) -> Lines:
    """The whole answer, in parts."""
    told = [(_verdicts(judged, each, findings), each) for each in found]
    read = ((*verdicts, *(() if verdicts else _rows(judged, each))) for verdicts, each in told)
    return Lines(
        _headline(judged, findings, found),
        tuple(_wrong(judged, findings, found)),
        tuple(_made(judged)),
        tuple(line for lines in read for line in lines),
        tuple(line for verdicts, _ in told for line in verdicts),
        (
            *judged.chain.notes,
            *unconfirmed(judged, found),
            *_open_measures(judged.language, found),
            *_corrected(judged),
            *_unverified(judged, findings),
            *_not_done(judged),
        ),
        tuple(_thanks(judged)),
    )


def _open_measures(language: Language, found: Sequence[Found]) -> Iterator[str]:
    """What a comparison may have been of: none of several was named."""
    for each in found:
        if each.open_measures:
            names = listed(language, each.open_measures)
            yield say(language, "summary.compared_any", names=names)


def _headline(judged: JudgedRun, findings: Sequence[Finding], found: Sequence[Found]) -> str:
    language = judged.language
    environment = judged.catalogue.environments.label(judged.chain.environment, language)
    statuses = {status_of(judged, step.id) for step in judged.chain.steps}
    verifying = _verification(judged, found)
    if not statuses:
        return say(language, "summary.nothing_to_do", environment=environment)
    if judged.stopped:
        return _stopped(judged, environment)
    if "unknown" in statuses:
        return say(language, "summary.done_unknown", environment=environment)
    if statuses != {"done"}:
        return say(language, "summary.done_partly", environment=environment)
    if verifying:
        return _verified(judged, verifying, environment)
    if any(f.verdict is Verdict.CONTRADICTED for f in findings):
        key = "summary.done_wrong" if judged.seen else "summary.read_wrong"
        return say(language, key, environment=environment)
    key = "summary.done" if judged.seen else "summary.read"
    return say(language, key, environment=environment)


def _stopped(judged: JudgedRun, environment: str) -> str:
    """How far a run had come that somebody stopped: calls by how they ended."""
    counts = Counter(status_of(judged, step.id) for step in judged.chain.steps)
    told = (
        say(judged.language, f"summary.stopped_{status}", count=counts[status])
        for status in ("done", "failed", "unknown", "skipped")
        if counts[status]
    )
    values = {"environment": environment, "counted": listed(judged.language, told)}
    return say(judged.language, "summary.stopped", **values)


def _made(judged: JudgedRun) -> Iterator[str]:
    """What was made and changed, as it is now: the thing asked for before what it needed."""
    latest: dict[tuple[str, str | None, str], Seen] = {}
    for number, each in enumerate(judged.seen):
        key = (each.subject.entity, each.subject.id or f"?{number}", each.subject.step.function)
        latest[key] = each
    for each in sorted(latest.values(), key=lambda seen: not seen.subject.step.main):
        if each.subject.superseded and not each.subject.created:
            continue
        upstream = each.subject.created and not each.subject.step.main
        kind = "upstream" if upstream else _done_to(each.subject).value
        text = thing(judged, row_of(each), each.subject.id)
        yield say(judged.language, f"summary.made_{kind}", thing=text)


def _done_to(subject: Subject) -> FunctionType:
    """What was done to the thing; out of what is there, something else may have been made."""
    function = subject.step.function
    kept = function is FunctionType.CREATE and not subject.created
    return FunctionType.OPERATE if kept else function


def _verdicts(judged: JudgedRun, found: Found, findings: Sequence[Finding]) -> list[str]:
    """What a reading says of rules and of what was compared; none where it shows things."""
    if found.rows is None and found.step.function is not FunctionType.VERIFY:
        return [
            say(judged.language, "summary.unreadable", tool=tool_title(found.tool, judged.language))
        ]
    if rules := rules_of(judged, found):
        return [_rule_line(judged, found, rule) for rule in rules]
    compared = [f for f in findings if f.step == found.step.id and f.expected is not None]
    order = (Verdict.CONTRADICTED, Verdict.UNVERIFIED, Verdict.CONFIRMED)
    ranked = sorted(compared, key=lambda f: order.index(f.verdict))
    return [_compared_line(judged, f) for f in ranked]


def _rows(judged: JudgedRun, found: Found) -> Iterator[str]:
    rows = found.rows or ()
    entity = entity_label(judged.catalogue.lexicon, found.entity, judged.language)
    record = judged.records.get(found.step.id)
    total = max(len(rows), total_of(record.body) if record else 0)
    if not rows:
        yield say(judged.language, "summary.none_found", entity=entity)
    elif len(rows) == 1:
        yield thing(judged, rows[0], rows[0].id)
        yield from part_lines(judged, rows[0])
    else:
        yield say(judged.language, "summary.count_found", count=total, entity=entity)
        for number, row in enumerate(rows[:SHOWN_ROWS], 1):
            text = with_parts(judged, thing(judged, row, row.id), row)
            yield say(judged.language, "summary.numbered", number=number, text=text)
        if total > SHOWN_ROWS:
            yield say(judged.language, "summary.count_cut", count=total - SHOWN_ROWS)


def _verification(judged: JudgedRun, found: Sequence[Found]) -> list[Found]:
    return [each for each in found if each.step.function is FunctionType.VERIFY]


def _verified(judged: JudgedRun, found: Sequence[Found], environment: str) -> str:
    rules = [rule for each in found for rule in rules_of(judged, each)]
    failed = sum(not rule.passed for rule in rules)
    if not rules:
        return say(judged.language, "summary.verified_unclear", environment=environment)
    if failed:
        return say(
            judged.language,
            "summary.verified_some",
            environment=environment,
            total=len(rules),
            failed=failed,
        )
    return say(judged.language, "summary.verified_all", environment=environment, total=len(rules))


def _rule_line(judged: JudgedRun, found: Found, rule: Rule) -> str:
    holds, fails = (say(judged.language, f"summary.rule_{w}") for w in ("needs", "fails"))
    return say(
        judged.language,
        "summary.rule_passed" if rule.passed else "summary.rule_failed",
        name=rule_text(judged, rule),
        expected=_in_words(judged, rule.expected) or holds,
        actual=_in_words(judged, rule.actual) or (holds if rule.passed else fails),
        tool=tool_title(found.tool, judged.language),
    )


def _in_words(judged: JudgedRun, told: str | None) -> str | None:
    return told and code_in_words(judged.catalogue, told, judged.language)


def _compared_line(judged: JudgedRun, finding: Finding) -> str:
    values = {"name": finding.text, "expected": finding.expected, "tool": _tool(judged, finding)}
    if finding.verdict is Verdict.UNVERIFIED and finding.actual is None:
        return say(judged.language, "summary.rule_unclear", **values)
    if finding.verdict is Verdict.UNVERIFIED:
        return say(judged.language, "summary.rule_other", actual=finding.actual, **values)
    passed = finding.verdict is Verdict.CONFIRMED
    key = "summary.rule_passed" if passed else "summary.rule_failed"
    nothing = say(judged.language, "common.nothing")
    return say(judged.language, key, actual=finding.actual or nothing, **values)


def _tool(judged: JudgedRun, finding: Finding) -> str:
    return tool_title(finding.tool, judged.language) if finding.tool else ""


def _wrong(judged: JudgedRun, findings: Sequence[Finding], found: Sequence[Found]) -> Iterator[str]:
    reading = {each.step.id for each in found}
    told: set[tuple[str | None, str | None]] = set()
    for finding in findings:
        about = (finding.step, finding.actual)
        if finding.verdict is not Verdict.CONTRADICTED or finding.step in reading or about in told:
            continue
        if finding.not_done and finding.step is None and _is_cut_short(judged):
            continue
        told.add(about)
        text = _wrong_text(judged, finding)
        if finding.tool and finding.actual is not None:
            text = say(judged.language, "summary.by_tool", text=text, tool=_tool(judged, finding))
        yield text


def _is_cut_short(judged: JudgedRun) -> bool:
    """Then the headline and what was not run say that less was made than asked for."""
    return not all(judged.is_done(step.id) for step in judged.chain.steps)


def _wrong_text(judged: JudgedRun, finding: Finding) -> str:
    text, expected, actual = finding.text, finding.expected, finding.actual
    if actual is None:
        return say(judged.language, "summary.wrong", text=text)
    if expected is None:
        return say(judged.language, "summary.wrong_actual", text=text, actual=actual)
    return say(judged.language, "summary.wrong_both", text=text, expected=expected, actual=actual)


def _corrected(judged: JudgedRun) -> Iterator[str]:
    """What a tool did not accept at first, and what it was then called with."""
    for step in judged.chain.steps:
        record = judged.records.get(step.id)
        if record is None or record.corrected is None:
            continue
        changes = (f"{path} = {binding.detail}" for path, binding in record.bindings.items())
        yield say(
            judged.language,
            "summary.corrected",
            title=step.title,
            message=discreet(record.corrected.message),
            changes=listed(judged.language, changes),
        )


def _unverified(judged: JudgedRun, findings: Sequence[Finding]) -> Iterator[str]:
    texts = [
        f.text
        for f in findings
        if f.verdict is Verdict.UNVERIFIED and not f.not_done and f.expected is None
    ]
    if texts:
        joined = say(judged.language, "common.clause_separator").join(dict.fromkeys(texts))
        yield say(judged.language, "summary.unverified", texts=joined)


def _not_done(judged: JudgedRun) -> Iterator[str]:
    """Why the run stopped, how to find the cause, and what was therefore not run."""
    language = judged.language
    skipped: list[str] = []
    for step in judged.chain.steps:
        status = status_of(judged, step.id)
        if status == "skipped":
            skipped.append(step.title)
        elif status in ("failed", "unknown"):
            yield from _failure(judged, step, status)
    if skipped:
        yield say(language, "summary.not_run", titles=listed(language, counted(skipped)))


def _failure(judged: JudgedRun, step: Step, status: str) -> Iterator[str]:
    language, record = judged.language, judged.records[step.id]
    told = discreet(record.failure.message) if record.failure and record.failure.message else ""
    message = told or say(language, "summary.no_reason")
    key = "summary.failure" if status == "failed" else "summary.failure_unknown"
    yield say(language, key, title=named(judged, step), message=message)
    tools = judged.catalogue.tools
    tool = tools.get(record.tool) or tools.get(step.tool)
    advice = record.troubleshooting or (tool.troubleshooting if tool else None)
    if advice:
        text = discreet(with_titles(advice, tools.values(), language))
        yield say(language, "summary.troubleshooting", text=text)
    others = (
        [tool_title(tools[other], language) for other in tool.replacements if other in tools]
        if tool
        else []
    )
    if others:
        yield say(language, "summary.replacement", tools=listed(language, others))


def _thanks(judged: JudgedRun) -> Iterator[str]:
    called = [step.tool for step in judged.chain.steps if status_of(judged, step.id) == "done"]
    tools = (judged.catalogue.tools.get(tool) for tool in called)
    authors = dict.fromkeys(tool.author for tool in tools if tool and tool.author)
    if authors:
        yield say(judged.language, "summary.thanks", authors=listed(judged.language, authors))
