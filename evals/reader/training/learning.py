"""The loss of a batch, and the loop that makes it smaller."""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

import torch
import torch.nn.functional as F
from torch import Tensor

from evals.reader.business import Business
from evals.reader.training.examples import SKIP, Example, batches
from evals.reader.training.names import Name, picked, shown, spelled
from evals.reader.training.network import KINDS, Network, Packed, Scores
from pipelines.reader.tokenizer import BOS, EOS, Tokenizer

WEIGHTS = {
    "roles": 1.0,
    "asides": 0.7,
    "type": 0.6,
    "turn": 0.3,
    "heads": 1.0,
    "ties": 1.0,
    "functions": 0.4,
    "operators": 0.1,
    "action": 0.5,
    "entity": 0.7,
    "attribute": 0.6,
    "value": 0.5,
}
"""How much each part counts."""


_NAME_PIECES = 16
_AS_SHOWN = 2
"""Epochs in which names keep their words and vectors."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """How long and how fast to learn."""

    epochs: int = 6
    pieces: int = 320
    """Of the texts of a batch together."""
    rate: float = 1.2e-4
    head_rate: float = 1e-3
    warm_up: float = 0.06
    seed: int = 7
    minutes: float | None = None
    """The learning rate reaches zero at that time, if not at the end of the epochs."""


def learn(
    network: Network,
    draw: Callable[[int], list[Example]],
    businesses: Sequence[Business],
    tokenizer: Tokenizer,
    schedule: Schedule,
    report: Callable[[str], None],
) -> None:
    """Trains in place; `draw(epoch)` gives the examples of an epoch, varied anew."""
    rng = random.Random(schedule.seed)
    seed_all(schedule.seed)
    pace = _Pace(network, schedule)
    book = NameBook(network, tokenizer, rng)
    network.train()
    for epoch in range(schedule.epochs):
        if pace.is_over:
            break
        held = batches(draw(epoch), schedule.pieces, rng)
        if epoch % _AS_SHOWN == 0:
            book.clear()
        sums: dict[str, float] = {}
        for number, batch in enumerate(held):
            if not pace.set((epoch + number / len(held)) / schedule.epochs):
                break
            parts = losses(network, batch, businesses, book)
            pace.step(sum((WEIGHTS[k] * part for k, part in parts.items()), torch.tensor(0.0)))
            pace.seen += len(batch)
            for name, part in parts.items():
                sums[name] = sums.get(name, 0.0) + float(part.detach()) / len(held)
        told = " ".join(f"{name} {value:.3f}" for name, value in sums.items())
        report(f"epoch {epoch + 1}: {told} ({pace.seen} requests in {pace.spent:.1f} min)")
    network.eval()


def seed_all(seed: int) -> None:
    """The same draws each time."""
    torch.manual_seed(seed)  # pyright: ignore[reportUnknownMemberType]


class _Pace:
    """The optimiser, with rates that rise for a moment and then fall to nothing."""

    def __init__(self, network: Network, schedule: Schedule) -> None:
        inside = {id(p) for p in network.encoder.parameters()}
        trunk = [p for p in network.encoder.parameters() if p.requires_grad]
        heads = [p for p in network.parameters() if id(p) not in inside]
        self.learning = [*trunk, *heads]
        self.rates = (schedule.rate, schedule.head_rate)
        groups = [{"params": held} for held in (trunk, heads)]
        self.optimiser = torch.optim.AdamW(groups, lr=schedule.rate, weight_decay=0.01)
        self.schedule, self.begun, self.seen = schedule, time.monotonic(), 0

    @property
    def spent(self) -> float:
        """Minutes."""
        return (time.monotonic() - self.begun) / 60

    @property
    def is_over(self) -> bool:
        """The time that was given is spent."""
        return self.schedule.minutes is not None and self.spent >= self.schedule.minutes

    def set(self, done: float) -> bool:
        """The rates for a share of the way, 0 to 1; False where the time is over."""
        if self.schedule.minutes is not None:
            done = max(done, self.spent / self.schedule.minutes)
        scale = min(done / self.schedule.warm_up, 1.0) * max(0.0, 1 - done) if done else 0.01
        for group, rate in zip(self.optimiser.param_groups, self.rates, strict=True):
            group["lr"] = rate * scale
        return done < 1

    def step(self, loss: Tensor) -> None:
        """One step down."""
        self.optimiser.zero_grad()
        loss.backward()  # pyright: ignore[reportUnknownMemberType]
        torch.nn.utils.clip_grad_norm_(self.learning, 1.0)
        self.optimiser.step()  # pyright: ignore[reportUnknownMemberType]


def forward(network: Network, batch: Sequence[Example]) -> Scores:
    """What the network says of requests."""
    packed = Packed.of([(one.pieces.ids, one.pieces.segments) for one in batch])
    with torch.autocast("cpu", torch.bfloat16):
        return network(packed)


class NameBook:
    """The names of each business with their vectors: encoded now and then, not for each batch."""

    def __init__(self, network: Network, tokenizer: Tokenizer, rng: random.Random) -> None:
        self.network, self.tokenizer, self.rng = network, tokenizer, rng
        self._held: dict[str, tuple[dict[str, list[Name]], dict[str, Tensor]]] = {}

    def clear(self) -> None:
        """From here on names are shown in other words, and encoded by what was learned."""
        self._held = {}

    def beside(
        self, batch: Sequence[Example], businesses: Sequence[Business]
    ) -> tuple[dict[str, list[Name]], dict[str, Tensor]]:
        """Kind → the names that stand beside a batch of one business, and their vectors."""
        business = batch[0].business
        names, vectors = self._of(business)
        others = [one for one in businesses if one.name in self._held and one is not business]
        strange = self._of(self.rng.choice(others) if others else business)
        found: dict[str, list[Name]] = {}
        encoded: dict[str, Tensor] = {}
        for kind in KINDS:
            meant = {link for one in batch for link in one.links[kind] if link}
            more = strange[0][kind]
            own, foreign = picked(names[kind], more, meant, self.rng)
            found[kind] = [*(names[kind][i] for i in own), *(more[i] for i in foreign)]
            parts = [vectors[kind][own]]
            if foreign:
                parts.append(strange[1][kind][foreign])
            encoded[kind] = torch.cat(parts)
        return found, encoded

    def _of(self, business: Business) -> tuple[dict[str, list[Name]], dict[str, Tensor]]:
        if business.name not in self._held:
            names = shown(business, self.rng)
            self._held[business.name] = names, encoded_names(self.network, names, self.tokenizer)
        return self._held[business.name]


def losses(
    network: Network, batch: Sequence[Example], businesses: Sequence[Business], book: NameBook
) -> dict[str, Tensor]:
    """Each part of the loss of a batch of one business."""
    scores = forward(network, batch)
    types = torch.tensor([one.type for one in batch])
    turns = torch.tensor([one.turn for one in batch])
    found: dict[str, Tensor] = {
        "roles": _tag_loss(network, scores, batch, "roles"),
        "asides": _tag_loss(network, scores, batch, "asides"),
        "type": _class_loss(scores.type, types),
        "turn": _class_loss(scores.turn, turns),
    }
    names, vectors = book.beside(batch, businesses)
    return found | _mark_losses(network, scores, batch, names, vectors)


def _class_loss(scores: Tensor, gold: Tensor) -> Tensor:
    """Nothing where nothing is to be learned."""
    if (gold == SKIP).all():
        return scores.sum() * 0
    return F.cross_entropy(scores, gold, ignore_index=SKIP)


def _tag_loss(network: Network, scores: Scores, batch: Sequence[Example], layer: str) -> Tensor:
    """Per piece of the messages, so that long ones do not outweigh everything else."""
    found: list[Tensor] = getattr(scores, layer)
    chain = network.role_chain if layer == "roles" else network.aside_chain
    length = max(len(one.pieces.ids) - one.pieces.first for one in batch)
    rows = list[Tensor]()
    gold, there = list[list[int]](), list[list[int]]()
    for row, one in enumerate(batch):
        first, many = one.pieces.first, len(one.pieces.ids) - one.pieces.first
        tags: list[int] = getattr(one, layer)
        rows.append(F.pad(found[row][first:], (0, 0, 0, length - many)))
        gold.append([*tags[first:], *[0] * (length - many)])
        there.append([*[1] * many, *[0] * (length - many)])
    loss = chain.loss(torch.stack(rows), torch.tensor(gold), torch.tensor(there))
    return loss.sum() / sum(map(sum, there)) * 4


def _mark_losses(
    network: Network,
    scores: Scores,
    batch: Sequence[Example],
    names: dict[str, list[Name]],
    vectors: dict[str, Tensor],
) -> dict[str, Tensor]:
    """All marks of the batch at once; only heads are chosen text by text."""
    many = [len(one.spans) for one in batch]
    if not any(many):
        return {}
    first = [0, *accumulate(len(one.pieces.ids) for one in batch)]
    spans = torch.tensor(
        [(a + first[row], b + first[row]) for row, one in enumerate(batch) for a, b in one.spans]
    )
    kinds = torch.tensor([kind for one in batch for kind in one.kinds])
    marks = network.marks(torch.cat(scores.hidden), spans, kinds)
    found: dict[str, Tensor] = _arc_losses(network, torch.split(marks, many), batch)
    for name, layer in (("functions", network.function), ("operators", network.operator)):
        gold = torch.tensor([label for one in batch for label in getattr(one, name)])
        if (gold != SKIP).any():
            found[name] = F.cross_entropy(layer(marks), gold, ignore_index=SKIP)
    words = [word for one in batch for word in one.words]
    for kind in KINDS:
        links = [link for one in batch for link in one.links[kind]]
        loss = _link_loss(network, kind, marks, links, words, names[kind], vectors[kind])
        if loss is not None:
            found[kind] = loss
    return found


def _arc_losses(
    network: Network, marks: Sequence[Tensor], batch: Sequence[Example]
) -> dict[str, Tensor]:
    heads: list[Tensor] = []
    ties: list[Tensor] = []
    for held, one in zip(marks, batch, strict=True):
        gold = torch.tensor(one.heads)
        if len(held) and (gold != SKIP).any():
            known = gold != SKIP
            heads.append(F.cross_entropy(network.arcs(held)[known], gold[known], reduction="none"))
            told = network.ties(held, gold.clamp(min=0))[known]
            ties.append(F.cross_entropy(told, torch.tensor(one.ties)[known], reduction="none"))
    return {"heads": torch.cat(heads).mean(), "ties": torch.cat(ties).mean()} if heads else {}


def _link_loss(
    network: Network,
    kind: str,
    marks: Tensor,
    links: Sequence[str | None],
    words: Sequence[str],
    names: Sequence[Name],
    vectors: Tensor,
) -> Tensor | None:
    keys = {name.key: at for at, name in enumerate(names)}
    wanted = [(i, link) for i, link in enumerate(links) if link is not None]
    if not wanted or not names:
        return None
    rows = torch.tensor([i for i, _ in wanted])
    near = torch.tensor([[spelled(words[i], name) for name in names] for i, _ in wanted])
    gold = torch.tensor([keys.get(link, len(keys)) for _, link in wanted])
    return F.cross_entropy(network.links(kind, marks[rows], vectors, near), gold)


def encoded_names(
    network: Network, names: dict[str, list[Name]], tokenizer: Tokenizer
) -> dict[str, Tensor]:
    """Kind → names × width: the mean over the pieces of each name's words."""
    texts = [name.text for held in names.values() for name in held]
    cut = [(BOS, *tokenizer.tokens(text).ids[:_NAME_PIECES], EOS) for text in texts]
    packed = Packed.of([(one, [1] * len(one)) for one in cut])
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
        hidden = network.encoder(packed).float()
    means = torch.stack([hidden[a:b].mean(0) for a, b in pairwise(packed.first)])
    found: dict[str, Tensor] = {}
    at = 0
    for kind, held in names.items():
        found[kind] = means[at : at + len(held)]
        at += len(held)
    return found
