"""What a value's words are worth: a number with its unit, a name out of a closed set, a text."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pipelines.contracts.intent import Constraint, Identifier, Operator, Span
from pipelines.intent.reader.marks import Mark
from tool_registry.base.types import JsonValue
from tool_registry.vocabulary.concept import OF, Concept
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.numerals import number_of, numeral_pattern, words_pattern
from tool_registry.vocabulary.patterns import Shaped, find, shapes_of

Closed: TypeAlias = Mapping[str, frozenset[str]]
"""Kind of things → the closed values that they have, `attribute=value`; nothing where unknown."""
_SURE = 0.85
"""From here on a link of a value counts, if it is not spelled out: other words stay as they are."""
_IDENTIFIER = "identifier"
_LEAST = 0.1
"""From here on it may be that attribute or value, where the likelier ones are ruled out."""
_AROUND = 8
"""Characters around a value in which its unit may stand."""
_WHOLE = "whole"
"""The marker of an amount that is all there is (in full): it limits nothing."""
_CODE = re.compile(r"0\d+")
"""A nought ahead of other digits counts nothing: it is part of a code."""
_LEFT = 2
"""Characters that are left of a word of several values: fewer are grammar."""
_PHRASE = 30
"""The same where one phrase holds several values: `spend 80 save 20`."""


@dataclass(frozen=True, slots=True)
class Text:
    """The message with the shapes that its values have: money, dates, phones, discounts."""

    text: str
    lexicon: Lexicon
    closed: Closed = field(default_factory=dict[str, frozenset[str]])
    amounts: Mapping[str, str] = field(default_factory=dict[str, str])
    """Attribute → the unit in which people say it, where tools count in a smaller one."""
    stress: Span | None = None
    """The words for data of a stress test: they say where it is, and are no value of a thing."""

    def span(self, mark: Mark) -> Span:
        """Where the mark stands."""
        return Span(start=mark.start, end=mark.end, text=mark.text)

    def constraints(self, mark: Mark, kind: str | None = None) -> tuple[Constraint, ...]:
        """What a value says of a thing of that kind; `50-20` and its like say two things."""
        where = self.stress
        if where is not None and where.start < mark.end and mark.start < where.end:
            return ()
        shape = self._shape(mark)
        told = [one for one in shape.values if one.attribute] if shape is not None else []
        if len(told) > 1 and not any(_is(one.value, mark.text) for one in told):
            return tuple(
                Constraint(attribute=v.attribute, value=v.value, unit=v.unit, span=self.span(mark))
                for v in told
            )
        if any(
            one.is_marker(_WHOLE) and one.text == mark.text for one in self.lexicon.scan(mark.text)
        ):
            return ()
        return self._several(mark, kind) or (self._constraint(mark, kind),)

    def _several(self, mark: Mark, kind: str | None) -> tuple[Constraint, ...]:
        """Closed values that are written as one word: each for itself, where nothing is left."""
        own = self.closed.get(kind or "", frozenset())
        if not own or self.lexicon.lookup(mark.text, Kind.VALUE):
            return ()
        found: list[Constraint] = []
        rest = mark.text
        for match in self.lexicon.scan(mark.text):
            keys = [f"{c.attribute}={c.name}" for c in match.concepts if c.kind is Kind.VALUE]
            key = next((one for one in keys if one in own), None)
            noun = match.of(Kind.ENTITY)
            if key is None and (noun is None or noun.name != kind):
                return ()
            rest = rest.replace(match.text, "", 1)
            if key is not None:
                start = mark.start + match.start
                span = Span(start=start, end=mark.start + match.end, text=match.text)
                attribute, _, name = key.partition("=")
                found.append(Constraint(attribute=attribute, value=name, span=span))
        return tuple(found) if len(rest.strip()) < _LEFT else ()

    def _constraint(self, mark: Mark, kind: str | None) -> Constraint:
        closed = self._closed(mark, kind)
        if closed is not None:
            return closed
        value, unit, attribute = self._measured(mark)
        attribute = attribute or mark.link("attribute")
        if unit is None and isinstance(value, int | float):
            unit = self.amounts.get(attribute or "")
        operator: Operator = mark.operator  # pyright: ignore[reportAssignmentType]
        return Constraint(
            attribute=attribute, operator=operator, value=value, unit=unit, span=self.span(mark)
        )

    def identifier(self, mark: Mark) -> Identifier:
        """What singles a thing out."""
        shape = self._shape(mark)
        shaped = shape.values[0].attribute if shape is not None and shape.kind == "code" else None
        attribute = shaped or self._attribute_of(mark)
        return Identifier(attribute=attribute, value=mark.text, span=self.span(mark))

    def identifying(self, mark: Mark) -> str | None:
        """The attribute that the words of a noun end in, where it singles things out."""
        matches = self.lexicon.scan(mark.text)
        last = matches[-1] if matches else None
        told = last.of(Kind.ATTRIBUTE) if last is not None and last.end == len(mark.text) else None
        return told.name if told is not None and _IDENTIFIER in told.flags else None

    def _attribute_of(self, mark: Mark) -> str | None:
        """What the network takes an identifier for, unless that has a look which this one has
        not; None for a plain id."""
        looks = shapes_of("code")
        likely = (n for n, sure in mark.links.get("attribute", ()) if n and sure >= _LEAST)
        return next((None if n == "id" else n for n in likely if n not in looks), None)

    def number(self, mark: Mark) -> int | None:
        """The count that a mark holds; None where it names none."""
        plain = mark.text.lower()
        for pattern in (words_pattern(), numeral_pattern()):
            found = re.search(pattern, plain)
            value = number_of(found[0]) if found else None
            if value is not None and value == int(value):
                return int(value)
        return None if any(sign.isdigit() for sign in plain) else 1

    def _closed(self, mark: Mark, kind: str | None) -> Constraint | None:
        """A value out of a closed set: one that things of this kind have goes first; by its
        spelling, else by what the network takes it for."""
        wanted = mark.link("attribute")
        spelled = self.lexicon.lookup(mark.text, Kind.VALUE)
        by_word = [f"{c.attribute or wanted}={c.name}" for c in spelled if c.attribute == wanted]
        by_word += [f"{c.attribute or wanted}={c.name}" for c in spelled]
        own = self.closed.get(kind or "", frozenset())
        same = [one for c in spelled for one in _called_so(c, own, wanted)]
        linked = [one for one in mark.links.get("value", ()) if one[0]]
        sure = [key for key, likely in linked if likely >= _SURE]
        # Nothing is of a mere guess: what such things cannot be is told, and not put another way.
        # Only words as loose as `available` say one state here and another one elsewhere.
        loose = {key for key, _ in linked if mark.tie != "set" and self._is_loose(key, kind)}
        guessed = [key for key, likely in linked if likely >= _LEAST or key in loose]
        known = [*by_word, *same, *guessed] if by_word or sure else []
        found = next(iter((*(key for key in known if key in own), *by_word, *sure)), None)
        if found is None:
            return None
        attribute, _, name = found.partition("=")
        operator: Operator = "ne" if mark.operator == "ne" else "eq"
        return Constraint(attribute=attribute, operator=operator, value=name, span=self.span(mark))

    def _is_loose(self, key: str, kind: str | None) -> bool:
        concept = self.lexicon.concept(Kind.VALUE, key.partition("=")[2])
        return concept is not None and f"{OF}{kind}" in concept.flags

    def _measured(self, mark: Mark) -> tuple[JsonValue, str | None, str | None]:
        """The number with its unit, where it is one, and the attribute that its shape alone tells
        (a threshold and what it takes off); else the words."""
        if _CODE.fullmatch(mark.text):
            return mark.text, None, None
        shape = self._shape(mark)
        if shape is not None and shape.kind in ("fact", "number"):
            own = [one for one in shape.values if one.value is not None]
            same = [one for one in own if _is(one.value, mark.text)]
            linked = (one for one in same if one.attribute == mark.link("attribute"))
            value = next(linked, next(iter(same), own[0] if len(own) == 1 else None))
            if value is not None:
                return value.value, value.unit, value.attribute if shape.kind == "fact" else None
        number = number_of(mark.text.lower())
        return mark.text if number is None else number, None, None

    def _shape(self, mark: Mark) -> Shaped | None:
        """The shape that covers the mark, units around it included."""
        for first in (True, False):
            for one in find(self.text, first=first):
                most = _PHRASE if len(one.values) > 1 else _AROUND
                near = one.start >= mark.start - most and one.end <= mark.end + most
                if near and one.start <= mark.start and mark.end <= one.end:
                    return one
        return None


def once(told: Iterable[Constraint]) -> tuple[Constraint, ...]:
    """Without what is said twice of one thing: both ends of `50-20` may tell both its values."""
    found = {(v.attribute, v.operator, str(v.value)): v for v in reversed([*told])}
    return tuple(reversed(found.values()))


def most_specific(told: Sequence[Constraint], lexicon: Lexicon) -> tuple[Constraint, ...]:
    """Without a closed value whose name is a part of another one's of the same attribute, said of
    one thing: the longer one is the kind that is meant."""
    closed = [v for v in told if v.operator == "eq" and _closed(v, lexicon)]

    def covered(one: Constraint) -> bool:
        name = str(one.value)
        rivals = (v for v in closed if v.attribute == one.attribute and v.value != one.value)
        return one in closed and any(name in str(other.value) for other in rivals)

    return tuple(v for v in told if not covered(v))


def _called_so(concept: Concept, own: Iterable[str], wanted: str | None) -> list[str]:
    """Of these values those that the word's other forms say: as they are, or, of a value in signs,
    with more behind it."""
    begins, forms = f"{concept.attribute or wanted}=", concept.surfaces
    names = [one.removeprefix(begins) for one in sorted(own) if one.startswith(begins)]
    longer = [o for o in names if o[1:] and not o.isascii() and any(f.startswith(o) for f in forms)]
    exact = [one for one in names if one in forms]
    return [f"{begins}{one}" for one in exact or longer[: len(longer) == 1]]


def _closed(told: Constraint, lexicon: Lexicon) -> bool:
    return lexicon.concept(Kind.VALUE, str(told.value)) is not None


def _is(value: JsonValue, words: str) -> bool:
    number = number_of(words.lower())
    return value == words or (number is not None and value == number)
