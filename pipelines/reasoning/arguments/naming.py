"""How much of an argument's name the words beside a value say."""

import re
from collections.abc import Iterator
from functools import cache

from pipelines.reasoning.arguments.places import around
from tool_registry.model import Slot
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.text import fold, is_ideograph, split_identifier

_FIRST = re.compile(r"[,，。.;；:：(（\n]")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_DAYS = frozenset({"date", "day"})
IDLE = frozenset({"the", "of", "a", "an", "in", "for", "to", "is", "and", "or", "by", "on"})
_SHORT = 4
"""Words are alike that begin with so many equal letters, and differ by two at their ends."""
_ENDS = 2
_PLURALS = ("s", "es")
_LEAST = 2
"""Signs of a name at least, ahead of a value."""
_LONG = 4
"""So many signs of a name in signs say all of it, and two at its end enough of it."""
_ENOUGH = 0.6


def names(slot: Slot, lexicon: Lexicon, *, alone: bool) -> Iterator[str]:
    """What an argument is called: its key, how its description begins, and, where it is the only
    one of the tool that is (`alone`), the words for its attribute."""
    yield " ".join(split_identifier(slot.key))
    first = _FIRST.split(slot.description.strip(), maxsplit=1)[0]
    if any(map(is_ideograph, first)):
        yield first
    concept = lexicon.concept(Kind.ATTRIBUTE, slot.attribute or "") if alone else None
    if concept is not None:
        yield from (one for one in concept.surfaces if len(one) > 1)


def without_name(reply: str, slot: Slot, lexicon: Lexicon) -> str:
    """The reply to the question for an argument without the argument's own name before it."""
    for name in sorted(names(slot, lexicon, alone=True), key=len, reverse=True):
        rest = reply[len(name) :].strip(" :=") if fold(reply).startswith(fold(name)) else ""
        apart = any(map(is_ideograph, name)) or not reply[len(name) :][:1].isalnum()
        if rest and apart:
            return rest
    return reply


def told(name: str, words: str, value: str) -> float:
    """The share of the name that the words say, 0 to 1; a date says itself that it is one."""
    if any(map(is_ideograph, name)):
        return _signs(name, words)
    dated = _DAYS if _DATE.match(value) else frozenset[str]()
    asked = [one for one in fold(name).split() if one not in IDLE | dated]
    said = re.findall(r"\w+", fold(words))
    hits = sum(any(_alike(one, other) for other in said) for one in asked)
    return hits / len(asked) if asked else 0.0


def _signs(name: str, words: str) -> float:
    own = "".join(filter(is_ideograph, name))
    for length in range(len(own), 1, -1):
        if any(own[at : at + length] in words for at in range(len(own) - length + 1)):
            share = min(1.0, length / min(len(own), _LONG))
            return max(share, _ENOUGH) if own[-length:] in words else share
    return 0.0


def _alike(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    if one == other or long in {short + end for end in _PLURALS}:
        return True
    same = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    same = len(short) if same is None else same
    return same >= _SHORT and same >= len(long) - _ENDS


def ends_with(before: str, name: str) -> bool:
    """The words end with that name, by itself, and with no more than what leads to a value."""
    name = name.strip()
    if len(name) < _LEAST:
        return False
    words = without_lead(before)
    if any(map(is_ideograph, name)):
        return words.endswith(name)
    return re.search(rf"(?<![\w-]){re.escape(name)}$", words, re.IGNORECASE) is not None


def begins_with(text: str, word: str) -> bool:
    """The text begins with that word, by itself; both without case."""
    return text.startswith(word) and not (word.isascii() and text[len(word) :][:1].isalnum())


def without_lead(words: str) -> str:
    """Without what leads from a name to its value, at the end."""
    return _led().sub("", words)


@cache
def _led() -> re.Pattern[str]:
    """What stands between a name and its value."""
    words = (rf"\b{one}\b" if one.isascii() else one for one in around("labels", "words"))
    signs = re.escape("".join(around("labels", "signs")))
    return re.compile(rf"(?:{'|'.join(words)}|[{signs}]|\s)+$", re.IGNORECASE)
