"""What is done to all that a look before it finds (`find Otto's dry boats and repair them`) is done
to what the look says of them: a deed on what is described."""

from pipelines.contracts.intent import Goal, IntentResult
from tool_registry.base.types import FunctionType, IntentType

_ID = "id"


def with_looks_as_descriptions(intent: IntentResult) -> IntentResult:
    """The reading in which such a deed is of the things as the look before it describes them."""
    by_id = {goal.id: goal for goal in intent.goals}
    looks = {one.id: look for one in intent.goals if (look := _looked_up(one, by_id)) is not None}
    if not looks:
        return intent
    gone = {look.id for look in looks.values()}
    goals = tuple(
        _described(goal, looks[goal.id]) if goal.id in looks else goal
        for goal in intent.goals
        if goal.id not in gone
    )
    named = {f"{goal.object.type}.{_ID}" for goal in goals if goal.id in looks}
    missing = tuple(one for one in intent.missing if one.name not in named)
    told = {"goals": goals, "missing": missing, "intent_type": IntentType.OPERATE_DATA}
    return intent.model_copy(update=told)


def _looked_up(goal: Goal, by_id: dict[str, Goal]) -> Goal | None:
    """The look that finds what the deed is done to, and says more of it than its kind."""
    thing, look = goal.object, by_id.get(goal.object.made_by or "")
    plain = not (thing.identifiers or thing.constraints or thing.which or goal.related)
    if look is None or not plain or goal.function is not FunctionType.OPERATE:
        return None
    found = look.object
    same = look.function is FunctionType.QUERY and found.type == thing.type and not look.asked
    listed = not (found.identifiers or found.made_by) and bool(found.constraints)
    return look if same and listed else None


def _described(goal: Goal, look: Goal) -> Goal:
    return goal.model_copy(update={"object": look.object, "related": look.related})
