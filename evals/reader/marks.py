"""A labelled request as marks: stretches of its text with a role and the mark they belong to."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from evals.reader.business import Business
from evals.reader.request import Aside, Named, Request, Step, Thing, Value
from pipelines.intent.reader.labels import Role, Tie

_NTH = re.compile(r"^(.*)@(\d+)$", re.DOTALL)


class Unmarked(ValueError):
    """A label that does not fit its text or its business; the message says which and why."""


@dataclass(slots=True)
class Mark:
    """Characters [start, end) of the text. `head` is the index of another mark, -1 for none."""

    start: int
    end: int
    role: Role
    head: int = -1
    tie: Tie = "root"
    action: str | None = None
    """What is done, at the mark that begins a step."""
    entity: str | None = None
    attribute: str | None = None
    value: str | None = None
    """The name of an enum's value, or `true`/`false`."""
    op: str = "eq"
    replaces: str | None = None


@dataclass(slots=True)
class Stretch:
    """An aside: characters [start, end) that are no step."""

    start: int
    end: int
    kind: str


@dataclass(slots=True)
class Marked:
    """All marks of one request."""

    request: Request
    marks: list[Mark] = field(default_factory=list[Mark])
    asides: list[Stretch] = field(default_factory=list[Stretch])


def marked(request: Request, business: Business) -> Marked:
    """The marks of a request; Unmarked says what does not fit."""
    return _Marking(request, business).done()


class _Marking:
    def __init__(self, request: Request, business: Business) -> None:
        self.request, self.business = request, business
        self.found = Marked(request)
        self.taken: list[tuple[int, int]] = []

    def done(self) -> Marked:
        for aside in self.request.aside:
            self.found.asides.append(Stretch(*self._place(aside.w, free=False), aside.k))
        if self.request.env:
            self._mark(self.request.env, "ENV")
        for step in self.request.steps:
            self._step(step)
        for aside in self.request.aside:
            self._denied(aside)
        self._check_overlaps()
        return self.found

    # ---- places ------------------------------------------------------------------------

    def _place(
        self, words: str, *, free: bool = True, inside: str | None = None
    ) -> tuple[int, int]:
        """Where the words are: the nth time where that is said, else where nothing else is yet."""
        text, nth = self.request.t, _NTH.match(words)
        said, which = (nth[1], int(nth[2])) if nth and nth[1] in text else (words, 0)
        spots = [m.start() for m in re.finditer(re.escape(said), text)] if said.strip() else []
        if not spots:
            raise Unmarked(f"{words!r} is not in the text")
        if which:
            if which > len(spots):
                raise Unmarked(f"{words!r}: {said!r} is there {len(spots)} times only")
            return spots[which - 1], spots[which - 1] + len(said)
        spots = [at for at in spots if self._is_whole_word(at, at + len(said))] or spots
        if inside is not None:
            low, high = self._place(inside, free=False)
            spots = [at for at in spots if low <= at and at + len(said) <= high]
        elif free:
            spots = [at for at in spots if not self._is_aside(at, at + len(said))] or spots
        if free:
            spots = [at for at in spots if not self._is_taken(at, at + len(said))]
        if not spots:
            raise Unmarked(f"{words!r} overlaps another label")
        return spots[0], spots[0] + len(said)

    def _is_whole_word(self, start: int, end: int) -> bool:
        text = self.request.t
        before, after = text[start - 1 : start], text[end : end + 1]
        glued = (_joins(before) and _joins(text[start])) or (
            _joins(after) and _joins(text[end - 1])
        )
        return not glued

    def _is_taken(self, start: int, end: int) -> bool:
        return any(low < end and start < high for low, high in self.taken)

    def _is_aside(self, start: int, end: int) -> bool:
        return any(one.start < end and start < one.end for one in self.found.asides)

    def _mark(
        self, words: str, role: Role, head: int = -1, tie: Tie = "root", inside: str | None = None
    ) -> int:
        start, end = self._place(words, inside=inside)
        self.taken.append((start, end))
        self.found.marks.append(Mark(start, end, role, head, tie))
        return len(self.found.marks) - 1

    # ---- steps -------------------------------------------------------------------------

    def _step(self, step: Step) -> None:
        act = -1
        name = self._known(step.act, self.business.action_by_name, "action")
        if step.do is not None:
            act = self._mark(step.do, "ACT", -1, "step")
            self.found.marks[act].action = name
        thing = self._thing(step.obj, act, "object")
        root = act if act >= 0 else thing
        if act < 0 and thing >= 0:
            self.found.marks[thing].tie = "step"
            self.found.marks[thing].action = name
        for other in step.others:
            self._thing(other, root, other.role or "about")
        for value in step.set:
            self._value(value, root, "set")
        for asked in step.ask:
            at = self._mark(asked.w, "ASK", thing if thing >= 0 else root, "ask")
            self.found.marks[at].attribute = self._known(
                asked.a, self.business.attribute_by_name, "attribute"
            )
        if step.each:
            self._mark(step.each, "EACH", root, "each")
        if step.condition:
            self._mark(step.condition.w, "IF", root, _IF[step.condition.k])

    def _thing(self, thing: Thing, head: int, tie: Tie) -> int:
        """Marks a thing; the index of the mark that stands for it, -1 where it is left out."""
        entity = self._known(thing.kind, dict.fromkeys(self.business.entity_names), "entity")
        parts = list(_parts(thing))
        if not parts:
            return -1
        (words, role, _, item), *others = parts
        at = self._mark(words, role, head, tie)
        self.found.marks[at].entity = entity
        self._told(at, item)
        for words, role, own, item in others:
            self._told(self._mark(words, role, at, own), item)
        self.found.marks[at].replaces = thing.replaces or self.found.marks[at].replaces
        return at

    def _told(self, at: int, item: Value | Named | Thing) -> None:
        """What a mark's own label says besides its words."""
        mark = self.found.marks[at]
        if isinstance(item, Thing):
            return
        mark.attribute = self._known(item.a, self.business.attribute_by_name, "attribute")
        mark.replaces = item.replaces
        if isinstance(item, Value):
            mark.op = item.op
            mark.value = None if item.v is None else str(item.v).lower()
        if item.aw:
            self._mark(item.aw, "ATT", at, "att")

    def _value(self, value: Value, head: int, tie: Tie) -> None:
        at = self._mark(value.w, "VAL", head, tie)
        self._told(at, value)

    def _denied(self, aside: Aside) -> None:
        act = -1
        if aside.do:
            act = self._mark(aside.do, "ACT", -1, "step", inside=aside.w)
            self.found.marks[act].action = self._known(
                aside.act, self.business.action_by_name, "action"
            )
        if aside.obj:
            at = self._mark(aside.obj, "OBJ", act, "object", inside=aside.w)
            self.found.marks[at].entity = self._known(
                aside.kind, dict.fromkeys(self.business.entity_names), "entity"
            )

    # ---- checks ------------------------------------------------------------------------

    def _known(self, name: str | None, names: Iterable[str], what: str) -> str | None:
        if name is not None and name not in names:
            raise Unmarked(f"the business has no {what} {name!r}")
        return name

    def _check_overlaps(self) -> None:
        spans = sorted(self.taken)
        for (_, end), (start, _) in pairwise(spans):
            if start < end:
                raise Unmarked(f"two labels overlap at {self.request.t[start:end]!r}")


_IF: dict[str, Tie] = {"none": "if_none", "state": "if_state", "else": "else"}


def _joins(sign: str) -> bool:
    return bool(sign) and sign.isascii() and sign.isalnum()


def _parts(thing: Thing) -> Iterator[tuple[str, Role, Tie, Value | Named | Thing]]:
    """The labels of a thing, the one that stands for it first."""
    if thing.w:
        yield thing.w, "OBJ", "object", thing
    if thing.ref:
        yield thing.ref, "REF", "ref", thing
    for one in thing.ids:
        yield one.w, "ID", "id", one
    for one in thing.vals:
        yield one.w, "VAL", "val", one
    if thing.n:
        yield thing.n, "QTY", "n", thing
    if thing.sel:
        yield thing.sel, "SEL", _SELECT[thing.k or "any"], thing


_SELECT: dict[str, Tie] = {"last": "last", "first": "first", "all": "all", "any": "any"}
