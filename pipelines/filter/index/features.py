"""What the paths say of the tools that come into question for a text: one row of numbers a tool."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipelines.filter.index.clauses import clauses
from pipelines.filter.index.index import ToolIndex
from pipelines.filter.index.postings import Floats, Numbers
from pipelines.filter.index.terms import terms
from pipelines.filter.index.texts import FIELDS
from pipelines.filter.index.translation import translated

_BY_TEXT = 50
_BY_MEANING = 20
_BY_CLAUSE = 8
"""So many tools of each path come into question."""
_PLACES = 5
"""Only the first places for a clause count."""
_STRONG = 8.0
"""A lexical score from which the best tool for a clause is taken to be meant."""
_MEAN, _DEVIATION = np.float32(0.33), np.float32(0.145)
"""Of the cosines of a request and all tools, by the table that the weights were learned with."""

_TELLING = 3
"""So many of the terms that tell most must be covered, ideally."""

NAMES = (
    "whole",
    "whole_to_best",
    "clause_whole",
    "clause_to_best",
    "clause_place",
    *(f"{field}{kind}" for kind in ("", "_to_best") for field in FIELDS),
    "covers",
    "head_covers",
    "covers_telling",
    "head_covers_telling",
    "name_said",
    "name_lacks",
    "unknown",
    "terms",
    "ahead",
    "spread",
    "translated",
    "translated_to_best",
    "translated_place",
    "translated_clause",
    "meaning",
    "meaning_spread",
    "clause_meaning",
    "clause_spread",
    "clause_meaning_place",
    "meaning_to_best",
)
"""The columns. `_to_best`: beside the best tool for this text. Columns of meaning are multiplied
by the share of the text that the embedder knows, so that they fall silent where it knows none."""


@dataclass(frozen=True, slots=True)
class Features:
    """The tools in question by number, and a row for each with a column for each of NAMES."""

    tools: Numbers
    rows: Floats


@dataclass(frozen=True, slots=True)
class _Query:
    """A text, or a clause of it, as the index sees it."""

    idf: Mapping[str, float]
    weights: Mapping[str, float]
    unknown: float
    """What the terms that no tool has would tell."""
    scores: Floats
    best: float
    top: Numbers
    """The best tools, best first."""

    @property
    def total(self) -> float:
        """What all terms would tell in a tool that says nothing but them."""
        return sum(self.idf.values()) + self.unknown or 1.0


def features(
    index: ToolIndex,
    text: str,
    *,
    also: Iterable[int] = (),
) -> Features:
    """The tools that any path finds for the text; `also` are found in some other way."""
    parts = clauses(text)
    whole = _query(index, text, _BY_TEXT)
    each = [_query(index, part) for part in parts] or [whole]
    meanings = _meanings(index, [text, *parts])
    other = [_translated(index, part) for part in (text, *parts)]
    tools = _in_question(len(index.ids), [whole, *each, *other], meanings, also)
    if not len(tools):
        return Features(tools, np.zeros((0, len(NAMES)), np.float32))
    columns = [*_lexical(whole, each, tools), *_fields(index, whole, tools)]
    columns += [*_certainty(whole, tools), *_crossing(other, tools), *_semantic(meanings, tools)]
    return Features(tools, np.stack(columns, axis=1).astype(np.float32))


def _query(index: ToolIndex, text: str, count: int = _BY_CLAUSE) -> _Query:
    counted = Counter(terms(text))
    idf = index.idf(counted)
    weights = {term: value * min(counted[term], 2) ** 0.5 for term, value in idf.items()}
    scores = index.scores(weights)
    unknown = (len(counted) - len(idf)) * index.most / 2
    return _Query(idf, weights, unknown, scores, _best(scores), _top(scores, count))


def _translated(index: ToolIndex, text: str) -> _Query:
    """The text in the words of the other language; silent where it has none."""
    shares = translated(text)
    idf = index.idf(shares)
    weights = {term: value * shares[term] for term, value in idf.items()}
    scores = index.scores(weights)
    return _Query(idf, weights, 0.0, scores, _best(scores), _top(scores, _BY_CLAUSE))


def _best(scores: Floats) -> float:
    return max(float(scores.max(initial=0)), 1e-6)


@dataclass(frozen=True, slots=True)
class _Meanings:
    """The text, then its clauses, by their vectors."""

    cosines: Floats
    shares: Floats
    """Which share of each is known."""
    tops: Sequence[Numbers]
    """The best tools of each, best first."""


def _meanings(index: ToolIndex, texts: Sequence[str]) -> _Meanings:
    if index.embedder is None:
        return _Meanings(np.zeros((0, 0), np.float32), np.zeros(0, np.float32), ())
    embedded = index.embedder.embed(texts)
    cosines = index.cosines(embedded.vectors)
    if not index.embedder.learned:
        cosines = _as_learned(cosines, index.alive)
    tops = [_top(row, _BY_CLAUSE if n else _BY_MEANING) for n, row in enumerate(cosines)]
    return _Meanings(cosines, embedded.shares, tops)


def _as_learned(cosines: Floats, alive: NDArray[np.bool_]) -> Floats:
    """The cosines of another model, with the mean and the deviation that the weights know."""
    living = cosines[:, alive]
    if not living.shape[1]:
        return cosines
    mean, deviation = living.mean(axis=1, keepdims=True), living.std(axis=1, keepdims=True)
    standard = (cosines - mean) / (deviation + np.float32(1e-6))
    return np.where(alive, (_MEAN + _DEVIATION * standard).clip(-1, 1), 0).astype(np.float32)


def _in_question(
    count: int, queries: Sequence[_Query], meanings: _Meanings, also: Iterable[int]
) -> Numbers:
    """The numbers that anything found, of `count`, in order."""
    found = np.zeros(count, np.bool_)
    for query in queries:
        found[query.top] = True
    for top, share in zip(meanings.tops, meanings.shares, strict=True):
        if share > 0:
            found[top] = True
    found[[*also]] = True
    return np.flatnonzero(found)


def _top(scores: Floats, count: int) -> Numbers:
    """The numbers of the best tools, best first; none without a score above 0."""
    found = np.flatnonzero(scores > 0)
    if len(found) > count:
        least = np.partition(scores[found], -count)[-count]
        found = found[scores[found] >= least]
    return found[np.lexsort((found, -scores[found]))][:count]


def _lexical(whole: _Query, each: Sequence[_Query], tools: Numbers) -> Iterator[Floats]:
    yield whole.scores[tools] / whole.total
    yield whole.scores[tools] / whole.best
    yield np.maximum.reduce([query.scores[tools] / query.total for query in each])
    yield np.maximum.reduce([query.scores[tools] / query.best * _strength(query) for query in each])
    yield np.maximum.reduce([_place(query.top, tools) * _strength(query) for query in each])


def _fields(index: ToolIndex, whole: _Query, tools: Numbers) -> Iterator[Floats]:
    impacts = index.impacts(list(whole.idf), tools)
    weights = np.array(list(whole.weights.values()), np.float32)
    idf = np.array(list(whole.idf.values()), np.float32)
    scores = np.einsum("w,wtf->tf", weights, impacts)
    yield from (scores / whole.total).T
    yield from (scores / np.maximum(scores.max(axis=0), 1e-6)).T
    here = impacts > 0
    head = (here[:, :, 0] | here[:, :, 1]).astype(np.float32)
    anywhere = np.logical_or.reduce([here[:, :, n] for n in range(len(FIELDS))]).astype(np.float32)
    yield idf @ anywhere / whole.total
    yield idf @ head / whole.total
    telling = np.argsort(-idf, kind="stable")[:_TELLING]
    most = max(float(idf[telling].sum()), 1e-6)
    yield idf[telling] @ anywhere[telling] / most
    yield idf[telling] @ head[telling] / most
    said: Floats = np.maximum(index.name_weights[tools], 1e-6).astype(np.float32)
    yield (idf @ here[:, :, 0].astype(np.float32) / said).astype(np.float32)
    yield index.unsaid(tools, whole.idf) / np.float32(index.most)


def _certainty(whole: _Query, tools: Numbers) -> Iterator[Floats]:
    """What is the same for all tools of a text, and how far a tool stands out among them."""
    scores = whole.scores[tools]
    ranked = np.sort(scores)
    next_best = np.full(len(tools), ranked[-2:][0], np.float32)
    rival = np.where(scores == ranked[-1], next_best, ranked[-1])
    yield np.full(len(tools), whole.unknown / whole.total, np.float32)
    yield np.full(len(tools), np.log1p(len(whole.idf)), np.float32)
    yield (scores - rival) / whole.total
    yield (scores - scores.mean()) / (scores.std() + np.float32(1e-6))


def _crossing(other: Sequence[_Query], tools: Numbers) -> Iterator[Floats]:
    whole, later = other[0], other[1:] or other
    yield whole.scores[tools] / max(sum(whole.weights.values()), 1e-6)
    yield whole.scores[tools] / whole.best * _strength(whole)
    yield np.maximum.reduce([_place(query.top, tools) * _strength(query) for query in later])
    yield np.maximum.reduce(
        [query.scores[tools] / query.best * _strength(query) for query in later]
    )


def _strength(query: _Query) -> np.float32:
    return np.float32(min(1.0, query.best / _STRONG))


def _place(top: Numbers, tools: Numbers) -> Floats:
    """1 for the first tool of all, 1/2 for the second, …; 0 behind the last place that counts."""
    best = top[:_PLACES]
    same = tools[:, None] == best[None, :]
    return (same @ (1 / np.arange(1, len(best) + 1))).astype(np.float32)


def _semantic(meanings: _Meanings, tools: Numbers) -> Iterator[Floats]:
    cosines, shares = meanings.cosines, meanings.shares
    if not len(cosines):
        yield from np.zeros((6, len(tools)), np.float32)
        return
    spread = _spread(cosines, tools)
    places = np.stack([_place(top, tools) for top in meanings.tops])
    later = slice(1, None) if len(cosines) > 1 else slice(0, 1)
    known = shares[:, None]
    yield cosines[0][tools] * shares[0]
    yield spread[0] * shares[0]
    yield (cosines[later][:, tools] * known[later]).max(axis=0)
    yield (spread[later] * known[later]).max(axis=0)
    yield (places[later] * known[later]).max(axis=0)
    yield cosines[0][tools] / max(float(cosines[0].max()), 1e-6) * shares[0]


def _spread(cosines: Floats, tools: Numbers) -> Floats:
    """How far above the mean of all tools, in standard deviations."""
    mean, deviation = cosines.mean(axis=1), cosines.std(axis=1)
    return (cosines[:, tools] - mean[:, None]) / (deviation[:, None] + np.float32(1e-6))
