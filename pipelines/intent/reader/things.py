"""Things: a noun, a pointer or a bare identifier with all that is said of it."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from pipelines.contracts.intent import Constraint, EntityRef, Identifier, Span
from pipelines.intent.each import BEFORE
from pipelines.intent.reader.labels import ROLES, Role, Tie
from pipelines.intent.reader.marks import Mark, Marks
from pipelines.intent.reader.values import Text, once
from tool_registry.vocabulary.patterns import ends_in_pointer
from tool_registry.vocabulary.text import is_ideograph

_PARTS = ("id", "val", "n", "ref", "last", "first", "all", "any")
BESIDE: tuple[Tie, ...] = ("to", "of", "in", "from", "old", "new", "using", "about")
_SURE = 0.5
"""From here on an identifier or a pointer stands for a thing of that kind."""
_LIKELY = 0.5
"""From here on a noun names it; else it is a stranger to the catalogue."""
_PARTICLE = 1
"""Signs that a particle has."""
_NOBODY = ("null", "none", "nil", "nan", "undefined", "n/a")
THAT = "that"
_SELECTS = {"last": "last", "first": "first"}


@dataclass(slots=True)
class Tree:
    """The marks of a message by what they belong to."""

    marks: Sequence[Mark]
    below: dict[int, list[int]] = field(default_factory=dict[int, list[int]])

    @classmethod
    def of(cls, read: Marks) -> "Tree":
        """From what was read."""
        tree = cls(read.marks)
        for at, mark in enumerate(read.marks):
            tree.below.setdefault(mark.head, []).append(at)
        return tree

    def children(self, at: int, *ties: Tie) -> Iterator[int]:
        """The marks right below one, with one of these ties (all without any)."""
        for child in self.below.get(at, ()):
            if not ties or self.marks[child].tie in ties:
                yield child

    def whole(self, at: int) -> list[int]:
        """A mark with everything below it that is a part of the same thing."""
        found = [at]
        for child in self.children(at):
            if self.marks[child].tie in (*_PARTS, "att", "set", "ask"):
                found += self.whole(child)
        return found

    def beside(self, at: int) -> Iterator[int]:
        """The other things that a mark's children are, nearest first."""
        yield from self.children(at, *BESIDE)


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing, and which mark stands for it."""

    at: int
    ref: EntityRef
    points: bool
    """It is only pointed at."""


def made_with(used: Sequence[EntityRef], own: str | None, *, told: bool) -> EntityRef | None:
    """What else is made where all of these are there already: `order with this card`. It is of the
    verb's own kind; of an unknown one where that is only a guess at theirs (nothing is `told`)."""
    there = {one.type for one in used if one.reference == BEFORE}
    if len(used) != sum(one.reference == BEFORE for one in used):
        return None
    if own and own not in there:
        return EntityRef(type=own)
    return EntityRef(type=None) if own and there == {own} and not told else None


def thing(
    tree: Tree,
    at: int,
    text: Text,
    role: str | None,
    kind: str | None,
    named_by: Collection[Role] = ROLES,
) -> Thing:
    """The thing for which the mark stands; `kind`: what it is where its own words do not say;
    `named_by`: roles of marks that may say it."""
    mark = tree.marks[at]
    own = [tree.marks[i] for i in tree.whole(at)]
    ids = [m for m in own if m.role == "ID" and _singles_out(m.text)]
    values = [m for m in own if m.role == "VAL" and m.tie != "set"]
    count = next((text.number(m) for m in own if m.role == "QTY"), None)
    points = next((m for m in own if m.role == "REF"), None)
    told_by = text.identifying(mark) if mark.role == "OBJ" else None
    named = [_attributed(text.identifier(m), told_by) for m in ids]
    kind = _by_code(ids, text, mark) or (_kind(mark) if mark.role in named_by else None) or kind
    said = (v for m in values for v in text.constraints(m, kind))
    told = (*_selected(own, count, text), *said)
    limits = any(one.operator in ("first", "last") for one in told)
    ref = EntityRef(
        type=kind,
        role=role,
        identifiers=tuple(named),
        constraints=once(told),
        quantity=None if limits else count,
        reference="that" if points is not None and not named else None,
        words=_words(own, text),
        span=_span(own, text),
    )
    if not (named or told or count) and _is_somebody_known(ref, text):
        ref = ref.model_copy(update={"reference": THAT})
    bare = not (named or told) and points is not None
    return Thing(at, ref, bare)


def _is_somebody_known(ref: EntityRef, text: Text) -> bool:
    """The word right in front of somebody points, though the reader has left it out."""
    before = text.text[: ref.span.start] if ref.span is not None else ""
    return text.lexicon.is_person(ref.type) and ends_in_pointer(before)


def begun(read: Marks, start: int) -> int:
    """Where a step begins: with the particle right before its first mark, in Chinese."""
    taken = {at for one in (*read.marks, *read.asides) for at in range(one.start, one.end)}
    for at in range(start - 1, max(-1, start - _PARTICLE - 1), -1):
        if at in taken or not is_ideograph(read.text[at]):
            return at + 1
    return max(0, start - _PARTICLE)


def _singles_out(words: str) -> bool:
    """False for what programs write where an identifier is missing, and for signs."""
    return words.casefold() not in _NOBODY and words[:1].isalnum()


def _attributed(one: Identifier, told: str | None) -> Identifier:
    """`test account 77`: the noun itself says what the number is."""
    return one if one.attribute or not told else one.model_copy(update={"attribute": told})


def _kind(mark: Mark) -> str | None:
    """What a noun names; what a bare identifier or a pointer stands for, where that is likely."""
    known = mark.links.get("entity")
    if not known or known[0][1] < (_SURE if mark.role != "OBJ" else _LIKELY):
        return None
    return known[0][0] or None


def _by_code(ids: Iterable[Mark], text: Text, noun: Mark) -> str | None:
    """What identifiers of that looks single out in this catalogue."""
    things = (text.lexicon.codes.thing(m.text, noun.text) for m in ids if not m.text.isdigit())
    return next((thing.name for thing in things if thing is not None), None)


def _selected(own: Iterable[Mark], count: int | None, text: Text) -> Iterator[Constraint]:
    """The newest, the first: how many of a list are meant."""
    for mark in own:
        if mark.role == "SEL" and mark.tie in _SELECTS:
            operator = "last" if mark.tie == "last" else "first"
            yield Constraint(
                attribute=None, operator=operator, value=count or 1, span=text.span(mark)
            )


def _span(own: Sequence[Mark], text: Text) -> Span:
    start, end = min(m.start for m in own), max(m.end for m in own)
    return Span(start=start, end=end, text=text.text[start:end])


def _words(own: Sequence[Mark], text: Text) -> str:
    """The noun phrase without what stands between its parts, where they are far from each other."""
    whole = _span(own, text)
    if len(whole.text) <= 2 * sum(len(m.text) for m in own) + 8:
        return whole.text
    return text.text[own[0].start : own[0].end]


def without_pointers(refs: Sequence[EntityRef]) -> tuple[EntityRef, ...]:
    """Without what only points at another one that is named as the same to this step."""
    named = [ref for ref in refs if ref.identifiers or ref.constraints]
    return tuple(
        ref
        for ref in refs
        if ref.reference != THAT
        or not any(one.role == ref.role and ref.type in (one.type, None) for one in named)
    )


def checked(
    ref: EntityRef, related: tuple[EntityRef, ...], asks: bool
) -> tuple[EntityRef, tuple[EntityRef, ...]]:
    """`check the figures of order 5`: what the check is about is what is checked; `the data of user
    5`: the user."""
    about = next((one for one in related if one.role == "about" and one.type), None)
    if about is None and len(related) == 1 and not asks and related[0].identifiers:
        about = related[0]
    if about is None:
        return ref, related
    return about.model_copy(update={"role": None}), tuple(r for r in related if r is not about)
