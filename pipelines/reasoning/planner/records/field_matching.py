"""Values and the fields that take them: by what the goal calls the attribute, never because a
field happens to be free."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import cast

from pipelines.contracts.intent import Constraint
from pipelines.contracts.resolution import holds
from pipelines.reasoning.arguments.moments import DAY, TIMES, day_of
from pipelines.reasoning.arguments.values import Fitted, fit
from pipelines.reasoning.planner.records.reading import Row
from pipelines.reasoning.planner.state import Fact
from tool_registry.base.types import JsonValue
from tool_registry.graph.resources import Field
from tool_registry.graph.resources.api_terms import alike, group, spoken
from tool_registry.model import Slot, Yield
from tool_registry.parsing.naming import singular
from tool_registry.vocabulary.bilingual import translations
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.text import fold

_EMAIL = re.compile(r"[^\s@<>]+@[^\s@<>]+\.[A-Za-z]{2,}")
_URL = re.compile(r"[a-z][a-z0-9+.-]*://\S+", re.IGNORECASE)
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_ADDRESS = re.compile(r"[0-9a-f.:]+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FieldMatcher:
    """Knows the words of the catalogue, and what day it is."""

    lexicon: Lexicon
    today: date

    # ---- which field

    def named(self, attribute: str, fields: Iterable[Field]) -> list[Field]:
        """The fields that an attribute's name means: those that fit it best, all equally well."""
        scored = [(self._score(attribute, one), one) for one in fields]
        best = max((score for score, _ in scored), default=0)
        found = [one for score, one in scored if score == best] if best else []
        return _plainest(found)

    def _score(self, attribute: str, one: Field) -> int:
        said, names = spoken(attribute), _names(one)
        if said in names or attribute == one.told.attribute:
            return 5
        if self._meanings(said) & {name for own in names for name in self._meanings(own)}:
            return 4
        if alike(said) & names:
            return 3
        formats = group("formats", getattr(one.told, "format", None) or "")
        if said in formats:
            return 2
        own = spoken(one.place[-1])
        return 1 if own.endswith(f" {said}") or said.endswith(f" {own}") else 0

    def _meanings(self, name: str) -> set[str]:
        concepts = self.lexicon.lookup(name, Kind.ATTRIBUTE)
        other = {fold(word) for word, far in translations(name) if far <= 1}
        return {*(fold(concept.name) for concept in concepts), *other, name}

    def by_value(self, said: Constraint, fields: Iterable[Field]) -> list[Field]:
        """The fields of a value whose attribute nobody names: a closed set that has it, a format
        that it shows, or a yes-or-no field that is called so."""
        return _plainest([one for one in fields if self._shows(said, one)])

    def _shows(self, said: Constraint, one: Field) -> bool:
        told = one.told
        if told.values:
            return one.slot is not None and self.fitted(said, one.slot) is not None
        if told.type == "boolean":
            return spoken(str(said.value)) in _names(one)
        shape = _FORMS.get(getattr(told, "format", None) or "")
        return shape is not None and shape(str(said.value))

    # ---- which value

    def fitted(self, said: Constraint, slot: Slot) -> Fitted | None:
        """The value as the argument takes it; None where it is of another kind."""
        if said.operator != "eq":
            return None
        if slot.format in (DAY, *TIMES) and isinstance(said.value, str):
            return self._moment(said.value, slot)
        plain = slot.model_copy(update={"many": False, "type": _element(slot)})
        fact = Fact("said", slot.attribute, said.value, said.unit, words=said.span.text)
        fitted = fit(fact, plain, self.lexicon)
        shape = _FORMS.get(slot.format or "")
        wrong = fitted is None or (shape is not None and not shape(str(fitted.value)))
        return None if wrong else fitted

    def _moment(self, value: str, slot: Slot) -> Fitted | None:
        day = day_of(value, self.today) if not _is_moment(value) else value
        if day is None or not _is_moment(day):
            return None
        fact = Fact("said", slot.attribute, day, words=value)
        fitted = fit(fact, slot.model_copy(update={"many": False}), self.lexicon)
        return fitted if fitted is None or day == value else Fitted(fitted.value, slot.format)

    # ---- what records hold

    def is_so(self, said: Constraint, row: Row, fields: Sequence[Field]) -> bool | None:
        """Whether a record is as is said; None where none of its fields can tell."""
        own = self.named(said.attribute, fields) if said.attribute else []
        own = own or ([] if said.attribute else self.by_value_told(said, fields))
        if not own:
            return None
        return any(self._holds(said, row.values.get(one.place), one.told) for one in own)

    def by_value_told(self, said: Constraint, fields: Iterable[Field]) -> list[Field]:
        """The closed fields of a record of which the value is one."""
        return [
            one
            for one in fields
            if one.told.values and any(self._holds(said, raw, one.told) for raw in one.told.values)
        ]

    def raw(self, said: Constraint, told: Field) -> str | None:
        """The value of a record's closed field that is meant."""
        return next((raw for raw in told.told.values if self._holds(said, raw, told.told)), None)

    def _holds(self, said: Constraint, actual: JsonValue, told: Slot | Yield) -> bool:
        """As the executor compares, the words of the catalogue understood."""
        known = told if isinstance(told, Yield) else None
        single = cast("list[JsonValue]", actual) if isinstance(actual, list) else [actual]
        if any(holds(said, one, known) for one in single):
            return True
        if said.operator not in ("eq", "ne") or not told.values:
            return False
        slot = Slot(path="x", values=told.values)
        fitted = self.fitted(said.model_copy(update={"operator": "eq"}), slot)
        same = fitted is not None and str(fitted.value) in map(str, single)
        return fitted is not None and same is (said.operator == "eq")


def _names(one: Field) -> set[str]:
    """What a field is called: with and without what is around it."""
    own = {one.name, spoken(one.place[-1])}
    if len(one.place) > 1:
        own.add(singular(" ".join(spoken(part) for part in one.place)))
    return own


def _plainest(found: list[Field]) -> list[Field]:
    """Of fields that fit equally well those that stand least deep in the record."""
    least = min((len(one.place) for one in found), default=0)
    return [one for one in found if len(one.place) == least]


def _element(slot: Slot) -> str:
    return "any" if slot.type == "array" else slot.type


def _is_moment(value: str) -> bool:
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


_FORMS: dict[str, Callable[[str], bool]] = {
    "email": lambda text: _EMAIL.fullmatch(text) is not None,
    "uri": lambda text: _URL.fullmatch(text) is not None,
    "url": lambda text: _URL.fullmatch(text) is not None,
    "uuid": lambda text: _UUID.fullmatch(text) is not None,
    "ipv4": lambda text: _ADDRESS.fullmatch(text) is not None,
    "ipv6": lambda text: _ADDRESS.fullmatch(text) is not None,
    "date": _is_moment,
    "date-time": _is_moment,
}
"""Format → whether a text shows it."""
