"""Relations between records: the operation that ties or parts them, or the field that refers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipelines.contracts.chain import Binding
from pipelines.contracts.intent import Constraint, EntityRef, Goal
from pipelines.reasoning.resources.chain import Made, words_of
from pipelines.reasoning.resources.finding import Finder
from pipelines.reasoning.resources.form import Form, ends_relation
from pipelines.reasoning.resources.rows import Row
from tool_registry.graph.resources import Operation, Resource, Role
from tool_registry.model import ToolEssentialModel

_CHANGING: tuple[Role, ...] = ("change", "replace")


@dataclass(frozen=True, slots=True)
class Tying:
    """Plans relations."""

    finder: Finder

    # ---- operations

    def usable(self, resource: Resource, *roles: Role) -> Operation:
        """The first operation in these roles that may be used; Stuck where there is none."""
        return self.all_usable(resource, resource.of(*roles))[0]

    def all_usable(self, resource: Resource, found: Sequence[Operation]) -> list[Operation]:
        """Those that may be used; Stuck where there is none."""
        writer, problem = self.finder.writer, self.finder.problem
        allowed = [one for one in found if self._allowed(one.tool)]
        if allowed:
            return allowed
        if found:
            raise writer.stuck("forbidden", "forbidden", title=found[0].tool.title)
        label = problem.catalogue.environments.label(problem.environment, problem.intent.language)
        raise writer.stuck("no_tool", "cannot", thing=writer.spoken(resource), environment=label)

    def _allowed(self, tool: ToolEssentialModel) -> bool:
        problem = self.finder.problem
        return tool.id not in problem.left_out and not problem.forbids(tool)

    # ---- subjects

    async def subject(
        self, operation: Operation, row: Row, whose: Sequence[EntityRef]
    ) -> dict[str, Binding]:
        """What names the record and whose it is, by path of the parameter."""
        writer, found = self.finder.writer, dict[str, Binding]()
        for owner in operation.owners:
            target = self.finder.resources.by_key[owner.target or ""]
            own = [one for one in whose if target in self.finder.kinds(one)]
            held = [f for f in row.resource.fields.values() if f.target == target.key]
            if own:
                holder = await self.finder.only(own[0], target)
                found[owner.path] = writer.looked_up(
                    holder, holder.wanted(owner.wants), *words_of(own[0])
                )
            elif held and row.values.get(held[0].place) is not None:
                value = row.values[held[0].place]
                detail = writer.say("kept", value=value, tool=row.shown_by)
                found[owner.path] = Binding(source="derived", detail=detail, value=value)
            else:
                raise writer.stuck("missing", "which", ask=True, thing=writer.spoken(target))
        return found

    def named(self, operation: Operation, row: Row, ref: EntityRef) -> dict[str, Binding]:
        """The record itself, by path of the parameter that says which it is."""
        slot = operation.subject
        return (
            {slot.path: self.finder.writer.looked_up(row, row.id, *words_of(ref))} if slot else {}
        )

    # ---- ties

    async def ties_existing(self, goal: Goal) -> bool:
        """What a goal seems to make is there already, and is to be tied to something."""
        ref = goal.object
        if not ref.identifiers or len(goal.related) != 1:
            return False
        mine, others = self.finder.kinds(ref), self.finder.kinds(goal.related[0])
        if not mine or not others or not self._links(mine[0], others[0], "link"):
            return False
        if not await self.finder.found(ref, self.finder.kind(ref), ref.constraints):
            return False
        return await self.tie(goal, goal.related[0])

    def _links(self, one: Resource, other: Resource, role: Role) -> list[Operation]:
        return self.finder.resources.links(one.key, other.key, role)

    async def tie(self, goal: Goal, other: EntityRef) -> bool:
        """Ties or parts the goal's object and another thing; False where nothing relates them."""
        ends = ends_relation(goal, other)
        mine, others = self.finder.kinds(goal.object), self.finder.kinds(other)
        if mine and others:
            first, second = self.finder.kind(goal.object), self.finder.kind(other)
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
        row = await self.finder.only(holder, self.finder.resources.by_key[operation.resource])
        await self._call(goal, operation, row, holder, held)
        return True

    async def _call(
        self, goal: Goal, operation: Operation, row: Row, holder: EntityRef, held: EntityRef
    ) -> None:
        writer, resource = self.finder.writer, row.resource
        subject = {**await self.subject(operation, row, ()), **self.named(operation, row, holder)}
        form = Form(self.finder, goal, operation, resource)
        await form.refer(operation.inputs[0], held)
        await form.complete()
        step = writer.step(operation, resource, {**subject, **form.filled}, goal)
        writer.check("answered", step, resource)

    async def tie_made(self, goal: Goal, made: Made, ref: EntityRef) -> None:
        """Ties a new record to something that no field of it refers to; Stuck where nothing can."""
        writer = self.finder.writer
        kinds = self.finder.kinds(ref)
        found = self._links(made.resource, kinds[0], "link") if kinds else []
        found = [one for one in found if one.resource == made.resource.key and one.subject]
        if not found:
            raise writer.stuck(
                "dropped_words",
                "no_relation",
                thing=writer.spoken(made.resource),
                other=words_of(ref)[0],
            )
        operation = self.all_usable(made.resource, found)[0]
        form = Form(self.finder, goal, operation, made.resource)
        await form.refer(operation.inputs[0], ref)
        subject = {operation.subject.path: writer.from_step(made)} if operation.subject else {}
        step = writer.step(operation, made.resource, {**subject, **form.filled}, goal)
        writer.check("answered", step, made.resource)

    async def _by_field(self, goal: Goal, holder: EntityRef, held: EntityRef, ends: bool) -> bool:
        """The field of one of them that refers to the other is set; of a list, one is put in."""
        kinds = self.finder.kinds(holder)
        if not kinds:
            return False
        resource = self.finder.kind(holder)
        for operation in resource.of(*_CHANGING):
            lists = [one for one in operation.inputs if one.many or not ends]
            inner = replace(operation, inputs=tuple(lists))
            form = Form(self.finder, goal, inner, resource)
            named = self._plain_list(form, held)
            if not named and not await self._has_link(form, held):
                continue
            self.all_usable(resource, [operation])
            row = await self.finder.only(holder, resource)
            form = Form(self.finder, goal, operation, resource, row)
            if named:
                said = _as_value(held, named)
                await form.say(said)
            else:
                await form.relate(held)
            await self.write(form, holder, ())
            return True
        return False

    def _plain_list(self, form: Form, held: EntityRef) -> str | None:
        """The name of a list of plain words that the thing is one of: labels of a page."""
        if self.finder.kinds(held) or not held.identifiers:
            return None
        lists = [one for one in form.free() if one.many and one.target is None]
        for name in filter(None, (held.type, held.words)):
            if self.finder.fitting.named(name, lists):
                return name
        return None

    async def _has_link(self, form: Form, held: EntityRef) -> bool:
        kinds = {kind.key for kind in self.finder.kinds(held)}
        links = [one for one in form.free() if one.target is not None]
        if kinds or held.made_by:
            return any(one.target in kinds for one in links) or bool(held.made_by and links)
        for one in links:
            target = self.finder.resources.by_key[one.target or ""]
            if await self.finder.found(held, target, held.constraints):
                return True
        return False

    async def write(self, form: Form, ref: EntityRef, whose: Sequence[EntityRef]) -> None:
        """The call that changes a record as its form says."""
        writer, row, operation = self.finder.writer, form.row, form.operation
        if row is None:
            return
        subject = {**await self.subject(operation, row, whose), **self.named(operation, row, ref)}
        if operation.role == "replace":
            shown = await self.finder.shelf.one(form.resource, row.id)
            form.row = shown or row
            form.keep()
        step = writer.step(operation, form.resource, {**subject, **form.filled}, form.goal)
        writer.check("answered", step, form.resource)
        for one, value in form.values:
            writer.check_value(step, form.resource, one, value)


def _as_value(held: EntityRef, attribute: str) -> Constraint:
    name, span = words_of(held)
    return Constraint(attribute=attribute, value=name, span=span)
