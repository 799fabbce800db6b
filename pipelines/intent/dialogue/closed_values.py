"""A message to a plan that waits, of which one word alone is a value that an argument can take."""

import re
from collections.abc import Iterator

from pipelines.contracts.intent import Goal, IntentResult
from pipelines.intent.dialogue.gathering import refs_of
from pipelines.intent.lexical.leftover import strangers
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.text import fold, split_identifier

_LEAST = 3
"""Letters of a value at least."""


def only_value(text: str, reading: IntentResult, catalogue: Catalogue) -> str | None:
    """The value out of a closed set that the message says, where it says no other one, nothing
    else that would mean anything, and not what the reading has already."""
    said = {found.span() for word in _words(reading, catalogue) for found in _in(word, text)}
    longest = {
        (start, end)
        for start, end in said
        if not any(s <= start and end <= e and (s, e) != (start, end) for s, e in said)
    }
    if len(longest) != 1:
        return None
    ((start, end),) = longest
    nouns = [(m.start, m.end) for m in catalogue.lexicon.overlapping(text)]
    if strangers(text, [(start, end), *nouns]) or any(map(str.isdigit, text)):
        return None
    value = text[start:end]
    return None if value == text or _is_held(value, reading) else value


def _words(reading: IntentResult, catalogue: Catalogue) -> Iterator[str]:
    """What the arguments of the tools that may do it take, as it is typed."""
    for goal in reading.goals:
        for tool in catalogue.tools.values():
            if goal.tool == tool.id or (goal.tool is None and _may_do(goal, tool.objects[:1])):
                for slot in tool.needs:
                    closed = () if slot.environment or slot.hidden else slot.values
                    yield from (w for raw in closed for w in (raw, " ".join(split_identifier(raw))))


def _may_do(goal: Goal, objects: tuple[str, ...]) -> bool:
    return goal.function.writes and objects == (goal.object.type,)


def _in(word: str, text: str) -> Iterator[re.Match[str]]:
    if len(word) >= _LEAST:
        yield from re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE)


def _is_held(value: str, reading: IntentResult) -> bool:
    return any(
        fold(str(one.value)) == fold(value)
        for goal in reading.goals
        for ref in refs_of(goal)
        for one in ref.constraints
    )
