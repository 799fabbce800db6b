"""The filter: whether the right tools are among the candidates, and how many others are."""

from evals.score import Outcome, Score, Stage, matches, measured, score
from pipelines.contracts.answer import Answer


def kept(answer: Answer) -> list[str]:
    """The candidates that were not dropped."""
    return [one.tool for one in answer.candidates if one.role != "dropped"]


class Candidates:
    """Those that the case names are among the candidates; its value is their share (recall)."""

    name = "candidates"
    stage: Stage = "filter"

    def score(self, outcome: Outcome) -> Score | None:
        """None where the case names none."""
        wanted = outcome.expected.candidates
        if not wanted:
            return None
        found = kept(outcome.answer)
        lost = [one for one in wanted if not any(matches(one, tool) for tool in found)]
        reasons = [f"{tool} is not among the candidates" for tool in lost]
        return score(self.name, reasons, 1 - len(lost) / len(wanted))


class CandidateRecall:
    """The share of the right tools that is among the candidates; no verdict hangs on it, since the
    planner searches the whole catalogue."""

    name = "candidate recall"
    stage: Stage = "filter"

    def score(self, outcome: Outcome) -> Score | None:
        """None where the case names no tool, or nothing was looked for."""
        wanted, found = outcome.expected.tools, kept(outcome.answer)
        if not wanted or not outcome.answer.candidates:
            return None
        right = [one for one in wanted if any(matches(one, tool) for tool in found)]
        return measured(self.name, len(right) / len(wanted))


class CandidatePrecision:
    """The share of the main candidates that is right."""

    name = "candidate precision"
    stage: Stage = "filter"

    def score(self, outcome: Outcome) -> Score | None:
        """None where the case names no tool, or no main candidate is there."""
        wanted = outcome.expected.tools
        mains = [one.tool for one in outcome.answer.candidates if one.role == "main"]
        if not wanted or not mains:
            return None
        right = [tool for tool in mains if any(matches(one, tool) for one in wanted)]
        return measured(self.name, len(right) / len(mains))
