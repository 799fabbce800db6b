"""Sentences from which the table of words learns what words mean together: no request, no tool."""

import hashlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from evals.errors import BenchError

_PARTS = ("noun", "verb", "adj", "adv")
_QUOTED = re.compile(r'"([^"]+)"')
_FEWEST, _MOST = 3, 18
"""Words of a sentence: shorter ones say too little, longer ones take long to encode."""


def wordnet(folder: Path) -> Iterator[str]:
    """What WordNet says of its words: each explanation, and each example.

    `folder` has WordNet's own files `data.noun`, `data.verb`, …; BenchError where one is missing.
    """
    for part in _PARTS:
        file = folder / f"data.{part}"
        if not file.is_file():
            raise BenchError(f"{file} is not there: {folder} is no folder of WordNet's data files")
        for line in file.read_text("utf-8").splitlines():
            if not line.startswith("  "):
                gloss = line.partition("|")[2]
                yield _QUOTED.sub("", gloss).partition(";")[0]
                yield from _QUOTED.findall(gloss)


def told(words: Path, files: Iterable[Path]) -> Iterator[str]:
    """What WordNet says, and the lines of other files."""
    yield from wordnet(words)
    for file in files:
        yield from file.read_text("utf-8").splitlines()


def chosen(lines: Iterable[str], count: int) -> list[str]:
    """So many sentences of a handy length, each once, drawn by lot: the same in every run."""
    plain = {" ".join(line.split()) for line in lines}
    usable = [line for line in plain if _FEWEST <= len(line.split()) <= _MOST]
    return sorted(usable, key=lambda line: hashlib.sha256(line.encode()).digest())[:count]
