"""From a message to its marks: what each stretch is, what it belongs to, what it means."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from pipelines.contracts.reading import Turn
from pipelines.reader.labels import (
    ASIDES,
    FUNCTIONS,
    LINKS,
    OPERATORS,
    ROLES,
    TIES,
    TURNS,
    TYPES,
    AsideKind,
    Role,
    Tie,
)
from pipelines.reader.names import NameTable
from pipelines.reader.network import Floats, Network
from pipelines.reader.pieces import Pieces, pieces_of
from pipelines.reader.tokenizer import Tokenizer
from tool_registry.base.types import FunctionType, IntentType

_EDGES = " \t\n,.;:!?，。；：！？、()（）[]【】\"'“”‘’"
_KEPT = 4
"""Names of a kind that a mark keeps, the likeliest first."""


@dataclass(slots=True)
class Mark:
    """Characters [start, end) of the message. `head`: index of another mark, -1 for the root."""

    start: int
    end: int
    text: str
    role: Role
    head: int = -1
    tie: Tie = "root"
    function: FunctionType = FunctionType.QUERY
    operator: str = "eq"
    links: dict[str, tuple[tuple[str, float], ...]] = field(
        default_factory=dict[str, tuple[tuple[str, float], ...]]
    )
    """Kind of names → (name, how likely), "" for none of them, the likeliest first."""
    sure: float = 1.0
    """How likely head and tie are."""

    def link(self, kind: str) -> str | None:
        """The likeliest name of that kind, None where it is none of them."""
        return (self.links[kind][0][0] or None) if self.links.get(kind) else None


@dataclass(frozen=True, slots=True)
class Stretch:
    """An aside: characters [start, end) that are no step."""

    start: int
    end: int
    kind: AsideKind


@dataclass(frozen=True, slots=True)
class Marks:
    """All that was read off a message."""

    text: str
    type: IntentType
    type_sure: float
    turn: Turn
    marks: tuple[Mark, ...]
    asides: tuple[Stretch, ...]
    turn_sure: float = 1.0


class Decoder:
    """Reads messages by a network, beside the names of a catalogue."""

    def __init__(self, network: Network, tokenizer: Tokenizer) -> None:
        self.network, self.tokenizer = network, tokenizer

    def read(self, text: str, names: NameTable, before: Sequence[str] = ()) -> Marks:
        """The marks of a message; `before`: what was said before it, the last at the end."""
        pieces = pieces_of(text, self.tokenizer, before)
        hidden = self.network.hidden(pieces.ids, pieces.segments)
        message = slice(pieces.first, len(pieces.ids))
        types = self.network.whole(hidden, message, "intent_type")
        turns = self.network.whole(hidden, message, "turn_type")
        own = slice(pieces.first, pieces.first + len(pieces.offsets))
        asides = tuple(
            Stretch(*_trimmed(text, *_characters(pieces, span)), ASIDES[kind])
            for span, kind in self._spans(hidden, own, "aside")
        )
        return Marks(
            text,
            TYPES[int(types.argmax())],
            float(types.max()),
            TURNS[int(turns.argmax())],
            tuple(self._marks(text, hidden, own, pieces, names)),
            asides,
            float(turns.max()),
        )

    def _spans(self, hidden: Floats, own: slice, layer: str) -> list[tuple[tuple[int, int], int]]:
        if own.start == own.stop:
            return []
        tags = self.network.tags(hidden[own], layer)
        found: list[tuple[tuple[int, int], int]] = []
        for at, tag in enumerate(tags):
            place = own.start + at
            if tag % 2:
                found.append(((place, place), tag // 2))
            elif tag and found:
                found[-1] = ((found[-1][0][0], place), found[-1][1])
        return found

    def _marks(
        self, text: str, hidden: Floats, own: slice, pieces: Pieces, names: NameTable
    ) -> list[Mark]:
        every = self._spans(hidden, own, "role")
        found = [one for one in every if _holds_words(pieces, one[0])]
        if not found:
            return []
        places = [_trimmed(text, *_characters(pieces, span)) for span, _ in found]
        marks = [
            Mark(start, end, text[start:end], ROLES[role])
            for (start, end), (_, role) in zip(places, found, strict=True)
        ]
        shown = self.network.marks(hidden, [span for span, _ in found], [role for _, role in found])
        self._tie(marks, shown)
        functions, operators = (
            self.network.each(shown, "function"),
            self.network.each(shown, "operator"),
        )
        for at, mark in enumerate(marks):
            mark.function = FUNCTIONS[int(functions[at].argmax())]
            mark.operator = OPERATORS[int(operators[at].argmax())]
        for kind in LINKS:
            self._link(marks, shown, names, kind)
        return marks

    def _tie(self, marks: list[Mark], shown: Floats) -> None:
        likely = self.network.arcs(shown)
        heads = _tree(likely)
        ties = self.network.ties(shown, heads)
        for at, mark in enumerate(marks):
            mark.head = heads[at] - 1
            mark.tie = TIES[int(ties[at].argmax())]
            mark.sure = float(np.exp(likely[at, heads[at]]) * ties[at].max())

    def _link(self, marks: list[Mark], shown: Floats, names: NameTable, kind: str) -> None:
        held = names.of(kind)
        if not held.keys:
            return
        spelled = np.stack([names.spelled(kind, mark.text) for mark in marks])
        likely = self.network.links(kind, shown, held.vectors, spelled)
        keys = (*held.keys, "")
        for mark, row in zip(marks, likely, strict=True):
            best = [int(i) for i in np.argsort(-row)[:_KEPT]]
            mark.links[kind] = tuple((keys[i], float(row[i])) for i in best)


def _characters(pieces: Pieces, span: tuple[int, int]) -> tuple[int, int]:
    first, last = span[0] - pieces.first, span[1] - pieces.first
    return pieces.offsets[first][0], pieces.offsets[last][1]


def _holds_words(pieces: Pieces, span: tuple[int, int]) -> bool:
    """A blank has a piece, too."""
    start, end = _characters(pieces, span)
    return start < end


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Without the points and blanks at its ends: a piece may hold more than its word."""
    while end - 1 > start and text[end - 1] in _EDGES:
        end -= 1
    while start < end - 1 and text[start] in _EDGES:
        start += 1
    return start, end


def _tree(likely: Floats) -> list[int]:
    """The best head of each mark, 0 for the root; a ring is opened where it costs the least."""
    heads = [int(row.argmax()) for row in likely]
    for _ in heads:
        ring = _ring(heads)
        if not ring:
            break
        losses = {at: float(likely[at, heads[at]] - likely[at, 0]) for at in ring}
        heads[min(losses, key=losses.__getitem__)] = 0
    return heads


def _ring(heads: Sequence[int]) -> list[int]:
    """The marks of a ring of heads, if there is one."""
    for begun in range(len(heads)):
        seen: list[int] = []
        at = begun
        while at >= 0 and at not in seen:
            seen.append(at)
            at = heads[at] - 1
        if at >= 0:
            return seen[seen.index(at) :]
    return []
