"""Vectors of words in a file of numpy, beside the weights that made them."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp
from zipfile import BadZipFile

import numpy as np

from pipelines.models.transformer import Floats


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

    @property
    def vectors(self) -> Mapping[str, Floats]:
        """All that is held: words → links × width."""
        return self._held

    def add(self, vectors: Mapping[str, Floats]) -> None:
        """Keeps what is new until the file is written."""
        self._new = self._new or not vectors.keys() <= self._held.keys()
        self._held |= vectors

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
