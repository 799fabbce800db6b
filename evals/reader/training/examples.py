"""Requests as the network takes them: piece ids, tags, marks with their heads, ties and names."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from evals.reader.business import Business
from evals.reader.marks import Marked
from evals.reader.request import Request
from pipelines.intent.reader.evidence import owner
from pipelines.intent.reader.labels import ASIDES, FUNCTIONS, OPERATORS, ROLES, TIES, TURNS, TYPES
from pipelines.intent.reader.pieces import Pieces, pieces_of
from pipelines.models.tokenizer import Tokenizer

SKIP = -100
"""Where nothing is to be learned."""


@dataclass(slots=True)
class Example:
    """One request. Spans are positions in `pieces.ids`, the last inclusive; heads count from 1, 0
    is the root."""

    marked: Marked
    business: Business
    pieces: Pieces
    roles: list[int]
    asides: list[int]
    type: int = SKIP
    turn: int = SKIP
    spans: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    kinds: list[int] = field(default_factory=list[int])
    heads: list[int] = field(default_factory=list[int])
    ties: list[int] = field(default_factory=list[int])
    functions: list[int] = field(default_factory=list[int])
    operators: list[int] = field(default_factory=list[int])
    links: dict[str, list[str | None]] = field(default_factory=dict[str, list[str | None]])
    """Kind of names → for each mark the name that it means, "" for none of them, None for nothing
    to be learned."""
    words: list[str] = field(default_factory=list[str])
    told: list[str] = field(default_factory=list[str])
    """For each mark the word of its attribute, "" without any."""
    owners: list[int | None] = field(default_factory=list[int | None])
    """For each mark the one whose thing it belongs to; for an action what it is done to."""


def example(marked: Marked, business: Business, tokenizer: Tokenizer) -> Example:
    """The request as numbers. A mark of which no piece is left beside its neighbours is dropped."""
    request = marked.request
    pieces = pieces_of(request.t, tokenizer, earlier(request))
    made = Example(marked, business, pieces, [0] * len(pieces.ids), [0] * len(pieces.ids))
    made.type = TYPES.index(request.type) if request.type is not None else SKIP
    if request.before:
        made.turn = TURNS.index(request.turn) if request.turn else SKIP
    for aside in marked.asides:
        span = pieces.span(aside.start, aside.end)
        if span is not None:
            _tag(made.asides, span, ASIDES.index(aside.kind))
    _marks(made)
    return made


def earlier(request: Request) -> tuple[str, ...]:
    """What was said before the message, as far as it is read with it."""
    return (*request.before[-1:], *((request.said,) if request.said else ()))


def _tag(tags: list[int], span: tuple[int, int], number: int) -> None:
    tags[span[0]] = 1 + 2 * number
    for at in range(span[0] + 1, span[1] + 1):
        tags[at] = 2 + 2 * number


def _marks(made: Example) -> None:
    marks = made.marked.marks
    order = sorted(range(len(marks)), key=lambda i: marks[i].start)
    numbers: dict[int, int] = {-1: 0}
    kept: list[int] = []
    free = 0
    for index in order:
        span = made.pieces.span(marks[index].start, marks[index].end)
        if span is None or span[0] < free:
            continue
        free = span[1] + 1
        kept.append(index)
        numbers[index] = len(kept)
        made.spans.append(span)
        _tag(made.roles, span, ROLES.index(marks[index].role))
    made.links = {kind: [] for kind in ("action", "entity", "attribute", "value")}
    for index in kept:
        _labels(made, index, numbers)
    tied = [
        replace(marks[index], head=made.heads[at] - 1 if made.heads[at] != SKIP else -1)
        for at, index in enumerate(kept)
    ]
    for at in range(len(kept)):
        below = (i for i, one in enumerate(tied) if one.head == at and one.role == "ATT")
        made.told.append(next((made.words[i] for i in below), ""))
        made.owners.append(owner(at, tied))


def _labels(made: Example, index: int, numbers: dict[int, int]) -> None:
    mark, business = made.marked.marks[index], made.business
    made.kinds.append(ROLES.index(mark.role))
    made.heads.append(numbers.get(mark.head, SKIP))
    made.ties.append(TIES.index(mark.tie))
    made.words.append(made.marked.request.t[mark.start : mark.end])
    action = business.action_by_name.get(mark.action or "")
    made.functions.append(FUNCTIONS.index(action.function) if action else SKIP)
    made.operators.append(OPERATORS.index(mark.op) if mark.role == "VAL" else SKIP)
    told = {"action": mark.action, "entity": mark.entity, "attribute": mark.attribute}
    for kind, name in told.items():
        unnamed = "" if mark.role in _WANTED[kind] else None
        made.links[kind].append(name or unnamed)
    made.links["value"].append(_value(made, index))


_WANTED = {"action": ("ACT",), "entity": ("OBJ",), "attribute": ("VAL", "ASK")}
"""Roles of which it is learned, too, that they mean none of the names."""


def _value(made: Example, index: int) -> str | None:
    """`attribute=value` where it is one of a closed set, "" where it is free."""
    mark = made.marked.marks[index]
    if mark.role != "VAL":
        return None
    attribute = made.business.attribute_by_name.get(mark.attribute or "")
    if attribute is None or mark.value is None:
        return ""
    known = mark.value in [one.name for one in attribute.values]
    return f"{attribute.name}={mark.value}" if known else ""


def batches(made: Sequence[Example], pieces: int, rng: random.Random) -> list[list[Example]]:
    """Examples of one business each, of about so many pieces together."""
    by_business: dict[str, list[Example]] = {}
    for one in made:
        by_business.setdefault(one.business.name, []).append(one)
    found: list[list[Example]] = []
    for held in by_business.values():
        rng.shuffle(held)
        room = 0
        for one in held:
            if room < len(one.pieces.ids):
                found.append([])
                room = pieces
            found[-1].append(one)
            room -= len(one.pieces.ids)
    rng.shuffle(found)
    return found
