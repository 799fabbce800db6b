"""Weights of the filter, learned from labelled requests: the order first, then the likelihood.

Order: a softmax over the tools in question of each request (ListNet), no weight below zero, so that
a path can speak for a tool but not against it. Likelihood: a logistic regression on the standing
of the best tool of each request, once with its gold in the catalogue and once without, so that "no
tool serves this" can be an answer. Every set counts the same, however many requests it has, but
none of its requests more than one of MANY would. Both are convex: the same result in every run.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from evals.filtering.newton import Doubles, Turn, newton
from pipelines.filter.index.features import NAMES, Features
from pipelines.filter.index.ranker import STANDING, Weights, standing

_ROUNDS = 500
_RATE = 0.05
_SHRINK = 2e-3
_SHRINK_FIT = 0.003
_MANY = 60
"""A set of fewer requests counts less than others."""
_FALSE_REFUSALS = 0.02
"""The threshold refuses so many of the requests that some tool serves, at most."""
_LOST = 0.005
"""So much of the gold among the first five may be left out as too unlikely beside the best."""


@dataclass(frozen=True, slots=True)
class Example:
    """What the paths say of a request, which tools in question are gold, and what they say where
    the catalogue never had them; requests that no tool serves have no `found`."""

    found: Features | None
    gold: NDArray[np.bool_]
    without: Features | None


Sets: TypeAlias = Mapping[str, Sequence[Example]]


def learn(sets: Sets) -> Weights:
    """The weights for these examples, by set."""
    order = _order(sets)
    weights = Weights(order=_named(NAMES, order), fit={}, bias=0.0, threshold=0.0, share=0.0)
    rows, served, share = _standings(sets, weights)
    fit = _likelihood(rows, served, share)
    odds = rows[served] @ fit[:-1] + fit[-1]
    ranked = np.argsort(odds)
    place = np.searchsorted(np.cumsum(share[served][ranked]) / share[served].sum(), _FALSE_REFUSALS)
    return weights.model_copy(
        update={
            "fit": _named(STANDING, fit[:-1]),
            "bias": round(float(fit[-1]), 6),
            "threshold": round(float(1 / (1 + np.exp(-odds[ranked][place]))), 6),
            "share": _share(sets, weights),
        }
    )


def _order(sets: Sets) -> Doubles:
    usable = [
        (one.found.rows, one.gold, len(each))
        for each in sets.values()
        for one in each
        if one.found is not None and one.gold.any()
    ]
    lengths = [len(gold) for _, gold, _ in usable]
    starts = np.cumsum([0, *lengths])[:-1]
    rows = np.concatenate([each for each, _, _ in usable])
    target = np.concatenate([gold / gold.sum() for _, gold, _ in usable])
    share = np.repeat([1 / max(size, _MANY) for _, _, size in usable], lengths)
    share /= share[starts].sum()
    weights = np.full(len(NAMES), 0.5)
    first, second = np.zeros(len(NAMES)), np.zeros(len(NAMES))
    for turn in range(1, _ROUNDS + 1):
        odds = rows @ weights.astype(np.float32)
        lifted = np.exp(odds - np.repeat(np.maximum.reduceat(odds, starts), lengths))
        likely = lifted / np.repeat(np.add.reduceat(lifted, starts), lengths)
        slope = (share * (likely - target)).astype(np.float32) @ rows + _SHRINK * weights
        first = 0.9 * first + 0.1 * slope
        second = 0.999 * second + 0.001 * slope**2
        step = first / (1 - 0.9**turn) / (np.sqrt(second / (1 - 0.999**turn)) + 1e-8)
        weights = np.maximum(weights - _RATE * step, 0.0)
    return weights


def _standings(sets: Sets, weights: Weights) -> tuple[Doubles, NDArray[np.bool_], Doubles]:
    """How the best tools stand, whether they serve, and what each counts."""
    rows: list[Doubles] = []
    served: list[bool] = []
    share: list[float] = []
    for each in sets.values():
        for one in each:
            for found, here in ((one.found, True), (one.without, False)):
                if found is not None and len(found.tools):
                    score = weights.score(found.rows)
                    rows.append(standing(found, score).astype(np.float64))
                    served.append(here)
                    share.append(1 / max(len(each), _MANY))
    return np.stack(rows), np.array(served), np.array(share)


def _likelihood(rows: Doubles, served: NDArray[np.bool_], share: Doubles) -> Doubles:
    """The weights by STANDING, the bias last."""
    centre, scale = rows.mean(axis=0), rows.std(axis=0) + 1e-3
    told = np.concatenate([(rows - centre) / scale, np.ones((len(rows), 1))], axis=1)
    share = share / share.sum()
    shrink = np.full(told.shape[1], _SHRINK_FIT)
    shrink[-1] = 0.0
    sign = np.where(served, 1.0, -1.0)

    def turn(weights: Doubles) -> Turn:
        odds = told @ weights
        likely = 1 / (1 + np.exp(-odds))
        loss = float(share @ np.logaddexp(0, -sign * odds)) + float(shrink @ weights**2) / 2
        slope = told.T @ (share * (likely - served)) + shrink * weights
        bend = (told * (share * likely * (1 - likely))[:, None]).T @ told + np.diag(shrink)
        return loss, slope, bend

    found = newton(turn, told.shape[1])
    plain = found[:-1] / scale
    return np.append(plain, found[-1] - float(centre @ plain))


def _share(sets: Sets, weights: Weights) -> float:
    """The share of the best one's likelihood that nearly all gold among the first five has."""
    shares: list[float] = []
    for each in sets.values():
        for one in each:
            if one.found is not None and len(one.found.tools):
                scores = weights.score(one.found.rows)
                first = np.argsort(-scores)[:5]
                shares += np.exp(scores[first] - scores.max())[one.gold[first]].tolist()
    return round(float(np.quantile(shares, _LOST)), 8)


def _named(names: Sequence[str], weights: Doubles) -> dict[str, float]:
    return {
        name: round(float(each), 6)
        for name, each in zip(names, weights, strict=True)
        if abs(each) > 1e-6
    }
