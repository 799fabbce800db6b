"""Clauses that put a value into a field of the form in view, read as a whole or not at all."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Literal, TypeAlias

from pipelines.contracts.intent import Span
from pipelines.intent.page_tools.fields import phrases

Way: TypeAlias = Literal[
    "said",
    "appended",
    "emptied",
    "ticked",
    "unticked",
    "named",
    "beside",
    "counted",
    "dropped",
]
_WAYS: tuple[Way, ...] = ("emptied", "ticked", "unticked", "appended", "said", "named")
_LONGEST = 500
"""Characters of a sentence for a page."""
_GAP = re.compile(r"[\s,\uff0c]{4}")
"""No sentence has such a gap, and patterns that begin with what may be blank take long over one."""
_MOST = 8
"""So many places at most may part one clause from the next."""
_BESIDE = r"<whose><name>\s*<value>"
"""No verb, where one stood before or none is needed: `the size to 4, the colour red`, `seats 4`."""
_SEPARATORS = ",;\u3001\uff0c\uff1b "
"""What parts a value from what is said behind it, and is none of it."""
_QUOTES = {"“": "”", "「": "」", "『": "』", '"': '"', "'": "'", "‘": "’"}


def may_be_read(text: str) -> bool:
    """False for what nobody says to a field."""
    return len(text) <= _LONGEST and not _GAP.search(text)


@dataclass(frozen=True, slots=True)
class Assigned:
    """What one clause says of a field."""

    name: str
    """As it is called there."""
    way: Way
    clause: Span
    value: Span | None = None
    """The user's own words; None where the way says it all."""
    quoted: bool = False


@dataclass(frozen=True)
class Clauses:
    """Reads clauses about fields of these names; `things`: what the form itself may be called."""

    names: Sequence[str]
    things: Sequence[str]
    beside: Sequence[str] = ()
    """Those of the names that a value may follow at once."""
    ways: Sequence[Way] = _WAYS

    def read(self, text: str) -> tuple[Assigned, ...]:
        """What all of the text says; nothing where any of it says something else."""
        return self._read(text, 0, {}) if self.names else ()

    def _read(
        self, text: str, start: int, known: dict[int, tuple[Assigned, ...]]
    ) -> tuple[Assigned, ...]:
        """`known`: what the text says from a place on, filled as it is found. Without it a
        sentence of many clauses that cannot be read takes time without end."""
        between = re.compile(phrases()["between"], re.IGNORECASE | re.VERBOSE)
        for one in islice(between.finditer(text, start), _MOST):
            first = self._one(text, start, one.start())
            if first is None:
                continue
            if one.end() not in known:
                known[one.end()] = self._read(text, one.end(), known)
            if rest := known[one.end()]:
                return (first, *rest)
        whole = self._one(text, start, len(text))
        return (whole,) if whole is not None else ()

    def _one(self, text: str, start: int, end: int) -> Assigned | None:
        for way, pattern in (*self._patterns, *self._bare):
            found = pattern.fullmatch(text, start, end)
            if found is not None:
                return _assigned(found, way)
        return None

    @cached_property
    def _bare(self) -> list[tuple[Way, re.Pattern[str]]]:
        if not self.beside:
            return []
        parts = {**self._parts, "name": _any_of(self.beside)}
        counted: list[tuple[Way, re.Pattern[str]]] = [
            ("counted", _pattern(form, parts)) for form in phrases()["counted"]
        ]
        return [*counted, ("beside", _pattern(_BESIDE, parts))]

    @cached_property
    def _patterns(self) -> list[tuple[Way, re.Pattern[str]]]:
        told = phrases()
        return [(way, _pattern(form, self._parts)) for way in self.ways for form in told[way]]

    @cached_property
    def _parts(self) -> dict[str, str]:
        told = phrases()
        thing = {"thing": "|".join([told["things"], *map(_spelled, self.things)])}
        return {
            "whose": _with_parts(told["whose"], thing),
            "of": _with_parts(told["of"], thing),
            "field_en": told["field_en"],
            "field": told["field"],
            "name": _any_of(self.names),
            "value": "(?P<value>.+?)",
        }


def _any_of(names: Sequence[str]) -> str:
    return rf"(?P<name>{'|'.join(map(_spelled, _longest_first(names)))})"


def _pattern(form: str, parts: Mapping[str, str]) -> re.Pattern[str]:
    told = phrases()
    whole = f"\\s*{told['polite']}{_with_parts(form, parts)}{told['end']}"
    return re.compile(whole, re.IGNORECASE | re.VERBOSE)


def _with_parts(form: str, parts: Mapping[str, str]) -> str:
    """The form with each part in its place, in one pass: what a page calls a field may itself look
    like a place."""
    return re.sub(r"<(\w+)>", lambda place: parts[place[1]], form)


def _assigned(found: re.Match[str], way: Way) -> Assigned:
    clause = Span(start=found.start(), end=found.end(), text=found[0])
    if way not in ("said", "appended", "beside", "counted"):
        return Assigned(found["name"], way, clause)
    start, end = found.span("value")
    quoted = is_quoted(found.string[start:end])
    if quoted:
        start, end = start + 1, end - 1
    else:
        end = start + len(found.string[start:end].rstrip(_SEPARATORS))
    span = Span(start=start, end=end, text=found.string[start:end])
    return Assigned(found["name"], way, clause, span, quoted)


def is_quoted(words: str) -> bool:
    """True for words between quotation marks."""
    return len(words) > 2 and _QUOTES.get(words[0]) == words[-1]


def _spelled(name: str) -> str:
    """A pattern of the name: blanks and joiners are one, and no word of Latin letters goes on."""
    words = r"[\s_-]*".join(re.escape(word) for word in name.split())
    before = r"(?<![A-Za-z0-9])" if name[:1].isascii() else ""
    behind = r"(?![A-Za-z0-9])" if name[-1:].isascii() else ""
    return f"{before}{words}{behind}"


def _longest_first(names: Iterable[str]) -> list[str]:
    return sorted(set(names), key=lambda name: (-len(name), name))
