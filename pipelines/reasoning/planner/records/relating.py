"""Relations between records: the operation that ties or parts them, or the field that refers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipelines.contracts.chain import Binding
from pipelines.contracts.intent import Constraint, EntityRef, Goal
from pipelines.messages.labels import tool_title
from pipelines.reasoning.planner.records.call import Call, ends_relation
from pipelines.reasoning.planner.records.grounding import Grounding
from pipelines.reasoning.planner.records.partial_plan import words_of
from pipelines.reasoning.planner.records.reading import Row
from tool_registry.graph.resources import Operation, Resource, Role
from tool_registry.model import ToolEssentialModel

_CHANGING: tuple[Role, ...] = ("change", "replace")


@dataclass(frozen=True, slots=True)
class Relations:
    """Plans relations."""

    grounding: Grounding

    # ---- operations

    def usable(self, resource: Resource, *roles: Role) -> Operation:
        """The first operation in these roles that may be used; Unplannable where there is none."""
        return self.all_usable(resource, resource.of(*roles))[0]

    def all_usable(self, resource: Resource, found: Sequence[Operation]) -> list[Operation]:
        """Those that may be used; Unplannable where there is none."""
        plan, problem = self.grounding.plan, self.grounding.problem
        allowed = [one for one in found if self._allowed(one.tool)]
        if allowed:
            return allowed
        if found:
            raise plan.unplannable(
                "forbidden", "forbidden", title=tool_title(found[0].tool, problem.intent.language)
            )
        label = problem.catalogue.environments.label(problem.environment, problem.intent.language)
        raise plan.unplannable("no_tool", "cannot", thing=plan.spoken(resource), environment=label)

    def _allowed(self, tool: ToolEssentialModel) -> bool:
        problem = self.grounding.problem
        return tool.id not in problem.left_out and not problem.forbids(tool)

    # ---- subjects

    async def subject(
        self, operation: Operation, row: Row, whose: Sequence[EntityRef]
    ) -> dict[str, Binding]:
        """What names the record and whose it is, by path of the parameter."""
        plan, found = self.grounding.plan, dict[str, Binding]()
        for owner in operation.owners:
            target = self.grounding.resources.by_key[owner.target or ""]
            own = [one for one in whose if target in self.grounding.kinds(one)]
            held = [f for f in row.resource.fields.values() if f.target == target.key]
            if own:
                holder = await self.grounding.only(own[0], target)
                found[owner.path] = plan.looked_up(
                    holder, holder.wanted(owner.wants), *words_of(own[0])
                )
            elif held and row.values.get(held[0].place) is not None:
                value = row.values[held[0].place]
                detail = plan.say("kept", value=value, tool=row.shown_by)
                found[owner.path] = Binding(source="derived", detail=detail, value=value)
            else:
                raise plan.unplannable("missing", "which", ask=True, thing=plan.spoken(target))
        return found

    def named(self, operation: Operation, row: Row, ref: EntityRef) -> dict[str, Binding]:
        """The record itself, by path of the parameter that says which it is."""
        slot = operation.subject
        return (
            {slot.path: self.grounding.plan.looked_up(row, row.id, *words_of(ref))} if slot else {}
        )

    # ---- ties

    async def ties_existing(self, goal: Goal) -> bool:
        """What a goal seems to make is there already, and is to be tied to something."""
        ref = goal.object
        if not ref.identifiers or len(goal.related) != 1:
            return False
        mine, others = self.grounding.kinds(ref), self.grounding.kinds(goal.related[0])
        if not mine or not others or not self._links(mine[0], others[0], "link"):
            return False
        if not await self.grounding.found(ref, self.grounding.kind(ref), ref.constraints):
            return False
        return await self.tie(goal, goal.related[0])

    def _links(self, one: Resource, other: Resource, role: Role) -> list[Operation]:
        return self.grounding.resources.links(one.key, other.key, role)

    async def tie(self, goal: Goal, other: EntityRef) -> bool:
        """Ties or parts the goal's object and another thing; False where nothing relates them."""
        ends = ends_relation(goal, other)
        mine, others = self.grounding.kinds(goal.object), self.grounding.kinds(other)
        if mine and others:
            first, second = self.grounding.kind(goal.object), self.grounding.kind(other)
            if await self._by_operation(goal, other, first, second, ends):
                return True
        for holder, held in ((goal.object, other), (other, goal.object)):
            if await self._by_field(goal, holder, held, ends):
                return True
        return False

    async def _by_operation(
        self, goal: Goal, other: EntityRef, mine: Resource, second: Resource, ends: bool
    ) -> bool:
        found = self._links(mine, second, "unlink" if ends else "link")
        if not found:
            return False
        operation = self.all_usable(mine, found)[0]
        refs = {mine.key: goal.object, second.key: other}
        if mine is second:
            return False
        holder, held = refs[operation.resource], refs[operation.linked or ""]
        row = await self.grounding.only(holder, self.grounding.resources.by_key[operation.resource])
        await self._call(goal, operation, row, holder, held)
        return True

    async def _call(
        self, goal: Goal, operation: Operation, row: Row, holder: EntityRef, held: EntityRef
    ) -> None:
        plan, resource = self.grounding.plan, row.resource
        subject = {**await self.subject(operation, row, ()), **self.named(operation, row, holder)}
        call = Call(self.grounding, goal, operation, resource)
        await call.refer(operation.inputs[0], held)
        await call.complete()
        checks = [plan.check("answered", goal, resource)]
        plan.call(operation, resource, {**subject, **call.filled}, goal, checks)

    async def tie_made(self, goal: Goal, made: str, ref: EntityRef) -> None:
        """Ties a new record to what no field of it refers to; Unplannable where nothing can."""
        plan, resource = self.grounding.plan, self.grounding.resource_of(made)
        kinds = self.grounding.kinds(ref)
        found = self._links(resource, kinds[0], "link") if kinds else []
        found = [one for one in found if one.resource == resource.key and one.subject]
        if not found:
            raise plan.unplannable(
                "dropped_words",
                "no_relation",
                thing=plan.spoken(resource),
                other=words_of(ref)[0],
            )
        operation = self.all_usable(resource, found)[0]
        call = Call(self.grounding, goal, operation, resource)
        await call.refer(operation.inputs[0], ref)
        subject = {operation.subject.path: plan.id_of(made)} if operation.subject else {}
        arguments, checks = {**subject, **call.filled}, [plan.check("answered", goal, resource)]
        plan.call(operation, resource, arguments, goal, checks, target=made)

    async def _by_field(self, goal: Goal, holder: EntityRef, held: EntityRef, ends: bool) -> bool:
        """The field of one of them that refers to the other is set; of a list, one is put in."""
        kinds = self.grounding.kinds(holder)
        if not kinds:
            return False
        resource = self.grounding.kind(holder)
        for operation in resource.of(*_CHANGING):
            lists = [one for one in operation.inputs if one.many or not ends]
            inner = replace(operation, inputs=tuple(lists))
            call = Call(self.grounding, goal, inner, resource)
            named = self._plain_list(call, held)
            if not named and not await self._has_link(call, held):
                continue
            self.all_usable(resource, [operation])
            row = await self.grounding.only(holder, resource)
            call = Call(self.grounding, goal, operation, resource, row)
            if named:
                said = _as_value(held, named)
                await call.say(said)
            else:
                await call.relate(held)
            await self.write(call, holder, ())
            return True
        return False

    def _plain_list(self, call: Call, held: EntityRef) -> str | None:
        """The name of a list of plain words that the thing is one of: labels of a page."""
        if self.grounding.kinds(held) or not held.identifiers:
            return None
        lists = [one for one in call.free() if one.many and one.target is None]
        for name in filter(None, (held.type, held.words)):
            if self.grounding.matcher.named(name, lists):
                return name
        return None

    async def _has_link(self, call: Call, held: EntityRef) -> bool:
        kinds = {kind.key for kind in self.grounding.kinds(held)}
        links = [one for one in call.free() if one.target is not None]
        if kinds or held.made_by:
            return any(one.target in kinds for one in links) or bool(held.made_by and links)
        for one in links:
            target = self.grounding.resources.by_key[one.target or ""]
            if await self.grounding.found(held, target, held.constraints):
                return True
        return False

    async def write(self, call: Call, ref: EntityRef, whose: Sequence[EntityRef]) -> None:
        """The call that changes a record as a call says."""
        plan, row, operation = self.grounding.plan, call.row, call.operation
        if row is None:
            return
        subject = {**await self.subject(operation, row, whose), **self.named(operation, row, ref)}
        if operation.role == "replace":
            shown = await self.grounding.reader.one(call.resource, row.id)
            call.row = shown or row
            call.keep()
        checks = [plan.check("answered", call.goal, call.resource), *call.checks()]
        plan.call(operation, call.resource, {**subject, **call.filled}, call.goal, checks)


def _as_value(held: EntityRef, attribute: str) -> Constraint:
    name, span = words_of(held)
    return Constraint(attribute=attribute, value=name, span=span)
