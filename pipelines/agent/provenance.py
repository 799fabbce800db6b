"""Where a value that a model gave comes from: the user's words, an earlier result, a default.

A native tool call only has values. Each is looked for in what the request really gives; one that is
found nowhere was made up.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from pipelines.contracts.chain import Binding
from pipelines.contracts.execution import StepRecord
from pipelines.contracts.intent import EntityRef
from pipelines.filter.index.terms import terms
from pipelines.messages.labels import attribute_label
from pipelines.reasoning.arguments.moments import facts_in, moment, told_of
from pipelines.reasoning.arguments.values import fit, means
from pipelines.reasoning.planner.heuristic import is_own_new
from pipelines.reasoning.planner.problem import Problem, roles_conflict
from pipelines.reasoning.planner.selection import actions_of
from pipelines.reasoning.planner.state import Fact, facts_of
from pipelines.reasoning.proposals.vouch import stands
from tool_registry.base.types import JsonValue
from tool_registry.model import Slot, ToolEssentialModel, Yield
from tool_registry.sources.paths import read
from tool_registry.vocabulary.conversions import major_unit
from tool_registry.vocabulary.numerals import number_of, numeral_pattern
from tool_registry.vocabulary.patterns import find
from tool_registry.vocabulary.text import characters

_TELLING = 4
"""Characters of a value from which it is told apart wherever it stands in a result."""


class Ungrounded(Exception):
    """The value has no source; `key` is the text of `single` that says why."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


@dataclass(frozen=True)
class Grounds:
    """What values can come from."""

    problem: Problem
    said: tuple[str, ...]
    """The user's own words: this sentence, replies, earlier sentences of the conversation."""
    done: Sequence[StepRecord] = ()
    """Finished calls of this run."""
    earlier: Sequence[JsonValue] = ()
    """Results of the conversation's earlier runs."""

    @cached_property
    def facts(self) -> tuple[tuple[EntityRef, Fact], ...]:
        """What the sentence says of each thing."""
        found: list[tuple[EntityRef, Fact]] = []
        for goal in self.problem.intent.goals:
            for number, ref in enumerate((goal.object, *goal.related)):
                found += [(ref, fact) for fact in facts_of(ref, f"{goal.id}/{number}")]
            if goal.target_state is not None:
                state = goal.target_state
                told = Fact(f"{goal.id}/s", "status", state.value, words=state.span.text)
                found.append((goal.object, told))
        return tuple(found)

    def bind(self, tool: ToolEssentialModel, slot: Slot, value: JsonValue) -> Binding:
        """The argument with its source; Ungrounded where it has none."""
        if not isinstance(value, list):
            return self._one(tool, slot, value)
        items = cast("list[JsonValue]", value)
        found = [self._one(tool, slot, item) for item in items]
        if not found:
            return Binding(source="default", detail="[]", value=[])
        values: list[JsonValue] = []
        for one in found:
            values += cast("list[JsonValue]", one.value) if slot.many else [one.value]
        detail = ", ".join(dict.fromkeys(one.detail for one in found))
        source = found[0].source if found[0].step is None else "derived"
        return Binding(source=source, detail=detail, value=cast("JsonValue", values))

    def _one(self, tool: ToolEssentialModel, slot: Slot, value: JsonValue) -> Binding:
        if isinstance(value, dict):
            return self._object(tool, slot, cast("dict[str, JsonValue]", value))
        fitted = fit(Fact("given", slot.attribute, value), slot, self.problem.catalogue.lexicon)
        if fitted is None:
            raise Ungrounded("unfit", value=value)
        wanted = fitted.value
        has_own = self._check_own(tool, slot, wanted)
        if not has_own and (owner := self._owner(slot, wanted)) is not None:
            from_result = self._output(tool, slot, wanted)
            if from_result is not None:
                return from_result
            raise Ungrounded("of_other", value=_plain(wanted), known=owner)
        sources: tuple[Callable[[ToolEssentialModel, Slot, JsonValue], Binding | None], ...] = (
            self._converted,
            self._literal,
            self._choice,
            self._moment,
            self._counted,
            self._output,
            self._remembered,
            self._default,
            self._own_text,
        )
        for source in sources:
            found = source(tool, slot, wanted)
            if found is not None:
                return found
        raise Ungrounded("made_up", value=value)

    def _object(self, tool: ToolEssentialModel, slot: Slot, value: dict[str, JsonValue]) -> Binding:
        """An object that no slot looks into: each plain value inside has to have a source."""
        free = slot.model_copy(update={"type": "any", "values": {}, "attribute": None})
        details = [self.bind(tool, free, inner).detail for inner in value.values()]
        return Binding(source="derived", detail=", ".join(details), value=cast("JsonValue", value))

    def stated(self, tool: ToolEssentialModel, slot: Slot) -> list[Fact]:
        """What the sentence says for an argument: by the same attribute of the same thing."""
        lexicon = self.problem.catalogue.lexicon
        entity = slot.entity or next(iter(tool.objects), None)
        own: list[Fact] = []
        for ref, fact in self.facts:
            same = fact.attribute is not None and fact.attribute == slot.attribute
            fits = ref.type == entity and not roles_conflict(slot.role, ref.role)
            if same and fits and fact.operator == "eq" and fit(fact, slot, lexicon) is not None:
                own.append(fact)
        return own

    def _check_own(self, tool: ToolEssentialModel, slot: Slot, value: JsonValue) -> bool:
        """Whether the sentence itself says the value; refused where it says another one."""
        own = self.stated(tool, slot)
        fitted = [fit(fact, slot, self.problem.catalogue.lexicon) for fact in own]
        if own and not any(one and alike(one.value, value) for one in fitted):
            raise Ungrounded("other_value", value=_plain(value), said=own[0].words)
        return bool(own)

    def _owner(self, slot: Slot, value: JsonValue) -> str | None:
        """The other thing that the sentence identifies by the value, where only that one is."""
        told = [
            (ref, fact.attribute)
            for ref, fact in self.facts
            if fact.identifies and alike(fact.value, value)
        ]
        if not told or slot.entity is None or any(_may_be(one, slot) for one in told):
            return None
        entity, attribute = told[0][0].type, told[0][1]
        language = self.problem.intent.language
        named = [self.problem.spoken(entity)] if entity else []
        if attribute:
            lexicon = self.problem.catalogue.lexicon
            named.append(attribute_label(lexicon, attribute, language))
        return " ".join(named)

    def _converted(self, tool: ToolEssentialModel, slot: Slot, value: JsonValue) -> Binding | None:
        """Said in other words or another unit."""
        lexicon = self.problem.catalogue.lexicon
        for fact in (*(fact for _, fact in self.facts), *self._numbers(slot)):
            fitted = fit(fact, slot, lexicon)
            if fitted is not None and alike(fitted.value, value) and fact.operator == "eq":
                source = "derived" if fitted.conversion else "words"
                detail = f"{fact.words} → {_plain(value)}" if fitted.conversion else fact.words
                return Binding(
                    source=source,
                    detail=detail,
                    value=value,
                    span=fact.span,
                    conversion=fitted.conversion,
                )
        return None

    def _numbers(self, slot: Slot) -> Iterator[Fact]:
        unit = major_unit(slot.unit) if slot.unit else None
        for text in self.said:
            for match in re.finditer(numeral_pattern(), characters(text).text):
                number = number_of(match.group().strip())
                if number is not None and slot.type in ("integer", "number"):
                    yield Fact("number", slot.attribute, number, unit=unit, words=match.group())
            for told in (value for shaped in find(text, first=True) for value in shaped.values):
                words = text[told.start : told.end]
                yield Fact("number", slot.attribute, told.value, unit=told.unit, words=words)

    def _literal(self, tool: ToolEssentialModel, slot: Slot, value: JsonValue) -> Binding | None:
        text = _plain(value)
        if isinstance(value, bool) or not any(stands(one, text) for one in self.said):
            return None
        return Binding(source="words", detail=text, value=value)

    def _choice(self, tool: ToolEssentialModel, slot: Slot, value: JsonValue) -> Binding | None:
        """A code of a closed set that a word of the sentence stands for; a switch by its name."""
        for goal in self.problem.intent.goals:
            named = slot.actions_by_value.get(_plain(value), ())
            if not actions_of(self.problem, goal).isdisjoint(named):
                return Binding(source="words", detail=goal.action_words, value=value)
        lexicon = self.problem.catalogue.lexicon
        words = slot.values.get(_plain(value), ())
        for text in self.said:
            for match in lexicon.overlapping(text):
                named = any(concept.name == slot.attribute for concept in match.concepts)
                if isinstance(value, bool) and not slot.values and named:
                    return Binding(source="words", detail=match.text, value=value)
                if words and means(words, _plain(value), match.text, lexicon):
                    return Binding(source="words", detail=match.text, value=value)
        return None

    def _moment(self, tool: ToolEssentialModel, slot: Slot, value: JsonValue) -> Binding | None:
        told = [fact for _, fact in self.facts]
        told += [fact for text in self.said for fact in facts_in(text)]
        found = moment(tool, slot, told_of(told, self.problem.today))
        if found is None or not alike(found.value, value):
            return None
        words = ", ".join(dict.fromkeys(fact.words for fact in found.facts))
        return Binding(source="derived", detail=f"{words} → {_plain(value)}", value=value)

    def _counted(self, tool: ToolEssentialModel, slot: Slot, value: JsonValue) -> Binding | None:
        if tool.bulk != slot.path or isinstance(value, bool):
            return None
        if value not in {goal.quantity for goal in self.problem.intent.goals}:
            return None
        return Binding(source="derived", detail=_plain(value), value=value)

    def _output(self, tool: ToolEssentialModel, slot: Slot, value: JsonValue) -> Binding | None:
        if isinstance(value, bool) or value is None:
            return None
        tools = self.problem.catalogue.tools
        for record in reversed(self.done):
            maker = tools.get(record.tool)
            yields = {one.path: one for one in maker.yields} if maker else {}
            for path in dict.fromkeys(places(record.body, value)):
                if _may_feed(slot, path, yields.get(path), value):
                    values = read(record.body, path)
                    ordinal = next(n for n, one in enumerate(values) if alike(one, value))
                    return Binding(
                        source="output",
                        detail=f"{record.step} → {path}",
                        value=value,
                        step=record.step,
                        path=path,
                        ordinal=ordinal,
                        conversion=_CONVERSIONS.get(slot.type),
                    )
        return None

    def _remembered(self, tool: ToolEssentialModel, slot: Slot, value: JsonValue) -> Binding | None:
        held = [one.attributes.values() for one in self.problem.memory]
        known = any(alike(each, value) for values in held for each in values)
        told = len(_plain(value)) >= _TELLING
        if not known and not (told and any(any(places(b, value)) for b in self.earlier)):
            return None
        return Binding(source="remembered", detail=_plain(value), value=value)

    def _default(self, tool: ToolEssentialModel, slot: Slot, value: JsonValue) -> Binding | None:
        unsaid = value is False and is_own_new(tool, slot)
        if not unsaid and (slot.default is None or not alike(slot.default, value)):
            return None
        return Binding(source="default", detail=_plain(value), value=value)

    def _own_text(self, tool: ToolEssentialModel, slot: Slot, value: JsonValue) -> Binding | None:
        """A text for the new thing in the user's own words, set together anew."""
        free = isinstance(value, str) and not slot.values and is_own_new(tool, slot)
        words = set(terms(_plain(value)))
        spoken = {word for text in self.said for word in terms(text)}
        if not free or not words or not words <= spoken or any(map(str.isdigit, _plain(value))):
            return None
        return Binding(source="words", detail=_plain(value), value=value)


_CONVERSIONS = {"string": "text", "integer": "integer", "number": "number"}


def places(body: JsonValue, value: JsonValue, path: str = "") -> Iterator[str]:
    """Paths in a result at which the value stands, lists marked by `[]`."""
    if isinstance(body, dict):
        for key, inner in cast("dict[str, JsonValue]", body).items():
            yield from places(inner, value, f"{path}.{key}" if path else key)
    elif isinstance(body, list):
        for inner in cast("list[JsonValue]", body):
            yield from places(inner, value, f"{path}[]")
    elif body is not None and path and alike(body, value):
        yield path


def alike(one: JsonValue, other: JsonValue) -> bool:
    """True for the same value, whatever JSON type carries it."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, list) and not isinstance(other, list):
        items = cast("list[JsonValue]", one)
        return len(items) == 1 and alike(items[0], other)
    if isinstance(one, int | float) and isinstance(other, int | float):
        return one == other
    return _plain(one) == _plain(other)


def _may_be(told: tuple[EntityRef, str | None], slot: Slot) -> bool:
    """True where what a word identifies, by which attribute, may be what the argument takes.

    Where no noun says what it is, its part in the sentence is enough: the new one, the recipient.
    """
    ref, attribute = told
    if ref.type is None and ref.role is not None and ref.role == slot.role:
        return True
    same = ref.type is None or slot.entity is None or ref.type == slot.entity
    return same and (attribute is None or slot.attribute in (None, attribute))


def _may_feed(slot: Slot, path: str, told: Yield | None, value: JsonValue) -> bool:
    key = path.rsplit(".", 1)[-1].removesuffix("[]")
    if told is not None and told.attribute and slot.attribute:
        same = told.attribute == slot.attribute
        return same and (not told.entity or not slot.entity or told.entity == slot.entity)
    return key == slot.key or len(_plain(value)) >= _TELLING


def _plain(value: JsonValue) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
