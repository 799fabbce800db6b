"""What speaks for a name beside its meaning: spelling, looks, type, what it can belong to.

Columns of numbers for each pair of a mark and a name; the network learned what each counts."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.fuzz import partial_ratio, ratio
from rapidfuzz.process import cdist

from pipelines.intent.reader.labels import Role, Tie
from tool_registry.base.yaml_files import packaged

Floats: TypeAlias = NDArray[np.float32]
Likely: TypeAlias = Mapping[str, float]
"""Name → how likely it is meant."""


class Tied(Protocol):
    """A mark with what it belongs to; `head`: -1 for nothing."""

    head: int
    tie: Tie
    role: Role


COLUMNS = 11
"""The same words; how alike; how much of one is the other; looks like its identifiers; met before;
the same and how alike for the word of the attribute beside it; how likely it belongs to what the
mark belongs to; belongs to anything; one of its closed values, and how like one."""
_FORMS = Path(__file__).parent / "forms.yaml"
FORMS = ("number", "percent", "phone", "email", "date", "code", "han", "latin")
"""What words look like."""
TYPES = ("number", "money", "date", "text", "enum", "flag", "phone", "email", "id", "")
"""Types of attributes, the last for names that have none."""

_SEPARATE: tuple[Tie, ...] = (
    "root", "step", "object", "to", "of", "in", "from", "old", "new", "using", "about",
)  # fmt: skip
"""Ties of a mark that stands for a thing itself."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name of one kind (`action`, `entity`, `attribute`, `value`) and the words for it."""

    kind: str
    key: str
    words: tuple[str, ...]
    of: tuple[str, ...] = ()
    """Entities that have the attribute, or to which the action is done; the value's attribute."""
    looks: tuple[re.Pattern[str], ...] = ()
    """Of an entity's identifiers."""
    type: str = ""
    """Of an attribute, out of `TYPES`."""
    values: tuple[str, ...] = ()
    """Words for the closed values of an attribute."""

    @property
    def text(self) -> str:
        """As the encoder reads it."""
        return " / ".join(self.words[:_SHOWN])


_SHOWN = 4
"""Words of a name that are shown to the encoder, at most."""


@dataclass(slots=True)
class Said:
    """The words of a mark, and what is known of it when its name is looked for."""

    words: str
    told: str = ""
    """The word of its attribute, where the text has it (price in "price to 30")."""
    of: Likely = field(default_factory=dict[str, float])
    """What it belongs to: entities for attributes and actions, attributes for values."""
    met: Likely = field(default_factory=dict[str, float])
    """Entities that were spoken of before, where the mark points back."""


class Words:
    """The words of names in one list, to be compared at once."""

    def __init__(self, words: Sequence[Sequence[str]]) -> None:
        self.flat = [word.casefold() for one in words for word in one]
        self._many = [len(one) for one in words]
        self._first = [0, *accumulate(self._many)][:-1]

    def best(self, scores: Floats) -> Floats:
        """marks × words → marks × names: the best of each name's words, 0 without any."""
        found = np.zeros((len(scores), len(self._many)), np.float32)
        full = [at for at, many in enumerate(self._many) if many]
        if full:
            first = [self._first[at] for at in full]
            found[:, full] = np.maximum.reduceat(scores, first, axis=1)
        return found


class Comparison:
    """Names of one kind, ready to be compared with marks."""

    def __init__(self, names: Sequence[Name]) -> None:
        self.names = tuple(names)
        self._words = Words([name.words for name in names])
        self._values = Words([name.values for name in names])
        self.types = np.array([TYPES.index(name.type) for name in names], np.int64)

    def columns(self, said: Sequence[Said]) -> Floats:
        """marks × names × `COLUMNS`."""
        found = np.zeros((len(said), len(self.names), COLUMNS), np.float32)
        words = [one.words.casefold() for one in said]
        alike = self._words.best(_ratios(words, self._words.flat))
        found[..., 0], found[..., 1] = alike >= 1, alike
        found[..., 2] = self._words.best(_inside(words, self._words.flat))
        told = [at for at, one in enumerate(said) if one.told]
        if told:
            near = _ratios([said[at].told.casefold() for at in told], self._words.flat)
            near = self._words.best(near)
            found[told, :, 5], found[told, :, 6] = near >= 1, near
        if self._values.flat:
            near = self._values.best(_ratios(words, self._values.flat))
            found[..., 9], found[..., 10] = near >= 1, near
        self._known(said, found)
        return found

    def _known(self, said: Sequence[Said], found: Floats) -> None:
        for column, name in enumerate(self.names):
            found[:, column, 8] = bool(name.of)
            for row, one in enumerate(said):
                if name.looks:
                    found[row, column, 3] = any(look.fullmatch(one.words) for look in name.looks)
                if one.met:
                    found[row, column, 4] = one.met.get(name.key, 0.0)
                if one.of and name.of:
                    found[row, column, 7] = sum(one.of.get(kind, 0.0) for kind in name.of)


def _ratios(said: Sequence[str], words: Sequence[str]) -> Floats:
    if not words:
        return np.zeros((len(said), 0), np.float32)
    found: Floats = cdist(said, words, scorer=ratio, dtype=np.float32)
    return found / np.float32(100)


def _inside(said: Sequence[str], words: Sequence[str]) -> Floats:
    """The share of the longer one that the shorter one is, where it is inside it."""
    if not words:
        return np.zeros((len(said), 0), np.float32)
    found: Floats = cdist(said, words, scorer=partial_ratio, dtype=np.float32)
    own = np.array([len(one) for one in said], np.float32)[:, None]
    other = np.array([len(one) for one in words], np.float32)[None]
    share = np.minimum(own, other) / np.maximum(np.maximum(own, other), 1)
    return np.where(found >= 99.9, share, 0).astype(np.float32)


def form_of(words: str) -> int:
    """What words look like: an index of `FORMS`."""
    plain = words.strip()
    found = next((name for name, look in _forms() if look.fullmatch(plain)), "latin")
    return FORMS.index(found)


@cache
def _forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    told: dict[str, str] = packaged(_FORMS)
    return tuple((name, re.compile(pattern, re.DOTALL)) for name, pattern in told.items())


def looks_of(examples: Iterable[str]) -> tuple[re.Pattern[str], ...]:
    """How identifiers like these look: letters, then any digits; digits alone tell nothing."""
    told = (one for one in examples if re.search(r"[^\W\d_]", one) and re.search(r"\d", one))
    shapes = dict.fromkeys(re.sub(r"\d+", r"\\d+", re.escape(one)) for one in told)
    return tuple(re.compile(shape, re.IGNORECASE) for shape in shapes)


def owner(at: int, marks: Sequence[Tied]) -> int | None:
    """The mark that stands for the thing to which a mark belongs; of an action, what it is done
    to."""
    for _ in marks:
        mark = marks[at]
        if mark.role == "ACT":
            below = (i for i, m in enumerate(marks) if m.head == at and m.tie == "object")
            return next(below, None)
        if mark.tie in _SEPARATE:
            return at
        at = mark.head
        if at < 0:
            return None
    return None
