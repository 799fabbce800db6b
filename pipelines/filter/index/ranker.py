"""What the paths say, weighed into one score that means the same for every request.

The weights are data, learned from labelled requests by `zhizao bench filter --learn`: one score
orders the tools of a request, another says how likely any of them is meant at all.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, PrivateAttr

from pipelines.filter.index.features import NAMES, Features
from pipelines.filter.index.postings import Floats, Numbers

_AnyFloats: TypeAlias = NDArray[np.floating[Any]]

STANDING = ("score", "lead", "rivals", "doubt")
"""How the best tool stands: its score for the order, how far ahead of the next one it is, and how
far the first ten are behind it on average."""
PAIRED = (
    "whole", "covers", "head_covers", "covers_telling", "head_covers_telling", "name_said",
    "name_lacks",
    "unknown", "terms", "ahead", "spread", "meaning", "meaning_spread", "clause_whole", "text",
    "name", "translated", *STANDING,
)  # fmt: skip
"""Columns that also count multiplied with each other: what one says depends on the others."""
_FAR = 3.0
"""Standard deviations beyond which nothing more is said: pairs would know no measure."""
ALIKE = 0.2
"""Requests that are less alike have nothing to do with each other."""
_SAME = 10.0
"""What it adds to a tool's score to have served the very same request. This and the two beside it
were tried on halves of labelled requests, one as the past of the other; see evals/RESULTS.md."""
_MEANT = 0.5
"""Where some tool has served a request so much like this one, some tool serves this one."""
_TINY = 1e-9
_ALONE = 3.0
"""The lead of a tool that has no rival."""


class Weights(BaseModel):
    """Learned numbers by column; a column that is not there counts nothing."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    order: dict[str, float]
    """For the order of the tools of one request."""
    centre: dict[str, float]
    scale: dict[str, float]
    """Mean and deviation of each column and of each of STANDING over best tools."""
    fit: dict[str, float]
    """For the log-odds that the best tool serves the request: by column, or by `ONE*OTHER`."""
    bias: float
    """What `fit` starts from."""
    threshold: float
    """From this likelihood of its best tool a request counts as served by some tool."""
    share: float
    """A tool is worth offering that is so likely beside the best one."""
    _held: "_Arrays | None" = PrivateAttr(None)

    @property
    def arrays(self) -> "_Arrays":
        """The weights as arrays, in the order of the columns."""
        if self._held is None:
            self._held = _Arrays.of(self)
        return self._held


@dataclass(frozen=True)
class _Arrays:
    order: Floats
    centre: Floats
    scale: Floats
    fit: Floats

    @classmethod
    def of(cls, weights: Weights) -> "_Arrays":
        columns = (*NAMES, *STANDING)
        fit = np.array([weights.fit.get(name, 0.0) for name in fit_names()], np.float32)
        return cls(
            _column(weights.order, NAMES),
            _column(weights.centre, columns),
            np.array([weights.scale.get(name, 1.0) for name in columns], np.float32),
            fit,
        )


@dataclass(frozen=True)
class Ranked:
    """Tools by number, best first."""

    tools: Numbers
    scores: Floats
    rows: Floats
    """The columns of each."""
    likelihood: float
    """How likely any tool serves the text, 0 to 1."""
    weights: Weights

    @property
    def served(self) -> bool:
        """False where no tool is likely enough to serve the text."""
        return self.likelihood >= self.weights.threshold

    @cached_property
    def shares(self) -> Floats:
        """How likely each tool is beside the best one, 0 to 1."""
        return np.exp(self.scores - self.scores[:1])


def rank(found: Features, weights: Weights, past: Mapping[int, float] | None = None) -> Ranked:
    """Orders the tools; equal ones by their number. `past`: number of a tool → how much a request
    that it served is like this one, from ALIKE to 1."""
    score = found.rows @ weights.arrays.order
    likelihood = _likelihood(found, score, weights)
    if past:
        told = np.array([past.get(number, ALIKE) for number in found.tools.tolist()], np.float32)
        score = score + np.float32(_SAME) * (told - ALIKE) / (1 - ALIKE)
        if (best := max(past.values())) >= _MEANT:
            likelihood = max(likelihood, best, weights.threshold)
    order = np.lexsort((found.tools, -score))
    return Ranked(found.tools[order], score[order], found.rows[order], likelihood, weights)


def _likelihood(found: Features, score: Floats, weights: Weights) -> float:
    if not len(score):
        return 0.0
    held = weights.arrays
    row = (best_row(found.rows, score) - held.centre) / held.scale
    odds = float(widened(row[None])[0] @ held.fit) + weights.bias
    return float(1 / (1 + np.exp(-odds)))


def best_row(rows: _AnyFloats, score: _AnyFloats) -> Floats:
    """The columns of the tool with the best score, then its STANDING."""
    ranked = np.sort(score)[::-1]
    best = float(ranked[0])
    lead = best - float(ranked[1]) if len(ranked) > 1 else _ALONE
    rivals = float(ranked[:10].mean()) - best
    standing = np.array([best, lead, rivals, _doubt(ranked)], np.float32)
    return np.concatenate([rows[np.argmax(score)], standing]).astype(np.float32)


def _doubt(ranked: _AnyFloats) -> float:
    """How many tools it may be, as the entropy of what their scores, best first, tell."""
    likely = np.exp(ranked - ranked[0])
    likely /= likely.sum()
    return float(-(likely * np.log(likely + _TINY)).sum())


def widened(standard: _AnyFloats) -> _AnyFloats:
    """Rows of standardised columns, then those of PAIRED multiplied with each other."""
    one, other = _pairs()
    near = standard.clip(-_FAR, _FAR)
    paired = near[:, _places()]
    return np.concatenate([near, paired[:, one] * paired[:, other]], axis=1)


@cache
def fit_names() -> tuple[str, ...]:
    """What the columns of `widened` are called in the weights."""
    one, other = _pairs()
    pairs = (f"{PAIRED[a]}*{PAIRED[b]}" for a, b in zip(one, other, strict=True))
    return (*NAMES, *STANDING, *pairs)


@cache
def _pairs() -> tuple[Numbers, Numbers]:
    return np.triu_indices(len(PAIRED))


@cache
def _places() -> Numbers:
    columns = (*NAMES, *STANDING)
    return np.array([columns.index(name) for name in PAIRED], np.intp)


def _column(weights: Mapping[str, float], names: tuple[str, ...]) -> Floats:
    return np.array([weights.get(name, 0.0) for name in names], np.float32)


@cache
def shipped(with_meaning: bool) -> Weights:
    """The weights that come with the filter, with an embedder or without one."""
    return Weights.model_validate_json(_file(with_meaning).read_bytes())


def keep(weights: Weights, *, with_meaning: bool) -> None:
    """Makes these the weights that come with the filter."""
    _file(with_meaning).write_text(weights.model_dump_json(indent=1) + "\n", "utf-8")


def _file(with_meaning: bool) -> Path:
    return Path(__file__).with_name(f"weights_{'meaning' if with_meaning else 'text'}.json")
