"""New records: their fields, whose they are, and what they are tied to."""

from dataclasses import dataclass

from pipelines.contracts.chain import Binding, Step
from pipelines.contracts.intent import EntityRef, Goal
from pipelines.reasoning.resources.chain import Made
from pipelines.reasoning.resources.finding import Finder
from pipelines.reasoning.resources.form import Form
from pipelines.reasoning.resources.tying import Tying
from tool_registry.graph.resources import Field, Operation, Resource
from tool_registry.graph.resources.fields import place_of


@dataclass(frozen=True, slots=True)
class Maker:
    """Plans what is made."""

    finder: Finder
    tying: Tying

    async def make(self, goal: Goal) -> None:
        """The calls that make what a goal wants; Stuck where something is missing."""
        writer = self.finder.writer
        if await self.tying.ties_existing(goal):
            return
        resource = self.finder.kind(goal.object)
        if goal.if_none and await self._exists(goal, resource):
            return
        operation = self.tying.usable(resource, "create")
        if goal.quantity > 1 and goal.object.identifiers:
            name = goal.object.identifiers[0].value
            raise writer.stuck("missing", "names", ask=True, count=goal.quantity, name=name)
        for _ in range(goal.quantity):
            await self._one(goal, resource, operation)

    async def _exists(self, goal: Goal, resource: Resource) -> bool:
        """One is there already as the goal wants it: it is told, and none is made."""
        ref = goal.object
        rows = await self.finder.found(ref, resource, ref.constraints, goal.related)
        if rows:
            writer = self.finder.writer
            thing, name = writer.spoken(resource), rows[0].label
            writer.notes.append(writer.say("exists", thing=thing, name=name))
        return bool(rows)

    async def _one(self, goal: Goal, resource: Resource, operation: Operation) -> Step:
        writer = self.finder.writer
        form = Form(self.finder, goal, operation, resource)
        owners, refs = await self._owners(form, goal, operation)
        for name in goal.object.identifiers:
            form.called(name)
        for said in goal.object.constraints:
            await form.say(said)
        left = [ref for ref in refs if not await self._related(form, ref)]
        await form.complete()
        step = writer.step(operation, resource, {**owners, **form.filled}, goal)
        made = Made(resource, step.id, id_path(operation, resource))
        writer.made.setdefault(goal.id, []).append(made)
        writer.check("exists", step, resource)
        for one, value in form.values:
            writer.check_value(step, resource, one, value)
        for ref in left:
            await self.tying.tie_made(goal, made, ref)
        return step

    async def _related(self, form: Form, ref: EntityRef) -> bool:
        """A thing that the new record refers to; where it may be and is not there, it is made."""
        if await self.upstream(form, ref):
            return True
        return await form.relate(ref)

    async def upstream(self, form: Form, ref: EntityRef) -> bool:
        """Makes what is referred to and does not exist, where the request allows it."""
        finder, problem = self.finder, self.finder.problem
        allowed = problem.intent.allows("create_missing") and ref.identifiers and not ref.made_by
        kinds = finder.kinds(ref) if allowed else ()
        links = [one for one in form.free() if one.target in {kind.key for kind in kinds}]
        if not links or await finder.found(ref, finder.kind(ref), ref.constraints):
            return False
        resource = finder.kind(ref)
        operation = self.tying.usable(resource, "create")
        inner = Form(finder, form.goal, operation, resource)
        for name in ref.identifiers:
            inner.called(name)
        await inner.complete()
        step = finder.writer.step(operation, resource, inner.filled, form.goal, main=False)
        made = Made(resource, step.id, id_path(operation, resource))
        form.filled[links[0].path] = finder.writer.from_step(made)
        return True

    async def _owners(
        self, form: Form, goal: Goal, operation: Operation
    ) -> tuple[dict[str, Binding], list[EntityRef]]:
        """Whose the new record is, where the path says it; and the things that are left."""
        found: dict[str, Binding] = {}
        refs = list(goal.related)
        for owner in operation.owners:
            inner = Form(self.finder, goal, _taking(operation, owner), form.resource)
            for ref in refs:
                if await inner.relate(ref):
                    refs.remove(ref)
                    break
            if not inner.filled:
                thing = self.finder.writer.spoken(self.finder.resources.by_key[owner.target or ""])
                raise self.finder.writer.stuck("missing", "which", ask=True, thing=thing)
            found |= inner.filled
        return found, refs


def _taking(operation: Operation, owner: Field) -> Operation:
    return Operation(operation.tool, "act", operation.resource, (owner,))


def id_path(operation: Operation, resource: Resource) -> str:
    """Where a result tells the identifier of the record."""
    told = [y.path for y in operation.tool.yields if not y.many]
    same = [p for p in told if place_of(p, resource.noun) == resource.id_place]
    return min(same, key=lambda path: path.count("."), default=resource.id_place[-1])
