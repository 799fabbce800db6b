"""Requests that tools have served: a sentence that is much like one of them means its tool.

They are an index of their own, so that the weights of the tools' own texts, which were learned
without any, mean the same however many requests there are.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from pipelines.filter.index.postings import Floats, Numbers
from pipelines.filter.index.terms import terms


@dataclass(frozen=True, slots=True)
class PastRequests:
    """Requests by number, as vectors of unit length over their terms, and whose each was."""

    owners: tuple[str, ...]
    rows: Mapping[str, tuple[Numbers, Floats]]
    """Term → the requests that have it, and what it tells in each."""
    idf: Mapping[str, float]
    unknown: float
    """What a term tells that no request has."""

    @classmethod
    def of(cls, served: Iterable[tuple[str, str]]) -> "PastRequests":
        """The index of (tool, request) pairs."""
        pairs = [(tool, Counter(terms(text))) for tool, text in served]
        counts = Counter(term for _, counted in pairs for term in counted)
        idf = {term: math.log(1 + len(pairs) / count) for term, count in counts.items()}
        held: dict[str, tuple[list[int], list[float]]] = {}
        for number, (_, counted) in enumerate(pairs):
            length = math.sqrt(sum(idf[term] ** 2 for term in counted)) or 1.0
            for term in counted:
                numbers, values = held.setdefault(term, ([], []))
                numbers.append(number)
                values.append(idf[term] / length)
        rows = {
            term: (np.array(numbers, np.intp), np.array(values, np.float32))
            for term, (numbers, values) in held.items()
        }
        return cls(tuple(tool for tool, _ in pairs), rows, idf, math.log(1 + max(1, len(pairs))))

    def likeness(self, text: str) -> dict[str, float]:
        """Tool → how much the text is like the most similar request that it served, 0 to 1."""
        said = dict.fromkeys(terms(text))
        told = {term: self.idf.get(term, self.unknown) for term in said}
        length = math.sqrt(sum(value**2 for value in told.values()))
        scores = np.zeros(len(self.owners), np.float32)
        for term in said:
            if term in self.rows:
                numbers, values = self.rows[term]
                scores[numbers] += values * np.float32(told[term] / length)
        found: dict[str, float] = {}
        for number in np.flatnonzero(scores):
            owner, score = self.owners[number], float(scores[number])
            found[owner] = max(found.get(owner, 0.0), score)
        return found
