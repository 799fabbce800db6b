"""Figures with their uncertainty."""

import math
from collections.abc import Iterable, Sequence

from pydantic import BaseModel, ConfigDict

_Z = 1.959964  # 95 %


class Count(BaseModel):
    """`passed` of `total`, with the 95 % Wilson interval of the rate."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    passed: int
    total: int
    low: float
    high: float

    @property
    def rate(self) -> float:
        """From 0 to 1; 0 where nothing was counted."""
        return self.passed / self.total if self.total else 0.0


def wilson(passed: int, total: int) -> Count:
    """The count with its interval; [0, 1] where nothing was counted."""
    if total == 0:
        return Count(passed=0, total=0, low=0.0, high=1.0)
    rate, z2 = passed / total, _Z * _Z
    centre = (rate + z2 / (2 * total)) / (1 + z2 / total)
    half = _Z / (1 + z2 / total) * math.sqrt(rate * (1 - rate) / total + z2 / (4 * total * total))
    return Count(
        passed=passed,
        total=total,
        low=round(max(0.0, centre - half), 4),
        high=round(min(1.0, centre + half), 4),
    )


def count(passed: Iterable[bool]) -> Count:
    """How many are true."""
    values = list(passed)
    return wilson(sum(values), len(values))


def pass_hat(repetitions: Iterable[Sequence[bool]], k: int) -> float | None:
    """pass^k: how likely all of k tries of a case pass, on average over the cases; None where
    no case was tried k times. Of n tries with c passes it is C(c, k) / C(n, k)."""
    shares = [
        math.comb(sum(tries), k) / math.comb(len(tries), k)
        for tries in repetitions
        if len(tries) >= k
    ]
    return sum(shares) / len(shares) if shares else None


def mcnemar(gains: int, losses: int) -> float:
    """How likely a difference like this, or greater, is by chance: the exact test of McNemar, two-
    sided, on pairs that differ. 1 where none does."""
    pairs = gains + losses
    if pairs == 0:
        return 1.0
    tail = sum(math.comb(pairs, i) for i in range(min(gains, losses) + 1)) / 2**pairs
    return min(1.0, 2 * tail)
