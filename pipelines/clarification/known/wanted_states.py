"""A state that is wanted says more than a verb that nobody knows: what leads there is what is to be
done, and not what a guess at the verb would do. A thing that has an id is there: one that is to be
made so (`make job 17 done`) is brought to that state, and no other one is made."""

from pipelines.contracts.intent import Goal, IntentResult
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Kind

_MOVES = "moves"
"""Flag of an action: it brings a thing on to a state, by whichever way."""
_ID, _STATUS = "id", "status"


def with_wanted_states(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading in which a change to a state, by a verb that means no action, or that would make
    a thing whose id is said, is a change to that state alone."""
    lexicon = catalogue.lexicon
    moves = next((c for c in lexicon.concepts_of(Kind.ACTION) if _MOVES in c.flags), None)
    if moves is None:
        return intent

    def on(goal: Goal) -> Goal:
        goal = _to_the_last(goal)
        if _is_there(goal, catalogue):
            return _brought(goal, moves.name)
        told = lexicon.lookup(goal.action_words, Kind.ACTION) if goal.action_words else None
        guessed = told is not None and goal.action not in {one.name for one in told}
        if goal.target_state is None or goal.function is not FunctionType.OPERATE or not guessed:
            return goal
        return goal.model_copy(update={"action": moves.name})

    goals = tuple(map(on, intent.goals))
    return intent if goals == intent.goals else intent.model_copy(update={"goals": goals})


def _brought(goal: Goal, action: str) -> Goal:
    """The thing to the state that is said of it; as it is where none is."""
    thing = goal.object
    said = [one for one in thing.constraints if one.attribute == _STATUS and one.operator == "eq"]
    state = goal.target_state or (said[0] if len(said) == 1 else None)
    if state is None:
        return goal
    kept = tuple(one for one in thing.constraints if one is not state)
    told = {"action": action, "function": FunctionType.OPERATE, "target_state": state}
    return goal.model_copy(
        update={**told, "object": thing.model_copy(update={"constraints": kept})}
    )


def _is_there(goal: Goal, catalogue: Catalogue) -> bool:
    """It would be made, and is called by an id that no maker of such things takes."""
    if goal.function is not FunctionType.CREATE or goal.object.role is not None:
        return False
    kind = goal.object.type
    named = any(one.attribute in (None, _ID) for one in goal.object.identifiers)
    taken = any(
        (slot.entity, slot.attribute) == (kind, _ID)
        for tool in catalogue.tools.values()
        if tool.function is FunctionType.CREATE and tool.objects[:1] == (kind,)
        for slot in tool.needs
    )
    return named and kind is not None and not taken


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
