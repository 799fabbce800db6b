"""The arguments of one call, from what a goal says: values to the fields that it names, things to
the fields that refer to them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pipelines.contracts.chain import Binding, Check
from pipelines.contracts.intent import Constraint, EntityRef, Goal, Identifier
from pipelines.messages import listed
from pipelines.messages.labels import choice_labels
from pipelines.reasoning.arguments.allowed import allowed
from pipelines.reasoning.arguments.generate import default_of, drawn_for
from pipelines.reasoning.arguments.moments import day_of
from pipelines.reasoning.arguments.naming import without_name
from pipelines.reasoning.arguments.values import Fitted, replied
from pipelines.reasoning.planner.records.grounding import Grounding
from pipelines.reasoning.planner.records.partial_plan import (
    NOWHERE,
    PartialPlan,
    Unplannable,
    words_of,
)
from pipelines.reasoning.planner.records.reading import Row, typed, values_of
from tool_registry.base.types import FunctionType, JsonValue
from tool_registry.graph.resources import Field, Operation, Resource
from tool_registry.graph.resources.api_terms import group, spoken, words
from tool_registry.model import Slot

_STEM = 5
"""Letters that a act and the field that it fills have in common: assign, assignee."""

_ID = "id"


@dataclass(slots=True)
class Call:
    """What one call is to be given."""

    grounding: Grounding
    goal: Goal
    operation: Operation
    resource: Resource
    row: Row | None = None
    """The record that is changed."""
    filled: dict[str, Binding] = field(default_factory=dict[str, Binding])
    """By slot path."""
    values: list[tuple[Field, JsonValue]] = field(default_factory=list[tuple[Field, JsonValue]])
    """What was said of plain fields, to be checked."""

    @property
    def plan(self) -> PartialPlan:
        """Of the chain."""
        return self.grounding.plan

    def free(self) -> list[Field]:
        """The fields that have no value yet."""
        return [f for f in self.operation.inputs if f.path not in self.filled and f.slot]

    # ---- values

    async def say(self, said: Constraint) -> None:
        """Gives the value to the field that its attribute names; Unplannable where there is
        none, where several are, or where the field takes no such value."""
        one = self._field_of(said)
        if one.target is not None and not isinstance(said.value, bool):
            name = Identifier(attribute=None, value=str(said.value), span=said.span)
            await self.refer(one, EntityRef(type=None, identifiers=(name,)))
        else:
            self._give(one, said)

    def _field_of(self, said: Constraint) -> Field:
        matcher, free = self.grounding.matcher, self.free()
        found = matcher.named(said.attribute, free) if said.attribute else []
        if not said.attribute:
            found = matcher.by_value(said, free)
        required = [one for one in found if one.required]
        found = required if len(found) > 1 and len(required) == 1 else found
        thing = self.plan.spoken(self.resource)
        if not found and said.attribute:
            part, value = self.plan.attribute(said.attribute), str(said.value)
            raise self.plan.unplannable(
                "dropped_words", "no_field", thing=thing, part=part, value=value
            )
        if not found:
            raise self.plan.unplannable(
                "dropped_words", "no_place", thing=thing, value=str(said.value)
            )
        if len(found) > 1:
            raise self._which(str(said.value), found)
        return found[0]

    def _give(self, one: Field, said: Constraint) -> None:
        fitted = self._fitted(one, said)
        if fitted is None and (told := self._told_instead(one, said)) is not None:
            said, fitted = told, self._fitted(one, told)
        if fitted is None:
            raise self._asking("unfit", one, self._choices(one), value=str(said.value))
        value = self._joined(one, [fitted.value]) if one.many else fitted.value
        self.filled[one.path] = self.plan.said(value, said.span, fitted.conversion)
        self.values.append((one, value))

    def _fitted(self, one: Field, said: Constraint) -> Fitted | None:
        """The value as the argument takes it; of a closed set also by the words that results have
        for it, where its author explains them only there."""
        matcher, slot = self.grounding.matcher, one.slot
        found = matcher.fitted(said, slot) if slot is not None else None
        if found is not None or slot is None or not slot.values:
            return found
        for told in matcher.named(one.name, self.resource.fields.values()):
            raw = matcher.raw(said, told)
            if raw in slot.values:
                return Fitted(raw, "word_to_value")
        return None

    def _joined(self, one: Field, values: list[JsonValue]) -> JsonValue:
        """A list with one more, or without it; only where it is set as a whole is it replaced."""
        held = self.row.values.get(one.place) if self.row is not None else None
        earlier = self.filled.get(one.path)
        kept = values_of(earlier.value if earlier is not None else held)
        if ends_relation(self.goal):
            return [value for value in kept if value not in values]
        whole = self.goal.action in words("replacing") and earlier is None
        return [*([] if whole else kept), *(v for v in values if whole or v not in kept)]

    def called(self, name: Identifier) -> None:
        """What the new record is called, or says where it has nothing but a text."""
        free = [one for one in self.free() if one.target is None and not one.told.values]
        if name.attribute is not None:
            said = Constraint(attribute=name.attribute, value=name.value, span=name.span)
            named = self.grounding.matcher.named(name.attribute, free)
            if named or spoken(name.attribute) not in words("naming"):
                self._give(self._field_of(said), said)
                return
        for list_name in ("naming", "texts"):
            ranked = sorted(
                (one for one in free if _rank(one, list_name) is not None),
                key=lambda one: (_rank(one, list_name), len(one.place)),
            )
            for one in ranked:
                said = Constraint(attribute=one.told.attribute, value=name.value, span=name.span)
                if (
                    one.slot is not None
                    and self.grounding.matcher.fitted(said, one.slot) is not None
                ):
                    if not is_number(name) or one.told.attribute == _ID:
                        self._give(one, said)
                    elif self._reply_to(one) is None:
                        raise self._lacking(one, ())
                    return
        thing = self.plan.spoken(self.resource)
        raise self.plan.unplannable("dropped_words", "no_place", thing=thing, value=name.value)

    def checks(self) -> Iterator[Check | None]:
        """That the record holds afterwards what was said."""
        for one, value in self.values:
            yield self.plan.check_value(self.goal, self.resource, one, value)

    # ---- things

    async def relate(self, ref: EntityRef) -> bool:
        """Fills the field that refers to such a thing; False where there is none."""
        one = await self._link_for(ref)
        if one is None:
            return self._by_id(ref)
        await self.refer(one, ref)
        return True

    def _by_id(self, ref: EntityRef) -> bool:
        """Gives the id of a thing whose records no tool shows to the one field that takes it."""
        found = [
            one
            for one in self.free()
            if one.target is None and one.slot is not None
            if ref.type is not None and (one.slot.entity, one.slot.attribute) == (ref.type, _ID)
        ]
        if len(found) != 1 or len(ref.identifiers) != 1 or found[0].many:
            return False
        name = ref.identifiers[0]
        self._give(found[0], Constraint(attribute=_ID, value=name.value, span=name.span))
        return True

    async def _link_for(self, ref: EntityRef) -> Field | None:
        links = [one for one in self.free() if one.target is not None]
        kinds = {kind.key for kind in self.grounding.kinds(ref)}
        if kinds:
            links = [one for one in links if one.target in kinds]
        elif instances := self.plan.made_for(ref.made_by):
            made = {self.grounding.resource_of(one).key for one in instances}
            links = [one for one in links if one.target in made]
        else:
            links = [one for one in links if await self._has(one, ref)]
        ranked = sorted(links, key=lambda one: -self._nearness(one, ref))
        if not ranked:
            return None
        best = self._nearness(ranked[0], ref)
        equal = [one for one in ranked if self._nearness(one, ref) == best]
        if len(equal) > 1:
            raise self._which(words_of(ref)[0], equal)
        return ranked[0]

    async def _has(self, one: Field, ref: EntityRef) -> bool:
        """The resource that a field refers to has such a record."""
        target = self.grounding.resources.by_key[one.target or ""]
        return bool(ref.identifiers) and bool(
            await self.grounding.found(ref, target, ref.constraints)
        )

    def _nearness(self, one: Field, ref: EntityRef) -> int:
        """How much speaks for a field, of several that refer to such things."""
        target = self.grounding.resources.by_key[one.target or ""]
        acts = (self.goal.action, *self.goal.action_words.lower().split())
        stems = any(
            len(d) >= _STEM and one.name.startswith(d[: max(_STEM, len(d) - 1)]) for d in acts
        )
        in_words = one.name in ref.words.lower()
        in_role = one.name in group("roles", ref.role or "")
        return 8 * stems + 8 * in_words + 4 * in_role + 2 * one.required + (one.name == target.noun)

    async def refer(self, one: Field, ref: EntityRef) -> None:
        """Gives a field what it wants of the one record that is meant."""
        target = self.grounding.resources.by_key[one.target or ""]
        made = self.plan.made_for(ref.made_by)
        if made:
            own = made[(ref.which or 1) - 1] if len(made) >= (ref.which or 1) else made[-1]
            self.filled[one.path] = self.plan.id_of(own)
            return
        row = await self.grounding.only(ref, target)
        name, span = words_of(ref)
        value = typed(one.slot and one.slot.type, row.wanted(await self._wants(one, target)))
        value = self._joined(one, [value]) if one.many else value
        self.filled[one.path] = self.plan.looked_up(row, value, name, span)

    async def _wants(self, one: Field, target: Resource) -> str:
        """What of the other record such a field holds: told by its name, else by other records."""
        if one.refers:
            return one.wants
        mine = await self.grounding.reader.find(self.resource, lambda row: True)
        held = [row.values.get(one.place) for row in mine]
        values = {str(value) for each in held for value in values_of(each)}
        others = await self.grounding.reader.find(target, lambda row: True)
        for name in ("id", *dict.fromkeys(spoken(p[-1]) for row in others for p, _ in row.names())):
            if values and values <= {str(row.wanted(name)) for row in others}:
                return name
        return "id"

    # ---- what nobody said

    async def complete(self) -> None:
        """What a new record must have: what was replied, a default, the only record there is, or
        something drawn."""
        for one in self.free():
            if (reply := self._reply_to(one)) is not None:
                await self._replied(one, reply)
                continue
            if not one.required or one.slot is None:
                continue
            if (left := default_of(one.slot)) is not None:
                self.filled[one.path] = left
            elif one.target is not None:
                await self._only_one(one)
            else:
                self._generate(one)

    def _reply_to(self, one: Field) -> str | None:
        """What the user answered when it was asked for."""
        return self.grounding.problem.given.get(self._asked_as(one))

    def _asked_as(self, one: Field) -> str:
        """The argument as `entity.attribute`, by which its reply comes."""
        entity = (one.slot.entity if one.slot is not None else None) or self.goal.object.type
        part = one.told.attribute or one.place[-1]
        return f"{entity}.{part}" if entity else part

    def _told_instead(self, one: Field, said: Constraint) -> Constraint | None:
        """What the user answered where that value could not be the field's."""
        reply = self._reply_to(one)
        if reply is None or one.slot is None or reply == str(said.value):
            return None
        return self._worded(one, one.slot, reply)

    def _worded(self, one: Field, slot: Slot, reply: str) -> Constraint:
        """A reply as something that was said of the field."""
        bare = without_name(reply, slot, self.grounding.problem.catalogue.lexicon)
        told = replied(day_of(bare, self.grounding.problem.today) or bare, slot)
        span = NOWHERE.model_copy(update={"text": reply})
        attribute = one.told.attribute
        return Constraint(attribute=attribute, value=told.value, unit=told.unit, span=span)

    async def _replied(self, one: Field, reply: str) -> None:
        """The reply to the question for that field as its value."""
        span = NOWHERE.model_copy(update={"text": reply})
        if one.target is not None:
            name = Identifier(attribute=None, value=reply, span=span)
            await self.refer(one, EntityRef(type=None, identifiers=(name,)))
        elif one.slot is not None:
            self._give(one, self._worded(one, one.slot, reply))

    async def _only_one(self, one: Field) -> None:
        target = self.grounding.resources.by_key[one.target or ""]
        rows = await self.grounding.reader.find(target, lambda row: True)
        if len(rows) != 1:
            labels = [row.label for row in rows[:6]]
            raise self._lacking(one, labels)
        value = typed(one.slot and one.slot.type, rows[0].wanted(one.wants))
        value = [value] if one.many else value
        self.filled[one.path] = self.plan.looked_up(rows[0], value, rows[0].label, NOWHERE)

    def _generate(self, one: Field) -> None:
        if one.slot is None:
            return
        problem = self.grounding.problem
        seed = f"{problem.seed}/{self.goal.id}/{len(self.plan.state.drafts)}/{one.path}"
        value = drawn_for(one.slot, seed, problem.intent.language)
        # Which of several ways a thing is changed is said by somebody, and drawn for nobody.
        said = bool(one.slot.values) and self.goal.function is not FunctionType.CREATE
        if value is None or one.refers or said:
            raise self._lacking(one, ())
        self.filled[one.path] = value

    def keep(self) -> None:
        """What replaces a record takes over what it had and nobody changes."""
        for one in self.free():
            value = self.row.values.get(one.place) if self.row is not None else None
            if one.place == self.resource.id_place and self.row is not None:
                value = self.row.id
            if value is not None and self.row is not None:
                detail = self.plan.say("kept", value=value, tool=self.row.shown_by)
                self.filled[one.path] = Binding(source="derived", detail=detail, value=value)

    # ---- why not

    def _lacking(self, one: Field, choices: Sequence[str]) -> Unplannable:
        return self._asking("lacking", one, choices or self._choices(one))

    def _choices(self, one: Field) -> list[str]:
        problem = self.grounding.problem
        if one.slot is None:
            return []
        return choice_labels(problem.catalogue.lexicon, one.slot, problem.intent.language)

    def _asking(
        self, key: str, one: Field, choices: Sequence[str], **values: object
    ) -> Unplannable:
        """The question for what a field holds, with what it may be where that is known, else with
        its author's words for it."""
        values |= {"thing": self.plan.spoken(self.resource), "part": self.plan.label(one)}
        own, language = self.plan.described(one), self.grounding.problem.intent.language
        limits = allowed(one.slot, language) if one.slot is not None else ""
        if choices:
            told = listed(language, choices)
            key, values = f"{key}_of", {**values, "choices": told}
        elif limits and (key == "unfit" or not own):
            key, values = f"{key}_of", {**values, "choices": limits}
        elif own:
            key, values = f"{key}_told", {**values, "told": own}
        missing = (self._asked_as(one),)
        return self.plan.unplannable("missing", key, ask=True, missing=missing, **values)

    def _which(self, value: str, fields: Sequence[Field]) -> Unplannable:
        labels = listed(
            self.grounding.problem.intent.language, (self.plan.label(f) for f in fields)
        )
        return self.plan.unplannable("ambiguous", "found_as", ask=True, value=value, choices=labels)


def is_number(name: Identifier) -> bool:
    """`desk 3`: a bare number singles out one that is there, and is no name for a new one."""
    return name.attribute is None and name.value.isdigit()


def _rank(one: Field, list_name: str) -> int | None:
    names = (spoken(one.place[-1]), one.told.attribute or "")
    found = [words(list_name).index(name) for name in names if name in words(list_name)]
    return min(found, default=None)


def ends_relation(goal: Goal, *refs: EntityRef) -> bool:
    """True where things are to be parted that are tied to each other."""
    from_it = any(ref.role in ("source", "old") for ref in refs)
    onto = any(ref.role in ("recipient", "target", "new") for ref in refs)
    parts = goal.action in words("parting") or goal.function is FunctionType.DELETE
    return parts or (from_it and not onto)
