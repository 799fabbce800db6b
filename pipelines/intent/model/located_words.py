"""Where the words of a filled form stand in the sentence, and what they mean there."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pipelines.contracts.intent import Span
from pipelines.intent.model.form import ModelIntent, Said, Step, Thing
from tool_registry.base.types import JsonValue
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon
from tool_registry.vocabulary.numerals import number_of, numeral_pattern, words_pattern
from tool_registry.vocabulary.patterns import Value, shapes
from tool_registry.vocabulary.text import characters, fold, is_latin

_SAID = re.compile(r"\.(?:identifiers|constraints)\.")
_ENDS = ("quantity_words", "target_state_words")
_LOOSE = (None, "date")
"""What a shape says of values that any attribute of that sort may have."""
_UNIT = re.compile(r"[a-z]{1,5}(?![a-z0-9])")
_NOTES = ("negative.", "supplements.")
_ONE = frozenset({"article", "classifier"})
"""Grammar words that count as one where no number stands."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """A value as the program reads it."""

    value: JsonValue
    attribute: str | None = None
    unit: str | None = None
    money: bool = False
    """A bare amount of money: which attribute it is depends on the thing."""


@dataclass(slots=True)
class Words:
    """The sentence, searched by words. Every find is exact but for case and width."""

    text: str
    lexicon: Lexicon
    handed: Span | None = None
    """A text that is handed on as it is."""
    values: list[Value] = field(default_factory=list[Value])

    def __post_init__(self) -> None:
        shaped = list(shapes(self.text))
        self.values = [v for one in shaped if one.kind != "number" for v in one.values]

    def find(self, words: str, inside: Span | None = None) -> Span | None:
        """Where the words stand, inside a span if they do; None where the sentence has them not.

        A number or code is never found inside a longer one."""
        places = self.places(words)
        within = [span for span in places if inside and _within(span, inside)]
        return next(iter(within or places), None)

    def meaning(self, said: Said, span: Span) -> Meaning:
        """The value of a constraint: by its shape, by the lexicon, as a number, or as it is."""
        shaped = [one for one in self.values if span.start <= one.start and one.end <= span.end]
        if self.handed is not None and _within(span, self.handed):
            whole = (span.start, span.end) in {(one.start, one.end) for one in shaped}
            if not whole and self._named(span) is None:
                return Meaning(span.text, said.attribute)
        own = [one for one in shaped if said.attribute in (None, one.attribute)]
        loose = [one for one in shaped if one.attribute in _LOOSE]
        for value in (*own, *loose, *shaped):
            attribute = said.attribute if value.attribute in _LOOSE else value.attribute
            return Meaning(value.value, attribute or value.attribute, value.unit, value.money)
        if concept := self._named(span):
            return Meaning(concept.name, concept.attribute or said.attribute)
        number = number_of(fold(span.text))
        return Meaning(span.text if number is None else number, said.attribute)

    def _named(self, span: Span) -> Concept | None:
        """The value of the lexicon that the words are, or begin: `cash` of `cash card`."""
        found = [
            (match.end - match.start, concept)
            for match in self.lexicon.overlapping(self.text)
            if match.start == span.start and match.end >= span.end
            for concept in match.concepts
            if concept.kind is Kind.VALUE
        ]
        return max(found, key=lambda one: one[0])[1] if found else None

    def number(self, span: Span) -> int | float | None:
        """The number that the words are or hold: `three`, `the last 3`, `a`."""
        folded = fold(span.text)
        found = re.search(f"{numeral_pattern()}|{words_pattern()}", folded)
        whole = number_of(folded)
        number = number_of(found.group().strip()) if found and whole is None else whole
        if number is not None:
            return number
        markers = self.lexicon.lookup(span.text, Kind.MARKER)
        return 1 if any(concept.name in _ONE for concept in markers) else None

    def is_attribute(self, name: str) -> bool:
        """True for an attribute of the lexicon, or one that some value of it is a value of."""
        if self.lexicon.lookup(name, Kind.ATTRIBUTE):
            return True
        return any(concept.attribute == name for concept in self.lexicon.concepts_of(Kind.VALUE))

    def concepts(self, kind: Kind, words: str) -> set[str]:
        """Names of that kind that the words are known to say."""
        return {
            concept.name
            for match in self.lexicon.overlapping(words)
            for concept in match.concepts
            if concept.kind is kind
        }

    def places(self, words: str) -> list[Span]:
        """Everywhere that the words stand."""
        return list(self._places(words))

    def _places(self, words: str) -> Iterator[Span]:
        normal = characters(self.text)
        sought = characters(words.strip()).text
        at = normal.text.find(sought) if sought else -1
        while at >= 0:
            end = at + len(sought)
            if not (_joined(normal.text, at) or _joined(normal.text, end)):
                start, stop = normal.range(at, end)
                yield Span(start=start, end=stop, text=self.text[start:stop])
            at = normal.text.find(sought, at + 1)


def things(step: Step) -> Sequence[Thing]:
    """The object first, then everything else."""
    return (step.object, *step.related)


def spoken(form: ModelIntent) -> Iterator[tuple[str, str]]:
    """Place in the form → the words that it holds there."""
    for name in ("environment_words", "production_words", "stress_words"):
        if words := getattr(form, name):
            yield name, str(words)
    for number, step in enumerate(form.steps):
        yield from _of_step(f"steps.{number}", step)
    for number, item in enumerate(form.negative):
        yield f"negative.{number}.words", item.words
    for number, added in enumerate(form.supplements):
        yield f"supplements.{number}.words", added.words


def values(form: ModelIntent) -> Iterator[str]:
    """The words of all blanks that are for values, and of whole notes."""
    for place, words in spoken(form):
        if place.startswith(_NOTES) or place.endswith(_ENDS) or _SAID.search(place):
            yield words


def _of_step(place: str, step: Step) -> Iterator[tuple[str, str]]:
    yield f"{place}.words", step.words
    for name in ("action_words", "target_state_words", "per_each_words", "if_none_words"):
        if words := getattr(step, name):
            yield f"{place}.{name}", str(words)
    yield from _of_thing(f"{place}.object", step.object)
    for number, thing in enumerate(step.related):
        yield from _of_thing(f"{place}.related.{number}", thing)


def _of_thing(place: str, thing: Thing) -> Iterator[tuple[str, str]]:
    if thing.words or not thing.reference:
        yield f"{place}.words", thing.words
    if thing.quantity_words:
        yield f"{place}.quantity_words", thing.quantity_words
    for name in ("identifiers", "constraints"):
        told: tuple[Said, ...] = getattr(thing, name)
        for number, said in enumerate(told):
            yield f"{place}.{name}.{number}.words", said.words


def _within(span: Span, outer: Span) -> bool:
    return outer.start <= span.start and span.end <= outer.end


def _joined(text: str, at: int) -> bool:
    """True where a word or a code goes on over this place; a unit after a number is another."""
    if not 0 < at < len(text):
        return False
    if text[at - 1].isdigit() and _UNIT.match(text, at):
        return False
    return is_latin(text[at - 1]) and is_latin(text[at])
