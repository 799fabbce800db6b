"""The filter's encoder in torch: what the reader has of the pretrained trunk, and its own layers.

`pipelines/filter/index/encoder.py` computes the same with numpy alone.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor, nn

from evals.reader.training.network import Layer
from evals.reader.training.trunk import Trunk, read_trunk, trunk_file
from pipelines.filter.index.encoder import PIECES
from pipelines.intent.reader.local import WEIGHTS as READER
from pipelines.intent.reader.network import load
from pipelines.models.tokenizer import BOS, EOS, Tokenizer

LEARNS_FROM = 8
"""The layers below stay as they were pretrained: of these six are the reader's, two are shipped
with the encoder."""


@dataclass(frozen=True, slots=True)
class Packed:
    """Texts behind each other, and the same as a grid of texts × the longest, for attention."""

    ids: Tensor
    places: Tensor
    text: Tensor
    """Which text each piece is of."""
    lengths: Tensor
    grid: Tensor
    mask: Tensor
    where: Tensor

    @classmethod
    def of(cls, texts: Sequence[Sequence[int]]) -> "Packed":
        """From the pieces of each text."""
        lengths = torch.tensor([len(one) for one in texts])
        first = torch.tensor([0, *accumulate(len(one) for one in texts)][:-1])
        steps = torch.arange(int(lengths.max()))
        there = steps[None] < lengths[:, None]
        return cls(
            torch.tensor([piece for one in texts for piece in one]),
            torch.cat([torch.arange(len(one)) for one in texts]),
            torch.repeat_interleave(torch.arange(len(texts)), lengths),
            lengths.float(),
            (first[:, None] + steps[None]) * there,
            there[:, None, None, :],
            there.flatten().nonzero()[:, 0],
        )


def through(layer: Layer, x: Tensor, packed: Packed) -> Tensor:
    """One layer, pieces × width; attention written out, which is faster backward than the fused
    one for texts so short."""
    width, (texts, length) = x.shape[-1], packed.grid.shape
    each = width // layer.heads
    parts = layer.qkv(x)[packed.grid.flatten()].view(texts, length, 3, layer.heads, each)
    q, k, v = (parts[:, :, at].transpose(1, 2) for at in range(3))
    seen = (q @ k.transpose(-1, -2) / math.sqrt(each)).masked_fill(~packed.mask, -1e4)
    mixed = torch.softmax(seen, -1).to(v.dtype) @ v
    mixed = mixed.transpose(1, 2).reshape(texts * length, width)[packed.where]
    x = layer.aln(x + layer.ao(mixed))
    return layer.oln(x + layer.fo(F.gelu(layer.fi(x))))


class Lower(nn.Module):
    """Embeddings and the layers that do not learn: the reader's in its own 8 bits, then the
    pretrained ones."""

    def __init__(self, trunk: Trunk, reader: Path = READER) -> None:
        super().__init__()
        with np.load(reader, allow_pickle=False) as held:
            weights = dict(held)
        self.word, self.place = _of(weights, "word.weight"), _of(weights, "place.weight")
        width = self.word.shape[1]
        self.norm = nn.LayerNorm(width, 1e-12)
        self.norm.load_state_dict({n: _of(weights, f"norm.{n}") for n in ("weight", "bias")})
        frozen, layers = int(weights["frozen"]), list[Layer]()
        for number in range(LEARNS_FROM):
            layer = _layer(trunk, number)
            if number < frozen:
                names = layer.state_dict()
                layer.load_state_dict({n: _of(weights, f"layers.{number}.{n}") for n in names})
            layers.append(layer)
        self.layers = nn.ModuleList(layers)

    @torch.no_grad()
    def forward(self, packed: Packed) -> Tensor:
        """Hidden states, pieces × width."""
        x = self.norm(self.word[packed.ids] + self.place[packed.places])
        for layer in self.layers:
            assert isinstance(layer, Layer)
            x = through(layer, x, packed)
        return x


class Upper(nn.Module):
    """The layers that learn, what tells requests from tools, and the head."""

    def __init__(self, trunk: Trunk) -> None:
        super().__init__()
        self.layers = nn.ModuleList(_layer(trunk, n) for n in range(LEARNS_FROM, trunk.layers))
        width = trunk.weights["word"].shape[1]
        self.side = nn.Parameter(torch.zeros(2, width))
        self.head = nn.Linear(width, width)
        nn.init.eye_(self.head.weight)
        nn.init.zeros_(self.head.bias)

    def forward(self, x: Tensor, packed: Packed, side: int) -> Tensor:
        """texts × width, of length one, from the hidden states below."""
        x = x + self.side[side]
        for layer in self.layers:
            assert isinstance(layer, Layer)
            x = through(layer, x, packed)
        sums = torch.zeros(len(packed.lengths), x.shape[-1])
        sums = sums.index_add_(0, packed.text, x.float())
        return F.normalize(self.head(sums / packed.lengths[:, None]), dim=-1)


class Hidden:
    """What the layers below make of texts, computed once for each."""

    def __init__(self, lower: Lower, tokenizer: Tokenizer) -> None:
        self.lower, self.tokenizer = lower, tokenizer
        self._ids: dict[tuple[str, int], list[int]] = {}
        self._held: dict[tuple[str, int], Tensor] = {}

    def add(self, texts: Sequence[str], side: int, together: int = 128) -> None:
        """Computes what is not there yet, texts of like length together."""
        fresh = [one for one in dict.fromkeys(texts) if (one, side) not in self._ids]
        for text in fresh:
            pieces = self.tokenizer.tokens(text).ids[: PIECES[side] - 2]
            self._ids[text, side] = [BOS, *pieces, EOS]
        fresh.sort(key=lambda text: len(self._ids[text, side]))
        for start in range(0, len(fresh), together):
            part = fresh[start : start + together]
            packed = Packed.of([self._ids[text, side] for text in part])
            with torch.autocast("cpu", torch.bfloat16):
                states = self.lower(packed).to(torch.bfloat16)
            for text, state in zip(
                part,
                torch.split(states, [len(self._ids[text, side]) for text in part]),
                strict=True,
            ):
                self._held[text, side] = state.clone()

    def of(self, texts: Sequence[str], side: int) -> tuple[Tensor, Packed]:
        """The states of texts that were added, and their places."""
        states = torch.cat([self._held[text, side] for text in texts]).float()
        return states, Packed.of([self._ids[text, side] for text in texts])


def pretrained() -> tuple[Trunk, Lower, Tokenizer]:
    """The trunk, its layers that do not learn, and the tokenizer of the shipped reader."""
    trunk = read_trunk(trunk_file())
    return trunk, Lower(trunk), load(READER)[1]


def export(upper: Upper, trunk: Trunk, file: Path) -> int:
    """Writes the encoder that is shipped, 8 bits a weight with a scale a row; its bytes."""
    held: dict[str, NDArray[np.generic]] = {"begins": np.array(LEARNS_FROM, np.float32)}
    first = _frozen_of_reader()
    tables = {
        f"layers.{number}.{name}": table
        for number in range(first, LEARNS_FROM)
        for name, table in _layer(trunk, number).state_dict().items()
    }
    for name, table in upper.state_dict().items():
        place = name.split(".")
        if place[0] == "layers":
            place[1] = str(int(place[1]) + LEARNS_FROM)
        tables[".".join(place)] = table
    for name, tensor in tables.items():
        table = tensor.detach().to(torch.float32).numpy()
        if table.ndim == 2 and name != "side":
            scale = np.maximum(np.abs(table).max(1, keepdims=True) / 127, 1e-12).astype(np.float32)
            held[name] = np.rint(table / scale).clip(-127, 127).astype(np.int8)
            held[f"{name}.scale"] = scale
        else:
            held[name] = table
    np.savez(file, **held)  # pyright: ignore[reportArgumentType]
    return file.stat().st_size


def _frozen_of_reader() -> int:
    with np.load(READER, allow_pickle=False) as held:
        return int(held["frozen"])


def _layer(trunk: Trunk, number: int) -> Layer:
    width, inner = trunk.weights["word"].shape[1], trunk.weights["layers.0.fi.weight"].shape[0]
    layer = Layer(width, inner, trunk.heads)
    layer.load_state_dict(
        {n: torch.tensor(trunk.weights[f"layers.{number}.{n}"]) for n in layer.state_dict()}
    )
    return layer


def _of(weights: dict[str, NDArray[np.generic]], name: str) -> Tensor:
    table = weights[f"encoder.{name}"].astype(np.float32)
    scale = weights.get(f"encoder.{name}.scale")
    return torch.tensor(table if scale is None else table * scale.astype(np.float32))
