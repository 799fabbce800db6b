"""Where on the road a turn was lost: reading, filter, plan, execution or summary."""

from collections.abc import Iterable, Sequence

from evals.score import STAGES, Outcome, Score, Scorer, Stage, matches
from evals.scorers.candidates import kept
from evals.scorers.chain import RAN
from pipelines.contracts.answer import Answer, Status


def lost_at(outcome: Outcome, scores: Iterable[tuple[Scorer, Score]]) -> Stage | None:
    """The first stage that went wrong; None where every scorer passed.

    Where data was wanted, the road is walked: what was understood, whether the right tool was
    found, whether it was planned with the right arguments, whether it did what was due. Else the
    scorers that failed tell."""
    failed: dict[str, Stage] = {
        scorer.name: scorer.stage for scorer, one in scores if not one.passed
    }
    if not failed:
        return None
    if Status.SUCCEEDED in outcome.expected.status:
        return _on_the_road(outcome, failed)
    if _ran(outcome):
        return "reading" if outcome.expected.question else "plan"
    return min(failed.values(), key=STAGES.index)


def _on_the_road(outcome: Outcome, failed: dict[str, Stage]) -> Stage:
    answer, wanted = outcome.answer, outcome.expected.tools
    planned = [step.tool for step in answer.chain]
    if "reading" in failed or not (answer.candidates or planned):
        return "reading"
    wrong = not planned or failed.keys() & {"chain", "arguments", "effects", "end state"}
    if wrong and not _found(wanted, [*kept(answer), *planned]):
        return "filter"
    if not _ran(outcome) and _unsure(answer):
        return "reading"
    if not _ran(outcome) or failed.keys() & {"chain", "arguments"}:
        return "plan"
    if failed.keys() & {"effects", "end state"}:
        # What ran as it was planned and left the wrong thing was planned wrongly.
        done = all(step.status in ("done", "verified") for step in answer.chain)
        return "plan" if done else "execution"
    if any(step.status not in ("done", "verified") for step in answer.chain):
        return "execution"
    return "summary"


def _found(wanted: Sequence[str], tools: Sequence[str]) -> bool:
    return all(any(matches(one, tool) for tool in tools) for one in wanted)


def _unsure(answer: Answer) -> bool:
    """True where the person is asked what was meant, or for what was thought missing."""
    missing = answer.intent.missing if answer.intent else ()
    offered = any(one.kind == "reading" for one in answer.choices)
    return offered or any(one.blocking for one in missing)


def _ran(outcome: Outcome) -> bool:
    return any(step.status in RAN for step in outcome.answer.chain)
