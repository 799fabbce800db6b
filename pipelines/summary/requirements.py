"""The requirements of the sentence with their verdicts, and what is missing."""

from collections.abc import Sequence

from pipelines.contracts.answer import Requirement, Verdict
from pipelines.messages import say
from pipelines.summary.judged_run import WORST_FIRST, Finding, JudgedRun
from pipelines.summary.reading import Found
from pipelines.summary.rules import Rule, rules_in


def requirements(
    judged: JudgedRun, findings: Sequence[Finding], found: Sequence[Found]
) -> tuple[Requirement, ...]:
    """One for each text with its worst verdict, and one for each rule that a tool checked."""
    by_text: dict[str, list[Finding]] = {}
    for finding in findings:
        by_text.setdefault(finding.text, []).append(finding)
    rules = [rule for each in found for rule in rules_of(judged, each)]
    return (
        *(_requirement(judged, text, about) for text, about in by_text.items()),
        *(Requirement(text=rule_text(judged, rule), verdict=_verdict(rule)) for rule in rules),
    )


def _requirement(judged: JudgedRun, text: str, about: Sequence[Finding]) -> Requirement:
    """Where some of several were not made, what was found of the others, and of how many; of one
    step it is told once."""
    done = [finding for finding in about if not finding.not_done]
    if done and len(done) < len(about):
        values = {"text": text, "done": _steps(done), "total": _steps(about)}
        text = say(judged.language, "summary.of_several", **values)
    verdicts = (finding.verdict for finding in done or about)
    return Requirement(text=text, verdict=min(verdicts, key=WORST_FIRST.index))


def _steps(about: Sequence[Finding]) -> int:
    """How many steps they are about; one that is about none counts by itself."""
    steps = [finding.step for finding in about]
    return len(set(steps) - {None}) + steps.count(None)


def rules_of(judged: JudgedRun, found: Found) -> list[Rule]:
    """The rules in the result of a verifying step; none for other steps."""
    if found.step.function.value != "verify":
        return []
    return rules_in(judged.records[found.step.id].body)


def holds(judged: JudgedRun, found: Found) -> bool:
    """True when a reading step gave an answer and no rule that it checked failed."""
    rules = rules_of(judged, found)
    return all(rule.passed for rule in rules) and (bool(rules) or found.rows is not None)


def rule_text(judged: JudgedRun, rule: Rule) -> str:
    """The rule's name; the overall outcome has none."""
    return rule.name or say(judged.language, "summary.rule_overall")


def _verdict(rule: Rule) -> Verdict:
    return Verdict.CONFIRMED if rule.passed else Verdict.CONTRADICTED


def missing(judged: JudgedRun, findings: Sequence[Finding]) -> tuple[str, ...]:
    """What was not done, and what is not known, each as a sentence."""
    steps = [
        say(judged.language, f"summary.step_{status}", title=step.title)
        for step in judged.chain.steps
        if (status := status_of(judged, step.id)) != "done"
    ]
    return (*steps, *(f.text for f in findings if f.not_done and f.step is None))


def status_of(judged: JudgedRun, step: str) -> str:
    """`done`, `failed`, `unknown`, or `skipped` for whatever was not sent."""
    record = judged.records.get(step)
    status = str(record.status) if record else "skipped"
    return {"planned": "skipped", "sent": "unknown"}.get(status, status)
