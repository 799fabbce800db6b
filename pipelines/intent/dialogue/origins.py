"""How a plan shows what the conversation, an attachment or a preference added to a sentence."""

from collections.abc import Mapping

from pipelines.contracts.conversation import Origins
from pipelines.contracts.message import ResolvedMessage
from pipelines.messages import Language, listed, say
from tool_registry.base.environment import Environments


def origins(
    message: ResolvedMessage,
    place: str | None,
    chosen: str | None,
    language: Language,
    environments: Environments,
) -> Origins:
    """Where things are from; `place`: the environment beside the sentence, which the request itself
    has `chosen`, or which comes from before."""
    shown = None
    if place is not None and chosen is None:
        source = message.environment_from if place == message.environment else None
        key = f"conversation.environment_{source or 'preference'}"
        shown = say(language, key, environment=environments.label(place, language))
    return Origins(
        recalled={**_pointed(message.recalled, language), **message.remembered},
        attached=dict(message.attached),
        seen=_pointed(message.seen, language),
        own=message.own,
        environment=shown,
    )


def _pointed(meant: Mapping[str, str], language: Language) -> dict[str, str]:
    """Values and the words that point at them → what both are shown as."""
    shown = {
        value: say(language, "conversation.recalled", words=words, value=value) if words else value
        for value, words in meant.items()
    }
    pointed: dict[str, list[str]] = {}
    for value, words in meant.items():
        pointed.setdefault(words, []).append(value)
    return shown | {
        words: say(language, "conversation.recalled", words=words, value=listed(language, values))
        for words, values in pointed.items()
        if words
    }
