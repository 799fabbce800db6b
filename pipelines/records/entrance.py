"""Whether a sentence is about the records of an HTTP API, and what it then wants."""

from pipelines.intent import setting
from pipelines.intent.result import IntentResult
from pipelines.intent.tokens import tokenise
from pipelines.records.collections import Collections
from pipelines.records.wishes import Wish, Wishes, read_wishes
from tool_registry.base.types import IntentType
from tool_registry.catalogue import Catalogue

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
    things = {goal.object.type for goal in intent.goals} - {None}
    if not any(tool.path for tool in catalogue.tools.values()):
        return None
    if any(tool.path is None and things & set(tool.objects) for tool in catalogue.tools.values()):
        return None
    environment = intent.environment or catalogue.environments.names[0]
    known = Collections(catalogue.in_environment(environment), catalogue.lexicon, environment)
    return read_wishes(without_environment(intent.meant, catalogue), known)


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
