"""Which tools have which terms, as flat arrays: built at once, read by slices."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipelines.filter.index.terms import terms
from pipelines.filter.index.texts import FIELDS

Floats = NDArray[np.float32]
Halves = NDArray[np.float16]
Ints = NDArray[np.int32]
Numbers = NDArray[np.intp]

SATURATION = 1.6
"""How soon the repetition of a term stops counting (`k1` of BM25)."""
LENGTH = 0.5
"""How much longer fields count less (`b` of BM25)."""
SHARES = np.array([1.0, 1.0, 0.7, 0.7, 0.4], np.float32)
"""What each of FIELDS adds to the whole."""


@dataclass(frozen=True, slots=True)
class Postings:
    """The tools of term `rows[term]` stand at `starts[row]` to `starts[row + 1]`, by number."""

    rows: Mapping[str, int]
    starts: Ints
    tools: Ints
    whole: Floats
    """What the term counts in all fields of the tool together."""
    fields: Halves
    """What it counts in each of FIELDS; one row of zeros more than there are entries."""

    def known(self, words: Iterable[str]) -> list[int]:
        """The rows of those of the words that any tool has."""
        return [row for word in words if (row := self.rows.get(word)) is not None]

    def sums(self, weights: Mapping[str, float], tools: int) -> Floats:
        """What weighted terms count in each of so many tools, added up."""
        rows = self.known(weights)
        if not rows:
            return np.zeros(tools, np.float32)
        firsts, ends = self.starts[rows], self.starts[np.array(rows) + 1]
        places = [slice(*ends) for ends in zip(firsts.tolist(), ends.tolist(), strict=True)]
        each = np.array([weight for term, weight in weights.items() if term in self.rows])
        counts = np.concatenate([self.whole[place] for place in places])
        counts = counts * np.repeat(each.astype(np.float32), ends - firsts)
        # All at once, and not term by term: that is six times as fast.
        owners = np.concatenate([self.tools[place] for place in places])
        return np.bincount(owners, counts, tools).astype(np.float32)

    def frequencies(self, words: Iterable[str]) -> dict[str, int]:
        """How many tools have each of those of the words that any tool has."""
        rows = {term: row for term in words if (row := self.rows.get(term)) is not None}
        places = np.fromiter(rows.values(), np.intp, len(rows))
        counts = self.starts[places + 1] - self.starts[places]
        return dict(zip(rows, counts.tolist(), strict=True))

    def impacts(self, words: Sequence[str], tools: Numbers) -> Floats:
        """What each word counts in each field of these tools: words × tools × FIELDS."""
        found = np.zeros((len(words), len(tools), len(FIELDS)), np.float32)
        known = [
            (n, row) for n, term in enumerate(words) if (row := self.rows.get(term)) is not None
        ]
        if not known or not len(tools):
            return found
        numbers, rows = np.array(known).T
        firsts, ends = self.starts[rows], self.starts[rows + 1]
        every = np.concatenate([self.tools[a:b] for a, b in zip(firsts, ends, strict=True)])
        column = np.full(max(tools.max(), every.max()) + 1, -1, np.intp)
        column[tools] = np.arange(len(tools))
        columns = column[every]
        hits = np.flatnonzero(columns >= 0)
        last = np.cumsum(ends - firsts)
        which = last.searchsorted(hits, "right")
        places = ends[which] - last[which] + hits
        found[numbers[which], columns[hits]] = self.fields[places]
        return found


def build_postings(texts: Sequence[Mapping[str, str]]) -> Postings:
    """The postings of tools given as text by field; the number of a tool is its place."""
    rows: defaultdict[str, int] = defaultdict()
    rows.default_factory = rows.__len__
    parts = [_counted([text[name] for text in texts], rows) for name in FIELDS]
    keys = np.concatenate([keys for keys, _ in parts])
    column = np.repeat(np.arange(len(FIELDS)), [len(keys) for keys, _ in parts])
    unique, place = np.unique(keys, return_inverse=True)
    counts = np.zeros((len(unique) + 1, len(FIELDS)), np.float32)
    counts[place, column] = np.concatenate([values for _, values in parts])
    number = max(1, len(texts))
    owners = (unique // number).astype(np.int32)
    return Postings(
        dict(rows),
        np.searchsorted(owners, np.arange(len(rows) + 1)).astype(np.int32),
        (unique % number).astype(np.int32),
        # Summed, and not by BLAS, which may raise floating point flags of its own on narrow rows.
        _saturated((counts[:-1] * SHARES).sum(axis=1)),
        _saturated(counts).astype(np.float16),
    )


def _counted(texts: Sequence[str], rows: defaultdict[str, int]) -> tuple[NDArray[np.int64], Floats]:
    """How often which term is in which tool, by row × tools + tool: less in longer texts."""
    words: list[int] = []
    lengths: list[int] = []
    for text in texts:
        found = terms(text)
        words.extend([rows[term] for term in found])
        lengths.append(len(found))
    number = max(1, len(texts))
    every = np.array(words, np.int64) * number + np.repeat(np.arange(len(texts)), lengths)
    keys, values = np.unique(every, return_counts=True)
    return keys, _lengthwise(keys % number, values.astype(np.float32), len(texts))


def _lengthwise(tools: Numbers, values: Floats, number: int) -> Floats:
    lengths = np.bincount(tools, weights=values, minlength=number)
    mean = lengths.sum() / max(1, np.count_nonzero(lengths))
    norm = 1 - LENGTH + LENGTH * lengths / max(mean, 1.0)
    return (values / norm[tools]).astype(np.float32)


def _saturated(values: Floats) -> Floats:
    found = values * (SATURATION + 1) / (values + SATURATION)
    return found.astype(np.float32)
