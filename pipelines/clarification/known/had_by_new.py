"""What somebody new shall have: `an owner with a dog` is one owner and that owner's dog, not an
owner beside a dog of somebody else."""

from pipelines.clarification.known.carried_elsewhere import is_given, owners
from pipelines.clarification.known.goal_ids import with_own_ids
from pipelines.contracts.intent import Goal, IntentResult
from pipelines.intent.goals import MOST_GOALS
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue


def with_what_new_ones_have(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading in which a thing that is wanted with somebody new, and for nobody else, is made
    for each of these, once they are made."""
    new = [goal for goal in intent.goals if _makes_somebody(goal, catalogue)]
    new = [goal for goal in new if not any(_is_had(goal, one, catalogue) for one in new)]
    if len(new) != 1:
        return intent
    [maker] = new
    had = [goal for goal in intent.goals if _is_had(goal, maker, catalogue)]
    others = [goal for goal in intent.goals if goal not in had]
    each = owners(maker)
    if not had or len(others) + len(had) * len(each) > MOST_GOALS:
        return intent
    at = others.index(maker) + 1
    given = [
        goal.model_copy(update={"related": (*goal.related, owner)})
        for goal in had
        for owner in each
    ]
    told = with_own_ids([*others[:at], *given, *others[at:]], intent)
    return intent.model_copy(update={"goals": told})


def _makes_somebody(goal: Goal, catalogue: Catalogue) -> bool:
    return _is_new(goal) and catalogue.lexicon.is_person(goal.object.type)


def _is_new(goal: Goal) -> bool:
    made = goal.function is FunctionType.CREATE and goal.object.type is not None
    given = any(one.made_by is not None for one in goal.related)
    return made and goal.tool is None and not (goal.object.identifiers or given)


def _is_had(goal: Goal, maker: Goal, catalogue: Catalogue) -> bool:
    """It has no verb of its own or stands behind, is nobody's yet, and can be given to one of that
    kind."""
    kind, whose = goal.object.type, maker.object.type
    if goal is maker or kind is None or whose is None or not _is_new(goal) or goal.related:
        return False
    at, after = maker.object.span, goal.object.span
    behind = at is not None and after is not None and at.end <= after.start
    said_once = not goal.action_words or goal.span == maker.span
    return (said_once or behind) and is_given(kind, whose, catalogue)
