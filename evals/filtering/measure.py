"""Figures of an engine over a set: how much of the gold is among the first tools, and how fast."""

import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import TypeAlias

from pydantic import BaseModel, ConfigDict

from evals.filtering.sets import Labelled

Search: TypeAlias = Callable[[str], Sequence[str]]
"""Names of tools for a text, best first, ten at least where there are as many."""


class Figures(BaseModel):
    """Shares in per cent, times in milliseconds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    requests: int
    recall_at_5: float
    recall_at_10: float
    complete_at_5: float
    ndcg_at_5: float
    mean_ms: float
    p99_ms: float


@dataclass(frozen=True, slots=True)
class Score:
    """One request: what was found of its gold, and how long that took."""

    recall_at_5: float
    recall_at_10: float
    complete_at_5: bool
    ndcg_at_5: float
    seconds: float


def score(request: Labelled, search: Search) -> Score:
    """Searches and judges one request."""
    begun = time.perf_counter()
    found = search(request.text)
    seconds = time.perf_counter() - begun
    return judged(request, found, seconds)


def judged(request: Labelled, found: Sequence[str], seconds: float = 0.0) -> Score:
    """What the tools found, best first, are worth."""
    first, gold = found[:5], request.gold
    gain = sum(1 / math.log2(place + 2) for place, name in enumerate(first) if name in gold)
    ideal = sum(1 / math.log2(place + 2) for place in range(min(5, len(gold))))
    return Score(
        recall_at_5=len(gold & set(first)) / len(gold),
        recall_at_10=len(gold & set(found[:10])) / len(gold),
        complete_at_5=gold <= set(first),
        ndcg_at_5=gain / ideal,
        seconds=seconds,
    )


def figures(scores: Sequence[Score]) -> Figures:
    """Means over the requests."""
    times = sorted(one.seconds * 1000 for one in scores)
    return Figures(
        requests=len(scores),
        recall_at_5=_percent(one.recall_at_5 for one in scores),
        recall_at_10=_percent(one.recall_at_10 for one in scores),
        complete_at_5=_percent(float(one.complete_at_5) for one in scores),
        ndcg_at_5=_percent(one.ndcg_at_5 for one in scores),
        mean_ms=round(fmean(times), 3),
        p99_ms=round(times[min(len(times) - 1, math.ceil(len(times) * 0.99) - 1)], 3),
    )


@dataclass(frozen=True, slots=True)
class Gap:
    """How much more of the gold one engine finds than another, in points of Recall@5, over the same
    requests; from low to high with 95 % confidence."""

    mean: float
    low: float
    high: float


def gap(ours: Sequence[Score], theirs: Sequence[Score]) -> Gap:
    """The paired difference, by the normal distribution."""
    each = [100 * (a.recall_at_5 - b.recall_at_5) for a, b in zip(ours, theirs, strict=True)]
    mean = fmean(each)
    half = 1.96 * (stdev(each) / math.sqrt(len(each)) if len(each) > 1 else math.inf)
    return Gap(mean, mean - half, mean + half)


def _percent(shares: Iterable[float]) -> float:
    return round(100 * fmean(shares), 2)
