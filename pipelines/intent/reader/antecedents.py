"""What a pointer of a request stands for, where only a remark beside the request names it:
`task 7007 is stuck, restart it`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pipelines.contracts.intent import EntityRef, Identifier, Span
from pipelines.intent.each import BEFORE
from pipelines.intent.reader.marks import Marks
from pipelines.intent.reader.values import Text
from tool_registry.vocabulary.lexicon import Kind
from tool_registry.vocabulary.patterns import find

_REMARKS = ("reason", "pasted")
_CODE = re.compile(r"(?<![\w.-])[A-Za-z]{0,6}[-_]?\d[\w-]*\d(?![\w%])")
_NEAR = re.compile(r"[^\d,;!?\n]{0,4}")
"""What may stand between a noun and its number."""
_SHORTEST = 3
_LIKE_NUMBERS = ("number", "code")


@dataclass(frozen=True, slots=True)
class Named:
    """An identifier in a remark, and the kind of thing that it names there."""

    span: Span
    kind: str | None
    attribute: str | None = None


def named_in_remarks(read: Marks, text: Text) -> tuple[Named, ...]:
    """The things that remarks of a message name, in their order."""
    return tuple(one for stretch in _remarks(read) for one in _named(stretch, text))


def standing_for(ref: EntityRef, named: tuple[Named, ...], *, several: bool) -> EntityRef:
    """The pointer with what it stands for: the only thing of its kind that remarks name, or all of
    them where it speaks of several; unchanged where that is not clear."""
    own = [one for one in named if ref.type in (None, one.kind)]
    alike = {len(one.span.text) for one in own}
    fitting = [
        one
        for one in named
        if one in own or (one.kind is None and (not own or len(one.span.text) in alike))
    ]
    words = {one.span.text: one for one in fitting}
    if not words or (len(words) > 1 and not several):
        return ref
    told = tuple(
        Identifier(attribute=one.attribute, value=one.span.text, span=one.span)
        for one in words.values()
    )
    kinds = {one.kind for one in words.values()}
    update = {"type": ref.type or (kinds.pop() if len(kinds) == 1 else None)}
    return ref.model_copy(update={**update, "identifiers": told, "reference": BEFORE})


def _remarks(read: Marks) -> Iterator[Span]:
    for one in read.asides:
        if one.kind in _REMARKS:
            yield Span(start=one.start, end=one.end, text=read.text[one.start : one.end])


def _named(remark: Span, text: Text) -> Iterator[Named]:
    """Its codes and long numbers that are no amounts, dates or lengths of time."""
    facts = [one for one in find(remark.text, first=True) if one.kind not in _LIKE_NUMBERS]
    nouns = [match for match in text.lexicon.scan(remark.text) if match.of(Kind.ENTITY)]
    for found in _CODE.finditer(remark.text):
        fact = next((f for f in facts if f.start < found.end() and found.start() < f.end), None)
        attribute = fact.values[0].attribute if fact is not None and fact.values else None
        if len(found[0]) < _SHORTEST or (fact is not None and attribute not in ("phone", "id")):
            continue
        before = [m for m in nouns if _touches(remark.text, m.end, found.start())]
        noun = before[-1].of(Kind.ENTITY) if before else None
        thing = noun or (None if found[0].isdigit() else text.lexicon.codes.thing(found[0]))
        start = remark.start + found.start()
        span = Span(start=start, end=start + len(found[0]), text=found[0])
        yield Named(span, thing.name if thing else None, attribute)


def _touches(text: str, end: int, start: int) -> bool:
    return end <= start and _NEAR.fullmatch(text, end, start) is not None
