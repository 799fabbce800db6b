"""Vectors that are computed once: kept in a file by model and text."""

import hashlib
import logging
import sqlite3
from collections import OrderedDict
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from pipelines.filter.index.embedder import Embedded, Embedder
from pipelines.filter.index.postings import Floats

_LOG = logging.getLogger(__name__)
_MOST = 500_000
"""Vectors in the file; the oldest go first."""
_RECENT = 2048
"""Vectors in memory: sentences are looked for several times within one request."""
_ROWS = 500
"""Keys of one query."""
_TABLE = """CREATE TABLE IF NOT EXISTS vectors (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    key BLOB NOT NULL UNIQUE,
    share REAL NOT NULL,
    vector BLOB NOT NULL
)"""


@dataclass(frozen=True, slots=True)
class Kept:
    """The vector of a text, as halves, and the share of the text that it speaks for."""

    vector: bytes
    share: float


class VectorFile:
    """An SQLite file of vectors, for any number of threads and processes.

    One that cannot be read or written loses nothing but time: what it lacks is computed again.
    """

    def __init__(self, file: Path) -> None:
        self._file = file

    def read(self, keys: Sequence[bytes]) -> dict[bytes, Kept]:
        """What is kept of these keys."""
        found: dict[bytes, Kept] = {}
        try:
            with self._open() as connection:
                for start in range(0, len(keys), _ROWS):
                    part = keys[start : start + _ROWS]
                    marks = ",".join("?" * len(part))
                    query = f"SELECT key, vector, share FROM vectors WHERE key IN ({marks})"
                    rows = connection.execute(query, part)
                    found.update((key, Kept(vector, share)) for key, vector, share in rows)
        except (sqlite3.Error, OSError) as error:
            _LOG.warning("%s cannot be read: %s", self._file, error)
        return found

    def write(self, rows: Mapping[bytes, Kept]) -> None:
        """Keeps these too."""
        values = [(key, one.share, one.vector) for key, one in rows.items()]
        old = "DELETE FROM vectors WHERE number <= (SELECT max(number) FROM vectors) - ?"
        try:
            with self._open() as connection:
                insert = "INSERT OR IGNORE INTO vectors (key, share, vector) VALUES (?, ?, ?)"
                connection.executemany(insert, values)
                connection.execute(old, (_MOST,))
        except (sqlite3.Error, OSError) as error:
            _LOG.warning("%s cannot be written: %s", self._file, error)

    @contextmanager
    def _open(self) -> Generator[sqlite3.Connection]:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self._file, timeout=5.0)
        try:
            with connection:
                connection.execute(_TABLE)
                yield connection
        finally:
            connection.close()


@dataclass
class StoredEmbedder:
    """An embedder that is asked for each text once."""

    model: Embedder
    file: VectorFile
    local: bool = False
    """True for the model that is shipped: it answers at once, so that requests are not kept."""
    known: Mapping[bytes, Kept] = field(default_factory=dict[bytes, Kept])
    """Vectors that come with the model."""
    _recent: OrderedDict[bytes, Kept] = field(default_factory=OrderedDict[bytes, Kept], init=False)

    @property
    def name(self) -> str:
        """That of the model."""
        return self.model.name

    def embed(self, texts: Sequence[str], *, tools: bool = False) -> Embedded:
        """See `Embedder`: what is not kept is computed, all at once."""
        keys = self.keys(texts, tools)
        kept = self._kept(keys)
        lacking = {key: text for key, text in zip(keys, texts, strict=True) if key not in kept}
        if lacking:
            made = self._made(lacking, tools)
            if tools or not self.local:
                self.file.write(made)
            self._remember(made)
            kept |= made
        return _embedded([kept[key] for key in keys])

    def lacking(self, texts: Sequence[str]) -> list[str]:
        """Those of the texts of tools whose vectors are not kept yet, each once."""
        keys = self.keys(texts, tools=True)
        kept = self._kept(keys)
        return list({k: t for k, t in zip(keys, texts, strict=True) if k not in kept}.values())

    def keys(self, texts: Sequence[str], tools: bool) -> list[bytes]:
        """What their vectors are kept by; of a local model, which is ours, by side."""
        model = f"{self.model.name}\0{'tool' if tools and self.local else ''}".encode()
        return [hashlib.sha256(model + t.encode("utf-8", "replace")).digest()[:20] for t in texts]

    def _kept(self, keys: Sequence[bytes]) -> dict[bytes, Kept]:
        found = {key: self.known[key] for key in keys if key in self.known}
        found |= {key: self._recent[key] for key in keys if key in self._recent}
        rest = [key for key in dict.fromkeys(keys) if key not in found]
        read = self.file.read(rest) if rest else {}
        self._remember(read)
        return found | read

    def _made(self, texts: Mapping[bytes, str], tools: bool) -> dict[bytes, Kept]:
        made = self.model.embed(list(texts.values()), tools=tools)
        halves = made.vectors.astype(np.float16)
        return {
            key: Kept(vector.tobytes(), float(share))
            for key, vector, share in zip(texts, halves, made.shares, strict=True)
        }

    def _remember(self, rows: Mapping[bytes, Kept]) -> None:
        if len(rows) > _RECENT // 2:
            return
        self._recent.update(rows)
        while len(self._recent) > _RECENT:
            self._recent.popitem(last=False)


def _embedded(rows: Sequence[Kept]) -> Embedded:
    """Blank texts may have been kept without dimensions: theirs are those of the others."""
    shares = np.array([one.share for one in rows], np.float32)
    length = max((len(one.vector) // 2 for one in rows), default=0)
    vectors: Floats = np.zeros((len(rows), length), np.float32)
    for row, one in enumerate(rows):
        if one.vector:
            vectors[row] = np.frombuffer(one.vector, np.float16)
    return Embedded(vectors, shares)
