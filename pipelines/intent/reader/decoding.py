"""From a message to its marks: what each stretch is, what it belongs to, what it means."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from pipelines.intent.reader.confidence import confidence, least
from pipelines.intent.reader.labels import ASIDES, FUNCTIONS, OPERATORS, ROLES, TIES, TURNS, TYPES
from pipelines.intent.reader.linking import Linking
from pipelines.intent.reader.marks import Mark, Marks, Stretch
from pipelines.intent.reader.mentions import Mention, flags_of
from pipelines.intent.reader.names import NameEncoder, NameTable
from pipelines.intent.reader.network import Network
from pipelines.intent.reader.pieces import Pieces, pieces_of
from pipelines.models.tokenizer import Tokenizer
from pipelines.models.transformer import Floats
from tool_registry.vocabulary.text import is_ideograph

Spans: TypeAlias = list[tuple[tuple[int, int], int]]
"""Pieces (the last inclusive) with the number of a role or of an aside's kind."""
_VALUE, _NOUN = ROLES.index("VAL"), ROLES.index("OBJ")
_EDGES = " \t\n,.;:!?，。；：！？、()（）[]【】\"'“”‘’"


class Decoder:
    """Reads messages by a network, beside the names of a catalogue."""

    def __init__(
        self,
        network: Network,
        tokenizer: Tokenizer,
        learned: Sequence[float] = (),
        known: Mapping[str, Floats] | None = None,
    ) -> None:
        """`learned`: weights of the confidence, none where nothing was learned of it; `known`:
        vectors of names that were encoded before."""
        self.network, self.tokenizer, self._learned = network, tokenizer, learned
        self.encoder = NameEncoder(network, tokenizer, known)

    def read(self, text: str, names: NameTable, before: Sequence[str] = ()) -> Marks:
        """The marks of a message; `before`: what was said before it, the last at the end."""
        pieces = pieces_of(text, self.tokenizer, before)
        mentions = names.mentions.within(text)
        mentioned = flags_of(pieces, mentions)
        hidden = self.network.hidden(pieces.ids, pieces.segments, mentioned)
        message = slice(pieces.first, len(pieces.ids))
        types = self.network.whole(hidden, message, "intent_type")
        turns = self.network.whole(hidden, message, "turn_type")
        own = slice(pieces.first, pieces.first + len(pieces.offsets))
        every, asides_sure = self._spans(hidden, own, "aside")
        asides = tuple(
            Stretch(*_trimmed(text, *_characters(pieces, span)), ASIDES[kind])
            for span, kind in every
        )
        spans, spans_sure = self._spans(hidden, own, "role")
        spans = _joined(spans, text, pieces, mentions)
        linking = Linking(self.network, names, before)
        read = Marks(
            text,
            TYPES[int(types.argmax())],
            float(types.max()),
            TURNS[int(turns.argmax())],
            tuple(self._marks(text, hidden, spans, pieces, linking)),
            asides,
            float(turns.max()),
            spans_sure,
            asides_sure,
        )
        learned = self._learned
        return replace(read, sure=confidence(read, learned) if learned else least(read))

    def _spans(self, hidden: Floats, own: slice, layer: str) -> tuple[Spans, float]:
        if own.start == own.stop:
            return [], 1.0
        tags, sure = self.network.tags(hidden[own], layer)
        found: Spans = []
        for at, tag in enumerate(tags):
            place = own.start + at
            if tag % 2:
                found.append(((place, place), tag // 2))
            elif tag and found:
                found[-1] = ((found[-1][0][0], place), found[-1][1])
        return found, sure

    def _marks(
        self, text: str, hidden: Floats, spans: Spans, pieces: Pieces, linking: Linking
    ) -> list[Mark]:
        found = [one for one in spans if _holds_words(pieces, one[0])]
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
        linking.link(marks, shown)
        return marks

    def _tie(self, marks: list[Mark], shown: Floats) -> None:
        likely = self.network.arcs(shown)
        heads = _tree(likely)
        ties = self.network.ties(shown, heads)
        for at, mark in enumerate(marks):
            mark.head = heads[at] - 1
            mark.tie = TIES[int(ties[at].argmax())]
            mark.sure = float(np.exp(likely[at, heads[at]]) * ties[at].max())


def _joined(found: Spans, text: str, pieces: Pieces, mentions: Sequence[Mention]) -> Spans:
    """Ideographs that follow each other as two values, neither of them known, are one; so is a
    single one that says more of the noun right ahead of it."""
    known = {(one.start, one.end) for one in mentions if "value" in one.kinds}
    joined: Spans = []
    for span, role in found:
        here = _characters(pieces, span)
        before, was = joined[-1] if joined else (span, role)
        ahead = _characters(pieces, before)
        runs_on = ahead[1] == here[0] and all(map(is_ideograph, text[ahead[0] : here[1]]))
        single = was == _NOUN and here[1] - here[0] == 1
        one = single or (was == _VALUE and known.isdisjoint((ahead, here)))
        if role == _VALUE and runs_on and one:
            joined[-1] = ((before[0], span[1]), role)
        else:
            joined.append((span, role))
    return joined


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
