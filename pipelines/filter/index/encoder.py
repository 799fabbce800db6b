"""Vectors by the encoder that is shipped: it has learned which tools serve a request.

The lower half is the pretrained one of the local reader; the upper half is its own (`encoder.npz`,
8 bits a weight; how it was made: evals/filtering/MODEL_CARD.md).
"""

import hashlib
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from pipelines.filter.index.embedder import Embedded
from pipelines.filter.index.postings import Floats
from pipelines.filter.index.segment import Texts, model_text
from pipelines.filter.index.stored import Kept, StoredEmbedder, VectorFile
from pipelines.intent.reader.local import shipped as shipped_reader
from pipelines.intent.reader.network import Network
from pipelines.intent.reader.tokenizer import BOS, EOS, Tokenizer
from pipelines.models.transformer import as_floats, layer, linear, unit

WEIGHTS = Path(__file__).with_name("encoder.npz")
KNOWN = Path(__file__).with_name("encoder.known.npz")
REQUEST, TOOL = 0, 1
"""The two sides that are compared."""
PIECES = (240, 80)
"""Of a request and of a tool, at most: what follows tells little and takes long."""


@dataclass(frozen=True)
class Encoder:
    """Texts → the mean of their pieces, through the head."""

    name: str
    trunk: Network
    tokenizer: Tokenizer
    weights: dict[str, Floats]

    def embed(self, texts: Sequence[str], *, tools: bool = False) -> Embedded:
        """See `Embedder`."""
        side = TOOL if tools else REQUEST
        vectors = np.concatenate([self._vectors(text, side) for text in texts]) if texts else _NONE
        return _said(vectors, texts)

    def embed_parts(self, text: str, spans: Sequence[tuple[int, int]]) -> Embedded:
        """See `InContext`: one pass tells all."""
        vectors = self._vectors(text, REQUEST, spans)
        return _said(vectors, [text, *(text[start:end] for start, end in spans)])

    def _vectors(self, text: str, side: int, spans: Sequence[tuple[int, int]] = ()) -> Floats:
        ids, places = cut(self.tokenizer, text, side, spans)
        x = self.trunk.pretrained(np.array([ids]))
        for number in range(self.trunk.frozen, self.trunk.layers):
            if number == int(self.weights["begins"]):
                x = x + self.weights["side"][side]
            x = layer(self.weights, self.trunk.heads, x, f"layers.{number}.")
        means = np.stack([x[0, first:last].mean(0) for first, last in places])
        return unit(linear(self.weights, means, "head"))


def cut(
    tokenizer: Tokenizer, text: str, side: int, spans: Sequence[tuple[int, int]] = ()
) -> tuple[list[int], list[tuple[int, int]]]:
    """The pieces of a text; and which of them, [first, last), are of the whole and of each part.

    A part behind the last piece that is read is taken for the whole."""
    tokens = tokenizer.tokens(text[: PIECES[side] * _SIGNS])
    ids = [BOS, *tokens.ids[: PIECES[side] - 2], EOS]
    starts = [start for start, _ in tokens.offsets[: PIECES[side] - 2]]
    places = [(0, len(ids))]
    for start, end in spans:
        first, last = bisect_left(starts, start) + 1, bisect_left(starts, end) + 1
        places.append((first, last) if first < last else places[0])
    return ids, places


def _said(vectors: Floats, texts: Sequence[str]) -> Embedded:
    """A text without a letter says nothing."""
    shares = np.array([float(any(map(str.isalpha, text))) for text in texts], np.float32)
    return Embedded(vectors * shares[:, None], shares)


_SIGNS = 12
"""Letters of a piece, at most on average: so much of a text is taken apart."""
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
    return Encoder(name, reader.network, reader.tokenizer, weights)


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
