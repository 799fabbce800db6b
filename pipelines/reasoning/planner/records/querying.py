"""Questions about records: which there are, how many, what one of them holds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from pipelines.contracts.chain import Binding, Check
from pipelines.contracts.intent import Constraint, EntityRef, Goal
from pipelines.messages import listed
from pipelines.reasoning.planner.records.call import Call
from pipelines.reasoning.planner.records.grounding import ENDS, Grounding, fields_of, tells
from pipelines.reasoning.planner.records.partial_plan import Unplannable
from pipelines.reasoning.planner.records.reading import Row, values_of
from pipelines.reasoning.planner.records.relating import Relations
from tool_registry.base.types import FunctionType, JsonValue
from tool_registry.graph.resources import Field, Operation, Resource
from tool_registry.graph.resources.api_terms import words

_MOST = 10
"""Records that are shown one by one, where no list can be asked for just these."""


@dataclass(frozen=True, slots=True)
class Query:
    """Plans questions."""

    grounding: Grounding
    relations: Relations

    async def ask(self, goal: Goal) -> None:
        """The calls that answer a goal; Unplannable where nothing can."""
        resource = self.grounding.kind(goal.object)
        goal = await self._by_fields(goal, resource)
        ref = goal.object
        ends = any(one.operator in ENDS for one in ref.constraints)
        if ref.identifiers or ref.reference or ends:
            await self._these(goal, resource)
        else:
            await self._list(goal, resource)

    async def _by_fields(self, goal: Goal, resource: Resource) -> Goal:
        """Whose the records are, where no resource has such things and a field of theirs says it:
        that is what they are like."""
        own, left = list[Constraint](), list[EntityRef]()
        for ref in goal.related:
            others = [one for one in self.grounding.kinds(ref) if one is not resource]
            name = None if others else await self._field_of(ref, resource)
            own += [_as_said(ref, name)] if name else []
            left += [] if name else [ref]
        if not own:
            return goal
        thing = goal.object
        told = thing.model_copy(update={"constraints": (*thing.constraints, *own)})
        return goal.model_copy(update={"object": told, "related": tuple(left)})

    async def _field_of(self, ref: EntityRef, resource: Resource) -> str | None:
        """The name of the only thing that is named, where a field of the records is called so, or
        else the field in which records have it."""
        fields = list(resource.fields.values())
        if len(ref.identifiers) != 1:
            return None
        value = ref.identifiers[0].value
        names = [one for one in (ref.words.replace(value, "").strip(), ref.type) if one]
        told = next((one for one in names if self.grounding.matcher.named(one, fields)), None)
        if told is not None or self.grounding.kinds(ref):
            return told
        rows = await self.grounding.reader.find(resource, lambda row: value in row.values.values())
        held = (one for row in rows for one in fields if row.values.get(one.place) == value)
        return next((one.name for one in held), None)

    # ---- single records

    async def _these(self, goal: Goal, resource: Resource) -> None:
        ref = goal.object
        judges = goal.function is FunctionType.VERIFY and bool(ref.identifiers)
        told = [one for one in ref.constraints if not judges or one.operator in ENDS]
        rows = await self.grounding.rows(ref, resource, told, goal.related)
        ends = any(one.operator in ENDS for one in ref.constraints)
        if len(rows) > 1 and not ends:
            raise self.grounding.several(rows, ref, resource)
        for row in rows:
            await self._show(goal, resource, row)

    async def _show(self, goal: Goal, resource: Resource, row: Row) -> None:
        plan, ref = self.grounding.plan, goal.object
        reads = self._alone(resource)
        arguments: dict[str, Binding] = {}
        if reads:
            operation = reads[0]
            arguments = await self.relations.subject(operation, row, goal.related)
            arguments |= self.relations.named(operation, row, ref)
        else:
            operation = self._listing(resource)
            self._name(resource, [row])
        judged = self._judge(goal, resource, row) if goal.function is FunctionType.VERIFY else []
        checks = [plan.check("answered", goal, resource), *judged]
        plan.call(operation, resource, arguments, goal, checks)
        await self._tell(goal, resource, row)

    def _judge(self, goal: Goal, resource: Resource, row: Row) -> list[Check | None]:
        """What is claimed of the record is judged by what the call shows."""
        plan, fields = self.grounding.plan, fields_of(row)
        checks: list[Check | None] = []
        for said in goal.object.constraints:
            own = self.grounding.matcher.named(said.attribute, fields) if said.attribute else []
            own = own or self.grounding.matcher.by_value_told(said, fields)
            if not own:
                raise self._unknown(resource, said)
            checks.append(plan.check_value(goal, resource, own[0], said.value))
        return checks

    async def _tell(self, goal: Goal, resource: Resource, row: Row) -> None:
        """The fields that are asked for, in words."""
        plan, fields = self.grounding.plan, fields_of(row)
        for attribute in goal.asked:
            own = self.grounding.matcher.named(attribute, fields)
            if not own:
                thing = plan.spoken(resource)
                raise plan.unplannable(
                    "dropped_words", "no_part", thing=thing, part=plan.attribute(attribute)
                )
            value = await self._spoken(own[0], row.values.get(own[0].place))
            told = {
                "thing": plan.spoken(resource),
                "name": row.label,
                "part": plan.label(own[0]),
            }
            key = "states" if value not in (None, [], "") else "states_none"
            shown = {"value": _shown(value)} if key == "states" else {}
            plan.note(plan.say(key, **told, **shown))

    async def _spoken(self, one: Field, value: JsonValue) -> JsonValue:
        """What a field holds; of a reference, what the record is called that it refers to."""
        target = self.grounding.resources.by_key.get(one.target or "")
        held = {str(each) for each in values_of(value)}
        if target is None or not held or not target.lists or target.lists[0].owners:
            return value
        rows = await self.grounding.reader.find(
            target, lambda row: str(row.wanted(one.wants)) in held
        )
        return [row.label for row in rows] or value

    # ---- lists

    async def _list(self, goal: Goal, resource: Resource) -> None:
        operation = self._listing(resource, goal.related)
        call = Call(self.grounding, goal, operation, resource)
        rest = [one for one in goal.object.constraints if not await self._takes(call, one)]
        whose, left = await self._owners(goal, resource, operation, call)
        rows = await self._counted(goal, resource)
        untold = bool(left) or self._hidden(rest, operation, resource)
        if untold and self._alone(resource):
            await self._one_by_one(goal, resource, rows)
        else:
            plan = self.grounding.plan
            checks = [plan.check("answered", goal, resource)]
            plan.call(operation, resource, {**whose, **call.filled}, goal, checks)
            if untold:
                self._name(resource, rows)
        self._count(goal, resource, rows)

    def _listing(self, resource: Resource, whose: Sequence[EntityRef] = ()) -> Operation:
        """The list that can be asked with what is known."""
        known = {kind.key for ref in whose for kind in self.grounding.kinds(ref)}
        able = [one for one in resource.lists if all(o.target in known for o in one.owners)]
        if not able and resource.lists:
            first = resource.lists[0].owners[0]
            thing = self.grounding.plan.spoken(self.grounding.resources.by_key[first.target or ""])
            raise self.grounding.plan.unplannable("missing", "which", ask=True, thing=thing)
        return self.relations.all_usable(resource, able)[0]

    async def _takes(self, call: Call, said: Constraint) -> bool:
        """The list can be asked for it; otherwise its records have to tell."""
        if said.operator == "eq":
            try:
                await call.say(said)
            except Unplannable as why_not:
                if why_not.reason.reason == "ambiguous":
                    raise
            else:
                return True
        fields = list(call.resource.fields.values())
        own = self.grounding.matcher.named(said.attribute, fields) if said.attribute else []
        own = [field for field in own if tells(field, said)]
        if not (own or (not said.attribute and self.grounding.matcher.by_value_told(said, fields))):
            raise self._unknown(call.resource, said)
        return False

    def _unknown(self, resource: Resource, said: Constraint) -> Unplannable:
        plan, value = self.grounding.plan, str(said.value)
        part = plan.attribute(said.attribute) if said.attribute else value
        thing = plan.spoken(resource)
        return plan.unplannable("dropped_words", "no_field", thing=thing, part=part, value=value)

    async def _owners(
        self, goal: Goal, resource: Resource, operation: Operation, call: Call
    ) -> tuple[dict[str, Binding], list[EntityRef]]:
        """For whom the list is asked, and for whom it cannot be asked for."""
        found: dict[str, Binding] = {}
        left = list(goal.related)
        for owner in operation.owners:
            own = next(r for r in left if owner.target in {k.key for k in self.grounding.kinds(r)})
            inner = Call(
                self.grounding, goal, Operation(operation.tool, "act", "", (owner,)), resource
            )
            await inner.refer(owner, own)
            found |= inner.filled
            left.remove(own)
        return found, [ref for ref in left if not await call.relate(ref)]

    def _hidden(self, rest: Sequence[Constraint], operation: Operation, resource: Resource) -> bool:
        """The summary cannot see from the list alone which of its records are meant."""
        entity = resource.entity
        told = {y.attribute for y in operation.tool.yields if y.entity == entity}
        return any(one.attribute not in told for one in rest)

    async def _counted(self, goal: Goal, resource: Resource) -> list[Row]:
        ref, whose = goal.object, goal.related
        counts = self._counts(goal)
        if not (counts or ref.constraints or whose):
            return []
        if not (ref.constraints or whose):
            return await self.grounding.reader.find(resource, lambda row: True)
        described = ref.model_copy(update={"reference": "all"})
        return await self.grounding.found(described, resource, ref.constraints, whose)

    def _counts(self, goal: Goal) -> bool:
        return goal.action == "count" or any(name in words("counting") for name in goal.asked)

    def _count(self, goal: Goal, resource: Resource, rows: Sequence[Row]) -> None:
        if self._counts(goal):
            plan = self.grounding.plan
            plan.note(plan.say("count", thing=plan.spoken(resource), count=len(rows)))

    def _alone(self, resource: Resource) -> list[Operation]:
        """The tools that show one of its records by itself."""
        return [one for one in resource.of("read") if one.subject is not None and not one.tail]

    def _name(self, resource: Resource, rows: Sequence[Row]) -> None:
        """Which of a list are meant, where no call can ask for just these."""
        plan, language = self.grounding.plan, self.grounding.problem.intent.language
        if not rows:
            plan.note(plan.say("none", thing=plan.spoken(resource)))
            return
        names = listed(language, (row.label for row in rows[:_MOST]))
        told = {"thing": plan.spoken(resource), "count": len(rows), "names": names}
        plan.note(plan.say("fitting", **told))

    async def _one_by_one(self, goal: Goal, resource: Resource, rows: Sequence[Row]) -> None:
        """The records that are meant, each shown by itself."""
        plan, thing = self.grounding.plan, self.grounding.plan.spoken(resource)
        if not rows:
            raise plan.unplannable("data", "none", thing=thing)
        if len(rows) > _MOST and not self._counts(goal):
            raise plan.unplannable("missing", "many", ask=True, thing=thing, count=len(rows))
        for row in rows[:_MOST]:
            await self._show(goal.model_copy(update={"asked": ()}), resource, row)


def _as_said(ref: EntityRef, name: str) -> Constraint:
    [one] = ref.identifiers
    return Constraint(attribute=name, value=one.value, span=one.span)


def _shown(value: JsonValue) -> str:
    several = isinstance(value, list)
    return ", ".join(map(str, cast("list[JsonValue]", value))) if several else str(value)
