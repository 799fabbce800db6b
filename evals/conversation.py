"""One wording of one case, ready to be said."""

from dataclasses import dataclass

from evals.case import Case
from evals.variation import NONE, Variation
from pipelines.contracts.request import Review


@dataclass(frozen=True, slots=True)
class Conversation:
    """One wording of one case, ready to be said. Wording 0 is the row's own."""

    case: Case
    wording: int = 0
    variation: Variation = NONE
    label: str = ""
    """What is altered for this conversation alone."""
    review: Review = "unasked"
    author: str = ""
    """Of the case."""
    repetition: int = 0
    """0, 1, …: how often it was said before."""

    @property
    def id(self) -> str:
        """Unique in a run, but for its repetitions: `row/0`, `row/without-tool`."""
        return f"{self.case.id}/{self.label or self.wording}"
