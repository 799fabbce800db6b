"""The loss of a batch: of each part of what is read."""

import random
from collections.abc import Sequence
from itertools import accumulate

import torch
import torch.nn.functional as F
from torch import Tensor

from evals.reader.business import Business
from evals.reader.training.book import NameBook, Shown, compared, said
from evals.reader.training.examples import SKIP, Example
from evals.reader.training.network import KINDS, Network, Packed, Scores
from pipelines.intent.reader.evidence import TYPES, Said, form_of
from pipelines.intent.reader.mentions import Mentions, flags_of


def forward(network: Network, batch: Sequence[Example], mentions: Mentions) -> Scores:
    """What the network says of requests."""
    flags = [flags_of(one.pieces, mentions.within(one.marked.request.t)) for one in batch]
    packed = Packed.of([(one.pieces.ids, one.pieces.segments) for one in batch], flags)
    with torch.autocast("cpu", torch.bfloat16):
        return network(packed)


def losses(
    network: Network, batch: Sequence[Example], businesses: Sequence[Business], book: NameBook
) -> dict[str, Tensor]:
    """Each part of the loss of a batch of one business."""
    shown = book.beside(batch, businesses)
    scores = forward(network, batch, shown.mentions)
    types = torch.tensor([one.type for one in batch])
    turns = torch.tensor([one.turn for one in batch])
    found: dict[str, Tensor] = {
        "roles": _tag_loss(network, scores, batch, "roles"),
        "asides": _tag_loss(network, scores, batch, "asides"),
        "type": _class_loss(scores.type, types),
        "turn": _class_loss(scores.turn, turns),
    }
    return found | _mark_losses(network, scores, batch, shown, book.rng)


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
    shown: Shown,
    rng: random.Random,
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
    for kind in KINDS:
        links = [link for one in batch for link in one.links[kind]]
        marked = [mark for one in batch for mark in said(one, kind, shown.mentions, rng)]
        loss = _link_loss(network, kind, marks, links, marked, shown)
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
    marked: Sequence[Said],
    shown: Shown,
) -> Tensor | None:
    names = shown.names[kind]
    keys = {name.key: at for at, name in enumerate(names)}
    rows = [at for at, link in enumerate(links) if link is not None]
    if not rows or not names:
        return None
    wanted = [marked[at] for at in rows]
    columns = compared(names, wanted)
    forms = torch.tensor([form_of(one.words) for one in wanted])
    types = torch.tensor([TYPES.index(name.type) for name in names])
    gold = torch.tensor([keys.get(links[at] or "", len(keys)) for at in rows])
    vectors = shown.vectors[kind]
    scores = network.links(kind, marks[torch.tensor(rows)], vectors, columns, (forms, types))
    return F.cross_entropy(scores, gold)
