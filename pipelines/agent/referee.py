"""Whether a call that a model wants may be made: the right tool, asked for, each argument grounded.

What may be made becomes a step with bindings, as the planner's own are; what may not is refused
with every reason by name, for the model to do better.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from pipelines.agent.provenance import Grounds, Ungrounded
from pipelines.contracts.answer import ChainStep
from pipelines.contracts.chain import Binding, Produced, Step
from pipelines.contracts.execution import StepRecord
from pipelines.contracts.intent import Goal
from pipelines.messages import say
from pipelines.messages.labels import tool_title
from pipelines.reasoning.arguments.generate import default_of, drawn_for, is_programs, placed
from pipelines.reasoning.planner.heuristic import is_own_new
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.planner.selection import mains
from pipelines.reasoning.planner.state import facts_of
from pipelines.reasoning.planner.transitions import is_state_of, moves
from tool_registry.base.types import Effect, FunctionType, JsonValue
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.sources.guard import undeclared
from tool_registry.sources.paths import nested, read

Arguments = Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Past:
    """What was called so far: steps of this run, and what an open question's run had made."""

    steps: Sequence[Step] = ()
    records: Mapping[str, StepRecord] = field(default_factory=dict[str, StepRecord])
    made_before: Sequence[ChainStep] = ()
    """Finished calls of the run whose question the user has just answered."""

    def counting(self, goal: str) -> list[Step]:
        """The goal's main steps that have, or may have, had their effect."""
        spent = ("done", "unknown", "sent")
        return [
            step
            for step in self.steps
            if step.main
            and step.goal == goal
            and step.id in self.records
            and self.records[step.id].status in spent
        ]


@dataclass(frozen=True)
class Referee:
    """Judges the calls of one request."""

    problem: Problem
    grounds: Grounds
    past: Past

    def step(self, tool: ToolEssentialModel, arguments: Arguments) -> Step | tuple[str, ...]:
        """The step that may be run, or what is wrong with the call."""
        goal, main = self._goal(tool)
        problems = [*self._allowed(tool, goal, main=main)]
        bindings: dict[str, Binding] = {}
        problems += list(self._arguments(tool, arguments, bindings))
        if problems:
            return tuple(dict.fromkeys(problems))
        step = self._made(tool, goal, bindings, main=main)
        again = self._repeated(step, tool, goal)
        return (again,) if again else step

    def _goal(self, tool: ToolEssentialModel) -> tuple[Goal, bool]:
        """The goal that a call of the tool serves, and whether it does what that goal asks."""
        goals = self.problem.intent.goals
        served = [goal for goal in goals if serves(self.problem, goal, tool)]
        for goal in served:
            if len(self.past.counting(goal.id)) < goal.quantity:
                return goal, True
        if served:
            return served[-1], True
        left = [goal for goal in goals if not self.past.counting(goal.id)]
        return (left or goals)[0], False

    def _allowed(self, tool: ToolEssentialModel, goal: Goal, *, main: bool) -> Iterator[str]:
        """What speaks against any call of the tool, whatever its arguments."""
        problem = self.problem
        if not tool.function.writes and tool.effect is Effect.NONE:
            return
        if not any(one.function.writes for one in problem.intent.goals):
            yield _said("reads_only")
        elif problem.forbids(tool, asked=main):
            yield _said("forbidden")
        elif not main and not self._may_make(tool, goal):
            yield _said("not_asked")
        elif main and self._is_enough(tool, goal):
            yield _said("enough", count=goal.quantity)

    def _may_make(self, tool: ToolEssentialModel, goal: Goal) -> bool:
        """Upstream things are made for something new, or where the sentence allows it."""
        intent = self.problem.intent
        allowed = intent.allows("create_missing") or intent.allows("create_required")
        wanted = goal.function is FunctionType.CREATE or allowed
        helping = [step for step in self.past.steps if step.tool == tool.id]
        few = len(helping) < max(2, goal.quantity)
        useful = bool(tool.objects) and tool.objects[0] in upstream(self.problem, goal)
        makes = tool.function is FunctionType.CREATE and not tool.destructive
        return makes and wanted and few and useful

    def _is_enough(self, tool: ToolEssentialModel, goal: Goal) -> bool:
        if tool.function is not FunctionType.CREATE or goal.function is not FunctionType.CREATE:
            return False
        made = sum(_instances(self.problem, step) for step in self.past.counting(goal.id))
        earlier = sum(one.tool == tool.id for one in self.past.made_before)
        return made + earlier >= goal.quantity

    def _arguments(
        self, tool: ToolEssentialModel, arguments: Arguments, bindings: dict[str, Binding]
    ) -> Iterator[str]:
        unknown = undeclared(arguments, tool.input_schema)
        if unknown is not None:
            yield _said("no_argument", argument=unknown)
        if not tool.input_schema.get("properties") and arguments:
            yield _said("no_argument", argument=next(iter(arguments)))
        for slot in tool.needs:
            yield from self._argument(tool, slot, arguments, bindings)
        yield from _alternatives(tool, bindings)

    def _argument(
        self,
        tool: ToolEssentialModel,
        slot: Slot,
        arguments: Arguments,
        bindings: dict[str, Binding],
    ) -> Iterator[str]:
        given = read(dict(arguments), slot.path)
        if is_programs(slot):
            yield from self._programs(slot, given, bindings)
            return
        if not given:
            told = [fact for fact in self.grounds.stated(tool, slot) if not fact.identifies]
            if told and tool.function.writes and not slot.one_of:
                yield _said("unsaid", argument=slot.path, said=told[0].words)
                return
            binding = self._unsaid(tool, slot)
            if binding is not None:
                bindings[slot.path] = binding
            elif slot.required and not slot.one_of:
                yield _said("missing", argument=slot.path)
            return
        value = cast("JsonValue", given if slot.many or len(given) > 1 else given[0])
        try:
            bindings[slot.path] = self.grounds.bind(tool, slot, value)
        except Ungrounded as error:
            told = dict(error.values)
            if error.key == "unfit":
                names = ", ".join(slot.values)
                told["choices"] = _said("choices", names=names) if names else ""
            yield _said(error.key, argument=slot.path, **told)

    def _programs(
        self, slot: Slot, given: Sequence[JsonValue], bindings: dict[str, Binding]
    ) -> Iterator[str]:
        """Arguments that the program fills in; the model may only repeat what they are."""
        problem = self.problem
        if slot.environment:
            own = placed(slot, problem.environment)
            if any(str(one) not in (str(own.value), problem.environment) for one in given):
                said = problem.environment
                yield _said("environment", argument=slot.path, given=given[0], said=said)
            bindings[slot.path] = own
        elif slot.key == problem.options.stress_parameter and problem.intent.stress:
            bindings[slot.path] = Binding(source="words", detail="stress", value=True)
        elif given:
            yield _said("own_argument", argument=slot.path)
        elif slot.hidden and slot.required and (left := default_of(slot)) is not None:
            bindings[slot.path] = left

    def _unsaid(self, tool: ToolEssentialModel, slot: Slot) -> Binding | None:
        """What an argument gets that the model left out: a default, or a drawn value."""
        if not slot.required or slot.one_of:
            return None
        if (left := default_of(slot)) is not None:
            return left
        if not is_own_new(tool, slot) or slot.values:
            return None
        seed = f"{self.problem.seed}/{tool.id}/{len(self.past.steps)}/{slot.path}"
        return drawn_for(slot, seed, self.problem.intent.language)

    def _made(
        self, tool: ToolEssentialModel, goal: Goal, bindings: dict[str, Binding], *, main: bool
    ) -> Step:
        number = len(self.past.steps) + 1
        entity = next(iter(tool.objects), tool.title)
        if main and goal.object.type in tool.objects:
            entity = goal.object.type or entity
        before = [one for one in self.past.steps if (one.tool, one.goal) == (tool.id, goal.id)]
        return Step(
            id=f"s{number}",
            tool=tool.id,
            title=tool_title(tool, self.problem.intent.language),
            function=tool.function,
            arguments=bindings,
            purpose=say(self.problem.intent.language, "single.purpose"),
            goal=goal.id,
            ordinal=len(before) + 1,
            depends_on=tuple(dict.fromkeys(b.step for b in bindings.values() if b.step)),
            produces=Produced(instance=f"{goal.id}/o/{number}", entity=entity, asked=main),
            main=main,
        )

    def _repeated(self, step: Step, tool: ToolEssentialModel, goal: Goal) -> str | None:
        """Refused: a change that was made already, or may have been."""
        if tool.effect is Effect.NONE:
            return None
        if tool.function is not FunctionType.CREATE and any(
            one.tool == step.tool and _same_call(step, one) for one in self.past.made_before
        ):
            return _said("done_already")
        statuses = {
            self.past.records[one.id].status
            for one in self.past.steps
            if (one.tool, _values(one)) == (step.tool, _values(step))
            and one.id in self.past.records
        }
        if statuses & {"unknown", "sent"}:
            return _said("unsure")
        creates = tool.function is FunctionType.CREATE and step.main
        return None if creates or "done" not in statuses else _said("done_already")


def serves(problem: Problem, goal: Goal, tool: ToolEssentialModel) -> bool:
    """True for a tool that does what the goal asks, or moves its object towards the state."""
    facts = facts_of(goal.object, goal.id)
    if any(main.tool.id == tool.id for main in mains(problem, goal, facts)):
        return True
    entity = goal.object.type
    if entity is None:
        return goal.function is tool.function
    stated = goal.target_state is not None or any(
        is_state_of(problem, entity, str(fact.value)) for fact in facts if not fact.identifies
    )
    return (
        goal.function.writes
        and stated
        and any(move.tool.id == tool.id for move in moves(problem, entity))
    )


def upstream(problem: Problem, goal: Goal) -> frozenset[str]:
    """Entities that the goal's tools take, and the tools that make those, and so on."""
    tools = problem.tools()
    found: set[str] = set()
    queue = [main.tool for main in mains(problem, goal, facts_of(goal.object, goal.id))]
    while queue:
        needed = {slot.entity for slot in queue.pop().needs if slot.entity and slot.required}
        for entity in needed - found:
            found.add(entity)
            queue += [
                tool
                for tool in tools
                if tool.function is FunctionType.CREATE and tool.objects[:1] == (entity,)
            ]
    return frozenset(found)


def _values(step: Step) -> dict[str, JsonValue]:
    """What a call is told apart by: its arguments, drawn ones left out."""
    drawn = (path for path, one in step.arguments.items() if one.source != "generated")
    return {path: step.arguments[path].value for path in drawn}


def _same_call(step: Step, made: ChainStep) -> bool:
    return all(
        [str(one) for one in read(made.arguments, path)] == [str(value)]
        for path, value in _values(step).items()
        if not isinstance(value, list)
    )


def _instances(problem: Problem, step: Step) -> int:
    """How many things one call makes."""
    tool = problem.catalogue.tools.get(step.tool)
    if tool is None or tool.bulk is None:
        return 1
    found = read(nested({p: b.value for p, b in step.arguments.items()}), tool.bulk)
    if len(found) == 1 and isinstance(found[0], int):
        return found[0]
    return max(1, len(found))


def _alternatives(tool: ToolEssentialModel, bindings: Mapping[str, Binding]) -> Iterator[str]:
    groups: dict[str, list[str]] = {}
    for slot in tool.needs:
        if slot.one_of:
            groups.setdefault(slot.one_of, []).append(slot.path)
    for paths in groups.values():
        if sum(path in bindings for path in paths) != 1:
            yield _said("alternatives", arguments=", ".join(paths))


def _said(key: str, **told: object) -> str:
    return say("zh", f"single.{key}", **told)
