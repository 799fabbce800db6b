"""Whether a sentence is about the records of an HTTP API, and what it then wants."""

from pipelines.contracts.intent import IntentResult
from pipelines.intent import setting
from pipelines.intent.tokens import tokenise
from pipelines.records.collections import Collections
from pipelines.records.wishes import Wish, Wishes, read_wishes
from tool_registry.base.types import FunctionType, IntentType
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.concept import OWN_SOURCES
from tool_registry.vocabulary.lexicon import Kind

_KINDS = {
    "create": IntentType.CREATE_DATA,
    "query": IntentType.QUERY_DATA,
    "delete": IntentType.OPERATE_DATA,
    "change": IntentType.OPERATE_DATA,
    "clear": IntentType.OPERATE_DATA,
    "rename": IntentType.OPERATE_DATA,
}


def about_records(intent: IntentResult, catalogue: Catalogue) -> Wishes | None:
    """What the sentence wants of records; None where it is about something else.

    What tools of other kinds are for is theirs.
    """
    other = intent.intent_type is IntentType.OTHER and intent.environment is not None
    if not (intent.intent_type.is_data or other) or intent.stress or intent.negative:
        return None
    if intent.is_chosen:
        return None
    things = {goal.object.type for goal in intent.goals} - {None}
    if not any(tool.path for tool in catalogue.tools.values()):
        return None
    if any(tool.path is None and things & set(tool.objects) for tool in catalogue.tools.values()):
        return None
    if _says_closed_values(intent, catalogue) or _reaches_states(intent, catalogue):
        return None
    environment = intent.environment or catalogue.environments.names[0]
    known = Collections(catalogue.in_environment(environment), catalogue.lexicon, environment)
    return read_wishes(without_environment(intent.meant, catalogue), known)


def _says_closed_values(intent: IntentResult, catalogue: Catalogue) -> bool:
    """Things to be made or listed of which the tools' own words for values are said: no names are
    looked up, and no such word is passed over."""
    simple = (FunctionType.CREATE, FunctionType.QUERY)
    typed = all(g.function in simple and g.object.type is not None for g in intent.goals)
    if not typed or intent.unread or any(goal.object.identifiers for goal in intent.goals):
        return False
    told = [one for goal in intent.goals for one in goal.object.constraints]
    words = {str(one.value) for one in told if one.attribute is not None}
    own = (c for w in words for c in catalogue.lexicon.lookup(w, Kind.VALUE))
    plain = all(one.attribute is not None for one in told)
    return plain and any(concept.source in OWN_SOURCES for concept in own)


def _reaches_states(intent: IntentResult, catalogue: Catalogue) -> bool:
    """Things that are to be in a state in which some tool leaves them: no field is written."""
    left = {(c.entity, c.after) for t in catalogue.tools.values() for c in t.states if c.after}
    wanted = [
        (goal.object.type, str(goal.target_state.value)) if goal.target_state else None
        for goal in intent.goals
    ]
    named = all(goal.object.identifiers for goal in intent.goals)
    return bool(wanted) and named and all(one in left for one in wanted)


def as_data(intent: IntentResult, wishes: Wishes) -> IntentResult:
    """The intent as these wishes have it: of what is missing, only the environment is known yet."""
    first: Wish = wishes.wishes[0]
    missing = tuple(item for item in intent.missing if item.name == "environment")
    return intent.model_copy(update={"intent_type": _KINDS[first.kind], "missing": missing})


def without_environment(text: str, catalogue: Catalogue) -> str:
    """The text with blanks where it says in which environment."""
    tokens = tokenise(
        text, catalogue.lexicon, setting.words(catalogue.environments, catalogue.lexicon)
    )
    _, plain = setting.read(tokens)
    kept = {token.start for token in plain}
    signs = list(text)
    for token in tokens:
        if token.start not in kept:
            signs[token.start : token.end] = " " * (token.end - token.start)
    return "".join(signs)
