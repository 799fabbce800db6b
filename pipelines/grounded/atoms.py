"""A sentence in atoms: what its words can stand for in a world, and which records they name."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pipelines.grounded.live import Called, Live, Record, callings
from pipelines.grounded.surfaces import MARK, Option, Words
from pipelines.grounded.words import pattern
from pipelines.grounded.world import World
from tool_registry.base.types import JsonValue
from tool_registry.vocabulary.lexicon import Lexicon, Match
from tool_registry.vocabulary.patterns import Shaped, find
from tool_registry.vocabulary.text import fold, is_ideograph

_MASK = "|"
_NAMESAKES = 6
"""Records that one part of a name may stand for: more share a common word."""
_CODE = re.compile(r"(?<![A-Za-z0-9])([A-Za-z]{1,6})[-_]?\d[\w-]*")
_PIECE = re.compile(r"[\u3400-\u9fff]+|[^\W_]+(?:['’._][^\W_]+)*|[^\w\s]|_")
_MONTHS: tuple[str, ...] = (
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
)  # fmt: skip
_MONTH = rf"({'|'.join(_MONTHS)})[a-z]*\.?"
_DAY = r"(?P<d>\d{1,2})(?:st|nd|rd|th)?"
_DATES = (
    re.compile(rf"(?<![\w-]){_DAY}(?: of)? (?P<m>{_MONTH}),? (?P<y>\d{{4}})", re.IGNORECASE),
    re.compile(rf"(?<!\w)(?P<m>{_MONTH}) {_DAY},? (?P<y>\d{{4}})", re.IGNORECASE),
)
_ORDINAL = re.compile(r"\d(?:st|nd|rd|th)", re.I)
_DIGITS = re.compile(r"(?<!\d)\d{4,}(?!\d)")


@dataclass(slots=True)
class Atom:
    """A stretch of the sentence and all that it can be."""

    start: int
    end: int
    text: str
    marks: frozenset[str] = frozenset()
    nouns: Mapping[str, int] = field(default_factory=dict[str, int])
    verbs: Mapping[str, int] = field(default_factory=dict[str, int])
    options: frozenset[Option] = frozenset()
    labels: frozenset[str] = frozenset()
    records: tuple[Record, ...] = ()
    """Records that it names; several where the name does not tell them apart."""
    strange: str | None = None
    """Kind that a code is of which no list shows."""
    shape: str | None = None
    """number, amount, date, time, phone, quote, code, …"""
    value: JsonValue = None
    unit: str | None = None
    sign: bool = False
    used: bool = False

    @property
    def unknown(self) -> bool:
        """Nothing is known of it."""
        known = self.marks or self.nouns or self.verbs or self.options or self.labels
        return not (known or self.records or self.strange or self.shape or self.sign)

    @property
    def content(self) -> bool:
        """It says something of the world."""
        told = self.nouns or self.verbs or self.options or self.labels or self.records
        return bool(told or self.strange or self.shape)

    def is_(self, *names: str) -> bool:
        """True where it can be one of these grammar words."""
        return not self.marks.isdisjoint(names)


@dataclass(frozen=True, slots=True)
class Scanner:
    """What atoms are found by."""

    world: World
    words: Words
    lexicon: Lexicon
    live: Live

    def atoms(self, text: str) -> list[Atom]:
        """All atoms in order, blanks left out."""
        placed = self._named(text)
        placed += [a for a in _dates(text) if not _meets(a, placed)]
        firm = (s for s in find(text, first=True) if not _ORDINAL.fullmatch(text[s.start : s.end]))
        placed += [_of_shape(s, text) for s in firm if not _meets(s, placed)]
        masked = _masked(text, placed)
        for match in self.lexicon.scan(masked):
            if _MASK not in match.text and not _inside_word(match, text):
                placed.append(self._of_match(match))
        loose = [s for s in find(text, first=False) if not _cuts(s, placed, text)]
        for shaped in loose:
            inner = [a for a in placed if shaped.start <= a.start and a.end <= shaped.end]
            for atom in inner:
                placed.remove(atom)
            placed.append(_of_shape(shaped, text))
        placed.sort(key=lambda atom: atom.start)
        return list(_filled(text, placed))

    def _of_match(self, match: Match) -> Atom:
        atom = Atom(match.start, match.end, match.text)
        marks: set[str] = set()
        for concept in match.concepts:
            sort, _, word = concept.name.partition(":")
            if sort == MARK:
                marks.add(word.partition("/")[0])
                continue
            atom.nouns = (
                {**self.words.nouns.get(word, {}), **atom.nouns} if sort == "noun" else (atom.nouns)
            )
            if sort == "verb":
                atom.verbs = {**self.words.verbs.get(word, {}), **atom.verbs}
            elif sort == "value":
                atom.options |= frozenset(self.words.values.get(word, ()))
            elif sort == "label":
                atom.labels |= frozenset(self.words.labels.get(word, ()))
        atom.marks = frozenset(marks)
        return atom

    # ---- records ---------------------------------------------------------------------------

    def _named(self, text: str) -> list[Atom]:
        """Identifiers, names and numbers of records, the surest and longest first."""
        found: list[Atom] = []
        for atom in (*self._codes(text), *self._numbers(text), *self._names(text)):
            if not _meets(atom, found):
                found.append(atom)
        return found

    def _codes(self, text: str) -> Iterator[Atom]:
        for kind in self.world.kinds:
            for record in self.live.records(kind):
                if len(record.id) < 3 or record.id.isdigit():
                    continue
                pattern = rf"(?<![A-Za-z0-9]){re.escape(record.id)}(?![A-Za-z0-9])"
                for hit in re.finditer(pattern, text, re.IGNORECASE):
                    yield Atom(hit.start(), hit.end(), hit[0], records=(record,))
        prefixes = {
            start[0].lower(): kind
            for kind in self.world.kinds
            for record in self.live.records(kind)
            if (start := re.match(r"[A-Za-z]+", record.id))
        }
        for hit in _CODE.finditer(text):
            kind = prefixes.get(hit[1].lower())
            if kind is not None:
                yield Atom(hit.start(), hit.end(), hit[0], strange=kind)

    def _numbers(self, text: str) -> Iterator[Atom]:
        """A phone number, or its end where the sentence says so, and bare numeric identifiers."""
        for hit in _DIGITS.finditer(text):
            tail = pattern("tail").search(text[: hit.start()])
            records = [r for r in self._all() if _holds(r, hit[0], tail=tail is not None)]
            if records:
                start = tail.start() if tail else hit.start()
                yield Atom(start, hit.end(), text[start : hit.end()], records=tuple(records))

    def _all(self) -> Iterator[Record]:
        for kind in self.world.kinds:
            yield from self.live.records(kind)

    def _names(self, text: str) -> Iterator[Atom]:
        called = [c for kind in self.world.kinds.values() for c in self._calls(kind.key)]
        for words in (*sorted({c.words for c in called}, key=len, reverse=True),):
            same = [c for c in called if c.words == words]
            best = max(c.sure for c in same)
            records = tuple(dict.fromkeys(c.record for c in same if c.sure == best))
            yield from self._said(text, words, records, sure=best)
        for words in sorted(self.live.aliases, key=len, reverse=True):
            known = [self.live.record(*place) for place in sorted(self.live.aliases[words])]
            records = tuple(record for record in known if record is not None)
            yield from self._said(text, words, records, sure=3)
            yield from self._shortened(text, words, records)

    def _calls(self, kind: str) -> Iterable[Called]:
        nouns = [w for w, told in self.words.nouns.items() if told.get(kind, 9) <= 2]
        return callings(self.live, self.world.kinds[kind], nouns)

    def _said(
        self, text: str, words: str, records: Sequence[Record], *, sure: int
    ) -> Iterator[Atom]:
        if sure == 1 and (self.lexicon.lookup(words) or len(records) > _NAMESAKES):
            return
        blank = r"[\s.]*" if is_ideograph(words[0]) else r"[\s.\-]+"
        pattern = blank.join(map(re.escape, words.split(" ")))
        if not is_ideograph(words[0]):
            pattern = rf"(?<![A-Za-z]){pattern}(?:'s|’s|s)?(?![A-Za-z])"
        for hit in re.finditer(pattern, text, re.IGNORECASE):
            yield Atom(hit.start(), hit.end(), hit[0], records=tuple(records))

    def _shortened(self, text: str, words: str, records: Sequence[Record]) -> Iterator[Atom]:
        """A long word by its first and last signs: the end that tells it from others is kept."""
        if len(words) < 4 or not is_ideograph(words[0]):
            return
        pattern = rf"{words[0]}(?:{re.escape(words[1])})?{re.escape(words[-1])}"
        for hit in re.finditer(pattern, text, re.IGNORECASE):
            yield Atom(hit.start(), hit.end(), hit[0], records=tuple(records))


def _dates(text: str) -> Iterator[Atom]:
    """`2 April 1988`, `April 2, 1988`."""
    for written in _DATES:
        for hit in written.finditer(text):
            month = _MONTHS.index(hit["m"][:3].lower()) + 1
            day = f"{hit['y']}-{month:02d}-{int(hit['d']):02d}"
            yield Atom(hit.start(), hit.end(), hit[0], shape="date", value=day)


def _holds(record: Record, digits: str, *, tail: bool) -> bool:
    if record.id == digits:
        return True
    texts = [v for v in record.row.values() if isinstance(v, str) and v.lstrip("+").isdigit()]
    return any(v.endswith(digits) if tail else v == digits and len(v) > 6 for v in texts)


def _of_shape(shaped: Shaped, text: str) -> Atom:
    told = shaped.values[0] if shaped.values else None
    shape = (told.attribute if told else None) or shaped.kind
    value = told.value if told else text[shaped.start : shaped.end]
    unit = told.unit if told else None
    said = text[shaped.start : shaped.end]
    return Atom(shaped.start, shaped.end, said, shape=shape, value=value, unit=unit)


def _meets(one: Atom | Shaped, others: Iterable[Atom]) -> bool:
    return any(one.start < other.end and other.start < one.end for other in others)


def _cuts(shaped: Shaped, placed: Sequence[Atom], text: str) -> bool:
    """True where it stands in a word, or would leave part of one."""
    met = [a for a in placed if a.start < shaped.end and shaped.start < a.end]
    whole = all(shaped.start <= a.start and a.end <= shaped.end for a in met)
    strong = any(a.records or a.shape or a.options or a.verbs for a in met)
    return bool(met) and (not whole or strong)


def _masked(text: str, atoms: Iterable[Atom]) -> str:
    signs = list(text)
    for atom in atoms:
        signs[atom.start : atom.end] = _MASK * (atom.end - atom.start)
    return "".join(signs)


def _inside_word(match: Match, text: str) -> bool:
    """True for a Latin match that is only part of a word."""
    before, after = text[match.start - 1 : match.start], text[match.end : match.end + 1]
    latin_before = before.isascii() and before.isalnum() and match.text[0].isascii()
    latin_after = after.isascii() and after.isalnum() and match.text[-1].isascii()
    return latin_before or latin_after


def _filled(text: str, placed: Sequence[Atom]) -> Iterator[Atom]:
    position = 0
    for atom in placed:
        if atom.start < position:
            continue
        yield from _gap(text, position, atom.start)
        yield atom
        position = atom.end
    yield from _gap(text, position, len(text))


def _gap(text: str, start: int, end: int) -> Iterator[Atom]:
    for hit in _PIECE.finditer(text, start, end):
        said = hit[0]
        yield Atom(hit.start(), hit.end(), said, sign=not said[0].isalnum())


def folded(atom: Atom) -> str:
    """Its words in one spelling."""
    return fold(atom.text)
