"""What is done to existing records: states, acts, new values, relations, deletion."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipelines.contracts.intent import Constraint, EntityRef, Goal, Span
from pipelines.messages import say
from pipelines.reasoning.planner.records.call import Call
from pipelines.reasoning.planner.records.grounding import ENDS, Grounding, describing
from pipelines.reasoning.planner.records.partial_plan import Unplannable, words_of
from pipelines.reasoning.planner.records.reading import Row
from pipelines.reasoning.planner.records.relating import Relations
from tool_registry.base.types import FunctionType
from tool_registry.graph.resources import Field, Operation, Resource
from tool_registry.graph.resources.api_terms import spoken, words

_WHOSE = ("owner", "parent", "source", "about", None)
"""Roles of things that tell whose or of what a record is, rather than what it is to be tied to."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to become of which records."""

    goal: Goal
    described: tuple[Constraint, ...]
    """Values that tell which are meant."""
    values: tuple[Constraint, ...]
    """Values that they shall have."""
    state: Constraint | None
    """The state that they shall be in."""


def wanted_of(goal: Goal) -> Wanted:
    """What a goal says of which thing it is, and what of what shall become of it."""
    ref = goal.object
    told = tuple(describing(ref.constraints, ref))
    rest = tuple(one for one in ref.constraints if one not in told)
    changes = goal.function is FunctionType.OPERATE
    named = ref.identifiers or ref.reference or ref.made_by
    tells = not named and all(one.operator in ENDS for one in told)
    other = goal.target_state is not None or goal.action not in words("replacing")
    if not changes or (tells and other):
        told, rest = (*told, *rest), ()
    if goal.target_state is not None:
        told = (*told, *(one for one in rest if one.attribute == "status"))
        rest = tuple(one for one in rest if one.attribute != "status")
    state = goal.target_state or next((o for o in rest if o.attribute == "status"), None)
    return Wanted(goal, told, tuple(one for one in rest if one is not state), state)


@dataclass(frozen=True, slots=True)
class Change:
    """Plans what is done to what exists."""

    grounding: Grounding
    relations: Relations

    # ---- deletion

    async def delete(self, goal: Goal) -> None:
        """The calls that delete what a goal means, or part it from what it is tied to."""
        if len(goal.related) == 1 and await self._parts(goal):
            return
        resource = self.grounding.kind(goal.object)
        operation = self.relations.usable(resource, "delete")
        wanted = wanted_of(goal)
        for row in await self._rows(wanted, resource, goal.related):
            whose = await self.relations.subject(operation, row, goal.related)
            named = self.relations.named(operation, row, goal.object)
            checks = [self.grounding.plan.check("absent", goal, resource)]
            self.grounding.plan.call(operation, resource, {**whose, **named}, goal, checks)

    async def _parts(self, goal: Goal) -> bool:
        other, mine = goal.related[0], self.grounding.kinds(goal.object)
        kinds = self.grounding.kinds(other)
        if mine and kinds:
            links = self.grounding.resources.links(mine[0].key, kinds[0].key, "unlink")
            return bool(links) and await self.relations.tie(goal, other)
        return not mine and await self.relations.tie(goal, other)

    async def _rows(
        self, wanted: Wanted, resource: Resource, whose: Sequence[EntityRef]
    ) -> list[Row]:
        """The records that are meant: one, or as many as are said."""
        ref = wanted.goal.object
        rows = await self.grounding.rows(ref, resource, wanted.described, whose)
        ends = any(one.operator in ENDS for one in wanted.described)
        count = ref.quantity or wanted.goal.quantity
        if len(rows) > 1 and not ends and len(rows) != count:
            raise self.grounding.several(rows, ref, resource)
        return rows

    # ---- acts

    async def change(self, goal: Goal) -> None:
        """The calls that bring about what a goal wants of something existing."""
        wanted = wanted_of(goal)
        made = self.grounding.plan.made_for(goal.object.made_by)
        if made:
            await self._change_made(wanted, made)
            return
        strange = not self.grounding.kinds(goal.object)
        if strange and goal.related and await self.relations.tie(goal, goal.related[0]):
            return
        resource = self.grounding.kind(goal.object)
        act = self._act_named(wanted, resource)
        if act is None and wanted.state is None and not wanted.values:
            wanted = replace(wanted, state=_state_of_verb(goal, resource))
        if act is not None or wanted.state is not None:
            await self._to_state(wanted, resource, act)
        elif wanted.values:
            await self._give(wanted, resource)
        elif self._is_called_deleting(goal, resource):
            await self.delete(goal)
        else:
            await self._tie_all(goal, resource)

    def _is_called_deleting(self, goal: Goal, resource: Resource) -> bool:
        """A tool that deletes is called what the goal wants, and nothing else may be wanted."""
        intent = self.grounding.plan.problem.intent
        called = any(goal.action in one.tool.actions for one in resource.of("delete"))
        return called and not (intent.unread or intent.unassigned)

    async def _tie_all(self, goal: Goal, resource: Resource) -> None:
        thing = self.grounding.plan.spoken(resource)
        if not goal.related:
            self.relations.all_usable(resource, resource.of("change", "act"))
            raise self.grounding.plan.unplannable("missing", "what_of", ask=True, thing=thing)
        kept = [ref for ref in goal.related if ref.role not in ("source", "old")] or goal.related
        for ref in kept:
            if not await self.relations.tie(goal, ref):
                other = words_of(ref)[0]
                raise self.grounding.plan.unplannable(
                    "dropped_words", "no_relation", thing=thing, other=other
                )

    async def _change_made(self, wanted: Wanted, made: Sequence[str]) -> None:
        """Something that an earlier step makes: nothing of it can be looked up yet."""
        which = wanted.goal.object.which
        for one in made if which is None else made[which - 1 : which]:
            left = await self._on_made(wanted, one)
            for ref in left:
                await self.relations.tie_made(wanted.goal, one, ref)

    async def _on_made(self, wanted: Wanted, made: str) -> list[EntityRef]:
        """The call that changes it, where one does; and what it is still to be tied to."""
        plan, refs = self.grounding.plan, list(wanted.goal.related)
        resource = self.grounding.resource_of(made)
        act = self._act_named(wanted, resource)
        state = wanted.state if act is None else None
        told = replace(wanted, values=(*wanted.values, *([state] if state else [])))
        found = [act] if act else resource.of("change")
        if not found and not told.values:
            return refs
        usable = self.relations.all_usable(resource, found)
        operation, call = await self._first_call(usable, told, resource, None)
        left = [ref for ref in refs if not await call.relate(ref)]
        if (call.filled or act) and operation.subject is not None:
            subject = {operation.subject.path: plan.id_of(made)}
            arguments = {**subject, **call.filled}
            checks = [plan.check("answered", wanted.goal, resource)]
            plan.call(operation, resource, arguments, wanted.goal, checks, target=made)
        return left

    # ---- states

    def _act_named(self, wanted: Wanted, resource: Resource) -> Operation | None:
        """The operation that does just that, or leaves its records in that state."""
        acts = [one for one in resource.of("act") if one.subject is not None]
        if wanted.state is not None:
            said = wanted.state
            own = [one for one in acts if self._leads_to(one, said, resource)]
            return next(iter(own), None)
        own = [one for one in acts if self._does(one, wanted.goal)]
        return next(iter(own), None)

    def _leads_to(self, one: Operation, said: Constraint, resource: Resource) -> bool:
        word = str(said.value)
        after = {state.after for state in one.tool.states if state.after}
        if word in after:
            return True
        status = resource.status
        raws = list(status.told.values) if status is not None else [word]
        matcher = [raw for raw in raws if raw == word or self._same(raw, said, status)]
        return bool(one.tail) and any(_is_past_of(one.tail, raw) for raw in matcher)

    def _same(self, raw: str, said: Constraint, status: Field | None) -> bool:
        if status is None:
            return False
        only = status.told.model_copy(update={"values": {raw: status.told.values[raw]}})
        return bool(self.grounding.matcher.by_value_told(said, [replace(status, told=only)]))

    def _does(self, one: Operation, goal: Goal) -> bool:
        said = {goal.action, spoken(goal.action_words)} - {""}
        named = {*one.tool.actions, one.tail, spoken(one.tail)} - {"", "update", "create", "query"}
        return bool(one.tail) and bool(said & named)

    async def _to_state(self, wanted: Wanted, resource: Resource, act: Operation | None) -> None:
        whose = [ref for ref in wanted.goal.related if ref.role in _WHOSE]
        others = [ref for ref in wanted.goal.related if ref not in whose]
        rows = await self._rows(wanted, resource, whose)
        for row in rows:
            if not self._is_there(wanted, row):
                values = (
                    wanted.values if act or wanted.state is None else (*wanted.values, wanted.state)
                )
                told = replace(wanted, values=values)
                found = [act] if act is not None else resource.of("change", "replace", "act")
                await self._call(told, resource, row, found, whose, others)

    def _is_there(self, wanted: Wanted, row: Row) -> bool:
        """It is in that state already: that is told, and nothing is done."""
        status, said = row.resource.status, wanted.state
        if said is None or status is None:
            return False
        same = self.grounding.matcher.is_so(
            said.model_copy(update={"attribute": status.told.attribute or status.name}),
            row,
            [status],
        )
        if same:
            state = str(row.values.get(status.place))
            entity = f"{self.grounding.plan.spoken(row.resource)} {row.label}"
            language = self.grounding.problem.intent.language
            note = say(language, "planner.note_already", entity=entity, state=state)
            self.grounding.plan.note(note)
        return bool(same)

    # ---- values

    async def _give(self, wanted: Wanted, resource: Resource) -> None:
        whose = [ref for ref in wanted.goal.related if ref.role in ("owner", "parent", "about")]
        others = [ref for ref in wanted.goal.related if ref not in whose]
        for row in await self._rows(wanted, resource, whose):
            found = resource.of("change", "replace", "act")
            await self._call(wanted, resource, row, found, whose, others)

    async def _call(
        self,
        wanted: Wanted,
        resource: Resource,
        row: Row,
        found: Sequence[Operation],
        whose: Sequence[EntityRef],
        others: Sequence[EntityRef],
    ) -> None:
        usable = self.relations.all_usable(
            resource, [one for one in found if one.subject is not None]
        )
        operation, call = await self._first_call(usable, wanted, resource, row)
        for ref in others:
            if not await call.relate(ref):
                thing, other = self.grounding.plan.spoken(resource), words_of(ref)[0]
                raise self.grounding.plan.unplannable(
                    "dropped_words", "no_relation", thing=thing, other=other
                )
        if operation.role == "act":
            await call.complete()
        await self.relations.write(call, wanted.goal.object, whose)

    async def _first_call(
        self, found: Sequence[Operation], wanted: Wanted, resource: Resource, row: Row | None
    ) -> tuple[Operation, Call]:
        """The first operation that takes all that is wanted; why the first one does not."""
        why: Unplannable | None = None
        for operation in found:
            call = Call(self.grounding, wanted.goal, operation, resource, row)
            try:
                for said in wanted.values:
                    await call.say(said)
            except Unplannable as why_not:
                why = why if why is not None and why.reason.reason != "dropped_words" else why_not
                continue
            return operation, call
        assert why is not None
        raise why


def _state_of_verb(goal: Goal, resource: Resource) -> Constraint | None:
    """`cancelled` of `cancel it`: the one value of a state that the verb stands for."""
    found = {
        (slot.attribute, raw)
        for operation in resource.of("change", "replace", "act")
        for slot in operation.tool.needs
        for raw, named in slot.actions_by_value.items()
        if goal.action in named
    }
    if len(found) != 1:
        return None
    [(attribute, raw)] = found
    span = Span(start=0, end=0, text=goal.action_words)
    return Constraint(attribute=attribute, value=raw, span=span)


def _is_past_of(act: str, state: str) -> bool:
    """`close` and closed, `cancel` and cancelled: the state is called after the act."""
    one, other = spoken(act), spoken(state)
    stem = one[:-1] if one.endswith(("e", "y")) else one
    return len(stem) > 2 and other.startswith(stem) and len(other) - len(stem) <= 4
