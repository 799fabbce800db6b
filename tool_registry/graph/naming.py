"""Naming: the words of a name, and when two names stand for the same value."""

import re
from dataclasses import dataclass
from functools import lru_cache

from tool_registry.parsing.description_terms import group_of, groups, mentions, phrase_set
from tool_registry.parsing.naming import singular
from tool_registry.vocabulary.text import fold, split_identifier

Words = tuple[str, ...]
_PER = "per"
"""What comes after it is what a value is divided by."""


@lru_cache(maxsize=65536)
def words_of(name: str) -> Words:
    """Words of a program name or a phrase: singular, synonyms as one, no numbering."""
    return tuple(_one(word) for word in split_identifier(name))


@lru_cache(maxsize=16384)
def _one(word: str) -> str:
    plain = singular(re.sub(r"\d+$", "", word) or word)
    return group_of(plain, "joins", "synonyms") or plain


@lru_cache(maxsize=65536)
def core(words: Words) -> Words:
    """The words without those that only say which one or whose; never empty."""
    start = 0
    while start < len(words) - 1 and _only_says_which(words[start], words[start + 1 :]):
        start += 1
    return words[start:]


def _only_says_which(word: str, rest: Words) -> bool:
    if word in phrase_set("joins", "qualifiers"):
        return True
    return word in phrase_set("joins", "holders") and rest[0] not in phrase_set(
        "joins", "identities"
    )


@lru_cache(maxsize=65536)
def is_bare(words: Words) -> bool:
    """True for a name that says nothing without the thing that it belongs to: `id`, `name`."""
    left = core(words)
    return len(left) == 1 and left[0] in phrase_set("joins", "bare")


@lru_cache(maxsize=65536)
def kinds_of(words: Words) -> frozenset[str]:
    """What sorts of value a name can stand for, told by its last word; a name by its thing."""
    last = (words.index(_PER) if _PER in words[1:] else len(words)) - 1
    while last > 0 and words[last] in phrase_set("joins", "naming_words"):
        last -= 1
    found = group_of(words[last], "joins", "kinds")
    return frozenset({found}) if found else frozenset()


@lru_cache(maxsize=16384)
def kinds_told(description: str) -> frozenset[str]:
    """The sorts of value that a description speaks of."""
    folded = fold(description)
    named = groups("joins", "kinds")
    return frozenset(kind for kind, _ in named if mentions(folded, "joins", "kinds", kind))


@lru_cache(maxsize=65536)
def telling(description: str) -> frozenset[str]:
    """The words of a description that are not idle."""
    return frozenset(words_of(description)) - phrase_set("joins", "idle_words")


@dataclass(frozen=True, slots=True)
class Likeness:
    """How alike two names are."""

    score: float
    shared: Words
    partial: bool = False
    """One name only ends in the other."""


@lru_cache(maxsize=262144)
def likeness(asked: Words, given: Words) -> Likeness:
    """1 the same name, .85 one of them qualified, .7 one ends in the other, .6 qualified
    otherwise (`start date`, `end date`), 0 different."""
    if asked == given or "".join(asked) == "".join(given):
        return Likeness(1.0, given)
    a, g = core(asked), core(given)
    if a == g or "".join(a) == "".join(g):
        differing = len(a) < len(asked) and len(g) < len(given)
        return Likeness(0.6 if differing else 0.85, g)
    shorter, longer = sorted((a, g), key=len)
    if longer[-len(shorter) :] == shorter:
        return Likeness(0.7, shorter, partial=True)
    return Likeness(0.0, ())
