"""Tables beside a sentence: rows of cells, pasted behind it or attached to it."""

import csv
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.contracts.request import Attachment
from pipelines.intent.dialogue.columns import values_of

_SEPARATORS = "\t,\uff0c;\uff1b|"
_BLANK = re.compile(r"[^\S\t]+")
_LABELLED = re.compile(r"([A-Za-z0-9._@+-]*\d)\s*[:\uff1a]\s*(\S.*)")
"""An id, a colon, and what is said of it."""
_BESIDE = re.compile(r"([A-Za-z0-9._@+-]*\d)(?:\s*[:\uff1a/=\u2192]\s*|\s+)(\S.*)")
"""An id, a sign or a blank, and what is said of it."""
_COLON = ":"
_END = " :\uff1a"
"""What ends a sentence in front of a list."""
_FRACTION = re.compile(r"\d+\.\d+")
_NAME = 20
"""Signs of a column's name at most."""
_GAP = 2
"""So many signs an id is longer than the amounts beside it, where nothing names the columns."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table."""

    number: int
    """Of an attachment with its header counted, else among the rows; from 1."""
    cells: tuple[str, ...]

    @property
    def text(self) -> str:
        """The cells as people are shown them."""
        return " ".join(cell for cell in self.cells if cell)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of as many cells each."""

    head: str
    """The sentence in front of it."""
    names: tuple[str, ...]
    """Its header; empty where it has none."""
    rows: tuple[Row, ...]

    def column(self, at: int) -> list[str]:
        """The cells of a column."""
        return [row.cells[at] for row in self.rows]

    @property
    def width(self) -> int:
        """Cells of a row."""
        return len(self.rows[0].cells)

    @property
    def is_bare(self) -> bool:
        """True where its cells say nothing by themselves: they are called by a header, or values
        and nothing else."""
        return bool(self.names) or all(map(is_value, filter(None, self.rows[0].cells)))

    @property
    def named_at(self) -> int | None:
        """The column of ids, where the cells tell it: those that are longest by far."""
        sizes = {at: [len(c) for c in self._ids(at)] for at in range(self.width)}
        known = {at: each for at, each in sizes.items() if each}
        if not known:
            return None
        best = max(known, key=lambda at: min(known[at]))
        rest = [size for at, each in known.items() if at != best for size in each]
        return best if min(known[best]) >= max(rest, default=0) + _GAP else None

    @property
    def is_numbered(self) -> bool:
        """True where the first column only counts the rows."""
        counted = [str(number) for number in range(1, len(self.rows) + 1)]
        return len(counted) > 1 and self.width > 2 and self.column(0) == counted

    def _ids(self, at: int) -> list[str]:
        """The cells of a column in which nearly all cells can be ids, and none is a fraction."""
        cells = [cell for cell in self.column(at) if cell]
        found = [cell for cell in cells if is_value(cell)]
        broken = any(map(_FRACTION.fullmatch, cells))
        return found if 2 * len(found) > len(cells) and not broken else []


def is_value(cell: str) -> bool:
    """True for a single value with a digit."""
    return values_of(cell) == [cell]


def pasted_table(text: str) -> Table | None:
    """The sentence and the table behind it; None without a table of two columns or more."""
    lines = [line.strip(" \r") for line in text.strip("\n").splitlines() if line.strip()]
    for start in range(1, len(lines) - 1):
        separator = _separator(lines[start:])
        if separator is not None and _begins(lines[start], separator):
            head = " ".join(lines[:start]).strip()
            found = _table(head.rstrip(_END), lines[start:], separator, 1)
            told = found is not None and _is_told_apart(found, separator)
            return found if told else None
    return None


def pasted_pairs(text: str) -> Table | None:
    """The sentence and the rows behind it that are two bare values each, which nothing names."""
    head, *lines = [line.strip(" \r") for line in text.splitlines() if line.strip()] or [""]
    separator = _separator(lines) if len(lines) > 1 else None
    table = _table(head.rstrip(_END), lines, separator, 0) if separator is not None else None
    if table is None or table.names or table.width != 2:
        return None
    return table if all(is_value(cell) for row in table.rows for cell in row.cells) else None


def row_of(text: str, number: int) -> Row | None:
    """An id and what is said of it behind a sign or a blank: `7/10 yuan`; None for others."""
    found = _BESIDE.fullmatch(text)
    return Row(number, found.groups()) if found is not None else None


def attached_table(head: str, attachment: Attachment) -> Table | None:
    """The table of an attachment; None where it has one column only."""
    lines = [line.strip(" \r") for line in attachment.text.splitlines() if line.strip()]
    separator = _separator(lines) if lines else None
    return _table(head, lines, separator, 0) if separator is not None else None


def _is_told_apart(table: Table, separator: str) -> bool:
    """No plain list of ids, several of them a line: cells of a sheet are pasted with tabs."""
    return bool(table.names) or separator == "\t" or table.named_at is not None


def _begins(line: str, separator: str) -> bool:
    """True for a row with an id, or a header: names without a number."""
    cells = _split([line], separator)[0]
    short = len(cells) > 1 and all(len(cell) <= _NAME for cell in cells)
    return any(map(is_value, cells)) or (short and not any(map(str.isdigit, line)))


def _separator(lines: Sequence[str]) -> str | None:
    """The sign that stands in more than half of the lines; a blank where no other does."""
    if all(map(_LABELLED.fullmatch, lines)):
        return _COLON
    for sign in _SEPARATORS:
        # A comma at the end only ends a line; a tab there stands before a cell that is empty.
        parted = (line if sign == "\t" else line.strip(sign) for line in lines)
        if 2 * sum(sign in line for line in parted) > len(lines):
            return sign
    blank = [line for line in lines if len(line.split()) > 1 and _has_id(line)]
    return " " if 2 * len(blank) > len(lines) else None


def _has_id(line: str) -> bool:
    words = line.split()
    return is_value(words[0]) or is_value(words[-1])


def _table(head: str, lines: Sequence[str], separator: str, since: int) -> Table | None:
    split = _split(lines, separator)
    width = Counter(len(cells) for cells in split if len(cells) > 1).most_common(1)
    if not width:
        return None
    headed = len(split[0]) > 1 and not any(is_value(cell) for cell in split[0])
    size = len(split[0]) if headed else width[0][0]
    body = list(enumerate(split, 1))[1 if headed else 0 :]
    rows = [Row(n - (since if headed else 0), _filled(cells, size)) for n, cells in body]
    names = tuple(split[0]) if headed else ()
    return Table(head, names, tuple(rows)) if rows and size > 1 else None


def _split(lines: Sequence[str], separator: str) -> list[list[str]]:
    if separator == _COLON:
        found = ((line, _LABELLED.fullmatch(line)) for line in lines)
        return [list(one.groups()) if one is not None else [line] for line, one in found]
    return _by_blanks(lines) if separator == " " else _by_sign(lines, separator)


def _filled(cells: Sequence[str], size: int) -> tuple[str, ...]:
    """As many cells; what is too much stands in the last one."""
    kept = [*cells, *[""] * (size - len(cells))]
    return (*kept[: size - 1], " ".join(kept[size - 1 :]))


def _by_sign(lines: Sequence[str], separator: str) -> list[list[str]]:
    """Cells as in a CSV; the full-width form of a sign is the same sign."""
    same = {"\uff0c": ",", "\uff1b": ";"}
    sign = same.get(separator, separator)
    wide = next((one for one, plain in same.items() if plain == sign), sign)
    plain = [line.replace(wide, sign) for line in lines]
    return [[cell.strip() for cell in row] for row in csv.reader(plain, delimiter=sign)]


def _by_blanks(lines: Sequence[str]) -> list[list[str]]:
    """Words as cells where each line has as many, and names or two of them; else the id apart from
    the words beside it."""
    words = [_BLANK.split(line.strip()) for line in lines]
    sizes = {len(one) for one in words}
    if len(sizes) == 1 and (sizes == {2} or not any(map(is_value, words[0]))):
        return words
    if all(is_value(one[-1]) and not is_value(one[0]) for one in words):
        return [[" ".join(one[:-1]), one[-1]] for one in words]
    return [[one[0], " ".join(one[1:])] if len(one) > 1 else one for one in words]
