"""Names that marks can mean: those of a catalogue, as the encoder sees them, and what else speaks
for each."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from pipelines.intent.reader.evidence import Comparison, Name
from pipelines.intent.reader.labels import LINKS
from pipelines.intent.reader.mentions import Mentions
from pipelines.intent.reader.network import Network, beside
from pipelines.models.kept_vectors import VectorFile
from pipelines.models.tokenizer import BOS, EOS, Tokenizer
from pipelines.models.transformer import Floats

PIECES = 24
"""Pieces of a name's words that are looked at."""
_TOGETHER = 32
"""Names that are encoded at once."""


@dataclass(frozen=True, slots=True)
class NamesOfKind:
    """Keys, a vector for each, and what is compared beside it."""

    keys: tuple[str, ...]
    vectors: Floats
    comparison: Comparison


class NameTable:
    """The names of a catalogue."""

    def __init__(
        self, names: Iterable[Name], encoder: "NameEncoder", kept: VectorFile | None = None
    ) -> None:
        every = tuple(names)
        self.mentions = Mentions(every)
        vectors = encoder.vectors([name.text for name in every], kept)
        self._held: dict[str, NamesOfKind] = {}
        for number, kind in enumerate(LINKS):
            at = [i for i, name in enumerate(every) if name.kind == kind]
            own = [every[i] for i in at]
            keys = tuple(name.key for name in own)
            self._held[kind] = NamesOfKind(keys, beside(vectors[at, number]), Comparison(own))

    def of(self, kind: str) -> NamesOfKind:
        """The names of a kind."""
        return self._held[kind]


class NameEncoder:
    """Encodes the words of names; each text once. `known`: vectors by such words, made before."""

    def __init__(
        self, network: Network, tokenizer: Tokenizer, known: Mapping[str, Floats] | None = None
    ) -> None:
        self._network, self._tokenizer = network, tokenizer
        self._shipped = known or {}
        self._held: dict[str, Floats] = dict(self._shipped)

    def vectors(self, texts: Sequence[str], kept: VectorFile | None = None) -> Floats:
        """texts × links × width of a link; what the file has is taken from it, the rest put in."""
        own = [text for text in dict.fromkeys(texts) if text not in self._shipped]
        if kept is not None:
            known = {text: kept.get(text) for text in own}
            self._held |= {text: held for text, held in known.items() if held is not None}
        self._encode([text for text in own if text not in self._held])
        if kept is not None:
            kept.add({text: self._held[text] for text in own})
        if not texts:
            return np.zeros((0, len(LINKS), 1), np.float32)
        return np.stack([self._held[text] for text in texts])

    def _encode(self, texts: Sequence[str]) -> None:
        """Texts of as many pieces go through the network together: there is no padding then."""
        cut = {text: (BOS, *self._tokenizer.tokens(text).ids[:PIECES], EOS) for text in texts}

        def length(text: str) -> int:
            return len(cut[text])

        for _, alike in groupby(sorted(texts, key=length), length):
            held = list(alike)
            for at in range(0, len(held), _TOGETHER):
                part = held[at : at + _TOGETHER]
                found = self._network.named(np.array([cut[text] for text in part]))
                self._held |= dict(zip(part, found, strict=True))
