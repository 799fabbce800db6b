"""What is done to existing records: states, acts, new values, relations, deletion."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipelines.contracts.intent import Constraint, EntityRef, Goal
from pipelines.messages import say
from pipelines.reasoning.resources.chain import Made, Stuck, words_of
from pipelines.reasoning.resources.finding import ENDS, Finder, describing
from pipelines.reasoning.resources.form import Form
from pipelines.reasoning.resources.rows import Row
from pipelines.reasoning.resources.tying import Tying
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
class Changer:
    """Plans what is done to what exists."""

    finder: Finder
    tying: Tying

    # ---- deletion

    async def delete(self, goal: Goal) -> None:
        """The calls that delete what a goal means, or part it from what it is tied to."""
        if len(goal.related) == 1 and await self._parts(goal):
            return
        resource = self.finder.kind(goal.object)
        operation = self.tying.usable(resource, "delete")
        wanted = wanted_of(goal)
        for row in await self._rows(wanted, resource, goal.related):
            whose = await self.tying.subject(operation, row, goal.related)
            named = self.tying.named(operation, row, goal.object)
            step = self.finder.writer.step(operation, resource, {**whose, **named}, goal)
            self.finder.writer.check("absent", step, resource)

    async def _parts(self, goal: Goal) -> bool:
        other, mine = goal.related[0], self.finder.kinds(goal.object)
        kinds = self.finder.kinds(other)
        if mine and kinds:
            links = self.finder.resources.links(mine[0].key, kinds[0].key, "unlink")
            return bool(links) and await self.tying.tie(goal, other)
        return not mine and await self.tying.tie(goal, other)

    async def _rows(
        self, wanted: Wanted, resource: Resource, whose: Sequence[EntityRef]
    ) -> list[Row]:
        """The records that are meant: one, or as many as are said."""
        ref = wanted.goal.object
        rows = await self.finder.rows(ref, resource, wanted.described, whose)
        ends = any(one.operator in ENDS for one in wanted.described)
        count = ref.quantity or wanted.goal.quantity
        if len(rows) > 1 and not ends and len(rows) != count:
            raise self.finder.several(rows, ref, resource)
        return rows

    # ---- acts

    async def change(self, goal: Goal) -> None:
        """The calls that bring about what a goal wants of something existing."""
        wanted = wanted_of(goal)
        made = self.finder.writer.made.get(goal.object.made_by or "")
        if made:
            await self._change_made(wanted, made)
            return
        strange = not self.finder.kinds(goal.object)
        if strange and goal.related and await self.tying.tie(goal, goal.related[0]):
            return
        resource = self.finder.kind(goal.object)
        act = self._act_named(wanted, resource)
        if act is not None or wanted.state is not None:
            await self._to_state(wanted, resource, act)
        elif wanted.values:
            await self._give(wanted, resource)
        else:
            await self._tie_all(goal, resource)

    async def _tie_all(self, goal: Goal, resource: Resource) -> None:
        thing = self.finder.writer.spoken(resource)
        if not goal.related:
            raise self.finder.writer.stuck("missing", "what_of", ask=True, thing=thing)
        kept = [ref for ref in goal.related if ref.role not in ("source", "old")] or goal.related
        for ref in kept:
            if not await self.tying.tie(goal, ref):
                other = words_of(ref)[0]
                raise self.finder.writer.stuck(
                    "dropped_words", "no_relation", thing=thing, other=other
                )

    async def _change_made(self, wanted: Wanted, made: Sequence[Made]) -> None:
        """Something that an earlier step makes: nothing of it can be looked up yet."""
        which = wanted.goal.object.which
        for one in made if which is None else made[which - 1 : which]:
            left = await self._on_made(wanted, one)
            for ref in left:
                await self.tying.tie_made(wanted.goal, one, ref)

    async def _on_made(self, wanted: Wanted, made: Made) -> list[EntityRef]:
        """The call that changes it, where one does; and what it is still to be tied to."""
        writer, refs = self.finder.writer, list(wanted.goal.related)
        act = self._act_named(wanted, made.resource)
        state = wanted.state if act is None else None
        told = replace(wanted, values=(*wanted.values, *([state] if state else [])))
        found = [act] if act else made.resource.of("change")
        if not found and not told.values:
            return refs
        usable = self.tying.all_usable(made.resource, found)
        operation, form = await self._first_form(usable, told, made.resource, None)
        left = [ref for ref in refs if not await form.relate(ref)]
        if (form.filled or act) and operation.subject is not None:
            subject = {operation.subject.path: writer.from_step(made)}
            arguments = {**subject, **form.filled}
            step = writer.step(operation, made.resource, arguments, wanted.goal)
            writer.check("answered", step, made.resource)
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
        fitting = [raw for raw in raws if raw == word or self._same(raw, said, status)]
        return bool(one.tail) and any(_is_past_of(one.tail, raw) for raw in fitting)

    def _same(self, raw: str, said: Constraint, status: Field | None) -> bool:
        if status is None:
            return False
        only = status.told.model_copy(update={"values": {raw: status.told.values[raw]}})
        return bool(self.finder.fitting.by_value_told(said, [replace(status, told=only)]))

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
        same = self.finder.fitting.is_so(
            said.model_copy(update={"attribute": status.told.attribute or status.name}),
            row,
            [status],
        )
        if same:
            state = str(row.values.get(status.place))
            entity = f"{self.finder.writer.spoken(row.resource)} {row.label}"
            language = self.finder.problem.intent.language
            note = say(language, "planner.note_already", entity=entity, state=state)
            self.finder.writer.notes.append(note)
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
        usable = self.tying.all_usable(resource, [one for one in found if one.subject is not None])
        operation, form = await self._first_form(usable, wanted, resource, row)
        for ref in others:
            if not await form.relate(ref):
                thing, other = self.finder.writer.spoken(resource), words_of(ref)[0]
                raise self.finder.writer.stuck(
                    "dropped_words", "no_relation", thing=thing, other=other
                )
        if operation.role == "act":
            await form.complete()
        await self.tying.write(form, wanted.goal.object, whose)

    async def _first_form(
        self, found: Sequence[Operation], wanted: Wanted, resource: Resource, row: Row | None
    ) -> tuple[Operation, Form]:
        """The first operation that takes all that is wanted; why the first one does not."""
        why: Stuck | None = None
        for operation in found:
            form = Form(self.finder, wanted.goal, operation, resource, row)
            try:
                for said in wanted.values:
                    await form.say(said)
            except Stuck as stuck:
                why = why if why is not None and why.reason.reason != "dropped_words" else stuck
                continue
            return operation, form
        assert why is not None
        raise why


def _is_past_of(act: str, state: str) -> bool:
    """`close` and closed, `cancel` and cancelled: the state is called after the act."""
    one, other = spoken(act), spoken(state)
    stem = one[:-1] if one.endswith(("e", "y")) else one
    return len(stem) > 2 and other.startswith(stem) and len(other) - len(stem) <= 4
