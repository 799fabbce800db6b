"""Words of one language for those of another: groups of words that mean the same, as data."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from tool_registry.vocabulary.text import fold

_MOST_WORDS = 4
_CHOICES = 4
"""Translations of each word that are put together with those of the others."""
_FOLDER = Path(__file__).with_name("bilingual")


@dataclass(frozen=True, slots=True)
class Group:
    """Words that mean the same, by language, those that say it best first."""

    zh: tuple[str, ...]
    en: tuple[str, ...]


def lines() -> list[str]:
    """A line for each group: words with `|` between them, languages with a tab; in lower case."""
    files = sorted(_FOLDER.glob("*.tsv"))
    return [line for f in files for line in f.read_text("utf-8").lower().splitlines()]


def groups() -> Iterator[Group]:
    """All groups."""
    for line in lines():
        zh, en = line.split("\t")
        yield Group(tuple(zh.split("|")), tuple(en.split("|")))


def translations(word: str) -> tuple[tuple[str, int], ...]:
    """(word of the other language, how far it is from the heart of the group) for a word.

    The distance is the sum of both words' places in their group.
    """
    return _all().get(fold(word), ())


def companions(word: str, meaning: str) -> tuple[str, ...]:
    """Words of the same language as `word` in the groups that have both it and that word of the
    other language: the English `gold` and a Chinese word for it have others for a gold card."""
    return tuple(
        other
        for group in _groups_of().get(fold(meaning), ())
        for one in (group.zh, group.en)
        if word in one
        for other in one
        if other != word
    )


def compounds(words: str) -> tuple[tuple[str, int], ...]:
    """As `translations`, for a noun phrase of two or three words: put together word by word."""
    parts = [sorted(translations(word), key=lambda pair: pair[1]) for word in words.split(" ")]
    if not 1 < len(parts) < _MOST_WORDS:
        return ()
    joined = [("", len(parts))]
    for part in parts:
        joined = [(a + b, far + near) for a, far in joined for b, near in part[:_CHOICES]]
    return tuple(joined)


@cache
def _groups_of() -> Mapping[str, tuple[Group, ...]]:
    found: defaultdict[str, list[Group]] = defaultdict(list)
    for group in groups():
        for word in (*group.zh, *group.en):
            found[fold(word)].append(group)
    return MappingProxyType({word: tuple(held) for word, held in found.items()})


@cache
def _all() -> MappingProxyType[str, tuple[tuple[str, int], ...]]:
    found: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for group in groups():
        _add(found, group.zh, group.en)
    return MappingProxyType({word: tuple(told.items()) for word, told in found.items()})


def _add(found: defaultdict[str, dict[str, int]], one: Sequence[str], other: Sequence[str]) -> None:
    for here, word in enumerate(one):
        for there, meaning in enumerate(other):
            distance = here + there
            for left, right in ((fold(word), meaning), (fold(meaning), word)):
                found[left][right] = min(distance, found[left].get(right, distance))
