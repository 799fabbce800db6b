"""What is said of preferences."""

from pipelines.contracts.answer import Status
from pipelines.contracts.message import Reply, ResolvedMessage
from pipelines.messages import Language, listed, say
from pipelines.runs.preferences import Preferences
from tool_registry.base.environment import Environments
from tool_registry.vocabulary.language import language_of


def refused(text: str, language: Language, environments: Environments) -> ResolvedMessage:
    """The answer to who wants production by default."""
    names = listed(language, (environments.label(name, language) for name in environments.names))
    told = say(language, "conversation.no_production", environments=names)
    return ResolvedMessage(text, reply=Reply(told, Status.REFUSED))


def kept_alone(text: str) -> ResolvedMessage:
    """The answer to who wants anything else by default: what can be, and where that is set."""
    told = say(language_of(text), "conversation.kept_alone")
    return ResolvedMessage(text, reply=Reply(told, Status.REFUSED))


def described(chosen: Preferences, language: Language, environments: Environments) -> str:
    """The preferences in a line."""
    place = chosen.environment and environments.label(chosen.environment, language)
    unset = say(language, "conversation.unset")
    parts = (
        say(language, "conversation.pref_environment", value=place or unset),
        say(language, "conversation.pref_language", value=_value("language", chosen, language)),
        say(language, "conversation.pref_approval", value=_value("approval", chosen, language)),
    )
    return listed(language, parts)


def _value(field: str, chosen: Preferences, language: Language) -> str:
    value = getattr(chosen, field)
    return say(language, f"conversation.{field}_{value}" if value else "conversation.unset")
