"""New records: their fields, whose they are, and what they are tied to."""

from dataclasses import dataclass

from pipelines.contracts.chain import Binding
from pipelines.contracts.intent import EntityRef, Goal
from pipelines.messages.labels import tool_title
from pipelines.reasoning.planner.records.call import Call, is_number
from pipelines.reasoning.planner.records.grounding import Grounding
from pipelines.reasoning.planner.records.partial_plan import words_of
from pipelines.reasoning.planner.records.relating import Relations
from tool_registry.graph.resources import Field, Operation, Resource


@dataclass(frozen=True, slots=True)
class Creation:
    """Plans what is made."""

    grounding: Grounding
    relations: Relations

    async def make(self, goal: Goal) -> None:
        """The calls that make what a goal wants; Unplannable where something is missing."""
        plan = self.grounding.plan
        if await self.relations.ties_existing(goal):
            return
        resource = self.grounding.kind(goal.object)
        if goal.if_none and await self._exists(goal, resource):
            return
        operation = self.relations.usable(resource, "create")
        if goal.quantity > 1 and goal.object.identifiers:
            name = goal.object.identifiers[0].value
            raise plan.unplannable("missing", "names", ask=True, count=goal.quantity, name=name)
        for _ in range(goal.quantity):
            await self._one(goal, resource, operation)

    async def _exists(self, goal: Goal, resource: Resource) -> bool:
        """One is there already as the goal wants it: it is told, and none is made."""
        ref = goal.object
        rows = await self.grounding.found(ref, resource, ref.constraints, goal.related)
        if rows:
            plan = self.grounding.plan
            thing, name = plan.spoken(resource), rows[0].label
            plan.note(plan.say("exists", thing=thing, name=name))
        return bool(rows)

    async def _one(self, goal: Goal, resource: Resource, operation: Operation) -> None:
        plan = self.grounding.plan
        call = Call(self.grounding, goal, operation, resource)
        await self._is_new(goal, resource)
        owners, refs = await self._owners(call, goal, operation)
        for name in goal.object.identifiers:
            call.called(name)
        for said in goal.object.constraints:
            await call.say(said)
        left = [ref for ref in refs if not await self._related(call, ref)]
        await call.complete()
        checks = [plan.check("exists", goal, resource), *call.checks()]
        made = plan.call(operation, resource, {**owners, **call.filled}, goal, checks)
        for ref in left:
            await self.relations.tie_made(goal, made, ref)

    async def _is_new(self, goal: Goal, resource: Resource) -> None:
        """Asks what is to be done where a bare number singles out a record that is there: another
        one is not made of it."""
        for name in filter(is_number, goal.object.identifiers):
            plan, own = self.grounding.plan, goal.object.model_copy(update={"identifiers": (name,)})
            if await self.grounding.found(own, resource, ()):
                thing = plan.spoken(resource)
                raise plan.unplannable("missing", "there", ask=True, thing=thing, name=name.value)

    async def _related(self, call: Call, ref: EntityRef) -> bool:
        """A thing that the new record refers to; where it may be and is not there, it is made."""
        if await self.upstream(call, ref):
            return True
        return await call.relate(ref)

    async def upstream(self, call: Call, ref: EntityRef) -> bool:
        """Makes what is referred to and does not exist, where the request allows it."""
        grounding, problem = self.grounding, self.grounding.problem
        allowed = problem.intent.allows("create_missing") and ref.identifiers and not ref.made_by
        kinds = grounding.kinds(ref) if allowed else ()
        links = [one for one in call.free() if one.target in {kind.key for kind in kinds}]
        if not links or await grounding.found(ref, grounding.kind(ref), ref.constraints):
            return False
        resource = grounding.kind(ref)
        operation = self.relations.usable(resource, "create")
        inner = Call(grounding, call.goal, operation, resource)
        for name in ref.identifiers:
            inner.called(name)
        await inner.complete()
        plan, (name, _) = grounding.plan, words_of(ref)
        made = plan.call(operation, resource, inner.filled, call.goal, (), main=False)
        told = {
            "thing": plan.spoken(resource),
            "name": name,
            "tool": tool_title(operation.tool, grounding.problem.intent.language),
        }
        plan.note(plan.say("made_first", **told))
        call.filled[links[0].path] = plan.id_of(made)
        return True

    async def _owners(
        self, call: Call, goal: Goal, operation: Operation
    ) -> tuple[dict[str, Binding], list[EntityRef]]:
        """Whose the new record is, where the path says it; and the things that are left."""
        found: dict[str, Binding] = {}
        refs = list(goal.related)
        for owner in operation.owners:
            inner = Call(self.grounding, goal, _taking(operation, owner), call.resource)
            for ref in refs:
                if await inner.relate(ref):
                    refs.remove(ref)
                    break
            if not inner.filled:
                thing = self.grounding.plan.spoken(
                    self.grounding.resources.by_key[owner.target or ""]
                )
                raise self.grounding.plan.unplannable("missing", "which", ask=True, thing=thing)
            found |= inner.filled
        return found, refs


def _taking(operation: Operation, owner: Field) -> Operation:
    return Operation(operation.tool, "act", operation.resource, (owner,))
