"""What a state argument does by its value: `retired` retires, `in_repair` repairs."""

import re

from tool_registry.parsing.schema import Field
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon
from tool_registry.vocabulary.text import fold, split_identifier

_STATE = "state"
"""Flag of an attribute that actions move."""
_VAGUE = frozenset({"recipient", "moves", "sets", "adds", "light", "weak", "list"})
"""Flags of actions that alone say nothing of the state that they lead to."""
_GLOSS = r"\s*(?:[:：=]+|-+>|→|—+)\s*(?P<gloss>[^,，;；。\n]{1,60})"


_NEXT = re.compile(r"\.\s|\s+[A-Za-z0-9_]+\s*[-=:：]")
"""Where the gloss of the next value begins."""


def actions_of_values(
    item: Field, attribute: str | None, lexicon: Lexicon
) -> dict[str, tuple[str, ...]]:
    """Raw value → canonical actions that bring it about; empty for what is no state."""
    concept = lexicon.concept(Kind.ATTRIBUTE, attribute) if attribute else None
    if concept is None or _STATE not in concept.flags:
        return {}
    found = {raw: _actions(_texts(item, raw, given), lexicon) for raw, given in item.closed.items()}
    shared = {name for names in found.values() for name in names if _times(name, found) > 1}
    return {
        raw: kept
        for raw, names in found.items()
        if (kept := tuple(name for name in names if name not in shared))
    }


def _times(name: str, found: dict[str, tuple[str, ...]]) -> int:
    return sum(name in names for names in found.values())


def _texts(item: Field, raw: str, given: tuple[str, ...]) -> list[str]:
    """The value as people say it, its author's words for it, and the gloss behind it."""
    told = re.search(rf"(?<![\w-]){re.escape(raw)}(?![\w-])[\"'`]?{_GLOSS}", item.description)
    gloss = _NEXT.split(told["gloss"])[0] if told else ""
    return [" ".join(split_identifier(raw)), *given, gloss]


def _actions(texts: list[str], lexicon: Lexicon) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for text in texts:
        for match in lexicon.overlapping(fold(text)):
            action = match.of(Kind.ACTION)
            if action is not None and _tells(action):
                found[action.name] = None
    return tuple(found)


def _tells(action: Concept) -> bool:
    writes = action.function is not None and action.function.writes
    return writes and action.flags.isdisjoint(_VAGUE)
