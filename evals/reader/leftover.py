"""Learns which words of labelled requests stay unmarked whatever the business."""

import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from evals.reader.corpus import Trade
from pipelines.intent.lexical.leftover import LEARNED, grams, words_left

_BUSINESSES = 3
"""In so many businesses, at least, a word has to be left so."""


def learn(trades: Iterable[Trade], out: Path = LEARNED) -> int:
    """Writes the words to a file; how many there are."""
    where: defaultdict[str, set[str]] = defaultdict(set)
    for trade in trades:
        for one in trade.requests:
            taken = [(mark.start, mark.end) for mark in (*one.marks, *one.asides)]
            for word in words_left(one.request.t, taken):
                for gram in grams(word.text):
                    where[gram].add(trade.business.name)
    known = sorted(gram for gram, names in where.items() if len(names) >= _BUSINESSES)
    out.write_text(json.dumps(known, ensure_ascii=False, indent=0) + "\n", "utf-8")
    return len(known)
