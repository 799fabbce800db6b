"""Weights of the filter, learned from labelled requests: the order first, then the likelihood.

Order: a softmax over the tools in question of each request (ListNet), so that only their order
counts. Likelihood: a logistic regression on the best tool of each request, once with its gold in
the catalogue and once without, so that "no tool serves this" can be an answer; it also hears the
same requests in catalogues of other sizes, where other tools are near. Every set counts
the same, however many requests it has, but none of its requests more than one of a set of
hundreds would. Both are convex, so the result is the same in every run.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from evals.filtering.newton import Doubles, Turn, newton
from pipelines.filter.index.features import NAMES
from pipelines.filter.index.ranker import STANDING, Weights, best_row, fit_names, widened

_COLUMNS = (*NAMES, *STANDING)
_ROUNDS = 400
_RATE = 0.05
_SHRINK = 1e-3
_SHRINK_FIT = 0.006
_SHRINK_PAIRS = 0.06
"""Pairs of columns know less of catalogues that nothing was learned from than columns alone: tried
by leaving each set out of what is learned from."""
_TOLD = 0.3
"""What tools say of themselves counts so much beside requests for how likely any serves."""
_ORDERS = np.array([name != "name_lacks" for name in NAMES], np.float64)
_MANY = 150
"""A set of fewer requests counts less than others."""
_FALSE_REFUSALS = 0.02
"""The threshold refuses so many of the requests that some tool serves, at most."""
_LOST = 0.005
"""So much of the gold among the first five may be left out as too unlikely beside the best."""


@dataclass(frozen=True, slots=True)
class Example:
    """The rows of the tools in question for a request, and which of them are gold."""

    rows: Doubles
    gold: NDArray[np.bool_]
    without: Doubles
    """The rows of the same request in a catalogue without its gold."""
    fold: int = 0


Sets: TypeAlias = Mapping[str, Sequence[Example]]


@dataclass(frozen=True, slots=True)
class Lessons:
    """What is learned from: examples by set."""

    requests: Sets
    """What people ask: for everything."""
    own_words: Sets
    """What tools say of themselves: for everything, too."""
    elsewhere: Sets
    """Requests in other catalogues than their own: for the likelihood alone."""

    def but(self, fold: int) -> "Lessons":
        """All that is not of a fold."""
        return Lessons(
            *(_but(each, fold) for each in (self.requests, self.own_words, self.elsewhere))
        )


def learn(lessons: Lessons) -> Weights:
    """The weights for these examples."""
    ordered = {**lessons.requests, **lessons.own_words}
    order = _order(ordered)
    asked = _best_of({**lessons.requests, **lessons.elsewhere}, order)
    fit = _likelihood(asked.with_less(_best_of(lessons.own_words, order), _TOLD))
    return Weights(
        order=_named(NAMES, order),
        centre=_named(_COLUMNS, fit.centre),
        scale=_named(_COLUMNS, fit.scale),
        fit=_named(fit_names(), fit.weights[:-1]),
        bias=round(float(fit.weights[-1]), 6),
        threshold=_threshold(_best_of(ordered, order), fit),
        share=_share(lessons.requests, order),
    )


def _but(sets: Sets, fold: int) -> dict[str, list[Example]]:
    return {name: [one for one in each if one.fold != fold] for name, each in sets.items()}


def _order(sets: Sets) -> Doubles:
    """By all columns but the one that only tells whether the best tool is meant at all."""
    usable = [(one, len(each)) for each in sets.values() for one in each if one.gold.any()]
    lengths = [len(one.rows) for one, _ in usable]
    starts = np.cumsum([0, *lengths])[:-1]
    rows = np.concatenate([one.rows for one, _ in usable]) * _ORDERS
    target = np.concatenate([one.gold / one.gold.sum() for one, _ in usable])
    share = np.repeat([1 / max(size, _MANY) for _, size in usable], lengths)
    share /= share[starts].sum()
    scale = rows.std(axis=0) + 1e-6
    scaled = (rows / scale).astype(np.float32)

    def slope(weights: Doubles) -> Doubles:
        odds = scaled @ weights.astype(np.float32)
        top = np.repeat(np.maximum.reduceat(odds, starts), lengths)
        lifted = np.exp(odds - top)
        likely = lifted / np.repeat(np.add.reduceat(lifted, starts), lengths)
        return ((share * (likely - target)).astype(np.float32) @ scaled).astype(np.float64)

    return _descend(slope, rows.shape[1], _ROUNDS) / scale


@dataclass(frozen=True, slots=True)
class _Best:
    """The best tools of requests, with their gold in the catalogue and without."""

    rows: Doubles
    served: NDArray[np.bool_]
    share: Doubles
    """What each counts."""

    def with_less(self, other: "_Best", weight: float) -> "_Best":
        """These and others, which count less."""
        share = np.concatenate([self.share, weight * other.share])
        rows = np.concatenate([self.rows, other.rows])
        return _Best(rows, np.concatenate([self.served, other.served]), share)


@dataclass(frozen=True, slots=True)
class _Fit:
    centre: Doubles
    scale: Doubles
    weights: Doubles
    """By column of `widened`, the bias last."""

    def odds(self, rows: Doubles) -> Doubles:
        """The log-odds that such best tools serve."""
        return _biased(rows, self.centre, self.scale) @ self.weights


def _best_of(sets: Sets, order: Doubles) -> _Best:
    rows: list[Doubles] = []
    served: list[bool] = []
    share: list[float] = []
    for each in sets.values():
        for one in each:
            for found, here in ((one.rows, True), (one.without, False)):
                if len(found):
                    rows.append(best_row(found, found @ order).astype(np.float64))
                    served.append(here)
                    share.append(1 / max(len(each), _MANY))
    if not rows:
        return _Best(np.zeros((0, len(_COLUMNS))), np.zeros(0, np.bool_), np.zeros(0))
    return _Best(np.stack(rows), np.array(served), np.array(share))


def _biased(rows: Doubles, centre: Doubles, scale: Doubles) -> Doubles:
    wide = widened((rows - centre) / scale).astype(np.float64)
    return np.concatenate([wide, np.ones((len(wide), 1))], axis=1)


def _likelihood(best: _Best) -> _Fit:
    centre, scale = best.rows.mean(axis=0), best.rows.std(axis=0) + 1e-3
    rows, share = _biased(best.rows, centre, scale), best.share / best.share.sum()
    shrink = np.full(rows.shape[1], _SHRINK_PAIRS)
    shrink[: len(_COLUMNS)] = _SHRINK_FIT
    shrink[-1] = 0.0
    sign = np.where(best.served, 1.0, -1.0)

    def turn(weights: Doubles) -> Turn:
        odds = rows @ weights
        likely = 1 / (1 + np.exp(-odds))
        loss = float(share @ np.logaddexp(0, -sign * odds)) + float(shrink @ weights**2) / 2
        slope = rows.T @ (share * (likely - best.served)) + shrink * weights
        bend = (rows * (share * likely * (1 - likely))[:, None]).T @ rows + np.diag(shrink)
        return loss, slope, bend

    return _Fit(centre, scale, newton(turn, rows.shape[1]))


def _threshold(asked: _Best, fit: _Fit) -> float:
    """What all but a few of the served requests are above."""
    odds, share = fit.odds(asked.rows)[asked.served], asked.share[asked.served]
    ranked = np.argsort(odds)
    place = np.searchsorted(np.cumsum(share[ranked]) / share.sum(), _FALSE_REFUSALS)
    return round(float(1 / (1 + np.exp(-odds[ranked][place]))), 6)


def _share(sets: Sets, order: Doubles) -> float:
    """The share of the best one's likelihood that nearly all gold among the first five has."""
    shares: list[float] = []
    for each in sets.values():
        for one in each:
            if len(one.rows):
                scores = one.rows @ order
                first = np.argsort(-scores)[:5]
                shares += np.exp(scores[first] - scores.max())[one.gold[first]].tolist()
    return round(float(np.quantile(shares, _LOST)), 8)


def _descend(slope: Callable[[Doubles], Doubles], columns: int, rounds: int) -> Doubles:
    """Adam on a convex loss, with a little shrinkage."""
    weights = np.zeros(columns)
    first, second = np.zeros(columns), np.zeros(columns)
    for turn in range(1, rounds + 1):
        gradient = slope(weights) + _SHRINK * weights
        first = 0.9 * first + 0.1 * gradient
        second = 0.999 * second + 0.001 * gradient**2
        step = first / (1 - 0.9**turn) / (np.sqrt(second / (1 - 0.999**turn)) + 1e-8)
        weights -= _RATE * step
    return weights


def _named(names: Sequence[str], weights: Doubles) -> dict[str, float]:
    return {name: round(float(each), 6) for name, each in zip(names, weights, strict=True) if each}
