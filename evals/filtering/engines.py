"""Our own engines over labelled sets: the real parser, the real index, weights of other folds."""

import hashlib
import math
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from evals.filtering.leaning import Links, joined
from evals.filtering.learn import Example, Lessons, learn
from evals.filtering.measure import Score, judged
from evals.filtering.removal import without
from evals.filtering.sets import Labelled, ToolSet
from pipelines.filter.index.embedder import Embedder
from pipelines.filter.index.features import NAMES, features
from pipelines.filter.index.index import ToolIndex
from pipelines.filter.index.ranker import Ranked, Weights, rank
from pipelines.filter.index.texts import texts_of
from tool_registry.base.environment import Environment, Environments
from tool_registry.building import build_catalogue
from tool_registry.vocabulary.lexicon import Concept

FOLDS = 4
_SMALL = 150
"""A catalogue of so few tools serves nothing of what other sets ask for."""
_STRANGERS = 50
_PARTS = (30, 100, 300)
"""So many tools, and those that serve, make the small catalogues of which is learned, in turn."""
_IN_PART = 25
_MOST_PARTS = 12
"""Requests that share a small catalogue, and catalogues of a set at most."""
_BRIEF = 10
CURVE = (1, 2, 5, 10)
"""Per cent of false refusals at which right ones are told."""
_TINY = 1e-12
_ANYWHERE = Environments(configured=(Environment(name="test"),))


@dataclass(frozen=True, slots=True)
class Prepared:
    """A set with the texts of its tools, parsed as any team's tools are."""

    set: ToolSet
    texts: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Refusals:
    """Per cent of requests for which no tool was found likely enough."""

    intact: float
    """With their tools in the catalogue: false ones."""
    removed: float
    """With their tools taken out: right ones."""
    curve: tuple[float, ...] = ()
    """The same where the threshold is such that CURVE per cent are false."""


def prepare(one: ToolSet, packs: Sequence[Concept]) -> Prepared:
    """Parses the set's tools."""
    parsed = build_catalogue(one.tools, [], _ANYWHERE, packs)
    return Prepared(one, {tool.name: texts_of(tool) for tool in parsed.tools.values()})


class Engine:
    """Learns on some sets, and answers each request with weights that it did not help to learn."""

    def __init__(self, embedder: Embedder | None = None, fixed: Weights | None = None) -> None:
        """`fixed`: weights that are taken as they are, so that nothing is learned."""
        self.embedder = embedder
        self.fixed = fixed
        self.indices: dict[str, ToolIndex] = {}
        self.built_in: dict[str, float] = {}
        """Seconds to build the index of a set."""
        self.weights: tuple[Weights, ...] = ()
        self._lessons = Lessons({}, {}, {})

    def learn(self, sets: Sequence[Prepared], pool: Prepared) -> None:
        """Builds the indices and learns the weights of each fold on the other folds.

        `pool`: all catalogues as one, so that the likelihood knows large ones too."""
        for one in (*sets, pool):
            self.add(one)
        if self.fixed:
            self.weights = (self.fixed,) * FOLDS
            return
        elsewhere = {"pool": self._asked(pool)}
        for one in sets:
            if len(one.texts) <= _SMALL:
                elsewhere[f"strangers in {one.set.name}"] = self._strangers(one, sets)
            else:
                elsewhere[f"parts of {one.set.name}"] = self._parts(one)
        self._lessons = Lessons(
            {one.set.name: self._asked(one) for one in sets},
            {f"own words of {one.set.name}": self._own_words(one) for one in sets},
            elsewhere,
        )
        self.weights = tuple(learn(self._lessons.but(fold)) for fold in range(FOLDS))

    def add(self, one: Prepared) -> None:
        """Builds the index of a set, if it is not there yet."""
        if one.set.name in self.indices:
            return
        begun = time.perf_counter()
        self.indices[one.set.name] = ToolIndex.of(one.texts, self.embedder)
        self.built_in[one.set.name] = time.perf_counter() - begun

    def _asked(self, one: Prepared) -> list[Example]:
        index = self.indices[one.set.name]
        return [_example(request, index) for request in one.set.requests]

    def _parts(self, one: Prepared) -> list[Example]:
        """Requests in small catalogues of their tools and some others: few near ones are left."""
        shuffled = sorted(one.set.requests, key=lambda request: _digest(request.text))
        found: list[Example] = []
        for number in range(min(_MOST_PARTS, len(shuffled) // _IN_PART)):
            asked = shuffled[number * _IN_PART : (number + 1) * _IN_PART]
            others = sorted(one.texts, key=lambda name: _digest(f"{number} {name}"))
            chosen = set(others[: _PARTS[number % len(_PARTS)]])
            chosen |= {name for request in asked for name in request.gold}
            texts = {name: text for name, text in one.texts.items() if name in chosen}
            index = ToolIndex.of(texts, self.embedder)
            found += [_example(request, index) for request in asked]
        return found

    def _own_words(self, one: Prepared) -> list[Example]:
        """What some tools say of themselves, as requests for them."""
        index = self.indices[one.set.name]
        chosen = list(one.texts)[:: max(1, len(one.texts) // _STRANGERS)]
        told = {name: summary(one.texts[name]) for name in chosen}
        return [
            _example(Labelled(name, text, frozenset({name}), frozenset({name})), index)
            for name, text in told.items()
            if text
        ]

    def _strangers(self, one: Prepared, sets: Sequence[Prepared]) -> list[Example]:
        """Requests and tools of other sets: nothing in this catalogue serves them."""
        others = [s for s in sets if s.texts is not one.texts and len(s.texts) != len(one.texts)]
        index, each = self.indices[one.set.name], max(1, _STRANGERS // max(1, len(others)))
        return [
            Example(
                np.zeros((0, len(NAMES))),
                np.zeros(0, np.bool_),
                features(index, text).rows.astype(np.float64),
                fold_of(text),
            )
            for other in others
            for told in (
                [request.text for request in other.set.requests],
                [summary(tool) for tool in other.texts.values()],
            )
            for text in told[:: max(1, len(told) // each)]
        ]

    def all_weights(self) -> Weights:
        """The weights learned on everything: what the product ships."""
        return self.fixed or learn(self._lessons)

    def scores(self, one: ToolSet, links: Links | None = None) -> list[Score]:
        """Each request of the set, judged; with `links`, what the tools found lean on goes in."""
        index, found = self.indices[one.name], list[Score]()
        for request in one.requests:
            begun = time.perf_counter()
            ranked = rank(features(index, request.text), self.weights[fold_of(request.text)])
            names = [index.ids[number] for number in map(int, ranked.tools)]
            names = joined(names, ranked.shares.tolist(), links) if links else names
            found.append(judged(request, names, time.perf_counter() - begun))
        return found

    def refusals(self, one: ToolSet) -> Refusals:
        """How often "no tool fits" is the answer, and should be."""
        index, intact, removed = self.indices[one.name], list[float](), list[float]()
        for request in one.requests:
            weights = self.weights[fold_of(request.text)]
            less = without(index, request.taken_out)
            intact.append(_over(rank(features(index, request.text), weights)))
            removed.append(_over(rank(features(less, request.text), weights)))
        return refusals_of(intact, removed)


def refusals_of(intact: Sequence[float], removed: Sequence[float]) -> Refusals:
    """The shares, from how far above the threshold each request is, in log-odds."""
    limits = np.quantile(intact, [share / 100 for share in CURVE])
    return Refusals(
        _below(intact, 0.0), _below(removed, 0.0), tuple(_below(removed, one) for one in limits)
    )


def _below(over: Sequence[float], limit: float) -> float:
    return round(100 * float(np.mean(np.array(over) < limit)), 1)


def _over(found: Ranked) -> float:
    return _odds(found.likelihood) - _odds(found.weights.threshold)


def _odds(likelihood: float) -> float:
    return math.log(max(likelihood, _TINY) / max(1 - likelihood, _TINY))


def summary(tool: Mapping[str, str]) -> str:
    """What a tool says of itself, as briefly as people ask for it."""
    first = re.split(r"[.\n;\u3002\uff0c\uff1b]", tool["text"].strip())[0]
    return " ".join(first.split()[:_BRIEF])[: 4 * _BRIEF]


def fold_of(text: str) -> int:
    """The fold of a request: by its text, so that equal ones are never on both sides."""
    return sum(text.encode()) % FOLDS


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def _example(request: Labelled, index: ToolIndex) -> Example:
    gold = np.array([name in request.gold for name in index.ids], np.bool_)
    found = features(index, request.text)
    less = features(without(index, request.taken_out), request.text)
    return Example(
        found.rows.astype(np.float64),
        gold[found.tools],
        less.rows.astype(np.float64),
        fold_of(request.text),
    )
