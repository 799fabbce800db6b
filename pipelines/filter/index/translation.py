"""Words of the one language for those of the other, by groups of words that mean the same."""

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import groupby

from pipelines.filter.index.terms import known_stems, runs, terms
from tool_registry.vocabulary.bilingual import groups
from tool_registry.vocabulary.text import is_ideograph

_LONGEST = 8
"""Ideographs of the longest word that is looked up."""
_WORDS = 4
"""Words of the longest phrase that is looked up."""


@lru_cache(maxsize=4096)
def translated(text: str) -> dict[str, float]:
    """Terms of the other language for the words of a text, each with its share of a word.

    The alternatives for a word share its weight, so that a word counts as one.
    """
    found: dict[str, float] = {}
    for words in alternatives(text):
        share = len(words) ** -0.5
        for term in words:
            found[term] = max(found.get(term, 0.0), share)
    return found


def alternatives(text: str) -> list[tuple[str, ...]]:
    """For each word of a text that the lexicon knows: the terms of what it is in the other one."""
    return list(_found(text))


def _found(text: str) -> Iterator[tuple[str, ...]]:
    for unspaced, group in groupby(runs(text), lambda run: is_ideograph(run[0])):
        if unspaced:
            for run in group:
                yield from _chinese(run)
        else:
            yield from _english([stem for run in group for stem in terms(run)])


def _chinese(run: str) -> Iterator[tuple[str, ...]]:
    """Longest words first; one character is a word only where it stands alone."""
    known, start = _of_chinese(), 0
    while start < len(run):
        for size in range(min(_LONGEST, len(run) - start), 0, -1):
            word = run[start : start + size]
            if word in known and (size > 1 or len(run) == 1) and (words := _meant(word)):
                yield words
                start += size
                break
        else:
            start += 1


def _english(stems: list[str]) -> Iterator[tuple[str, ...]]:
    known, start = _of_english(), 0
    while start < len(stems):
        for size in range(min(_WORDS, len(stems) - start), 0, -1):
            phrase = tuple(stems[start : start + size])
            if phrase in known and (words := _meant(phrase)):
                yield words
                start += size
                break
        else:
            start += 1


@cache
def _of_chinese() -> dict[str, list[str]]:
    """A Chinese word → its English phrases."""
    found: dict[str, list[str]] = {}
    for group in groups():
        for word in group.zh:
            found.setdefault(word, []).extend(group.en)
    return found


@cache
def _of_english() -> dict[tuple[str, ...], list[str]]:
    """The stems of an English phrase → its Chinese words."""
    found: dict[tuple[str, ...], list[str]] = {}
    for group in groups():
        for phrase in group.en:
            if stems := _stems(phrase):
                found.setdefault(stems, []).extend(group.zh)
    return found


def _stems(phrase: str) -> tuple[str, ...]:
    """The terms of a phrase of the lexicon; most words stand in the table of stems."""
    words, known = phrase.split(" "), known_stems()
    found = tuple([known[word] for word in words if word in known])
    return found if len(found) == len(words) else tuple(terms(phrase))


@lru_cache(maxsize=16_384)
def _meant(said: str | tuple[str, ...]) -> tuple[str, ...]:
    """The terms of what a known word, or the stems of a phrase, mean in the other language, each
    once; single ideographs say too little."""
    words = _of_chinese()[said] if isinstance(said, str) else _of_english()[said]
    found = [term for word in words for term in terms(word)]
    return tuple(dict.fromkeys(one for one in found if len(one) > 1 or not is_ideograph(one)))
