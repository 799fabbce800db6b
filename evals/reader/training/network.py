"""The reader's network in torch: trunk, tag layers, arcs between marks, links to names.

`pipelines/intent/reader/network.py` computes the same with numpy alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TypeAlias

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from evals.reader.training.trunk import Trunk
from pipelines.intent.reader.evidence import COLUMNS, FORMS
from pipelines.intent.reader.evidence import TYPES as ATTRIBUTES
from pipelines.intent.reader.labels import (
    ASIDES,
    FUNCTIONS,
    LINKS,
    OPERATORS,
    ROLES,
    TIES,
    TURNS,
    TYPES,
)
from pipelines.intent.reader.mentions import FLAGS

Flags: TypeAlias = Sequence[Sequence[Sequence[int]]]
"""Texts × pieces × numbers of flags."""
LINK = 128
"""Width in which marks and names are compared."""
ARC = 192
_DROP = 0.1


class Layer(nn.Module):
    """One layer of the trunk, as BERT has it."""

    def __init__(self, width: int, inner: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(width, 3 * width)
        self.ao = nn.Linear(width, width)
        self.aln = nn.LayerNorm(width, 1e-12)
        self.fi = nn.Linear(width, inner)
        self.fo = nn.Linear(inner, width)
        self.oln = nn.LayerNorm(width, 1e-12)

    def forward(self, x: Tensor, packed: "Packed", drop: float) -> Tensor:
        """pieces × width: maps see pieces without padding, attention sees text by text."""
        width = x.shape[-1]
        texts, length = packed.grid.shape
        qkv = self.qkv(x)[packed.grid.flatten()]
        shape = (texts, length, 3, self.heads, width // self.heads)
        q, k, v = qkv.view(shape).permute(2, 0, 3, 1, 4)
        seen = F.scaled_dot_product_attention(q, k, v, attn_mask=packed.mask)
        seen = self.ao(seen.transpose(1, 2).reshape(texts * length, width)[packed.where])
        x = self.aln(x + F.dropout(seen, drop, self.training))
        inner = self.fo(F.gelu(self.fi(x)))
        return self.oln(x + F.dropout(inner, drop, self.training))


@dataclass(frozen=True, slots=True)
class Packed:
    """Texts behind each other, and the same as a grid of texts × the longest, for attention."""

    ids: Tensor
    places: Tensor
    segments: Tensor
    first: list[int]
    """Where each text begins, and the end of the last."""
    grid: Tensor
    """Position in `ids` of each place of the grid; any where there is none."""
    mask: Tensor
    """texts × 1 × 1 × longest: whether there is a piece."""
    where: Tensor
    """Place in the flat grid of each piece."""
    flags: Tensor
    """pieces × `FLAGS`: the words of the catalogue that each piece is in."""

    @classmethod
    def of(
        cls, texts: Sequence[tuple[Sequence[int], Sequence[int]]], flags: Flags = ()
    ) -> "Packed":
        """From (ids, segments) of each text, and the flags of each of its pieces."""
        lengths = [len(ids) for ids, _ in texts]
        known = torch.zeros(sum(lengths), FLAGS)
        every = [numbers for one in flags for numbers in one]
        rows = [(at, number) for at, numbers in enumerate(every) for number in numbers]
        if rows:
            known[[at for at, _ in rows], [number for _, number in rows]] = 1.0
        many, first = torch.tensor(lengths), [0, *accumulate(lengths)]
        steps = torch.arange(max(lengths))
        there = steps[None] < many[:, None]
        grid = (torch.tensor(first[:-1])[:, None] + steps[None]) * there
        return cls(
            torch.tensor([one for ids, _ in texts for one in ids]),
            torch.cat([torch.arange(len(ids)) for ids, _ in texts]),
            torch.tensor([one for _, segments in texts for one in segments]),
            first,
            grid,
            there[:, None, None, :],
            there.flatten().nonzero()[:, 0],
            known,
        )


class Encoder(nn.Module):
    """Embeddings and layers; the lower `frozen` layers and the embeddings do not learn."""

    def __init__(self, trunk: Trunk, frozen: int) -> None:
        super().__init__()
        word, place = trunk.weights["word"], trunk.weights["place"]
        width, inner = word.shape[1], trunk.weights["layers.0.fi.weight"].shape[0]
        self.word = nn.Embedding(*word.shape)
        self.place = nn.Embedding(*place.shape)
        self.segment = nn.Embedding(2, width)
        self.known = nn.Embedding(FLAGS, width)
        self.norm = nn.LayerNorm(width, 1e-12)
        self.layers = nn.ModuleList(Layer(width, inner, trunk.heads) for _ in range(trunk.layers))
        self.frozen = frozen
        nn.init.zeros_(self.segment.weight)
        nn.init.zeros_(self.known.weight)
        state = {
            _TABLES.get(name, name): torch.tensor(held) for name, held in trunk.weights.items()
        }
        state["segment.weight"] = self.segment.weight.data
        state["known.weight"] = self.known.weight.data
        self.load_state_dict(state)
        for part in (self.word, self.place, self.norm, *list(self.layers)[:frozen]):
            part.requires_grad_(False)

    def forward(self, packed: "Packed") -> Tensor:
        """Hidden states, pieces × width, of several texts behind each other: no padding."""
        with torch.no_grad():
            x = self.norm(self.word(packed.ids) + self.place(packed.places))
            for layer in self.layers[: self.frozen]:
                x = layer(x, packed, 0.0)
        x = x + self.segment(packed.segments) + packed.flags @ self.known.weight
        for layer in self.layers[self.frozen :]:
            x = layer(x, packed, _DROP)
        return x


class Crf(nn.Module):
    """A linear chain over tags: the likelihood of a whole sequence of them."""

    def __init__(self, tags: int) -> None:
        super().__init__()
        self.moves = nn.Parameter(torch.zeros(tags, tags))
        self.first = nn.Parameter(torch.zeros(tags))

    def loss(self, scores: Tensor, gold: Tensor, there: Tensor) -> Tensor:
        """Negative log likelihood per sequence; scores batch × length × tags in float32."""
        batch, length, _ = scores.shape
        rows = torch.arange(batch, device=scores.device)
        total = self.first + scores[:, 0]
        right = self.first[gold[:, 0]] + scores[rows, 0, gold[:, 0]]
        for at in range(1, length):
            more = torch.logsumexp(total[:, :, None] + self.moves[None], 1) + scores[:, at]
            here = there[:, at].bool()
            total = torch.where(here[:, None], more, total)
            step = self.moves[gold[:, at - 1], gold[:, at]] + scores[rows, at, gold[:, at]]
            right = right + torch.where(here, step, torch.zeros_like(step))
        return torch.logsumexp(total, 1) - right


@dataclass(frozen=True, slots=True)
class Scores:
    """What the network says of some texts: `hidden`, `roles`, `asides` by text, pieces × …."""

    hidden: list[Tensor]
    roles: list[Tensor]
    asides: list[Tensor]
    type: Tensor
    turn: Tensor


class Network(nn.Module):
    """All of it."""

    def __init__(self, trunk: Trunk, frozen: int = 6) -> None:
        super().__init__()
        self.encoder = Encoder(trunk, frozen)
        width = trunk.weights["word"].shape[1]
        self.role_tags = nn.Linear(width, 2 * len(ROLES) + 1)
        self.aside_tags = nn.Linear(width, 2 * len(ASIDES) + 1)
        self.role_chain = Crf(2 * len(ROLES) + 1)
        self.aside_chain = Crf(2 * len(ASIDES) + 1)
        self.whole = nn.Linear(2 * width, width)
        self.intent_type = nn.Linear(width, len(TYPES))
        self.turn_type = nn.Linear(width, len(TURNS))
        self.role_of = nn.Embedding(len(ROLES), 32)
        self.mark = nn.Linear(3 * width + 32, width)
        self.below = nn.Linear(width, ARC)
        self.above = nn.Linear(width, ARC)
        self.root = nn.Parameter(torch.zeros(ARC))
        self.pair = nn.Parameter(torch.eye(ARC) * 0.1)
        self.above_bias = nn.Linear(ARC, 1)
        self.near = nn.Parameter(torch.zeros(2, _DISTANCES))
        self.tie = nn.Linear(3 * ARC, len(TIES))
        self.function = nn.Linear(width, len(FUNCTIONS))
        self.operator = nn.Linear(width, len(OPERATORS))
        self.asked = nn.ModuleDict({kind: nn.Linear(width, LINK) for kind in KINDS})
        self.named = nn.ModuleDict({kind: nn.Linear(width, LINK) for kind in KINDS})
        begun = torch.zeros(COLUMNS)
        begun[:2] = torch.tensor([3.0, 1.0])
        self.evidence = nn.ParameterDict({kind: nn.Parameter(begun.clone()) for kind in KINDS})
        fits = {kind: nn.Parameter(torch.zeros(len(FORMS), len(ATTRIBUTES))) for kind in KINDS}
        self.fits = nn.ParameterDict(fits)
        self.nothing = nn.ParameterDict({kind: nn.Parameter(torch.tensor(0.0)) for kind in KINDS})

    def forward(self, packed: Packed) -> Scores:
        """What the network says of each text; segment 1 is the message, 0 what was before it."""
        hidden = self.encoder(packed).float()
        shown = F.dropout(hidden, _DROP, self.training)
        roles, asides = self.role_tags(shown), self.aside_tags(shown)
        places = [slice(a, b) for a, b in pairwise(packed.first)]
        own = [hidden[one] for one in places]
        means = [
            held[packed.segments[one].bool()].mean(0) for held, one in zip(own, places, strict=True)
        ]
        both = torch.cat([torch.stack([held[0] for held in own]), torch.stack(means)], -1)
        whole = torch.tanh(self.whole(F.dropout(both, _DROP, self.training)))
        return Scores(
            own,
            [roles[one] for one in places],
            [asides[one] for one in places],
            self.intent_type(whole),
            self.turn_type(whole),
        )

    def marks(self, hidden: Tensor, spans: Tensor, roles: Tensor) -> Tensor:
        """A vector for each mark: hidden pieces × width, spans marks × 2 (last
        inclusive), roles marks → marks × width."""
        sums = torch.cat([torch.zeros_like(hidden[:1]), hidden.cumsum(0)])
        many = (spans[:, 1] - spans[:, 0] + 1)[:, None]
        means = (sums[spans[:, 1] + 1] - sums[spans[:, 0]]) / many
        shape = [hidden[spans[:, 0]], hidden[spans[:, 1]], means, self.role_of(roles)]
        return F.gelu(self.mark(F.dropout(torch.cat(shape, -1), _DROP, self.training)))

    def arcs(self, marks: Tensor) -> Tensor:
        """marks × (1 + marks): how well each mark goes below the root and each other one."""
        below, above = self.below(marks), self.above(marks)
        above = torch.cat([self.root[None], above])
        scores = below @ self.pair @ above.T + self.above_bias(above)[:, 0]
        count = len(marks)
        steps = torch.arange(count, device=marks.device)
        far = steps[:, None] - steps[None]
        near = self.near[(far > 0).long(), far.abs().clamp(max=_DISTANCES - 1)]
        near = near.masked_fill(far == 0, -1e4)
        return scores + torch.cat([torch.zeros(count, 1, device=marks.device), near], 1)

    def ties(self, marks: Tensor, heads: Tensor) -> Tensor:
        """marks × ties, given the head of each mark (0: the root)."""
        below, above = self.below(marks), torch.cat([self.root[None], self.above(marks)])[heads]
        return self.tie(torch.cat([below, above, below * above], -1))

    def links(
        self, kind: str, marks: Tensor, names: Tensor, columns: Tensor, fits: tuple[Tensor, Tensor]
    ) -> Tensor:
        """marks × (names + 1): which name each mark means, the last column for none of them.

        `names`: names × width, one vector for each; `columns`: marks × names × `COLUMNS`; `fits`:
        what each mark looks like, and the type of each name."""
        asked = F.normalize(self.asked[kind](marks), dim=-1)
        named = self.named[kind](names)
        # What all names have in common says nothing: a trunk's vectors lie close to each other.
        named = F.normalize(named - named.mean(0), dim=-1)
        scores = 16.0 * asked @ named.T + columns @ self.evidence[kind]
        scores = scores + self.fits[kind][fits[0][:, None], fits[1][None]]
        nothing = self.nothing[kind].expand(len(marks), 1)
        return torch.cat([scores, nothing], 1)


KINDS = LINKS
_DISTANCES = 12
_TABLES = {"word": "word.weight", "place": "place.weight"}
