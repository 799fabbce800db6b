"""A transformer's parts by numpy alone, and the best path through tags: 8-bit weights kept, float
arithmetic."""

from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float32]
SCALED = ".scale"
"""What the name of the scales of an 8-bit table ends with."""
_EPSILON = 1e-12


def as_floats(
    weights: Mapping[str, NDArray[np.generic]], rows: Collection[str] = ()
) -> dict[str, Floats]:
    """8-bit weights as floats; maps lie as they are multiplied: a third of the time of each call.
    `rows`: tables that are looked up, not multiplied."""
    found: dict[str, Floats] = {}
    for name, held in weights.items():
        if name.endswith(SCALED) or held.dtype.kind == "U":
            continue
        scale = weights.get(name + SCALED)
        table = held.astype(np.float32)
        table = table if scale is None else table * scale.astype(np.float32)
        is_map = name.endswith(".weight") and table.ndim == 2 and name not in rows
        found[name] = np.ascontiguousarray(table.T) if is_map else table
    return found


def layer(
    weights: Mapping[str, Floats], heads: int, x: Floats, at: str, apart: Floats | None = None
) -> Floats:
    """One layer of a trunk, texts × pieces × width; its weights are called `AT…`.

    `apart`: pieces × pieces, added to what a piece sees of the others (see `kept_apart`)."""
    texts, count, width = x.shape
    each = width // heads
    parts = linear(weights, x, at + "qkv").reshape(texts, count, 3, heads, each)
    q, k, v = parts.transpose(2, 0, 3, 1, 4)
    seen = q @ k.swapaxes(-1, -2) / np.float32(np.sqrt(each))
    seen = seen if apart is None else seen + apart
    seen = np.exp(seen - seen.max(-1, keepdims=True))
    seen /= seen.sum(-1, keepdims=True)
    mixed = (seen @ v).transpose(0, 2, 1, 3).reshape(texts, count, width)
    x = norm(weights, x + linear(weights, mixed, at + "ao"), at + "aln")
    inner = linear(weights, gelu(linear(weights, x, at + "fi")), at + "fo")
    return norm(weights, x + inner, at + "oln")


def kept_apart(lengths: Sequence[int]) -> Floats | None:
    """Pieces × pieces for texts that lie behind each other in one row: minus infinity between
    pieces of two texts, so that each is read as if it were alone, at half the time of three; None
    for a single text."""
    if len(lengths) == 1:
        return None
    text = np.repeat(np.arange(len(lengths)), lengths)
    return np.where(text[:, None] == text[None], np.float32(0), np.float32(-np.inf))


def linear(weights: Mapping[str, Floats], x: Floats, name: str) -> Floats:
    """A map with its bias."""
    return x @ weights[name + ".weight"] + weights[name + ".bias"]


def norm(weights: Mapping[str, Floats], x: Floats, name: str) -> Floats:
    """Along the last axis, then scaled and moved."""
    x = x - x.mean(-1, keepdims=True)
    x = x / np.sqrt((x * x).mean(-1, keepdims=True) + _EPSILON)
    return x * weights[name + ".weight"] + weights[name + ".bias"]


def gelu(x: Floats) -> Floats:
    """x times the share of a normal distribution below it (erf by Abramowitz and Stegun 7.1.26)."""
    z = np.abs(x) * np.float32(0.70710678)
    t = 1 / (1 + np.float32(0.3275911) * z)
    tail = t * (
        0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))
    )
    erf = 1 - tail.astype(np.float32) * np.exp(-z * z)
    return np.float32(0.5) * x * (1 + np.sign(x) * erf)


def softmax(scores: NDArray[np.floating]) -> Floats:
    """Along the last axis."""
    x = np.exp(scores.astype(np.float32) - scores.max(-1, keepdims=True).astype(np.float32))
    return x / x.sum(-1, keepdims=True)


def unit(x: Floats) -> Floats:
    """Vectors of length one along the last axis."""
    return x / np.maximum(np.sqrt((x * x).sum(-1, keepdims=True)), 1e-12)


def best_path(scores: Floats, moves: Floats, first: Floats) -> tuple[list[int], float]:
    """The best sequence (Viterbi), and its share of all of them (forward)."""
    total = first + scores[0]
    whole = total
    back: list[NDArray[np.intp]] = []
    for row in scores[1:]:
        every = total[:, None] + moves
        best = every.argmax(0)
        back.append(best)
        total = every[best, np.arange(len(best))] + row
        whole = _log_sum(whole[:, None] + moves) + row
    path = [int(total.argmax())]
    for best in reversed(back):
        path.append(int(best[path[-1]]))
    return path[::-1], float(np.exp(total.max() - _log_sum(whole[:, None])[0]))


def _log_sum(scores: Floats) -> Floats:
    """Logarithm of the sum of exponentials, along the first axis."""
    most = scores.max(0)
    return most + np.log(np.exp(scores - most).sum(0))
