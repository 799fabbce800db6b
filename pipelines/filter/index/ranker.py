"""What the paths say, weighed into one score that means the same for every request.

The weights are data, few, and none below zero: a path can speak for a tool or be silent. They are
learned from labelled requests of many catalogues by `zhizao bench filter --learn`: one score orders
the tools of a request, another says how likely any of them is meant at all.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np
from pydantic import BaseModel, ConfigDict, TypeAdapter

from pipelines.filter.index.features import NAMES, Features
from pipelines.filter.index.postings import Floats, Numbers

Paths: TypeAlias = Literal["words", "table", "model"]
"""Which paths are there: words alone, the table too, or a model of sentences beside both."""
STANDING = (
    "words", "words_need", "unknown", "table", "table_like", "model", "model_like", "score",
    "lead", "rivals", "doubt",
)  # fmt: skip
"""How the best tool stands: columns of its row; the share of the text's words that no tool has;
highest cosines; its score; how far ahead of the next one it is, and of the first ten on average;
the entropy of what the scores tell."""
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
_FILE = Path(__file__).with_name("weights.json")


class Weights(BaseModel):
    """Learned numbers by column; a column that is not there counts nothing."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    order: dict[str, float]
    """For the order of the tools of one request."""
    fit: dict[str, float]
    """By STANDING, for the log-odds that the best tool serves the request."""
    bias: float
    """What `fit` starts from."""
    threshold: float
    """From this likelihood of its best tool a request counts as served by some tool."""
    share: float
    """A tool is worth offering that is so likely beside the best one."""

    def score(self, rows: Floats) -> Floats:
        """What rows of columns are worth."""
        return rows @ np.array([self.order.get(name, 0.0) for name in NAMES], np.float32)

    def likelihood(self, standing: Floats) -> float:
        """How likely the best tool serves, 0 to 1."""
        weights = np.array([self.fit.get(name, 0.0) for name in STANDING], np.float32)
        return float(1 / (1 + np.exp(-float(standing @ weights) - self.bias)))


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
    score = weights.score(found.rows)
    likelihood = weights.likelihood(standing(found, score)) if len(score) else 0.0
    if past:
        told = np.array([past.get(number, ALIKE) for number in found.tools.tolist()], np.float32)
        more = np.float32(_SAME / (1 - ALIKE)) * (told - np.float32(ALIKE))
        score = (score + more).astype(np.float32)
        if (best := max(past.values())) >= _MEANT:
            likelihood = max(likelihood, best, weights.threshold)
    order = np.lexsort((found.tools, -score))
    return Ranked(found.tools[order], score[order], found.rows[order], likelihood, weights)


def standing(found: Features, score: Floats) -> Floats:
    """The numbers of STANDING; there are tools in question."""
    ranked, best = np.sort(score)[::-1], found.rows[int(np.argmax(score))]
    lead = float(ranked[0] - ranked[1]) if len(ranked) > 1 else _ALONE
    likely = np.exp(ranked - ranked[0])
    likely /= likely.sum()
    doubt = float(-(likely * np.log(likely + _TINY)).sum())
    told = {name: float(best[NAMES.index(name)]) for name in STANDING if name in NAMES}
    told |= {"unknown": found.unknown, "score": float(ranked[0]), "lead": lead, "doubt": doubt}
    told["table_like"], told["model_like"] = found.likeness
    told["rivals"] = float(ranked[0] - ranked[:10].mean())
    return np.array([told[name] for name in STANDING], np.float32)


@cache
def shipped(paths: Paths) -> Weights:
    """The weights that come with the filter."""
    return _weights_by_paths().validate_json(_FILE.read_bytes())[paths]


def keep(weights: Mapping[Paths, Weights]) -> None:
    """Makes these the weights that come with the filter."""
    _FILE.write_bytes(_weights_by_paths().dump_json(dict(weights), indent=1) + b"\n")
    shipped.cache_clear()


@cache
def _weights_by_paths() -> TypeAdapter[dict[Paths, Weights]]:
    return TypeAdapter(dict[Paths, Weights])
