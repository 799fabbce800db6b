"""Whether a message is a request of its own or the reply to what was asked."""

from typing import Literal, TypeAlias

from pipelines.contracts.intent import IntentResult
from pipelines.registry_work.forms import is_no, is_yes
from pipelines.runs.memory import OpenQuestion
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


IN_WORDS = "words"
"""What is missing where an agent asks in its own words: the reply is said behind the sentence."""
APPROVAL = "approval"
"""What a sentence lacks that only waits for the user's consent; the reply is `Consent`."""
READING = "reading"
"""What is missing where two readings differ: the reply is the number of one of them."""
SHOWN = "shown"
"""Beside it: the id of the run that showed the plan."""
Consent: TypeAlias = Literal["yes", "no"]


def consent(pending: OpenQuestion, text: str) -> Consent | None:
    """Whether the user agrees to what was shown; None for a message that is no such reply."""
    if APPROVAL not in pending.missing or not (is_yes(text) or is_no(text)):
        return None
    return "no" if is_no(text) else "yes"
