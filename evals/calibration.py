"""Whether the rules' confidence means something: scores against right and wrong, by folds."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pydantic import BaseModel, ConfigDict

from evals.report import Count, wilson
from evals.runner import Result
from pipelines.agents.confidence import Curve, Observation, fit
from tool_registry.base.ids import digest

FOLDS = 5
BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 1.0)
TRUSTED = 0.95
"""Readings of a step that no model is asked about are right at least so often, by the lower end of
the 95 % interval of their share."""


_NEVER = 1.01


@dataclass(frozen=True, slots=True)
class Seen:
    """An observation, and the case that it belongs to: cases are never split between folds."""

    case: str
    observation: Observation


class Bin(BaseModel):
    """Readings whose held-out rate lies in [low, high)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    low: float
    high: float
    told: float
    """Mean of the rates that the curves of the other folds told."""
    right: Count


class Calibration(BaseModel):
    """The curve over all observations, and how well such a curve does on cases it never saw."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    curve: Curve
    bins: tuple[Bin, ...]
    brier: float
    """Mean square of told rate minus right (1) or wrong (0), held out."""
    base: float
    """The same for one rate for all."""
    below: Count
    """Right among the readings below `sure`, held out: those that a model is asked about."""
    above: Count


def observe(results: Sequence[Result]) -> list[Seen]:
    """One observation for each turn with an intent; several turns of a case stay together."""
    return [
        Seen(result.conversation.case.id, Observation(intent.confidence, passed))
        for result in results
        for turn in result.turns
        if (intent := turn.answer.intent) is not None
        for passed in [all(one.passed for one in turn.scores)]
    ]


def calibrate(seen: Sequence[Seen]) -> Calibration:
    """Fits on all, judges by folds. ValueError where nothing was seen."""
    if not seen:
        raise ValueError("nothing was seen")
    told: list[tuple[float, bool]] = []
    below: list[bool] = []
    above: list[bool] = []
    for fold in range(FOLDS):
        curve = learned([one.observation for one in seen if _fold(one.case) != fold])
        for one in (one.observation for one in seen if _fold(one.case) == fold):
            rate = curve.rate(one.score)
            told.append((rate, one.right))
            (above if rate >= curve.sure else below).append(one.right)
    mean = sum(right for _, right in told) / len(told)
    return Calibration(
        curve=learned([one.observation for one in seen]),
        bins=tuple(_bins(told)),
        brier=round(sum((rate - right) ** 2 for rate, right in told) / len(told), 4),
        base=round(mean * (1 - mean), 4),
        below=_count(below),
        above=_count(above),
    )


def learned(seen: Sequence[Observation]) -> Curve:
    """The curve, with the rate from which on every step is right often enough; above 1: none."""
    curve, sure = fit(seen), _NEVER
    steps = list(zip(curve.rates, curve.rights, curve.counts, strict=True))
    for rate, right, count in reversed(steps):
        if wilson(right, count).low < TRUSTED:
            break
        sure = rate
    return curve.model_copy(update={"sure": sure})


def _fold(case: str) -> int:
    return int(digest(["calibration", case])[:8], 16) % FOLDS


def _count(rights: Sequence[bool]) -> Count:
    return wilson(sum(rights), len(rights))


def _bins(told: Sequence[tuple[float, bool]]) -> list[Bin]:
    found: list[Bin] = []
    for low, high in pairwise(BINS):
        mine = [one for one in told if low <= one[0] < high or (high == 1.0 and one[0] == 1.0)]
        if mine:
            mean = sum(rate for rate, _ in mine) / len(mine)
            rights = _count([right for _, right in mine])
            found.append(Bin(low=low, high=high, told=round(mean, 3), right=rights))
    return found


def as_lines(found: Calibration) -> list[str]:
    """The table for a terminal."""
    lines = [f"{'told':>14} {'mean':>6} {'right':>6} {'n':>5}  95 %"]
    for one in found.bins:
        lines.append(f"{one.low:>6.2f} to {one.high:.2f} {one.told:>6.3f} {_share(one.right)}")
    lines.append(f"Brier {found.brier} held out; {found.base} with one rate for all")
    lines.append(f"below {found.curve.sure}: right {_share(found.below)}")
    lines.append(f"from {found.curve.sure} on: right {_share(found.above)}")
    steps = zip(found.curve.scores, found.curve.rates, found.curve.counts, strict=True)
    lines.append("curve: " + ", ".join(f"{s:g} → {rate:.3f} ({n})" for s, rate, n in steps))
    return lines


def _share(count: Count) -> str:
    rate = count.passed / count.total if count.total else 0.0
    return f"{rate:>6.3f} {count.total:>5}  {count.low:.3f} to {count.high:.3f}"
