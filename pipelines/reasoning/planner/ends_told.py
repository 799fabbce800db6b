"""The state that a plan comes to, where it has another name than the one that was said."""

from collections.abc import Iterator, Sequence

from pipelines.contracts.chain import Step
from pipelines.contracts.intent import Goal
from pipelines.messages import say
from pipelines.messages.labels import value_label
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.planner.transitions import same_state


def ends_told(problem: Problem, steps: Sequence[Step]) -> Iterator[str]:
    """A note for each: the tools' authors explain the state that was said (`completed`) by another
    one for things of that kind (`redeemed`)."""
    for goal in problem.intent.goals:
        said = goal.target_state
        reached = _reached(problem, goal, steps) if said is not None else None
        if said is None or reached is None or same_state(problem, reached, str(said.value)):
            continue
        language, lexicon = problem.intent.language, problem.catalogue.lexicon
        word = value_label(lexicon, str(said.value), language)
        state = value_label(lexicon, reached, language)
        thing = problem.spoken(goal.object.type or "")
        yield say(language, "planner.note_state", said=word, state=state, thing=thing)


def _reached(problem: Problem, goal: Goal, steps: Sequence[Step]) -> str | None:
    """Where the last step that moves the thing leaves it."""
    own = [one for one in steps if one.goal == goal.id]
    for step in reversed(own):
        tool = problem.catalogue.tools.get(step.tool)
        states = tool.states if tool is not None else ()
        after = [one.after for one in states if one.entity == goal.object.type and one.after]
        if after:
            return after[0] if len(set(after)) == 1 else None
    return None
