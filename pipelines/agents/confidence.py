"""How likely the rules' reading is right: their score, through a curve learned on cases.

The score only orders readings: the words that the rules could not place, things that they could not
name, and goals that no tool of the catalogue serves. `zhizao eval calibrate` measures how many
readings of each score were right, by the effects that came of them, and keeps the curve beside this
file.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict

from pipelines.contracts.intent import Goal, IntentResult
from tool_registry.catalogue import Catalogue

CURVE = Path(__file__).with_name("confidence.yaml")


_UNNAMED, _UNSERVED, _OTHERWISE, _STRANGER = 0.2, 0.25, 0.1, 0.1
"""Doubt for an object that was not understood, one that no tool is about, an action that no tool
does to it, and somebody or something beside it that was not understood."""
_LEAST = 0.05


def scored(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading with its score, 0 to 1, in the light of what the catalogue can do."""
    doubt = sum(_doubt(goal, catalogue) for goal in intent.goals)
    return intent.model_copy(
        update={"confidence": round(max(_LEAST, intent.confidence - doubt), 2)}
    )


def _doubt(goal: Goal, catalogue: Catalogue) -> float:
    thing = goal.object.type
    strangers = [ref for ref in goal.related if not (ref.type or ref.identifiers or ref.reference)]
    doubt = _STRANGER * len(strangers)
    if thing is None:
        return doubt if goal.object.reference else doubt + _UNNAMED
    served = [tool for tool in catalogue.tools.values() if thing in tool.objects]
    if not served:
        return doubt + _UNSERVED
    return doubt if any(goal.action in t.actions for t in served) else doubt + _OTHERWISE


class Curve(BaseModel):
    """A rising step function: from score `scores[i]` on, `rates[i]` of the readings are right."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    scores: tuple[float, ...]
    rates: tuple[float, ...]
    counts: tuple[int, ...]
    """Readings that each step was learned from."""
    rights: tuple[int, ...]
    """How many of them were right."""
    sure: float
    """From this rate on a model is not asked."""

    def rate(self, score: float) -> float:
        """Share of readings of this score that are right, 0 to 1."""
        place = bisect_right(self.scores, score) - 1
        return self.rates[max(0, place)]


@dataclass(frozen=True, slots=True)
class Observation:
    """One reading of the rules: its score, and whether everything that came of it was right."""

    score: float
    right: bool


def fit(seen: Sequence[Observation]) -> Curve:
    """The isotonic regression of right on score, by pooling neighbours that fall (pool adjacent
    violators); each step's rate is drawn to that of all readings as by two readings more."""
    steps: list[_Step] = []
    for score in sorted({one.score for one in seen}):
        mine = [one.right for one in seen if one.score == score]
        steps.append(_Step(score, sum(mine), len(mine)))
        while len(steps) > 1 and steps[-2].share >= steps[-1].share:
            last, first = steps.pop(), steps.pop()
            steps.append(_Step(first.score, first.right + last.right, first.count + last.count))
    whole = (sum(one.right for one in steps) + 1) / (sum(one.count for one in steps) + 2)
    rates = [round((one.right + _DRAW * whole) / (one.count + _DRAW), 4) for one in steps]
    return Curve(
        scores=tuple(one.score for one in steps),
        rates=tuple(accumulate(rates, max)),
        counts=tuple(one.count for one in steps),
        rights=tuple(one.right for one in steps),
        sure=1.0,
    )


_DRAW = 2
"""Readings as which the share of all counts in each step."""


@dataclass(frozen=True, slots=True)
class _Step:
    score: float
    right: int
    count: int

    @property
    def share(self) -> float:
        return self.right / self.count


@cache
def curve() -> Curve:
    """The curve that was kept."""
    return Curve.model_validate(yaml.safe_load(CURVE.read_text("utf-8")))


def keep(made: Curve) -> None:
    """Writes the curve beside this file."""
    told = {
        "scores": list(made.scores),
        "rates": list(made.rates),
        "counts": list(made.counts),
        "rights": list(made.rights),
        "sure": made.sure,
    }
    note = "# Learned by `zhizao eval calibrate --keep`: score of the rules -> share right.\n"
    CURVE.write_text(note + yaml.safe_dump(told, sort_keys=False), "utf-8")
