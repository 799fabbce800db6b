"""Vectors by the encoder that is shipped: it has learned which tools serve a request.

The lower half is the pretrained one of the local reader; the upper half is its own (`encoder.npz`,
8 bits a weight; how it was made: evals/filtering/MODEL_CARD.md).
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TypeAlias
from zipfile import BadZipFile

import numpy as np

from pipelines.filter.index.embedder import Embedded
from pipelines.filter.index.postings import Floats
from pipelines.filter.index.segment import Texts, model_text
from pipelines.filter.index.stored import Kept, StoredEmbedder, VectorFile
from pipelines.intent.reader.local import shipped as shipped_reader
from pipelines.models.tokenizer import BOS, EOS, Tokenizer
from pipelines.models.transformer import as_floats, kept_apart, layer, linear, unit
from pipelines.models.trunk import Trunk

WEIGHTS = Path(__file__).with_name("encoder.npz")
KNOWN = Path(__file__).with_name("encoder.known.npz")
REQUEST, TOOL = 0, 1
"""The two sides that are compared."""
PIECES = (160, 80)
"""Of a request and of a tool, at most: what follows tells little and takes long."""


Pieces: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class Encoder:
    """Texts → the mean of their pieces, through the head."""

    name: str
    trunk: Trunk
    layers: int
    """Of the whole, those of the trunk counted."""
    tokenizer: Tokenizer
    weights: dict[str, Floats]

    def embed(self, texts: Sequence[str], *, tools: bool = False) -> Embedded:
        """See `Embedder`."""
        side = TOOL if tools else REQUEST
        made = [
            row for some in _rows(self._pieces(texts, side)) for row in self._vectors(some, side)
        ]
        vectors = np.stack(made) if made else _NONE
        shares = np.array([float(any(map(str.isalpha, text))) for text in texts], np.float32)
        return Embedded(vectors * shares[:, None], shares)

    def _pieces(self, texts: Sequence[str], side: int) -> Iterator[Pieces]:
        for text in texts:
            pieces = self.tokenizer.tokens(text[: PIECES[side] * _SIGNS]).ids
            yield (BOS, *pieces[: PIECES[side] - 2], EOS)

    def _vectors(self, texts: Sequence[Pieces], side: int) -> Iterator[Floats]:
        """Of each text, all of them behind each other in one row."""
        lengths = [len(text) for text in texts]
        apart = kept_apart(lengths)
        x = np.concatenate(self.trunk.read(texts))[None]
        for number in range(self.trunk.layers, self.layers):
            if number == int(self.weights["begins"]):
                x = x + self.weights["side"][side]
            x = layer(self.weights, self.trunk.heads, x, f"layers.{number}.", apart)
        for one in np.split(x[0], np.cumsum(lengths)[:-1]):
            yield unit(linear(self.weights, one.mean(0), "head"))


def _rows(texts: Iterable[Pieces]) -> Iterator[list[Pieces]]:
    """As many texts behind each other as a row holds."""
    row: list[Pieces] = []
    for text in texts:
        if row and sum(map(len, row)) + len(text) > _ROW:
            yield row
            row = []
        row.append(text)
    if row:
        yield row


_SIGNS = 12
"""Letters of a piece, at most on average: so much of a text is taken apart."""
_ROW = 160
"""Pieces of a row: of more, what each sees of the others costs more than the row saves."""
_NONE = np.zeros((0, 0), np.float32)


@cache
def load_encoder(file: Path = WEIGHTS) -> Encoder:
    """The encoder in a file, on the trunk of the shipped reader; ValueError where either is
    damaged."""
    reader = shipped_reader()
    try:
        raw = file.read_bytes()
        with np.load(BytesIO(raw), allow_pickle=False) as held:
            weights = as_floats(dict(held))
    except (OSError, ValueError, EOFError, BadZipFile) as error:
        raise ValueError(f"{file} holds no weights of the encoder") from error
    name = f"zhizao-encoder-{hashlib.sha256(raw).hexdigest()[:12]}"
    return Encoder(name, reader.network.trunk, reader.network.layers, reader.tokenizer, weights)


def keep_known(texts: Iterable[Texts], file: Path = KNOWN) -> int:
    """Encodes these tools for the file that comes with the encoder; how many there are."""
    told = list(dict.fromkeys(model_text(each) for each in texts))
    encoder = load_encoder()
    keys = StoredEmbedder(encoder, VectorFile(file), local=True).keys(told, tools=True)
    vectors = encoder.embed(told, tools=True).vectors.astype(np.float16)
    np.savez(file, keys=np.array([np.frombuffer(key, np.uint8) for key in keys]), vectors=vectors)
    return len(told)


def known_vectors(file: Path = KNOWN) -> dict[bytes, Kept]:
    """Vectors of the demo's tools, which come with the encoder: they save time only."""
    try:
        with np.load(file, allow_pickle=False) as held:
            pairs = zip(held["keys"], held["vectors"], strict=True)
            return {key.tobytes(): Kept(vector.tobytes(), 1.0) for key, vector in pairs}
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return {}
