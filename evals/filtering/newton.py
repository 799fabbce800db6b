"""Newton's method for convex losses: the result is the same in every run."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Turn: TypeAlias = tuple[float, Doubles, Doubles]
"""Loss, slope and curvature at some weights."""
_STEPS = 40
_HALVINGS = 20
_ENOUGH = 1e-10
"""A step that gains no more is the last one."""


def newton(turn: Callable[[Doubles], Turn], columns: int) -> Doubles:
    """The weights with the least loss; a step that makes it worse is halved."""
    weights = np.zeros(columns)
    loss, slope, bend = turn(weights)
    for _ in range(_STEPS):
        step = np.linalg.solve(bend, slope)
        before = loss
        for halving in range(_HALVINGS):
            tried = weights - step * 0.5**halving
            found = turn(tried)
            if found[0] < loss:
                weights, (loss, slope, bend) = tried, found
                break
        if before - loss <= _ENOUGH:
            break
    return weights
