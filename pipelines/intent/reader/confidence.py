"""How likely a message is read rightly in all that effects depend on: learned on businesses that
were left out of training."""

import math
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from pipelines.intent.reader.marks import Mark, Marks

FEATURES = 9
"""Logarithms of likelihoods: of the type, of the spans, of the asides, of the least sure head and
of all, of the least sure name and of all; then the number of marks and of steps."""
_LOWEST = -6.0
_LINKS = {"ACT": "action", "OBJ": "entity", "VAL": "attribute", "ASK": "attribute"}


def features(read: Marks) -> NDArray[np.float64]:
    """What the confidence is made of."""
    heads = [_log(mark.sure) for mark in read.marks]
    names = [_log(likely) for likely in _names(read.marks)]
    return np.array(
        [
            _log(read.type_sure),
            _log(read.spans_sure),
            _log(read.asides_sure),
            min(heads, default=0.0),
            sum(heads),
            min(names, default=0.0),
            sum(names),
            len(read.marks) / 10,
            sum(mark.role == "ACT" for mark in read.marks),
        ]
    )


def confidence(read: Marks, weights: Sequence[float]) -> float:
    """0 to 1; `weights`: of each feature, the last one of none."""
    score = float(features(read) @ np.array(weights[:-1])) + weights[-1]
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))


def least(read: Marks) -> float:
    """The likelihood of the least sure part: where nothing was learned of the confidence."""
    heads = (mark.sure for mark in read.marks)
    return min((read.type_sure, *heads, *_names(read.marks)))


def _names(marks: Iterable[Mark]) -> Iterable[float]:
    for mark in marks:
        linked = mark.links.get(_LINKS.get(mark.role, ""))
        if linked:
            yield linked[0][1]


def _log(likely: float) -> float:
    return max(_LOWEST, math.log(max(likely, 1e-9)))
