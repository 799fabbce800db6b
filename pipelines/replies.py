"""Whether a message is a request of its own or the reply to what was asked."""

from pipelines.intent.result import IntentResult
from tool_registry.vocabulary.lexicon import Kind, Lexicon


def begins_with_action(said: IntentResult, lexicon: Lexicon) -> bool:
    """True for a message that starts, politeness aside, by saying what to do.

    `the billing project` or a bare code is a reply, even where its words could be an action.
    """
    words = said.goals[0].action_words if said.goals else ""
    place = said.text.find(words)
    if not words or place < 0:
        return False
    before = said.text[:place]
    polite = sum(
        match.end - match.start
        for match in lexicon.scan(before)
        if all(concept.kind is Kind.MARKER for concept in match.concepts)
    )
    return polite >= sum(char.isalnum() for char in before)
