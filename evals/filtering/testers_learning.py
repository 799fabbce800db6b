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
from pathlib import Path
from statistics import fmean
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from evals.filtering.newton import Doubles, Turn, newton
from pipelines.filter import Finder, weigh
from pipelines.filter.evidence import NAMES
from pipelines.filter.weighing import Weighing
from pipelines.filter.weights import STANDING, EvidenceWeights
from pipelines.intent.reader import read_alone
from tool_registry.catalogue import Catalogue

Kind: TypeAlias = Literal["served", "other_trade", "elsewhere"]
TESTERS, SHOP, STAFF = "testers", "own_commerce", "own_staff"
_IN_ORDER = {TESTERS: 10, SHOP: 3, STAFF: 5}
_IN_SERVED = {TESTERS: 6, SHOP: 6, STAFF: 18}
"""How much more than others these sets count: their requests are said as testers say them."""
_OTHER_TRADE = 8
_SHRINK = 0.01
_SHRINK_SERVED = 0.003
_TINY = 1e-12
_FOLDS = 5
_MASSES = [n / 1000 for n in range(900, 995, 5)]
_MAINS = 4.9
"""So many tools may be offered for a goal, on average; a few more come by action and object."""
_WISH_MASS = 0.8
_LOST = 0.01
"""So many requests of the sets that count more may be refused, though some tool serves them."""


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
    sets: Sequence[Lessons],
    finder: Callable[[Catalogue], Finder],
    tell: Callable[[str], None],
    names: Path | None = None,
) -> EvidenceWeights:
    """The weights for these requests.

    How likely the best tool must be, and how many are offered, is judged on requests with weights
    that they did not help to learn; each of `sets` is asked through a finder of its own. `names`:
    where the reader keeps the vectors of names.
    """
    lessons: list[_Lesson] = []
    for each in sets:
        tell(each.name)
        lessons += _lessons(each, finder(each.catalogue), names)
    unlearned = list(_by_others(lessons))
    likely = sorted(held.likelihood(one.weighing.standing(held)) for one, held in unlearned)
    threshold = likely[int(_LOST * len(likely))] if likely else 0.0
    update = {"threshold": round(threshold - 1e-6, 6), "mass": _mass(unlearned)}
    return _weights(lessons).model_copy(update=update)


@dataclass(frozen=True, slots=True)
class _Lesson:
    name: str
    kind: Kind
    fold: int
    weighing: Weighing
    rows: Doubles
    gold: NDArray[np.bool_]


def _by_others(lessons: Sequence[_Lesson]) -> Iterator[tuple[_Lesson, EvidenceWeights]]:
    """Served requests of the sets that count more, with what is learned from other folds."""
    for fold in sorted({one.fold for one in lessons}):
        held = _weights([one for one in lessons if one.fold != fold])
        for one in lessons:
            if one.fold == fold and one.kind == "served" and one.name in _IN_SERVED:
                yield one, held


def _weights(lessons: Sequence[_Lesson]) -> EvidenceWeights:
    """Order and likelihood; no threshold yet."""
    order = _order([one for one in lessons if one.gold.any()])
    known = EvidenceWeights(
        order=_named(NAMES, order),
        served={},
        bias=0.0,
        threshold=0.0,
        mass=1.0,
        wish_mass=_WISH_MASS,
    )
    fit = _served(np.array([[*one.weighing.standing(known), 1.0] for one in lessons]), lessons)
    update = {"served": _named(STANDING, fit[:-1]), "bias": round(float(fit[-1]), 6)}
    return known.model_copy(update=update)


def _mass(unlearned: Sequence[tuple[_Lesson, EvidenceWeights]]) -> float:
    """The most that offers no more than so many tools for a goal of the testers' requests."""
    own = [(one, held) for one, held in unlearned if one.name == TESTERS]
    for mass in reversed(_MASSES):
        if own and fmean(_offered(one, held, mass) for one, held in own) <= _MAINS:
            return mass
    return _MASSES[0]


def _offered(one: _Lesson, held: EvidenceWeights, mass: float) -> float:
    found = one.weighing.offered(held.model_copy(update={"mass": mass}))
    return len(found) / max(1, len(one.weighing.view.intent.goals))


def _lessons(held: Lessons, finder: Finder, names: Path | None) -> Iterator[_Lesson]:
    catalogue = held.catalogue
    for one in held.requests:
        intent = read_alone(one.text, catalogue, folder=names)
        weighing = weigh(intent, catalogue, finder)
        if weighing.tools:
            gold = np.array([tool.name in one.gold for tool in weighing.tools])
            fold = hashlib.sha256(one.text.encode()).digest()[0] % _FOLDS
            yield _Lesson(held.name, one.kind, fold, weighing, np.array(weighing.whole), gold)


def _order(lessons: Sequence[_Lesson]) -> Doubles:
    scale = np.concatenate([one.rows for one in lessons]).std(axis=0) + 1e-6
    counts = Counter(one.name for one in lessons)
    weight = [_IN_ORDER.get(one.name, 1) / counts[one.name] for one in lessons]

    def turn(weights: Doubles) -> Turn:
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

    return newton(turn, len(scale)) / scale


def _served(rows: Doubles, lessons: Sequence[_Lesson]) -> Doubles:
    """Both answers count the same; the last column is the bias, and is not shrunk."""
    served = np.array([one.kind == "served" for one in lessons])
    counts = Counter((one.name, one.kind) for one in lessons)
    each = [_weight(one) / counts[one.name, one.kind] for one in lessons]
    right_ones = sum(weight for weight, one in zip(each, served, strict=True) if one)
    totals = [right_ones if one else sum(each) - right_ones for one in served]
    share = np.array([w / total / 2 for w, total in zip(each, totals, strict=True)], np.float64)
    shrink = np.append(np.full(rows.shape[1] - 1, _SHRINK_SERVED), 0.0)

    def turn(weights: Doubles) -> Turn:
        likely = 1 / (1 + np.exp(-rows @ weights))
        right = np.where(served, likely, 1 - likely)
        loss = -float(share @ np.log(right + _TINY)) + float(shrink @ weights**2) / 2
        slope = rows.T @ (share * (likely - served)) + shrink * weights
        bend = (rows * (share * likely * (1 - likely))[:, None]).T @ rows + np.diag(shrink)
        return loss, slope, bend

    return newton(turn, rows.shape[1])


def _weight(one: _Lesson) -> int:
    return _IN_SERVED.get(one.name, 1) * (_OTHER_TRADE if one.kind == "other_trade" else 1)


def _named(names: Sequence[str], weights: Doubles) -> dict[str, float]:
    return {name: round(float(each), 6) for name, each in zip(names, weights, strict=True)}
