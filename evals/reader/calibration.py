"""How likely a reading is right: learned on labelled requests that the network has not learned."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from evals.reader.corpus import Trade
from evals.reader.effects import labelled, place_of, same
from evals.reader.names import names_in
from evals.reader.training.examples import earlier
from pipelines.intent.reader.confidence import FEATURES, features
from pipelines.intent.reader.decoding import Decoder
from pipelines.intent.reader.marks import Marks
from pipelines.intent.reader.names import NameTable
from pipelines.intent.reader.result import result_of

_RIDGE = 1.0
_ROUNDS = 50


def outcomes(decoder: Decoder, trades: Iterable[Trade]) -> list[tuple[Marks, bool]]:
    """Each reading, and whether it would do what the labels say, and nothing else."""
    found: list[tuple[Marks, bool]] = []
    for trade in trades:
        names = NameTable(names_in(trade.business), decoder.encoder)
        place = place_of(trade.business)
        for one in trade.requests:
            read = decoder.read(one.request.t, names, earlier(one.request))
            wanted = result_of(labelled(one, trade.business), place)
            found.append((read, same(wanted, result_of(read, place))))
    return found


def fitted(held: Sequence[tuple[Marks, bool]]) -> list[float]:
    """Weights of the confidence: logistic regression with a ridge, by Newton's method."""
    rows = np.array([[*features(read), 1.0] for read, _ in held])
    right = np.array([float(one) for _, one in held])
    weights: NDArray[np.float64] = np.zeros(FEATURES + 1)
    ridge = np.diag([*[_RIDGE] * FEATURES, 0.0])
    for _ in range(_ROUNDS):
        likely = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (right - likely) - ridge @ weights
        curve = (rows * (likely * (1 - likely))[:, None]).T @ rows + ridge
        weights = weights + np.linalg.solve(curve + 1e-9 * np.eye(len(weights)), slope)
    return weights.tolist()
