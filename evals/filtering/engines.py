"""Our own engines over labelled sets: the real parser, the real index, weights of other sets."""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from evals.filtering.leaning import Links, joined
from evals.filtering.learn import Example, learn
from evals.filtering.measure import Score, judged
from evals.filtering.removal import without
from evals.filtering.sets import Labelled, ToolSet, family
from pipelines.filter.index.embedder import Embedder
from pipelines.filter.index.features import Features, Model, features
from pipelines.filter.index.index import ToolIndex
from pipelines.filter.index.ranker import Paths, Ranked, Weights, rank
from pipelines.filter.index.segment import model_text
from pipelines.filter.index.static import load_static
from pipelines.filter.index.texts import texts_of
from tool_registry.base.environment import Environment, Environments
from tool_registry.building import build_catalogue
from tool_registry.vocabulary.lexicon import Concept

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
    """The filter by some of its paths. `learn` gives it weights for each family of sets of which
    nothing was learned; without it, it has the `fixed` ones."""

    def __init__(
        self, paths: Paths, model: Embedder | None = None, fixed: Weights | None = None
    ) -> None:
        self.paths: Paths = paths
        self.model = model
        self.fixed = fixed
        self._indices: dict[str, tuple[ToolIndex, Model | None]] = {}
        self._examples: dict[str, list[Example]] = {}
        self._weights: dict[str, Weights] = {}

    def learn(self, sets: Sequence[Prepared]) -> None:
        """For each family of sets the weights that all the others teach."""
        self._examples = {one.set.name: self._asked(one) for one in sets}
        for held in dict.fromkeys(family(name) for name in self._examples):
            others = {n: e for n, e in self._examples.items() if family(n) != held}
            self._weights[held] = learn(others)

    def all_weights(self) -> Weights:
        """The weights learned on everything: what the product ships."""
        return self.fixed or learn(self._examples)

    def scores(self, one: Prepared, links: Links | None = None) -> list[Score]:
        """Each request of the set, judged; with `links`, what the tools found lean on goes in."""
        index, found = self._built(one)[0], list[Score]()
        for request in one.set.requests:
            begun = time.perf_counter()
            ranked = rank(self._told(one, request.text), self._by(request, one.set))
            names = [index.ids[number] for number in map(int, ranked.tools)]
            names = joined(names, ranked.shares.tolist(), links) if links else names
            found.append(judged(request, names, time.perf_counter() - begun))
        return found

    def refusals(self, one: Prepared) -> Refusals:
        """How often "no tool fits" is the answer, and should be."""
        known = self._examples.get(one.set.name) or self._asked(one)
        intact, removed = list[float](), list[float]()
        for request, example in zip(one.set.requests, known, strict=False):
            weights = self._by(request, one.set)
            assert example.found is not None
            assert example.without is not None
            intact.append(_over(rank(example.found, weights)))
            removed.append(_over(rank(example.without, weights)))
        return refusals_of(intact, removed)

    def _by(self, request: Labelled, one: ToolSet) -> Weights:
        """Weights of which the request's own family, and its catalogue, know nothing."""
        return self.fixed or self._weights[family(request.source or one.name)]

    def _built(self, one: Prepared) -> tuple[ToolIndex, Model | None]:
        held = self._indices.get(one.set.name)
        if held is None:
            index = ToolIndex.of(one.texts, None if self.paths == "words" else load_static())
            model = None
            if self.model is not None:
                told = [model_text(each) for each in one.texts.values()]
                model = Model(self.model, self.model.embed(told, tools=True).vectors)
            held = self._indices[one.set.name] = (index, model)
        return held

    def _told(self, one: Prepared, text: str) -> Features:
        index, model = self._built(one)
        return features(index, text, model=model)

    def _asked(self, one: Prepared) -> list[Example]:
        index, model = self._built(one)
        ask: Callable[[ToolIndex, str], Features] = partial(features, model=model)
        served = [_example(request, index, ask) for request in one.set.requests]
        none = np.zeros(0, np.bool_)
        return [*served, *(Example(None, none, ask(index, text)) for text in one.set.unserved)]


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


def _example(
    request: Labelled, index: ToolIndex, ask: Callable[[ToolIndex, str], Features]
) -> Example:
    gold = np.array([name in request.gold for name in index.ids], np.bool_)
    found = ask(index, request.text)
    less = ask(without(index, request.taken_out), request.text)
    return Example(found, gold[found.tools], less)
