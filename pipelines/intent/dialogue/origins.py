"""How a plan shows what the conversation, an attachment or a preference added to a sentence."""

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
    recalled = {
        value: say(language, "conversation.recalled", words=words, value=value) if words else value
        for value, words in message.recalled.items()
    }
    pointed: dict[str, list[str]] = {}
    for value, words in message.recalled.items():
        pointed.setdefault(words, []).append(value)
    recalled |= {
        words: say(language, "conversation.recalled", words=words, value=listed(language, values))
        for words, values in pointed.items()
        if words
    }
    recalled |= message.remembered
    shown = None
    if place is not None and chosen is None:
        source = message.environment_from if place == message.environment else None
        key = f"conversation.environment_{source or 'preference'}"
        shown = say(language, key, environment=environments.label(place, language))
    return Origins(recalled, dict(message.attached), message.own, shown)
