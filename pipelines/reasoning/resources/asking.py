"""Questions about records: which there are, how many, what one of them holds."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from pipelines.contracts.chain import Binding
from pipelines.contracts.intent import Constraint, EntityRef, Goal
from pipelines.messages import listed
from pipelines.reasoning.resources.chain import Stuck
from pipelines.reasoning.resources.finding import ENDS, Finder, fields_of
from pipelines.reasoning.resources.form import Form
from pipelines.reasoning.resources.rows import Row, values_of
from pipelines.reasoning.resources.tying import Tying
from tool_registry.base.types import FunctionType, JsonValue
from tool_registry.graph.resources import Field, Operation, Resource
from tool_registry.graph.resources.api_terms import words

_MOST = 10
"""Records that are shown one by one, where no list can be asked for just these."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Plans questions."""

    finder: Finder
    tying: Tying

    async def ask(self, goal: Goal) -> None:
        """The calls that answer a goal; Stuck where nothing can."""
        resource = self.finder.kind(goal.object)
        ref = goal.object
        ends = any(one.operator in ENDS for one in ref.constraints)
        if ref.identifiers or ref.reference or ends:
            await self._these(goal, resource)
        else:
            await self._list(goal, resource)

    # ---- single records

    async def _these(self, goal: Goal, resource: Resource) -> None:
        ref = goal.object
        judges = goal.function is FunctionType.VERIFY and bool(ref.identifiers)
        told = [one for one in ref.constraints if not judges or one.operator in ENDS]
        rows = await self.finder.rows(ref, resource, told, goal.related)
        ends = any(one.operator in ENDS for one in ref.constraints)
        if len(rows) > 1 and not ends:
            raise self.finder.several(rows, ref, resource)
        for row in rows:
            await self._show(goal, resource, row)

    async def _show(self, goal: Goal, resource: Resource, row: Row) -> None:
        writer, ref = self.finder.writer, goal.object
        reads = self._alone(resource)
        arguments: dict[str, Binding] = {}
        if reads:
            operation = reads[0]
            arguments = await self.tying.subject(operation, row, goal.related)
            arguments |= self.tying.named(operation, row, ref)
        else:
            operation = self._listing(resource)
            self._name(resource, [row])
        step = writer.step(operation, resource, arguments, goal)
        writer.check("answered", step, resource)
        if goal.function is FunctionType.VERIFY:
            await self._judge(goal, resource, row, step.id)
        await self._tell(goal, resource, row)

    async def _judge(self, goal: Goal, resource: Resource, row: Row, step: str) -> None:
        """What is claimed of the record is judged by what the call shows."""
        writer, fields = self.finder.writer, fields_of(row)
        for said in goal.object.constraints:
            own = self.finder.fitting.named(said.attribute, fields) if said.attribute else []
            own = own or self.finder.fitting.by_value_told(said, fields)
            if not own:
                raise self._unknown(resource, said)
            made = next(one for one in writer.steps if one.id == step)
            writer.check_value(made, resource, own[0], said.value)

    async def _tell(self, goal: Goal, resource: Resource, row: Row) -> None:
        """The fields that are asked for, in words."""
        writer, fields = self.finder.writer, fields_of(row)
        for attribute in goal.asked:
            own = self.finder.fitting.named(attribute, fields)
            if not own:
                thing = writer.spoken(resource)
                raise writer.stuck("dropped_words", "no_part", thing=thing, part=attribute)
            value = await self._spoken(own[0], row.values.get(own[0].place))
            told = {
                "thing": writer.spoken(resource),
                "name": row.label,
                "part": writer.label(own[0]),
            }
            key = "states" if value not in (None, [], "") else "states_none"
            shown = {"value": _shown(value)} if key == "states" else {}
            writer.notes.append(writer.say(key, **told, **shown))

    async def _spoken(self, one: Field, value: JsonValue) -> JsonValue:
        """What a field holds; of a reference, what the record is called that it refers to."""
        target = self.finder.resources.by_key.get(one.target or "")
        held = {str(each) for each in values_of(value)}
        if target is None or not held or not target.lists or target.lists[0].owners:
            return value
        rows = await self.finder.shelf.find(target, lambda row: str(row.wanted(one.wants)) in held)
        return [row.label for row in rows] or value

    # ---- lists

    async def _list(self, goal: Goal, resource: Resource) -> None:
        operation = self._listing(resource, goal.related)
        form = Form(self.finder, goal, operation, resource)
        rest = [one for one in goal.object.constraints if not await self._takes(form, one)]
        whose, left = await self._owners(goal, resource, operation, form)
        rows = await self._counted(goal, resource)
        untold = bool(left) or self._hidden(rest, operation, resource)
        if untold and self._alone(resource):
            await self._one_by_one(goal, resource, rows)
        else:
            writer = self.finder.writer
            step = writer.step(operation, resource, {**whose, **form.filled}, goal)
            writer.check("answered", step, resource)
            if untold:
                self._name(resource, rows)
        self._count(goal, resource, rows)

    def _listing(self, resource: Resource, whose: Sequence[EntityRef] = ()) -> Operation:
        """The list that can be asked with what is known."""
        known = {kind.key for ref in whose for kind in self.finder.kinds(ref)}
        able = [one for one in resource.lists if all(o.target in known for o in one.owners)]
        if not able and resource.lists:
            first = resource.lists[0].owners[0]
            thing = self.finder.writer.spoken(self.finder.resources.by_key[first.target or ""])
            raise self.finder.writer.stuck("missing", "which", ask=True, thing=thing)
        return self.tying.all_usable(resource, able)[0]

    async def _takes(self, form: Form, said: Constraint) -> bool:
        """The list can be asked for it; otherwise its records have to tell."""
        if said.operator == "eq":
            try:
                await form.say(said)
            except Stuck as stuck:
                if stuck.reason.reason == "ambiguous":
                    raise
            else:
                return True
        fields = list(form.resource.fields.values())
        own = self.finder.fitting.named(said.attribute, fields) if said.attribute else []
        if not (own or (not said.attribute and self.finder.fitting.by_value_told(said, fields))):
            raise self._unknown(form.resource, said)
        return False

    def _unknown(self, resource: Resource, said: Constraint) -> Stuck:
        part, thing = said.attribute or str(said.value), self.finder.writer.spoken(resource)
        value = str(said.value)
        return self.finder.writer.stuck(
            "dropped_words", "no_field", thing=thing, part=part, value=value
        )

    async def _owners(
        self, goal: Goal, resource: Resource, operation: Operation, form: Form
    ) -> tuple[dict[str, Binding], list[EntityRef]]:
        """For whom the list is asked, and for whom it cannot be asked for."""
        found: dict[str, Binding] = {}
        left = list(goal.related)
        for owner in operation.owners:
            own = next(r for r in left if owner.target in {k.key for k in self.finder.kinds(r)})
            inner = Form(
                self.finder, goal, Operation(operation.tool, "act", "", (owner,)), resource
            )
            await inner.refer(owner, own)
            found |= inner.filled
            left.remove(own)
        return found, [ref for ref in left if not await form.relate(ref)]

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
            return await self.finder.shelf.find(resource, lambda row: True)
        described = ref.model_copy(update={"reference": "all"})
        return await self.finder.found(described, resource, ref.constraints, whose)

    def _counts(self, goal: Goal) -> bool:
        return goal.action == "count" or any(name in words("counting") for name in goal.asked)

    def _count(self, goal: Goal, resource: Resource, rows: Sequence[Row]) -> None:
        if self._counts(goal):
            writer = self.finder.writer
            writer.notes.append(writer.say("count", thing=writer.spoken(resource), count=len(rows)))

    def _alone(self, resource: Resource) -> list[Operation]:
        """The tools that show one of its records by itself."""
        return [one for one in resource.of("read") if one.subject is not None and not one.tail]

    def _name(self, resource: Resource, rows: Sequence[Row]) -> None:
        """Which of a list are meant, where no call can ask for just these."""
        writer, language = self.finder.writer, self.finder.problem.intent.language
        if not rows:
            writer.notes.append(writer.say("none", thing=writer.spoken(resource)))
            return
        names = listed(language, (row.label for row in rows[:_MOST]))
        told = {"thing": writer.spoken(resource), "count": len(rows), "names": names}
        writer.notes.append(writer.say("fitting", **told))

    async def _one_by_one(self, goal: Goal, resource: Resource, rows: Sequence[Row]) -> None:
        """The records that are meant, each shown by itself."""
        writer, thing = self.finder.writer, self.finder.writer.spoken(resource)
        if not rows:
            raise writer.stuck("data", "none", thing=thing)
        if len(rows) > _MOST and not self._counts(goal):
            raise writer.stuck("missing", "many", ask=True, thing=thing, count=len(rows))
        for row in rows[:_MOST]:
            await self._show(goal.model_copy(update={"asked": ()}), resource, row)


def _shown(value: JsonValue) -> str:
    several = isinstance(value, list)
    return ", ".join(map(str, cast("list[JsonValue]", value))) if several else str(value)
