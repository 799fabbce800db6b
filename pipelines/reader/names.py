"""Names that marks can mean: those of a catalogue, as the encoder sees them, and their spelling."""

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkstemp
from zipfile import BadZipFile

import numpy as np
from rapidfuzz.fuzz import ratio

from pipelines.reader.labels import LINKS
from pipelines.reader.network import Floats, Network, beside
from pipelines.reader.tokenizer import BOS, EOS, Tokenizer

_PIECES = 24
"""Pieces of a name's words that are looked at."""
_SHOWN = 5
"""Words of a name that are shown to the encoder, at most."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name of one kind (`action`, `entity`, `attribute`, `value`) and the words for it."""

    kind: str
    key: str
    words: tuple[str, ...]

    @property
    def text(self) -> str:
        """As the encoder reads it."""
        return " / ".join(self.words[:_SHOWN])


@dataclass(frozen=True, slots=True)
class NamesOfKind:
    """Keys, and a vector for each."""

    keys: tuple[str, ...]
    vectors: Floats


class NameTable:
    """The names of a catalogue."""

    def __init__(self, names: Iterable[Name], vector: Callable[[Name], Floats]) -> None:
        self._names: dict[str, list[Name]] = {kind: [] for kind in LINKS}
        for name in names:
            self._names[name.kind].append(name)
        self._held = {
            kind: NamesOfKind(
                tuple(name.key for name in held),
                beside(np.stack([vector(name) for name in held]))
                if held
                else np.zeros((0, 1), np.float32),
            )
            for kind, held in self._names.items()
        }

    def of(self, kind: str) -> NamesOfKind:
        """The names of a kind."""
        return self._held[kind]

    def spelled(self, kind: str, said: str) -> Floats:
        """names × 2: whether the words said are a word of that name, and how alike they are."""
        said = said.casefold()
        rows = [_alike(said, name.words) for name in self._names[kind]]
        return np.array([(float(alike == 1.0), alike) for alike in rows], np.float32)


def _alike(said: str, words: Iterable[str]) -> float:
    return max((ratio(said, word.casefold()) for word in words), default=0.0) / 100


class VectorFile:
    """Vectors of names by their words, kept in a file: a catalogue is encoded once, not at each
    start. Another process may write it too; what it has and this one has not is encoded again."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._held = self._read()
        self._new = False

    def get(self, text: str) -> Floats | None:
        """links × width, one vector for each kind of names."""
        return self._held.get(text)

    def put(self, text: str, vectors: Floats) -> None:
        """Keeps them until the file is written."""
        self._held[text] = vectors
        self._new = True

    def write(self) -> None:
        """Writes what is new; a folder that cannot be written costs time only."""
        if not self._new:
            return
        texts = np.frombuffer("\0".join(self._held).encode("utf-8"), np.uint8)
        with suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            descriptor, name = mkstemp(dir=self._file.parent, suffix=".tmp")
            with os.fdopen(descriptor, "wb") as opened:
                np.savez(opened, texts=texts, vectors=np.stack(list(self._held.values())))
            Path(name).replace(self._file)
        self._new = False

    def _read(self) -> dict[str, Floats]:
        try:
            with self._file.open("rb") as opened, np.load(opened, allow_pickle=False) as held:
                texts = bytes(held["texts"]).decode("utf-8").split("\0")
                return dict(zip(texts, held["vectors"], strict=True))
        except (OSError, ValueError, KeyError, EOFError, BadZipFile):
            return {}


def vector_of(
    network: Network, tokenizer: Tokenizer, kept: VectorFile | None = None
) -> Callable[[Name], Floats]:
    """The vector of a name; each text is encoded once."""
    held: dict[str, Floats] = {}

    def vector(name: Name) -> Floats:
        text = name.text
        found = held.get(text)
        if found is None and kept is not None:
            found = kept.get(text)
        if found is None:
            ids = (BOS, *tokenizer.tokens(text).ids[:_PIECES], EOS)
            found = network.named(network.hidden(ids, (1,) * len(ids)))
            if kept is not None:
                kept.put(text, found)
        held[text] = found
        return found[LINKS.index(name.kind)]

    return vector
