"""What a plan would take from nowhere though the person has to say it: kinds, numbers, things."""

from collections.abc import Iterator

from pipelines.contracts.chain import Binding, NoPlan
from pipelines.reasoning.arguments.binding import name_of
from pipelines.reasoning.arguments.generate import is_said
from pipelines.reasoning.arguments.kinds import undecided
from pipelines.reasoning.planner import explain
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.planner.state import Draft, State
from tool_registry.base.types import FunctionType
from tool_registry.model import Slot

_CHANGES = (FunctionType.OPERATE, FunctionType.DELETE)


def undecided_value(problem: Problem, state: State) -> NoPlan | None:
    """What would be made of a kind that nobody said, where a word may have said one."""
    goals = {goal.id: goal for goal in problem.intent.goals}
    for draft in _searched(state):
        found = undecided(problem, goals[draft.goal], draft, state)
        if found is not None:
            return explain.which_value(problem, *found)
    return None


def unsaid_values(problem: Problem, state: State) -> NoPlan | None:
    """The question for what would be drawn, or be any of a list, where somebody means one."""
    for is_unsaid in (_is_drawn_number, _is_any_thing):
        names = [
            name_of(slot, state.instances[draft.target])
            for draft in _searched(state)
            for slot in draft.tool.needs
            if (binding := draft.bindings.get(slot.path))
            and not _is_made(state, binding)
            and is_unsaid(draft, slot, binding)
        ]
        if names:
            return explain.missing_values(problem, tuple(dict.fromkeys(names)))
    return None


def _searched(state: State) -> Iterator[Draft]:
    """The calls that do what is asked for; goals that are resolved have asked already."""
    return (one for one in state.drafts if one.main and one.goal not in state.resolved)


def _is_made(state: State, binding: Binding) -> bool:
    """One of what this plan makes: there is no other that somebody could mean."""
    step = int(binding.step[1:]) - 1 if binding.step else None
    return step is not None and state.drafts[step].tool.function.value == "create"


def _is_drawn_number(draft: Draft, slot: Slot, binding: Binding) -> bool:
    return is_said(slot) and binding.source == "generated"


def _is_any_thing(draft: Draft, slot: Slot, binding: Binding) -> bool:
    """What is made may use any that there is; a change is of one that somebody means."""
    any_will_do = binding.source == "selected" and not binding.where
    return any_will_do and draft.tool.function in _CHANGES
