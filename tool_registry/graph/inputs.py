"""Inputs: what a tool asks for, by the names under which others may give it."""

from dataclasses import dataclass
from functools import lru_cache

from tool_registry.graph.naming import Words, core, is_bare, kinds_of, kinds_told, words_of
from tool_registry.model import Slot
from tool_registry.parsing.description_terms import mentions, phrase_set
from tool_registry.vocabulary.text import fold

ANYTHING, WORDS, NUMBERS = "anything", "words", "numbers"
_FORMATS = {
    "date": "date",
    "date-time": "date",
    "local_minutes": "date",
    "local_seconds": "date",
    "time": "clock",
    "uri": "url",
}
_NUMERIC = ("number", "integer")


@dataclass(frozen=True, slots=True)
class Need:
    """One argument that another tool's result may fill."""

    slot: Slot
    names: tuple[Words, ...]
    """Names of the value: its own, each side of an `or`, with its entity where it is bare."""
    kinds: frozenset[str]
    takes: str | None
    """ANYTHING, WORDS or NUMBERS, for an argument that takes any value of that sort."""


def need_of(slot: Slot) -> Need | None:
    """What a slot asks for; None where no other tool's result can answer it."""
    if slot.environment or slot.hidden or slot.idempotency_key:
        return None
    own = words_of(slot.key)
    if not own:
        return None
    names = _sides(own)
    owner = words_of(slot.entity or "")
    if is_bare(own) and owner and owner[-1] not in own:
        names = (*names, (*owner, *core(own)))
    kinds = frozenset[str]().union(*(kinds_of(name) for name in names))
    if not kinds and " ".join(own) in phrase_set("joins", "opaque"):
        kinds = kinds_told(slot.description)
    if not kinds and slot.format in _FORMATS:
        kinds = frozenset({_FORMATS[slot.format]})
    takes = None if slot.type == "boolean" or slot.values else _takes(own[-1], slot)
    return Need(slot, names, kinds, takes)


def _sides(words: Words) -> tuple[Words, ...]:
    """`username or id or url` → three names."""
    sides: list[Words] = [()]
    for word in words:
        if word == "or":
            sides.append(())
        else:
            sides[-1] = (*sides[-1], word)
    return tuple(side for side in sides if side) or (words,)


def _takes(head: str, slot: Slot) -> str | None:
    if slot.type in _NUMERIC:
        return NUMBERS if head in phrase_set("joins", "takes_numbers") else None
    if head in phrase_set("joins", "takes_anything"):
        return ANYTHING
    if head in phrase_set("joins", "takes_words") or _told_words(slot.description):
        return WORDS
    return NUMBERS if head in phrase_set("joins", "takes_numbers") else None


@lru_cache(maxsize=16384)
def _told_words(description: str) -> bool:
    return mentions(fold(description), "joins", "takes_words_of") is not None
