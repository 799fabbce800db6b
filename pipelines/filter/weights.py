"""Learned weights of the evidence for tools: data, made by `zhizao bench testers --learn`.

Plain numbers, no arrays: a request has some hundred tools in question at most, and a start that
needs no index shall not wait for more.
"""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from operator import mul
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from pipelines.filter.evidence import NAMES

_OF_BEST = (
    "meant", "object", "object_later", "other_object", "action", "function", "attributes",
    "marked", "state", "takes", "ready", "title",
)  # fmt: skip
STANDING = (
    "unnamed", "outnumbered", "homely", *_OF_BEST, "best", "named", "strange", "likelihood",
    "doubt",
)  # fmt: skip
"""What tells whether any tool serves a request: no word names anything of the catalogue; more are
strange to it than name anything; none is strange; columns of the best tool, and its score; words
that name something, strange ones; what the index says; how many tools it may be."""
_MANY_WORDS = 3
_MANY_TOOLS = 3.0
"""The entropy of twenty tools that are equally likely."""
_TINY = 1e-12
_PLACES = tuple(NAMES.index(name) for name in _OF_BEST)

Row = Sequence[float]


class EvidenceWeights(BaseModel):
    """Weights by column, and how many tools are offered."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    order: dict[str, float]
    served: dict[str, float]
    bias: float
    threshold: float
    """From this likelihood on some tool serves a request."""
    mass: float
    """The tools offered are so likely together to have the one that is meant, 0 to 1."""
    wish_mass: float
    """The same for each need of a sentence that has several."""

    def score(self, row: Row) -> float:
        """What a tool's row is worth, beside the others of its request."""
        return _weighted(row, NAMES, self.order)

    def likelihood(self, standing: Row) -> float:
        """How likely some tool serves a request, 0 to 1, by its STANDING."""
        return 1 / (1 + math.exp(-_weighted(standing, STANDING, self.served) - self.bias))


def _weighted(row: Row, names: Sequence[str], weights: Mapping[str, float]) -> float:
    return sum(map(mul, row, (weights.get(name, 0.0) for name in names)))


def standing(
    rows: Sequence[Row], scores: Sequence[float], words: tuple[int, int], likelihood: float
) -> Row:
    """The row of a request, with a number for each of STANDING, each about 0 to 1.

    `rows` and `scores` are those of its tools; `words` are those that name something, and strange
    ones.
    """
    named, strange = words
    score = max(scores)
    best = rows[scores.index(score)]
    return (
        float(named == 0),
        float(strange > named),
        float(strange == 0),
        *(best[place] for place in _PLACES),
        score / 10,
        *(min(count, _MANY_WORDS) / _MANY_WORDS for count in words),
        likelihood**0.5,
        min(1.0, -sum(c * math.log(c + _TINY) for c in chances(scores)) / _MANY_TOOLS),
    )


def chances(scores: Sequence[float]) -> list[float]:
    """How likely each tool is meant, if one of them is; together 1."""
    top = max(scores)
    lifted = [math.exp(score - top) for score in scores]
    total = sum(lifted)
    return [each / total for each in lifted]


@cache
def shipped() -> EvidenceWeights:
    """The weights that come with the filter."""
    return EvidenceWeights.model_validate_json(_file().read_bytes())


def keep(weights: EvidenceWeights) -> None:
    """Makes these the weights that come with the filter."""
    _file().write_text(weights.model_dump_json(indent=1) + "\n", "utf-8")
    shipped.cache_clear()


def _file() -> Path:
    return Path(__file__).with_name("weights.json")
