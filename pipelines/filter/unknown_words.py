"""Words of a sentence that a catalogue knows, and words that only the language at large knows.

A request that is none of its business is full of the latter.
"""

from collections.abc import Callable, Collection, Iterator, Sequence

from pipelines.filter.concepts import CONTENT, matches
from pipelines.filter.index.terms import terms
from pipelines.filter.index.translation import alternatives
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.text import characters, is_ideograph, runs

_LONGEST = 6
"""Ideographs of the longest word that is looked up."""
_LEAST = 3
"""Letters of the shortest word that counts."""


def strangers(
    text: str, catalogue: Catalogue, language: Collection[str], has: Callable[[Sequence[str]], bool]
) -> tuple[int, int]:
    """(words that name something of the catalogue, words that are strange to it).

    `language` are the words of the language at large; `has` tells of terms whether any tool has
    one of them.
    """
    found = matches(text, catalogue)
    named = sum(any(one.of(kind) for kind in CONTENT) for one in found)
    taken = {
        place for one in found if one.end - one.start > 1 for place in range(one.start, one.end)
    }
    words = _words(characters(text).text, language)
    strange = [word for start, word in words if start not in taken and not _is_known(word, has)]
    return named, len(strange)


def _words(text: str, language: Collection[str]) -> Iterator[tuple[int, str]]:
    """(place, word) of the words that the language knows, the longest that begin at a place."""
    pieces, at, start = runs(text), 0, 0
    while at < len(pieces):
        word = pieces[at]
        size = 1
        if is_ideograph(word[0]):
            word, size = longest(pieces[at : at + _LONGEST], language)
        elif len(word) < _LEAST or word not in language:
            word = ""
        if word:
            yield start, word
        start += sum(map(len, pieces[at : at + size]))
        at += size


def longest(pieces: Sequence[str], language: Collection[str]) -> tuple[str, int]:
    """The longest word of two signs or more at the beginning, and how many signs to go on by."""
    for size in range(len(pieces), 1, -1):
        word = "".join(pieces[:size])
        if word in language:
            return word, size
    return "", 1


def _is_known(word: str, has: Callable[[Sequence[str]], bool]) -> bool:
    own = [term for term in terms(word) if len(term) > 1]
    return not own or has(own) or any(has(other) for other in alternatives(word))
