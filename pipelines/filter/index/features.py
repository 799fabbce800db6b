"""What the paths say of the tools that come into question for a text: one row of numbers a tool.

Three paths: the words of the text; the table of words, which knows what words mean; and a model
that knows what sentences mean, where its vectors are there. Each is asked for the whole text and
for every need in it, and each says how sure it is: what it says counts by that.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from pipelines.filter.index.clauses import clauses
from pipelines.filter.index.embedder import Embedder
from pipelines.filter.index.index import ToolIndex
from pipelines.filter.index.postings import Floats, Numbers
from pipelines.filter.index.terms import terms

_BY_WHOLE = 50
_BY_NEED = 12
"""So many tools of each path come into question."""
_PLACES = 5
"""Only the first places for a need count."""
_STRONG = 8.0
"""A lexical score from which the best tool for a need is taken to be meant."""
_LONGEST = 4000
"""Characters of a text that are looked at."""
_NEEDS = 12
"""Needs of a text that are looked for apart, at most."""
_FLAT = np.float32(0.02)
"""Added to the deviation of cosines: where all tools are as like the text, none stands out."""
_OUT, _FAR = 2.0, 4.0
"""A best tool so many deviations above the mean is no sign of anything; so many more are sure."""
_UNIT = np.float32(4.0)

_OF_VECTORS = ("", "_need", "_place", "_sure", "_alone")
NAMES = (
    "words",
    "words_sure",
    "words_need",
    "words_place",
    *(f"table{kind}" for kind in _OF_VECTORS),
    *(f"model{kind}" for kind in _OF_VECTORS),
)
"""The columns, each about 0 to 1. `words`: the share of what the text's words tell that the tool
has; `_sure`: the path's, times how sure it is; `_need`: of the need that speaks most for the tool;
`_place`: 1 for the first tool of a need, 1/2 for the second, …; `_alone`: the path's, times the
share of the text's words that no tool has."""


@dataclass(frozen=True, slots=True)
class Model:
    """A model of sentences, and its vectors of the index's tools: a row for each number."""

    embedder: Embedder
    vectors: Floats


@dataclass(frozen=True, slots=True)
class Features:
    """The tools in question by number, and a row for each with a column for each of NAMES."""

    tools: Numbers
    rows: Floats
    unknown: float = 0.0
    """Which share of what the text's words tell no tool has."""
    likeness: tuple[float, float] = (0.0, 0.0)
    """Highest cosine of the table and of the model; 0 where there is none."""


@dataclass(frozen=True, slots=True)
class _Path:
    """What a path says: texts (the whole, then each need) × all tools."""

    scores: Floats
    tops: Sequence[Numbers]
    """The best tools of each text, best first."""

    @property
    def needs(self) -> slice:
        """The rows of the needs; that of the whole where it is the only one."""
        return slice(1, None) if len(self.scores) > 1 else slice(0, 1)

    def places(self, tools: Numbers) -> Floats:
        """texts × tools: 1 for the first tool of all, 1/2 for the second, …, then 0."""
        return np.stack([_place(top, tools) for top in self.tops])


@dataclass(frozen=True, slots=True)
class _Words:
    path: _Path
    totals: Floats
    """What the terms of each text would count in a tool that says nothing but them."""
    strength: Floats
    """0 to 1: how much the best tool for each text has of it."""
    unknown: float


@dataclass(frozen=True, slots=True)
class _Vectors:
    path: _Path
    """By how many deviations above the mean of all tools."""
    known: Floats
    """Which share of each text the model knows."""
    likeness: float

    @property
    def sure(self) -> np.float32:
        """How far the best tool for the whole text stands out, 0 to 1."""
        best = float(self.path.scores[0].max(initial=0))
        return np.float32(min(1.0, max(0.0, (best - _OUT) / _FAR)))


def features(
    index: ToolIndex,
    text: str,
    *,
    needs: Sequence[str] | None = None,
    model: Model | None = None,
    also: Iterable[int] = (),
) -> Features:
    """The tools that any path finds for the text; `also` are found in some other way.

    `needs`: the parts of the text that ask for something of their own, where they are known.
    """
    texts = parts(text, needs)
    words = _words(index, texts)
    vectors = [_table(index, texts), _model(index, texts, model)]
    paths = [words.path, *(one.path for one in vectors if one)]
    tools = _in_question(index, paths, also)
    if not len(tools):
        return Features(tools, np.zeros((0, len(NAMES)), np.float32))
    columns = [*_lexical(words, tools)]
    for one in vectors:
        columns += _semantic(one, tools, words.unknown)
    likeness = tuple(one.likeness if one else 0.0 for one in vectors)
    rows = np.stack(columns, axis=1).astype(np.float32)
    return Features(tools, rows, words.unknown, (likeness[0], likeness[1]))


def parts(text: str, needs: Sequence[str] | None = None) -> list[str]:
    """What of a text is looked for: the whole, then each need."""
    text = text[:_LONGEST]
    return [text, *(clauses(text) if needs is None else needs)][: _NEEDS + 1]


def _words(index: ToolIndex, texts: Sequence[str]) -> _Words:
    counted = [Counter(terms(text)) for text in texts]
    idfs = [index.idf(each) for each in counted]
    unknown = [(len(c) - len(i)) * index.most / 2 for c, i in zip(counted, idfs, strict=True)]
    totals = [sum(i.values()) + u or 1.0 for i, u in zip(idfs, unknown, strict=True)]
    scores = np.stack(
        [
            index.scores({term: value * min(c[term], 2) ** 0.5 for term, value in i.items()})
            for c, i in zip(counted, idfs, strict=True)
        ]
    )
    strength = (scores.max(axis=1, initial=0) / _STRONG).clip(0, 1)
    held = _path(scores)
    return _Words(held, np.array(totals, np.float32), strength, unknown[0] / totals[0])


def _table(index: ToolIndex, texts: Sequence[str]) -> _Vectors | None:
    if index.embedder is None:
        return None
    embedded = index.embedder.embed(texts)
    return _vectors(index, index.cosines(embedded.vectors), embedded.shares)


def _model(index: ToolIndex, texts: Sequence[str], model: Model | None) -> _Vectors | None:
    if model is None or not model.vectors.size:
        return None
    embedded = model.embedder.embed(texts)
    cosines = np.where(index.alive, embedded.vectors @ model.vectors.T, np.float32(0))
    return _vectors(index, cosines, embedded.shares)


def _vectors(index: ToolIndex, cosines: Floats, shares: Floats) -> _Vectors:
    living = cosines[:, index.alive]
    if not living.shape[1]:
        return _Vectors(_path(np.zeros_like(cosines)), shares, 0.0)
    mean, deviation = living.mean(axis=1, keepdims=True), living.std(axis=1, keepdims=True)
    standard = np.where(index.alive, (cosines - mean) / (deviation + _FLAT), 0) * shares[:, None]
    return _Vectors(_path(standard.astype(np.float32)), shares, float(living[0].max()))


def _path(scores: Floats) -> _Path:
    tops = [_top(row, _BY_NEED if n else _BY_WHOLE) for n, row in enumerate(scores)]
    return _Path(scores, tops)


def _top(scores: Floats, count: int) -> Numbers:
    """The numbers of the best tools, best first; none without a score above 0."""
    found = np.flatnonzero(scores > 0)
    if len(found) > count:
        least = np.partition(scores[found], -count)[-count]
        found = found[scores[found] >= least]
    return found[np.lexsort((found, -scores[found]))][:count]


def _place(top: Numbers, tools: Numbers) -> Floats:
    best = top[:_PLACES]
    return ((tools[:, None] == best[None]) @ (1 / np.arange(1, len(best) + 1))).astype(np.float32)


def _in_question(index: ToolIndex, paths: Sequence[_Path], also: Iterable[int]) -> Numbers:
    found = np.zeros(len(index.ids), np.bool_)
    for path in paths:
        for top in path.tops:
            found[top] = True
    found[[*also]] = True
    return np.flatnonzero(found & index.alive)


def _lexical(words: _Words, tools: Numbers) -> Iterator[Floats]:
    scores, needs = words.path.scores, words.path.needs
    best = np.maximum(scores.max(axis=1, keepdims=True), np.float32(1e-6))
    weak = words.strength[:, None]
    yield scores[0][tools] / words.totals[0]
    yield scores[0][tools] / best[0] * np.float32(1 - words.unknown)
    yield (scores[:, tools] / best * weak)[needs].max(axis=0)
    yield (words.path.places(tools) * weak)[needs].max(axis=0)


def _semantic(one: _Vectors | None, tools: Numbers, unknown: float) -> Iterator[Floats]:
    if one is None:
        yield from np.zeros((len(_OF_VECTORS), len(tools)), np.float32)
        return
    scores, needs = one.path.scores[:, tools] / _UNIT, one.path.needs
    places = one.path.places(tools) * one.known[:, None]
    yield scores[0]
    yield scores[needs].max(axis=0)
    yield places[needs].max(axis=0)
    yield scores[0] * one.sure
    yield scores[0] * np.float32(unknown)
