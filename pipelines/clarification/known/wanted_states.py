"""A state that is wanted says more than a verb that nobody knows: what leads there is what is to be
done, and not what a guess at the verb would do."""

from pipelines.contracts.intent import Goal, IntentResult
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.lexicon import Kind, Lexicon

_MOVES = "moves"
"""Flag of an action: it brings a thing on to a state, by whichever way."""


def with_wanted_states(intent: IntentResult, lexicon: Lexicon) -> IntentResult:
    """The reading in which a change to a state, by a verb that means no action, is a change to that
    state alone."""
    moves = next((c for c in lexicon.concepts_of(Kind.ACTION) if _MOVES in c.flags), None)
    if moves is None:
        return intent

    def on(goal: Goal) -> Goal:
        goal = _to_the_last(goal)
        told = lexicon.lookup(goal.action_words, Kind.ACTION) if goal.action_words else None
        guessed = told is not None and goal.action not in {one.name for one in told}
        if goal.target_state is None or goal.function is not FunctionType.OPERATE or not guessed:
            return goal
        return goal.model_copy(update={"action": moves.name})

    goals = tuple(map(on, intent.goals))
    return intent if goals == intent.goals else intent.model_copy(update={"goals": goals})


def _to_the_last(goal: Goal) -> Goal:
    """Of two states that are said in one, the one behind is where it is to come to."""
    wanted, thing = goal.target_state, goal.object
    if wanted is None:
        return goal
    behind = [
        one
        for one in thing.constraints
        if one.attribute == wanted.attribute
        if one.span.start == wanted.span.end > wanted.span.start
    ]
    if len(behind) != 1:
        return goal
    kept = tuple(one for one in thing.constraints if one is not behind[0])
    told = {"target_state": behind[0], "object": thing.model_copy(update={"constraints": kept})}
    return goal.model_copy(update=told)
