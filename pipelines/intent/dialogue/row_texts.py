"""The sentence that a row of a table stands for: the words beside the table, with the row's cells.

Where the cells go is a way to say it; the reader judges which way it takes up best."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pipelines.intent.dialogue.lists import with_list
from pipelines.intent.dialogue.tables import Row
from pipelines.messages import say
from tool_registry.vocabulary.language import Language
from tool_registry.vocabulary.lexicon import Kind, Lexicon, Match

_FIRST = 0xE000
"""The sign that stands for the first cell: of an area that no text uses."""
_CELL = re.compile(r"[\ue000-\uf8ff]")
_CLAUSE = re.compile(r"[^,\uff0c;\uff1b:\uff1a.\u3002()\uff08\uff09]+")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_BRACED = re.compile(r"[{\uff5b]+([^{}\uff5b\uff5d]+)[}\uff5d]+")
"""A header in braces: the value of its column."""
_ENDINGS = " ,\uff0c;\uff1b:\uff1a.\u3002"


@dataclass(frozen=True, slots=True)
class Told:
    """A row as a sentence."""

    text: str
    places: tuple[tuple[int, int], ...]
    """Where each of its cells stands; without characters where the sentence leaves one out."""

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells as the sentence has them."""
        return tuple(self.text[start:end] for start, end in self.places)

    @property
    def frame(self) -> str:
        """The sentence without its cells."""
        text = self.text
        for start, end in sorted(self.places, reverse=True):
            text = f"{text[:start]}\n{text[end:]}"
        return text

    def cell_at(self, start: int, end: int) -> int | None:
        """The cell in which these characters are."""
        found = (at for at, (s, e) in enumerate(self.places) if s <= start < end <= e)
        return next(found, None)


@dataclass(frozen=True, slots=True)
class Way:
    """A sentence with places for the cells of a row."""

    text: str

    def told(self, row: Row) -> Told:
        """The sentence of a row."""
        text, last, places = "", 0, dict[int, tuple[int, int]]()
        for found in _CELL.finditer(self.text):
            text += self.text[last : found.start()]
            at, last = ord(found.group()) - _FIRST, found.end()
            places[at] = (len(text), len(text) + len(row.cells[at]))
            text += row.cells[at]
        text += self.text[last:]
        return Told(text, tuple(places.get(at, (0, 0)) for at in range(len(row.cells))))

    def without(self, words: str) -> "Way":
        """The sentence without these words."""
        return Way(self.text.replace(words, "", 1).strip()) if words else self


@dataclass(frozen=True, slots=True)
class Columns:
    """What the columns of a table are called, and which of them names the thing."""

    labels: tuple[str, ...]
    """Empty for one that nothing names."""
    named_at: int
    left_out: frozenset[int] = frozenset()
    """Columns that say of the thing which one it is, once more."""

    def values(self) -> list[int]:
        """The columns that say something of the thing."""
        gone = {self.named_at, *self.left_out}
        return [at for at in range(len(self.labels)) if at not in gone]

    def cell(self, at: int) -> str:
        """The place of a cell with what it is called in front."""
        return f"{self.labels[at]} {chr(_FIRST + at)}".strip()


@dataclass(frozen=True, slots=True)
class Announced:
    """A clause that says which values the rows have: `with the amount beside the id`."""

    head: str
    """The sentence without it."""
    words: Mapping[str, str]
    """Canonical attribute → the word for it."""
    start: str
    """The clause up to the last of these words."""


def announced(head: str, lexicon: Lexicon, acts: Callable[[str], bool]) -> Announced | None:
    """The last clause behind the first one that names values and tells none; None without one, and
    where that is the one that says what is to be done."""
    for clause in reversed(list(_CLAUSE.finditer(head))[1:]):
        found = _attributes(clause.group(), lexicon)
        if found and not any(map(str.isdigit, clause.group())):
            if not acts(head[: clause.start()]) and acts(clause.group()):
                return None
            rest = f"{head[: clause.start()].rstrip(_ENDINGS)}{head[clause.end() :]}"
            end = max(one.end for one in found.values())
            words = {name: one.text for name, one in found.items()}
            return Announced(rest.rstrip(_ENDINGS), words, clause.group()[:end].strip())
    return None


def _attributes(text: str, lexicon: Lexicon) -> dict[str, Match]:
    """Words for values other than an id, each value's last one."""
    told = ((one.of(Kind.ATTRIBUTE), one) for one in lexicon.scan(text))
    return {what.name: one for what, one in told if what is not None and what.name != "id"}


def ways(
    head: str, columns: Columns, start: str, language: Language, acts: Callable[[str], bool]
) -> Iterator[Way]:
    """The ways to say it; `start`: of the clause that announces the values."""
    name = chr(_FIRST + columns.named_at)
    values = [columns.cell(at) for at in columns.values()]
    pointed = with_list(head, [name], acts=acts(head))
    for text in pointed:
        yield Way(_joined(language, [text, *values]))
        yield Way(_joined(language, [*values, text]))
        if start:
            yield from _inside(text, start, columns)
    if not pointed:
        named = say(language, "conversation.to", text=head, ids=name)
        yield Way(_joined(language, [named, *values]))
    called = _joined(language, [columns.cell(columns.named_at), *values])
    yield Way(say(language, "conversation.told", report=head, told=called))
    yield Way(_joined(language, [head, called]))


def framed(
    head: str, named_at: int, language: Language, acts: Callable[[str], bool]
) -> Iterator[Way]:
    """The ways to say it of a row by its name alone."""
    name = chr(_FIRST + named_at)
    yield from map(Way, with_list(head, [name], acts=acts(head)))
    yield Way(say(language, "conversation.to", text=head.rstrip(_ENDINGS), ids=name))


def behind(way: Way, cells: Sequence[str], language: Language) -> Way:
    """The sentence with these cells behind it."""
    return Way(_joined(language, [way.text, *cells]))


def braced(head: str, names: Sequence[str]) -> tuple[str, tuple[int, ...], tuple[str, ...]]:
    """The sentence with the places of the cells where it has headers in braces; which these are,
    and what stands in braces besides."""
    plain = [name.casefold() for name in names]
    used, unknown = list[int](), list[str]()

    def place(found: re.Match[str]) -> str:
        name = found[1].strip().casefold()
        if name not in plain:
            unknown.append(found[1])
            return found[0]
        used.append(plain.index(name))
        return chr(_FIRST + used[-1])

    return _BRACED.sub(place, head), tuple(used), tuple(unknown)


def _inside(pointed: str, start: str, columns: Columns) -> Iterator[Way]:
    """The announced value right behind the last number of the sentence."""
    numbers = list(_NUMBER.finditer(pointed))
    if numbers and len(columns.values()) == 1:
        end, [at] = numbers[-1].end(), columns.values()
        yield Way(f"{pointed[:end]}{start}{chr(_FIRST + at)}{pointed[end:]}")


def _joined(language: Language, parts: Sequence[str]) -> str:
    first, *rest = parts
    for one in rest:
        first = say(language, "conversation.behind", text=first.rstrip(_ENDINGS), said=one)
    return first
