"""Clauses of a sentence that begin with an argument's own name, as people fill in a form by hand:
`title: Dune, author = Herbert`, `color red and finish matt`."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from pipelines.contracts.intent import Span
from pipelines.reasoning.arguments.naming import IDLE, names
from pipelines.reasoning.arguments.places import around
from pipelines.reasoning.planner.state import Fact
from tool_registry.model import Slot
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.text import is_ideograph

_QUOTES = {'"': '"', "'": "'", "\u201c": "\u201d", "\u2018": "\u2019", "\u300c": "\u300d"}
_LEAST = 2
"""Signs of a label in signs at least."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A value with the argument by whose name it is called."""

    path: str
    fact: Fact
    span: Span
    """Label and value."""


@dataclass(frozen=True, slots=True)
class _Label:
    path: str
    start: int
    end: int
    """Behind the sign or the word that leads to the value."""
    signed: bool
    """There is such a sign."""


def labelled(
    slots: Sequence[Slot], text: str, lexicon: Lexicon, taken: Iterable[Span] = ()
) -> tuple[Labelled, ...]:
    """The texts that are said by their arguments' names, in order; none for an argument that is
    named twice. A text ends where another argument is named, whatever that takes. `taken`:
    stretches that are something else."""
    spans = sorted(taken, key=lambda one: one.start)
    open_ = [one for one in slots if one.type == "string" and not one.values and not one.many]
    rest = [one for one in slots if one not in open_]
    found = [one for one in _labels(open_, text, lexicon) if not _within(one.start, spans)]
    others = [one.start for one in _labels(rest, text, lexicon)] if found else []
    ends = (_next(one, (*(o.start for o in found), *others), len(text)) for one in found)
    every = (_value(one, end, text, spans) for one, end in zip(found, ends, strict=True))
    made = [one for one in every if one is not None]
    paths = [one.path for one in made]
    return tuple(one for one in made if paths.count(one.path) == 1)


def _next(label: _Label, starts: Iterable[int], end: int) -> int:
    """Where the next label begins; `end` where there is none."""
    return min((at for at in starts if at >= label.end), default=end)


def _within(at: int, spans: Sequence[Span]) -> bool:
    return any(one.start <= at < one.end for one in spans)


def _labels(slots: Sequence[Slot], text: str, lexicon: Lexicon) -> list[_Label]:
    """Where labels begin, the longest first, none within another; what several arguments are
    called is none."""
    told: dict[tuple[int, int], set[str]] = {}
    for slot in slots:
        for start, end in (
            one for name in _names(slot, slots, lexicon) for one in _said(name, text)
        ):
            told.setdefault((start, end), set()).add(slot.path)
    kept: list[tuple[int, int]] = []
    for start, end in sorted(told, key=lambda place: (place[0] - place[1], place[0])):
        if all(end <= other or stop <= start for other, stop in kept):
            kept.append((start, end))
    own = ((start, min(told[start, end]), _lead(text, end)) for start, end in _alone(kept, told))
    return [_Label(path, start, end, signed) for start, path, (end, signed) in own]


def _alone(
    places: Sequence[tuple[int, int]], told: Mapping[tuple[int, int], set[str]]
) -> list[tuple[int, int]]:
    return sorted(place for place in places if len(told[place]) == 1)


def _names(slot: Slot, slots: Sequence[Slot], lexicon: Lexicon) -> set[str]:
    """What the argument is called; also what it belongs to, where no other one does."""
    found = {*names(slot, lexicon, alone=_is_alone(slot.attribute, [o.attribute for o in slots]))}
    thing = lexicon.concept(Kind.ENTITY, slot.entity) if slot.entity else None
    if thing is not None and slot.attribute != "id" and len(slots) > 1:
        alone = _is_alone(slot.entity, [one.entity for one in slots])
        found |= {*thing.surfaces, thing.name} if alone else set()
    return {name for name in found if len(name) >= _LEAST}


def _is_alone(one: str | None, every: Sequence[str | None]) -> bool:
    return every.count(one) == 1


def _said(name: str, text: str) -> Iterator[tuple[int, int]]:
    """Where the name, or the beginning or the end of one in signs, begins a clause, or stands
    before a sign."""
    if not any(map(is_ideograph, name)):
        word = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])", re.IGNORECASE)
        starts = _starts(text)
        for one in word.finditer(text):
            if one.start() in starts or _lead(text, one.end())[1]:
                yield one.span()
        return
    for start in _starts(text):
        for length in range(len(name), _LEAST - 1, -1):
            word = text[start : start + length]
            if len(word) == length and (name.startswith(word) or name.endswith(word)):
                yield start, start + length
                break


def _starts(text: str) -> set[int]:
    """Where a clause may begin."""
    return {one.end() for one in _patterns()[0].finditer(text)}


def _lead(text: str, end: int) -> tuple[int, bool]:
    """Where the value begins behind a label, and whether a sign says that it does."""
    lead = _patterns()[1].match(text, end)
    return (lead.end(), bool(lead[1])) if lead else (end, False)


def _value(label: _Label, end: int, text: str, spans: Sequence[Span]) -> Labelled | None:
    """What stands behind the label: in its quotes, or up to the end of its clause."""
    start = label.end
    closing = _QUOTES.get(text[start : start + 1])
    if closing is not None:
        stop = text.find(closing, start + 1)
        return _made(label, start + 1, stop, text) if stop > start + 1 else None
    stops = [one.start for one in spans if start <= one.start < end]
    sign = _patterns()[2].search(text, start, end)
    stop: int = min([end, *stops, *([sign.start()] if sign else [])])
    words = text[start:stop].rstrip()
    if stop < len(text):
        words = _without_end(words, around("between", "signs") if stop == end else ())
    first = re.match(r"[a-z]+\b", words.casefold())
    words = "" if first and first[0] in IDLE else words
    number = words.replace(".", "").isdigit() and not label.signed
    return None if not words or number else _made(label, start, start + len(words), text)


def _without_end(words: str, ends: Sequence[str]) -> str:
    """Without the small words at its end, which lead to what stands behind it."""
    words = words.rstrip("".join(ends)) if ends else words
    while (last := re.search(r"(?:^|\s)(\w+)$", words)) and last[1].casefold() in IDLE:
        words = words[: last.start()].rstrip()
    return words


def _made(label: _Label, start: int, end: int, text: str) -> Labelled:
    words = text[start:end]
    span = Span(start=start, end=end, text=words)
    fact = Fact(f"label{start}", None, words, span=span, words=words)
    whole = Span(start=label.start, end=end, text=text[label.start : end])
    return Labelled(label.path, fact, whole)


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """What stands before a label, between it and its value, and what ends a value."""
    words = ("before", "articles", "words", "signs", "apart")
    before, articles, leads, signs, apart = (_any(around("labels", one)) for one in words)
    between = _any(around("between", "signs"))
    start = rf"(?:(?:{apart})\s*(?:(?:{before})\s+)?|\b(?:{before})\s+|(?<=\w)(?:{between}))"
    return (
        re.compile(rf"{start}(?:(?:{articles})\s+)?\s*", re.IGNORECASE),
        re.compile(rf"\s*(?:({signs})|(?:(?:{leads})\s*)+)?\s*", re.IGNORECASE),
        re.compile(rf"{apart}|\.\s", re.IGNORECASE),
    )


def _any(words: Sequence[str]) -> str:
    """Any of these; words in letters as wholes."""
    return "|".join(
        rf"\b{one}\b" if one.isascii() and one.isalpha() else re.escape(one) for one in words
    )
