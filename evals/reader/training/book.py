"""The names of each business with their vectors, beside the batches of its requests."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import torch
from torch import Tensor

from evals.reader.business import Business
from evals.reader.training.examples import Example, earlier
from evals.reader.training.names import picked, shown, spelled_out
from evals.reader.training.network import KINDS, Network, Packed
from pipelines.intent.reader.evidence import Comparison, Likely, Name, Said
from pipelines.intent.reader.labels import ROLES
from pipelines.intent.reader.linking import met
from pipelines.intent.reader.mentions import Mentions
from pipelines.models.tokenizer import BOS, EOS, Tokenizer

_NAME_PIECES = 16
_KNOWN = 0.85
"""How often it is known what a mark belongs to when its own name is looked for."""
_LEARNING = 12
"""Names of a batch, at most, that are encoded anew and learned from."""
_STRANGE_WORDS = 12
"""Names of another business that are found in requests though they mean nothing there."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What stands beside a batch, by kind of names."""

    names: Mapping[str, Sequence[Name]]
    vectors: Mapping[str, Tensor]
    """names × width."""
    mentions: Mentions


@dataclass(slots=True)
class _Held:
    names: list[Name]
    vectors: Tensor
    mentions: Mentions


class NameBook:
    """Names are shown in other words and encoded anew now and then, not for each batch; those that
    a batch means are encoded with it, so that the encoder learns from them too."""

    def __init__(self, network: Network, tokenizer: Tokenizer, rng: random.Random) -> None:
        self.network, self.tokenizer, self.rng = network, tokenizer, rng
        self._held: dict[str, _Held] = {}

    def clear(self) -> None:
        """From here on names are shown in other words, and encoded by what was learned."""
        self._held = {}

    def beside(self, batch: Sequence[Example], businesses: Sequence[Business]) -> Shown:
        """What stands beside a batch of one business."""
        business = batch[0].business
        own = self._of(business, businesses)
        others = [one for one in businesses if one.name in self._held and one is not business]
        strange = self._of(self.rng.choice(others), businesses) if others else own
        names: dict[str, list[Name]] = {}
        vectors: dict[str, list[Tensor]] = {}
        for kind in KINDS:
            meant = {link for one in batch for link in one.links[kind] if link}
            mine = [(i, n) for i, n in enumerate(own.names) if n.kind == kind]
            more = [(i, n) for i, n in enumerate(strange.names) if n.kind == kind]
            chosen, foreign = picked([n for _, n in mine], [n for _, n in more], meant, self.rng)
            names[kind] = [*(mine[i][1] for i in chosen), *(more[i][1] for i in foreign)]
            vectors[kind] = [*(own.vectors[mine[i][0]] for i in chosen)]
            vectors[kind] += [strange.vectors[more[i][0]] for i in foreign]
        self._learn(batch, names, vectors)
        stacked = {k: torch.stack(held) for k, held in vectors.items() if held}
        return Shown(names, stacked, own.mentions)

    def _learn(
        self,
        batch: Sequence[Example],
        names: Mapping[str, Sequence[Name]],
        vectors: Mapping[str, list[Tensor]],
    ) -> None:
        """Puts vectors in that the encoder can learn from."""
        meant = [
            (kind, at)
            for kind in KINDS
            for at, name in enumerate(names[kind])
            if any(name.key in one.links[kind] for one in batch)
        ]
        meant = self.rng.sample(meant, min(len(meant), _LEARNING))
        if not meant:
            return
        fresh = encoded(self.network, [names[kind][at] for kind, at in meant], self.tokenizer)
        for (kind, at), vector in zip(meant, fresh, strict=True):
            vectors[kind][at] = vector

    def _of(self, business: Business, businesses: Sequence[Business]) -> _Held:
        held = self._held.get(business.name)
        if held is None:
            names = shown(business, self.rng)
            other = shown(self.rng.choice(businesses), self.rng)
            strange = self.rng.sample(other, min(len(other), _STRANGE_WORDS))
            with torch.no_grad():
                vectors = encoded(self.network, names, self.tokenizer)
            held = _Held(names, vectors, spelled_out(business, strange, self.rng))
            self._held[business.name] = held
        return held


def encoded(network: Network, names: Sequence[Name], tokenizer: Tokenizer) -> Tensor:
    """names × width: the mean over the pieces of each name's words."""
    cut = [(BOS, *tokenizer.tokens(name.text).ids[:_NAME_PIECES], EOS) for name in names]
    packed = Packed.of([(one, [1] * len(one)) for one in cut])
    with torch.autocast("cpu", torch.bfloat16):
        hidden = network.encoder(packed).float()
    return torch.stack([hidden[a:b].mean(0) for a, b in pairwise(packed.first)])


def said(one: Example, kind: str, mentions: Mentions, rng: random.Random) -> list[Said]:
    """Each mark as it is compared with names of a kind; what else it means is known, mostly."""
    found = [Said(words, told) for words, told in zip(one.words, one.told, strict=True)]
    for at, mark in enumerate(found):
        if kind == "entity":
            if ROLES[one.kinds[at]] == "REF":
                mark.met = _met(one, at, mentions)
        elif rng.random() < _KNOWN:
            own = at if kind == "value" else one.owners[at]
            if own is not None:
                mark.of = _likely(one.links["attribute" if kind == "value" else "entity"][own])
    return found


def compared(names: Sequence[Name], marks: Sequence[Said]) -> Tensor:
    """marks × names × columns of what speaks for a name."""
    return torch.tensor(Comparison(names).columns(marks))


def _met(one: Example, at: int, mentions: Mentions) -> Likely:
    before = {
        key: 1.0
        for text in earlier(one.marked.request)
        for mention in mentions.within(text)
        for key in mention.keys
    }
    own = (i for i in range(at) if ROLES[one.kinds[i]] != "REF")
    return met(before, (_likely(one.links["entity"][i]) for i in own))


def _likely(link: str | None) -> Likely:
    return {link: 1.0} if link else {}
