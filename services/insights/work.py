"""Whether a message that was answered by nothing but a regret had asked for work."""

from functools import cache

from pipelines.consultation import is_beyond
from pipelines.messages import LANGUAGES
from tool_registry.base.types import FunctionType, IntentType, Object
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.packs import load_packs

_TURNED_AWAY = (IntentType.OTHER, IntentType.OPERATE_PROJECT)
"""As what a message is read that is no question about tools, and names nothing that is known."""


def is_work_turned_away(said: str, intent: Object, answer: str) -> bool:
    """True where something was to be done, by a verb that the vocabulary of actions knows, and it
    was not understood what; a question, and talk without any such verb, is none."""
    regretted = any(is_beyond(answer, language) for language in LANGUAGES)
    asks = said.rstrip().endswith(("?", "\uff1f"))
    return regretted and not asks and intent.get("intent_type") in _TURNED_AWAY and _does(said)


def _does(said: str) -> bool:
    found = (match.of(Kind.ACTION) for match in _actions().scan(said))
    return any(one is not None and one.function is not FunctionType.QUERY for one in found)


@cache
def _actions() -> Lexicon:
    """The general vocabulary: how businesses call their own deeds is not asked here."""
    return Lexicon(load_packs(("general",)))
