"""The validator of proposed chains: what may become a plan, and what is wrong with the rest.

A proposal is walked goal by goal into the planner's own state, so that what passes is frozen by the
same functions as a plan of the search. Nothing of it is taken on trust.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from pipelines.contracts.intent import Goal
from pipelines.messages import listed
from pipelines.reasoning.arguments.kinds import ways
from pipelines.reasoning.planner.covering import uncovered
from pipelines.reasoning.planner.goals import inherited
from pipelines.reasoning.planner.initial_state import enter
from pipelines.reasoning.planner.plan import Survey, reached
from pipelines.reasoning.planner.problem import Frame, Problem, reach_of
from pipelines.reasoning.planner.selection import (
    Main,
    differing,
    implied,
    left_open,
    mains,
    marked,
    may_mean,
    serves,
    unheard,
)
from pipelines.reasoning.planner.state import Fact, State
from pipelines.reasoning.planner.transitions import (
    Move,
    first_states,
    leaves,
    moves,
    same_state,
    settings,
)
from pipelines.reasoning.proposals.calls import Call, placed
from pipelines.reasoning.proposals.proposal import ProposedChain, ProposedStep
from pipelines.reasoning.proposals.vouch import Refused
from tool_registry.model import StateChange, ToolEssentialModel

_STATUS = "status"
_NAMED = 12
"""Names that would be right, at most, in one complaint."""


@dataclass(frozen=True, slots=True)
class Judged:
    """Either a state that can be frozen, or what is wrong, in the words for a model."""

    state: State | None = None
    problems: tuple[str, ...] = ()


def judge(
    proposal: ProposedChain,
    survey: Survey,
    candidates: frozenset[str],
    *,
    is_doubted: bool = False,
) -> Judged:
    """Whether the proposed steps may be run; `candidates`: ids of the tools that were offered.

    `is_doubted`: what was read from texts may be misread. From which state on a tool works: what it
    leads to, or that nothing is known of it, is enough then; which action a word means that nobody
    knows: a like effect on the same thing is."""
    problems = [
        *_as_a_whole(proposal, survey),
        *_tools(proposal.steps, survey.problem, candidates),
    ]
    if problems:
        return Judged(problems=tuple(problems))
    walk = _Walk(survey, candidates, is_doubted)
    try:
        state = walk.all_of(proposal.steps)
    except Refused as refused:
        return Judged(problems=(*walk.problems, str(refused)))
    return Judged(problems=tuple(walk.problems)) if walk.problems else Judged(state)


def refusal(key: str, **values: object) -> str:
    """What is wrong, in the words for a model."""
    return str(Refused(key, **values))


def _as_a_whole(proposal: ProposedChain, survey: Survey) -> Iterator[str]:
    problem, count = survey.problem, len(proposal.steps)
    if proposal.environment != problem.environment:
        yield refusal("wrong_environment", given=proposal.environment, said=problem.environment)
    if count > problem.options.max_steps:
        yield refusal("too_many", count=count, limit=problem.options.max_steps)
    if not count and any(not reached(problem, g, survey.present) for g in problem.intent.goals):
        yield refusal("no_steps")


def _tools(
    steps: Sequence[ProposedStep], problem: Problem, candidates: frozenset[str]
) -> Iterator[str]:
    """Tools that were not offered, goals that do not exist or are out of order, repetitions."""
    goals = [goal.id for goal in problem.intent.goals]
    last, seen = 0, list[ProposedStep]()
    for number, step in enumerate(steps, 1):
        told = {"step": number, "tool": step.tool}
        if step.tool not in candidates:
            yield refusal("no_candidate", **told, known=", ".join(sorted(candidates)[:_NAMED]))
        elif problem.tool(step.tool) is None:
            yield refusal("not_here", **told, environment=problem.environment)
        if step.goal not in goals:
            yield refusal("no_goal", step=number, goal=step.goal, known=", ".join(goals))
        elif goals.index(step.goal) < last:
            yield refusal("goal_order", step=number, goal=step.goal)
        else:
            last = goals.index(step.goal)
        if step.role == "helper" and any(_same_call(step, other) for other in seen):
            yield refusal("repeated", **told)
        seen.append(step)


def _same_call(one: ProposedStep, other: ProposedStep) -> bool:
    return (one.tool, one.goal, one.arguments) == (other.tool, other.goal, other.arguments)


@dataclass
class _Walk:
    """One proposal on its way into the planner's state."""

    survey: Survey
    offered: frozenset[str]
    is_doubted: bool
    problems: list[str] = field(default_factory=list[str])

    @property
    def problem(self) -> Problem:
        return self.survey.problem

    def all_of(self, steps: Sequence[ProposedStep]) -> State:
        """The state after all steps; Refused where one has no place."""
        tools = self.problem.catalogue.tools
        calls = [Call(n, step, tools[step.tool]) for n, step in enumerate(steps, 1)]
        state = State()
        for goal in self.problem.intent.goals:
            mine = [call for call in calls if call.step.goal == goal.id]
            if reached(self.problem, goal, self.survey.present):
                self.problems += [refusal("not_needed", goal=goal.id)] if mine else []
            else:
                state = self._goal(goal, mine, state)
        return state

    def _goal(self, goal: Goal, calls: Sequence[Call], state: State) -> State:
        state, target = enter(self.problem, goal, state)
        present = self.survey.present.get(goal.id)
        doubted = self.is_doubted
        way = _Way(self.problem, goal, state, target, self.offered, present, doubted)
        for part in _parts(calls):
            frame, state = way.next(part[-1], state)
            state = placed(frame, part, state, self.problems)
        self.problems += way.ends(state)
        return state


def _parts(calls: Sequence[Call]) -> Iterator[list[Call]]:
    """Each main call with the helpers right before it."""
    part: list[Call] = []
    for call in calls:
        part.append(call)
        if call.step.role == "main":
            yield part
            part = []
    if part:
        raise Refused("extra", step=part[0].number, tool=part[0].tool.id)


@dataclass
class _Way:
    """The main calls of one goal, one after the other."""

    problem: Problem
    goal: Goal
    entered: State
    target: str
    offered: frozenset[str]
    present: str | None
    """State that the thing is in: as it was read, then as the last move leaves it."""
    is_doubted: bool = False
    made: int = 0
    bulk: bool = False
    latest: str = ""
    """The instance that the last main call was about."""

    def next(self, call: Call, state: State) -> tuple[Frame, State]:
        """The frame of the next main call; Refused where it does not do what the goal asks."""
        goal, tool = self.goal, call.tool
        if tool.function.writes and not goal.function.writes:
            raise _wrong("reads_only", call, goal=goal.id)
        if self._is_move(tool):
            return self._moved(call, state)
        self._serves(call)
        self.made += 1
        self.bulk = self.bulk or bool(tool.bulk)
        self.latest, state = self._instance(state)
        facts = self.entered.instances[self.target].facts
        main = Main(
            tool, 0.0, left_open(tool, facts, self.problem), implied(self.problem, goal, tool)
        )
        frame = replace(self._frame(tool, state), inherited=inherited(main, facts))
        frame = replace(frame, implied=main.implied, ordinal=self.made)
        if goal.function.value == "create" and goal.object.type:
            self.present = next(iter(first_states(self.problem, tool, goal.object.type)), None)
        return frame, state.covering(*marked(tool, facts, self.problem))

    def ends(self, state: State) -> Iterator[str]:
        """What the goal wants and the calls do not give."""
        goal, wanted = self.goal, self._wanted_state()
        count = 1 if self.bulk or self._is_state_goal() else goal.quantity
        done = int(self.present is not None) if self._is_state_goal() else self.made
        if done != count:
            yield refusal("wrong_count", goal=goal.id, wanted=count, count=done)
        if wanted and (self.present is None or not same_state(self.problem, self.present, wanted)):
            yield refusal("not_reached", goal=goal.id, wanted=wanted, present=self.present or "-")
        for fact in uncovered(self.problem, goal, state):
            if self._begins_as(fact):
                continue
            yield refusal("dropped", words=fact.words)

    def _begins_as(self, fact: Fact) -> bool:
        """The state that a new thing is in; what its tool leaves open the author may have meant."""
        if self.goal.function.value != "create" or not isinstance(fact.value, str):
            return False
        if self.present is None:
            return self.is_doubted and fact.attribute == _STATUS
        return same_state(self.problem, self.present, fact.value)

    def _wanted_state(self) -> str | None:
        return str(self.goal.target_state.value) if self.goal.target_state else None

    def _is_state_goal(self) -> bool:
        return self.goal.target_state is not None and self.goal.function.value != "create"

    def _is_move(self, tool: ToolEssentialModel) -> bool:
        if self._is_state_goal():
            return True
        creating = self.goal.function.value == "create" and self.made >= self.goal.quantity
        return creating and tool.function.value == "operate"

    def _moved(self, call: Call, state: State) -> tuple[Frame, State]:
        move = self._move(call)
        self.present = move.change.after
        self.latest = self.latest or self.target
        said = (move.said,) if move.said else ()
        frame = replace(self._frame(call.tool, state), implied=said, ordinal=max(1, self.made))
        reached_by = tuple(
            fact.key
            for fact in state.instances[self.latest].facts
            if isinstance(fact.value, str)
            and move.change.after
            and same_state(self.problem, fact.value, move.change.after)
        )
        return frame, state.covering(*ways(frame, state), *reached_by)

    def _move(self, call: Call) -> Move:
        entity = self.goal.object.type or ""
        known = [*moves(self.problem, entity), *settings(self.problem, entity)]
        for move in known:
            own = move.tool.id == call.tool.id and self.present is not None
            if own and leaves(self.problem, move, self.present or "") and _names(call, move):
                return move
        if self.is_doubted and (said := self._said_to_lead_there(call.tool)) is not None:
            return said
        told = {"goal": self.goal.id, "present": self.present or "-"}
        wanted = self.goal.target_state.value if self.goal.target_state else "-"
        raise Refused("not_reached", wanted=wanted, **told)

    def _said_to_lead_there(self, tool: ToolEssentialModel) -> Move | None:
        """The move to the wanted state that the tool declares, from whatever state; or that of a
        tool for this very action which declares no state at all."""
        wanted, entity = self._wanted_state(), self.goal.object.type or ""
        own = [one for one in tool.states if one.entity == entity]
        if wanted is None or self.present is None:
            return None
        for change in own:
            if change.after and same_state(self.problem, change.after, wanted):
                return Move(tool, change)
        if own or not serves(self.problem, self.goal, tool):
            return None
        return Move(tool, StateChange(entity=entity, before=(self.present,), after=wanted))

    def _serves(self, call: Call) -> None:
        """Refused for another action, another kind, and what is narrower than the sentence."""
        problem, goal, tool = self.problem, self.goal, call.tool
        facts = self.entered.instances[self.target].facts
        alike = self.is_doubted and may_mean(problem, goal, tool)
        if not (alike or serves(problem, goal, tool)):
            told = {"action": goal.action_words or goal.action, "object": goal.object.type or "-"}
            raise _wrong("other_deed", call, goal=goal.id, **told)
        if (other := differing(tool, facts, problem)) is not None:
            raise _wrong("other_kind", call, tool_word=other[1].value, words=other[0].words)
        self._not_narrower(call, facts)

    def _not_narrower(self, call: Call, facts: tuple[Fact, ...]) -> None:
        opened = left_open(call.tool, facts, self.problem)
        known = mains(self.problem, self.goal, facts)
        own = next((main for main in known if main.tool.id == call.tool.id), None)
        if own is None:
            return
        deaf = unheard(self.problem, own, facts)
        known = [m for m in known if unheard(self.problem, m, facts) <= deaf]
        if not opened:
            self._preferred(call, own, known)
            return
        plain = [m for m in known if not m.open and m.doubt <= own.doubt]
        if plain:
            told = {"tool_word": opened[0].value, "other": plain[0].tool.id}
            raise _wrong("narrower", call, **told)
        axes = {mark.attribute for mark in opened}
        same = {(mark.attribute, mark.value) for mark in opened}
        rivals = [
            main
            for main in known
            if main.doubt == own.doubt
            and any(m.attribute in axes and (m.attribute, m.value) not in same for m in main.open)
        ]
        if rivals:
            names = [call.tool.id, *(main.tool.id for main in rivals)]
            raise Refused("twins", choices=listed("zh", names))

    def _preferred(self, call: Call, own: Main, known: Sequence[Main]) -> None:
        """Refused where a tool of a preferred platform that was offered does the very same."""
        for main in known:
            equal = main.doubt == own.doubt and not main.open and main.tool.id in self.offered
            if equal and main.tool.preferred and not own.tool.preferred:
                raise _wrong("preferred", call, other=main.tool.id)

    def _instance(self, state: State) -> tuple[str, State]:
        """The goal's object; of several alike a new one for each call."""
        if self.made == 1:
            return self.target, state
        twin = replace(self.entered.instances[self.target], key=f"{self.target}/{self.made}")
        more = state.with_instance(twin)
        return twin.key, replace(more, scope=self.entered.scope) if self.goal.per_each else more

    def _frame(self, tool: ToolEssentialModel, state: State) -> Frame:
        reach = reach_of(self.problem, state, tool.source)
        target = self.latest or self.target
        return Frame(self.problem, self.goal, tool, target, "main", reach)


def _names(call: Call, move: Move) -> bool:
    """True for a declared move, and for the value by which a tool is told the state to set."""
    if move.said is None:
        return True
    said = str(move.said.value)
    words = {str(arg.value) for arg in call.step.arguments}
    words |= {str(arg.words) for arg in call.step.arguments}
    return said in words or (move.change.after or "") in words


def _wrong(key: str, call: Call, **values: object) -> Refused:
    return Refused(key, step=call.number, tool=call.tool.id, **values)
