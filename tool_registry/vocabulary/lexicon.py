"""The lexicon: concepts with their surface forms, and finding them in a text."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from tool_registry.vocabulary.codes import Codes
from tool_registry.vocabulary.concept import Concept, Kind
from tool_registry.vocabulary.forms import aspects, inflections, plurals
from tool_registry.vocabulary.text import (
    NormalText,
    first_run,
    fold,
    is_ideograph,
    is_latin,
    normalise,
    runs,
)

_LEFT_OVER = 2
"""What a segmentation loses for a character that belongs to no word, where words touch."""
_INFLECTED = 4096
"""Forms of so many words are kept: the colloquial ones are asked for by every sentence."""
GAP = "*"
"""In a surface form such as `take * offline`: other words may stand here."""


@dataclass(frozen=True, slots=True)
class Match:
    """A stretch of a text (original offsets) and the concepts that it can stand for."""

    start: int
    end: int
    text: str
    concepts: tuple[Concept, ...]

    def of(self, kind: Kind) -> Concept | None:
        """The first concept of that kind, or None."""
        return next((c for c in self.concepts if c.kind is kind), None)

    def is_marker(self, name: str) -> bool:
        """True when the stretch can be the grammar word of that name."""
        return any(c.kind is Kind.MARKER and c.name == name for c in self.concepts)


@dataclass(frozen=True, slots=True)
class SplitForm:
    """A surface form in two parts with other words between: `take … offline`."""

    first: frozenset[str]
    last: str
    concept: Concept


class Lexicon:
    """An immutable set of concepts, searchable by surface form."""

    def __init__(self, concepts: Iterable[Concept]) -> None:
        self._fill(merge(concepts))

    @classmethod
    def restored(cls, concepts: Iterable[Concept]) -> "Lexicon":
        """A lexicon of concepts that came out of another lexicon: merged already."""
        lexicon = cls(())
        lexicon._fill(tuple(concepts))
        return lexicon

    def _fill(self, concepts: tuple[Concept, ...]) -> None:
        self._concepts = concepts
        forms: dict[str, list[Concept]] = {}
        self._splits: list[SplitForm] = []
        self._by_kind = {k: tuple(c for c in concepts if c.kind is k) for k in Kind}
        for concept in self._concepts:
            for form in self._forms_of(concept):
                forms.setdefault(form, []).append(concept)
        self._forms = {form: tuple(held) for form, held in forms.items()}
        self._lengths = _lengths(self._forms)

    @property
    def concepts(self) -> tuple[Concept, ...]:
        """All concepts, merged, in a stable order."""
        return self._concepts

    def concepts_of(self, kind: Kind) -> tuple[Concept, ...]:
        """The concepts of that kind, in the order of all."""
        return self._by_kind.get(kind, ())

    @property
    def forms(self) -> Iterable[str]:
        """All surface forms in one piece, folded, with their inflections."""
        return self._forms.keys()

    @property
    def splits(self) -> tuple[SplitForm, ...]:
        """Surface forms in two parts, in the order of the concepts."""
        return tuple(self._splits)

    def extended(self, concepts: Iterable[Concept]) -> "Lexicon":
        """A lexicon with more concepts; same meanings merge, and the newcomer's name wins."""
        return Lexicon([*self._concepts, *concepts])

    def differing(self, other: "Lexicon") -> list[str]:
        """Surface forms that mean something else in the other one."""
        if other is self:
            return []
        forms = self._forms.keys() | other._forms.keys()
        return [form for form in forms if self._forms.get(form) != other._forms.get(form)]

    def lookup(self, surface: str, kind: Kind | None = None) -> tuple[Concept, ...]:
        """Concepts that this whole surface form can stand for."""
        found = self._forms.get(fold(surface), ())
        if not found or kind is None:
            return found
        return tuple(c for c in found if c.kind is kind)

    @cached_property
    def codes(self) -> "Codes":
        """Which things identifiers belong to, by what they look like."""
        return Codes(self._by_kind[Kind.ENTITY])

    def concept(self, kind: Kind, name: str) -> Concept | None:
        """The concept of that canonical name, or of which that is a surface form."""
        found = self.lookup(name, kind)
        return next((c for c in found if c.name == name), found[0] if found else None)

    def is_person(self, entity: str | None) -> bool:
        """True for an entity that stands for a human being or an account of one."""
        concept = self.concept(Kind.ENTITY, entity) if entity else None
        return concept is not None and "person" in concept.flags

    def canonical(self, kind: Kind, surface: str) -> str | None:
        """The canonical name behind a surface form, or None."""
        concept = self.concept(kind, surface)
        return concept.name if concept else None

    def scan(self, text: str, *, beside: "Lexicon | None" = None) -> list[Match]:
        """Non-overlapping matches in order: the segmentation that favours long surface forms.

        `beside` is a small lexicon whose words compete on equal terms; its concepts come first.
        """
        normal = normalise(text)
        said, start = normal.text, len(normal.text)
        gains = {start: 0}
        chosen: dict[int, tuple[int, tuple[Concept, ...]]] = {}
        for run in reversed(runs(said)):
            after, start = start, start - len(run)
            best = gains[after] - (_LEFT_OVER if is_ideograph(run[0]) else 0)
            chosen[start] = (after, ())
            found = self._starting(said, start, run, gains)
            if beside:
                found = _both(beside._starting(said, start, run, gains), found)
            for end, concepts in found:
                gain = (end - start) ** 2 + gains[end]
                if gain >= best:
                    best, chosen[start] = gain, (end, concepts)
            gains[start] = best
        return _collect(normal, chosen)

    def overlapping(self, text: str) -> list[Match]:
        """Every match, also inside longer ones (`user account` yields user, too)."""
        normal = normalise(text)
        start, borders = 0, {len(normal.text)}
        pieces: list[tuple[int, str]] = []
        for run in runs(normal.text):
            pieces.append((start, run))
            borders.add(start)
            start += len(run)
        return [
            _match(normal, start, end, concepts)
            for start, run in pieces
            for end, concepts in self._starting(normal.text, start, run, borders)
        ]

    def _starting(
        self, text: str, start: int, run: str, borders: Container[int]
    ) -> list[tuple[int, tuple[Concept, ...]]]:
        """(end, concepts) of the surface forms that start here and end at a border of words."""
        lengths = self._lengths.get(run, ())
        if len(run) == 1:
            lengths = (*lengths, *self._lengths.get(text[start : start + 2], ()))
        found: list[tuple[int, tuple[Concept, ...]]] = []
        for length in lengths:
            end = start + length
            if end in borders and (concepts := self._forms.get(text[start:end])):
                found.append((end, concepts))
        return found

    def _forms_of(self, concept: Concept) -> set[str]:
        forms: set[str] = set()
        for surface in _surfaces(concept):
            if GAP in surface and surface != GAP:
                first, _, last = surface.partition(GAP)
                form = SplitForm(_inflected(concept.kind, fold(first)), fold(last), concept)
                self._splits.append(form)
            else:
                forms |= _inflected(concept.kind, fold(surface))
        forms.discard("")
        return forms


@lru_cache(maxsize=_INFLECTED)
def _inflected(kind: Kind, surface: str) -> frozenset[str]:
    """Verbs and states have all their forms, nouns their plural, grammar words only themselves."""
    if kind is Kind.VALUE:
        return inflections(surface) | frozenset(aspects(surface))
    if kind is Kind.ACTION:
        return inflections(surface)
    if kind in (Kind.ENTITY, Kind.ATTRIBUTE):
        return plurals(surface)
    return frozenset({surface})


def _lengths(forms: Iterable[str]) -> dict[str, tuple[int, ...]]:
    """First word, or first two signs in scripts without blanks → lengths of such forms."""
    found: dict[str, set[int]] = {}
    for form in forms:
        found.setdefault(opening(form), set()).add(len(form))
    return {start: tuple(sorted(lengths)) for start, lengths in found.items()}


def opening(form: str) -> str:
    """What a text must have where a form stands: its first word, or its first two signs."""
    return first_run(form) if is_latin(form[0]) else form[:2]


def _both(
    first: list[tuple[int, tuple[Concept, ...]]], then: list[tuple[int, tuple[Concept, ...]]]
) -> list[tuple[int, tuple[Concept, ...]]]:
    """The words of two lexicons in the order of their ends; the concepts of the first lead."""
    if not first:
        return then
    ends = dict(first)
    for end, concepts in then:
        ends[end] = (*ends.get(end, ()), *concepts)
    return sorted(ends.items())


def _collect(normal: NormalText, chosen: dict[int, tuple[int, tuple[Concept, ...]]]) -> list[Match]:
    matches: list[Match] = []
    position = 0
    while position < len(normal.text):
        end, concepts = chosen[position]
        if concepts:
            matches.append(_match(normal, position, end, concepts))
        position = end
    return matches


def _match(normal: NormalText, start: int, end: int, concepts: tuple[Concept, ...]) -> Match:
    origin, stop = normal.range(start, end)
    return Match(origin, stop, normal.original[origin:stop], concepts)


def merge(concepts: Iterable[Concept]) -> tuple[Concept, ...]:
    """Join concepts of one kind where the *name* of one is a surface form of the other.

    Two concepts that merely share an alias stay apart (the alias is then ambiguous). The later
    concept's name wins, so a catalogue can rename what a pack calls otherwise.
    """
    merged = _Merged()
    for concept in concepts:
        merged.add(concept)
    return tuple(merged.concepts)


class _Merged:
    """Concepts being merged, with an index of their names and one of all their forms."""

    def __init__(self) -> None:
        self.concepts: list[Concept] = []
        self._names: dict[tuple[Kind, str], list[int]] = {}
        self._forms: dict[tuple[Kind, str], list[int]] = {}

    def add(self, new: Concept) -> None:
        index = next((i for i in self._related(new) if _compatible(self.concepts[i], new)), None)
        if index is None:
            index = len(self.concepts)
            self.concepts.append(new)
        else:
            old = self.concepts[index]
            self._names[(old.kind, fold(old.name))].remove(index)
            self.concepts[index] = _joined(old, new)
        self._names.setdefault((new.kind, fold(new.name)), []).append(index)
        for form in _spellings(new):
            known = self._forms.setdefault((new.kind, form), [])
            if index not in known:
                known.append(index)

    def _related(self, new: Concept) -> Iterator[int]:
        """Same name first, then those that know the newcomer's name, then those it knows."""
        name = (new.kind, fold(new.name))
        yield from self._names.get(name, ())
        if new.kind is Kind.MARKER:
            return
        yield from self._forms.get(name, ())
        for form in _spellings(new):
            yield from self._names.get((new.kind, form), ())


def _spellings(concept: Concept) -> dict[str, None]:
    return dict.fromkeys(fold(surface) for surface in _surfaces(concept))


def _surfaces(concept: Concept) -> tuple[str, ...]:
    """A grammar word's name is ours, no word of a language; nor does the bare name of an action
    say the object that some of its words carry with them."""
    if concept.kind is Kind.MARKER or (concept.kind is Kind.ACTION and concept.entity):
        return concept.surfaces
    return (concept.name, *concept.surfaces)


def _compatible(old: Concept, new: Concept) -> bool:
    if old.kind is Kind.ACTION:
        return old.entity == new.entity
    return not (old.entity and new.entity and old.entity != new.entity)


def _joined(old: Concept, new: Concept) -> Concept:
    surfaces = dict.fromkeys((*_surfaces(old), *_surfaces(new)))
    return Concept(
        kind=new.kind,
        name=new.name,
        surfaces=tuple(surfaces),
        function=new.function or old.function,
        attribute=new.attribute or old.attribute,
        entity=new.entity if new.entity == old.entity else None,
        flags=old.flags | new.flags,
        source=new.source,
    )
