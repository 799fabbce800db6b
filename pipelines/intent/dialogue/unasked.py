"""What is said while a question waits, and is no reply to it: a whole request of its own."""

from collections.abc import Collection, Sequence

from pipelines.contracts.intent import EntityRef, Goal, IntentResult
from pipelines.intent.dialogue.gathering import refs_of
from pipelines.intent.dialogue.updates import LIGHT
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.lexicon import Kind, Lexicon

_ENVIRONMENT = "environment"
_RECIPIENT = "recipient"


def is_request_of_its_own(
    said: IntentResult, before: IntentResult, missing: Collection[str], lexicon: Lexicon
) -> bool:
    """True where the message by itself leaves nothing open, and says something else than what
    waits, or all of it anew; `missing`: the names that were asked for."""
    asked = {name for name in missing if name} | {one.name for one in before.missing}
    lacks = {one.name for one in said.missing if one.blocking}
    if not said.intent_type.is_data or said.unread:
        return False
    kinds = {ref.type for goal in before.goals for ref in refs_of(goal)}
    for goal in said.goals:
        if _changes_to_nothing(goal):
            continue
        writes = goal.function.writes
        other = not writes or (bool(goal.action_words) and goal.object.type not in kinds)
        other = other or _acts_on_another(goal, before.goals, lexicon)
        apart = _writes_apart(goal, before.goals, asked, lexicon) if writes else None
        apart = _reads_apart(goal, before.goals, asked, lacks) if apart is None else apart
        if apart and lacks <= ({_ENVIRONMENT} if other else set[str]()):
            return True
    return False


def _changes_to_nothing(goal: Goal) -> bool:
    """`change it to that one` says which thing is meant, and nothing that becomes of it."""
    told = goal.object.constraints or goal.target_state or goal.related
    return goal.function is FunctionType.OPERATE and goal.action in LIGHT and not told


def _acts_on_another(goal: Goal, before: Sequence[Goal], lexicon: Lexicon) -> bool:
    """It names what something else is to be done to, by a verb that is spelled out."""
    spelled = lexicon.lookup(goal.action_words, Kind.ACTION)
    says = any(one.name == goal.action and "weak" not in one.flags for one in spelled)
    changes = goal.function in (FunctionType.OPERATE, FunctionType.DELETE)
    names = bool(goal.object.identifiers) and has_noun(goal.object)
    return changes and names and says and goal.action not in {one.action for one in before}


def has_noun(ref: EntityRef) -> bool:
    """It says in words of its own what it is, and not only which one or how many."""
    words = ref.words
    for one in (*ref.identifiers, *ref.constraints):
        words = words.replace(one.span.text, "")
    return ref.type is not None or (ref.quantity is None and bool(words.strip()))


def _reads_apart(
    goal: Goal, before: Sequence[Goal], asked: Collection[str], lacks: set[str]
) -> bool:
    """A look at something, where something is to be changed, or at something else; where it says
    which one or whose it is and lacks nothing, all of it anew."""
    thing, acts = goal.object, bool(goal.action_words)
    changes = any(one.function.writes for one in before)
    if thing.type is None or f"{thing.type}.identifier" in asked:
        return bool(goal.asked) or (acts and changes and has_noun(thing))
    owned = not thing.identifiers and any(ref.identifiers for ref in goal.related)
    kinds = {ref.type for one in before for ref in refs_of(one)}
    other = thing.type not in kinds or changes
    named = owned or (acts and bool(thing.identifiers))
    return bool(goal.asked) or ((owned or acts) and other) or (named and not lacks)


def _writes_apart(
    goal: Goal, before: Sequence[Goal], asked: Collection[str], lexicon: Lexicon
) -> bool:
    """Another thing made or changed; the same one only with its count or its values."""
    thing = goal.object
    if thing.type is None or thing.reference is not None:
        return False
    kinds = {ref.type for one in before for ref in refs_of(one)}
    told = thing.quantity is not None or bool(thing.constraints)
    if not goal.action_words:
        makes = goal.function is FunctionType.CREATE and told and thing.type not in kinds
        person = lexicon.is_person(thing.type) and _RECIPIENT in asked
        return makes and not person and any(ref.identifiers for ref in goal.related)
    same = any((one.action, one.object.type) == (goal.action, thing.type) for one in before)
    return told or not same
