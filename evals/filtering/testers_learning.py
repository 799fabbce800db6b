"""Weights of the filter's evidence, learned from one half of the testers' requests, and others.

Testers' requests alone would teach the words of one trade; so requests of other catalogues stand
beside them, and requests of one catalogue asked to another one teach what none fits looks like.

The order of the tools: a softmax over the tools in question (ListNet). Whether any serves at all:
a logistic regression on the standing of the request. Both are convex and solved by Newton's
method, so the result is the same in every run. The other half is never looked at.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pipelines.filter import Finder, weigh
from pipelines.filter.evidence import NAMES
from pipelines.filter.weighing import Weighing
from pipelines.filter.weights import STANDING, EvidenceWeights
from pipelines.intent import understand
from tool_registry.catalogue import Catalogue

Doubles = NDArray[np.float64]
Kind: TypeAlias = Literal["served", "other_trade", "elsewhere"]
OWN = "testers"
"""The set that counts more than the others, by these factors."""
_IN_ORDER = 3
_IN_SERVED = 6
_OTHER_TRADE = 8
_SHRINK = 0.01
_SHRINK_SERVED = 0.003
_STEPS = 40
_HALVINGS = 20
_TINY = 1e-12
_MASS = 0.955
_WISH_MASS = 0.8
_LOST = 0.01
"""So many of the testers' requests that some tool serves may be refused."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request to a catalogue, and the names of the tools that serve it."""

    text: str
    gold: frozenset[str] = frozenset()
    kind: Kind = "served"


@dataclass(frozen=True, slots=True)
class Lessons:
    """A catalogue with requests."""

    name: str
    catalogue: Catalogue
    requests: tuple[Asked, ...]


def is_open(text: str) -> bool:
    """True for the half of all requests that is learned from; the other half is kept unread."""
    return hashlib.sha256(text.encode()).digest()[-1] % 2 == 0


def learn_evidence(
    sets: Sequence[Lessons], finder: Callable[[], Finder], tell: Callable[[str], None]
) -> EvidenceWeights:
    """The weights for these requests; each set counts the same, but for OWN."""
    lessons: list[_Lesson] = []
    for each in sets:
        tell(each.name)
        lessons += _lessons(each, finder())
    order = _order([one for one in lessons if one.gold.any()])
    known = EvidenceWeights(
        order=_named(NAMES, order),
        served={},
        bias=0.0,
        threshold=0.0,
        mass=_MASS,
        wish_mass=_WISH_MASS,
    )
    rows = np.array([[*one.weighing.standing(known), 1.0] for one in lessons])
    fit = _served(rows, lessons)
    own = [one.name == OWN and one.kind == "served" for one in lessons]
    likely = np.sort(1 / (1 + np.exp(-rows[own] @ fit)))
    return known.model_copy(
        update={
            "served": _named(STANDING, fit[:-1]),
            "bias": round(float(fit[-1]), 6),
            "threshold": round(float(likely[int(_LOST * len(likely)) + 1]) - 1e-6, 6),
        }
    )


@dataclass(frozen=True, slots=True)
class _Lesson:
    name: str
    kind: Kind
    weighing: Weighing
    rows: Doubles
    gold: NDArray[np.bool_]


def _lessons(held: Lessons, finder: Finder) -> Iterator[_Lesson]:
    catalogue = held.catalogue
    for one in held.requests:
        intent = understand(one.text, catalogue.lexicon, catalogue.environments)
        weighing = weigh(intent, catalogue, finder)
        if weighing.tools:
            gold = np.array([tool.name in one.gold for tool in weighing.tools])
            yield _Lesson(held.name, one.kind, weighing, np.array(weighing.whole), gold)


def _order(lessons: Sequence[_Lesson]) -> Doubles:
    scale = np.concatenate([one.rows for one in lessons]).std(axis=0) + 1e-6
    counts = Counter(one.name for one in lessons)
    weight = [(_IN_ORDER if one.name == OWN else 1) / counts[one.name] for one in lessons]

    def turn(weights: Doubles) -> _Turn:
        loss = _SHRINK * float(weights @ weights) / 2
        slope, bend = _SHRINK * weights, _SHRINK * np.eye(len(weights))
        for one, each in zip(lessons, weight, strict=True):
            share = each / sum(weight)
            rows, wanted = one.rows / scale, one.gold / one.gold.sum()
            odds = rows @ weights
            lifted = np.exp(odds - odds.max())
            likely = lifted / lifted.sum()
            loss -= share * float(wanted @ np.log(likely + _TINY))
            slope = slope + share * (rows.T @ (likely - wanted))
            mean = likely @ rows
            bend = bend + share * ((rows * likely[:, None]).T @ rows - np.outer(mean, mean))
        return loss, slope, bend

    return _newton(turn, len(scale)) / scale


def _served(rows: Doubles, lessons: Sequence[_Lesson]) -> Doubles:
    """Both answers count the same; the last column is the bias, and is not shrunk."""
    served = np.array([one.kind == "served" for one in lessons])
    counts = Counter((one.name, one.kind) for one in lessons)
    each = [_weight(one) / counts[one.name, one.kind] for one in lessons]
    right_ones = sum(weight for weight, one in zip(each, served, strict=True) if one)
    totals = [right_ones if one else sum(each) - right_ones for one in served]
    share = np.array([w / total / 2 for w, total in zip(each, totals, strict=True)], np.float64)
    shrink = np.append(np.full(rows.shape[1] - 1, _SHRINK_SERVED), 0.0)

    def turn(weights: Doubles) -> _Turn:
        likely = 1 / (1 + np.exp(-rows @ weights))
        right = np.where(served, likely, 1 - likely)
        loss = -float(share @ np.log(right + _TINY)) + float(shrink @ weights**2) / 2
        slope = rows.T @ (share * (likely - served)) + shrink * weights
        bend = (rows * (share * likely * (1 - likely))[:, None]).T @ rows + np.diag(shrink)
        return loss, slope, bend

    return _newton(turn, rows.shape[1])


def _weight(one: _Lesson) -> int:
    if one.name != OWN:
        return 1
    return _IN_SERVED * (_OTHER_TRADE if one.kind == "other_trade" else 1)


_Turn: TypeAlias = tuple[float, Doubles, Doubles]
"""Loss, slope and curvature at some weights."""


def _newton(turn: Callable[[Doubles], _Turn], columns: int) -> Doubles:
    """Newton's method; a step that makes it worse is halved."""
    weights = np.zeros(columns)
    loss, slope, bend = turn(weights)
    for _ in range(_STEPS):
        step = np.linalg.solve(bend, slope)
        for halving in range(_HALVINGS):
            tried = weights - step * 0.5**halving
            found = turn(tried)
            if found[0] < loss:
                weights, (loss, slope, bend) = tried, found
                break
        else:
            break
    return weights


def _named(names: Sequence[str], weights: Doubles) -> dict[str, float]:
    return {name: round(float(each), 6) for name, each in zip(names, weights, strict=True)}
