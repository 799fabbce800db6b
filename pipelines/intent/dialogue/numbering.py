"""A bare number right beside the noun of a thing: which one it is, and no value of it."""

from pipelines.contracts.intent import Goal, Identifier
from tool_registry.vocabulary.lexicon import Kind, Lexicon

_DIGITS = 3
"""Fewer may be how many, or how much."""


def numbered(goal: Goal, lexicon: Lexicon) -> Goal:
    """The goal of a reply with the number as a name of its thing, where the message says neither a
    unit nor a word of what the number would be."""
    thing = goal.object
    if thing.type is None or thing.identifiers or len(thing.constraints) != 1:
        return goal
    [value] = thing.constraints
    text = value.span.text
    bare = text.isdecimal() and len(text) >= _DIGITS and text == str(value.value)
    said = any(match.of(Kind.ATTRIBUTE) for match in lexicon.overlapping(thing.words))
    if goal.action_words or not bare or said or text not in thing.words:
        return goal
    name = Identifier(attribute=None, value=text, span=value.span)
    told = {"identifiers": (name,), "constraints": (), "quantity": None}
    return goal.model_copy(update={"object": thing.model_copy(update=told)})
