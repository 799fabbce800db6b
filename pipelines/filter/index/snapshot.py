"""An index as one file, so that the next process need not build it."""

import zipfile
from pathlib import Path

import numpy as np

from pipelines.filter.index.embedder import Embedder
from pipelines.filter.index.index import ToolIndex
from pipelines.filter.index.postings import Postings
from pipelines.filter.index.segment import Segment

FORMAT = 1
"""Raised whenever the same texts would make another index."""
_END = "\n"


def save_index(index: ToolIndex, file: Path) -> None:
    """Writes an index of one segment; readers see the old file or the new one, nothing between."""
    (segment,) = index.segments
    held = segment.postings
    fresh = file.with_suffix(".new.npz")
    np.savez(
        fresh,
        ids=_packed(segment.ids),
        terms=_packed(tuple(held.rows)),
        starts=held.starts,
        tools=held.tools,
        whole=held.whole,
        fields=held.fields,
        vectors=segment.vectors,
    )
    fresh.replace(file)


def load_index(file: Path, embedder: Embedder | None) -> ToolIndex | None:
    """The index that `save_index` wrote; None where there is none that can be read."""
    try:
        with file.open("rb") as stream, np.load(stream, allow_pickle=False) as held:
            ids, words = _unpacked(held["ids"]), _unpacked(held["terms"])
            rows = {term: row for row, term in enumerate(words)}
            parts = (held["starts"], held["tools"], held["whole"], held["fields"])
            segment = Segment(ids, Postings(rows, *parts), held["vectors"])
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    return ToolIndex((segment,), np.ones(len(ids), np.bool_), embedder)


def _packed(words: tuple[str, ...]) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    return np.frombuffer(_END.join(words).encode(), np.uint8)


def _unpacked(data: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> tuple[str, ...]:
    text = data.tobytes().decode()
    return tuple(text.split(_END)) if text else ()
