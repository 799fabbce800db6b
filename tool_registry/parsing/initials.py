"""Names made of the initials of Chinese words, read with the words that the catalogue has."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from functools import cache

from tool_registry.parsing.description_terms import groups
from tool_registry.parsing.naming import is_chinese
from tool_registry.parsing.phrase import verb_function
from tool_registry.parsing.reading import Reading
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon
from tool_registry.vocabulary.text import split_identifier

_ENCODING = "gb2312"
_LAST_COMMON = b"\xd7\xf9"
"""Later characters stand in another order."""
_NAME = re.compile(r"[a-z]{3,12}")


def initials(word: str) -> str | None:
    """First letters of the sounds of a Chinese word; None where a character is not common."""
    found = [_initial(char) for char in word]
    return "".join(letter for letter in found if letter) if all(found) else None


class Abbreviations:
    """The words of a lexicon by their initials."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._verbs = _by_initials(lexicon.concepts_of(Kind.ACTION))
        self._things = _by_initials(lexicon.concepts_of(Kind.ENTITY))

    def read(self, reading: Reading) -> str:
        """A name in words, verb first; the thing alone where several verbs fit; empty for a name
        that is a word, or where not exactly one thing fits."""
        name = "".join(split_identifier(reading.raw.name))
        if not _NAME.fullmatch(name) or self._is_word(reading.raw.name):
            return ""
        cuts = [(name[:at], name[at:]) for at in range(1, len(name))]
        pairs = [
            (verb, thing)
            for one, other in cuts
            for first, last in ((one, other), (other, one))
            for verb in self._verbs.get(first, ())
            for thing in self._things.get(last, ())
        ]
        things = {thing.name for _, thing in pairs}
        verbs = {verb.name for verb, _ in pairs if _fits(verb, reading)}
        if len(things) != 1:
            return ""
        return "".join([*(verbs if len(verbs) == 1 else ()), *things])

    def _is_word(self, name: str) -> bool:
        words = split_identifier(name)
        return any(map(verb_function, words)) or all(map(self._lexicon.lookup, words))


def _fits(verb: Concept, reading: Reading) -> bool:
    """What only reads has no verb that writes, where the source tells so."""
    reads = reading.raw.read_only or (reading.operation is not None and reading.operation.reads)
    return not (reads and verb.function and verb.function.writes)


def _by_initials(concepts: Iterable[Concept]) -> dict[str, list[Concept]]:
    found: defaultdict[str, dict[str, Concept]] = defaultdict(dict)
    for concept in concepts:
        chinese = [w for w in (concept.name, *concept.surfaces) if len(w) > 1 and _is_plain(w)]
        for word in chinese:
            if letters := initials(word):
                found[letters][concept.name] = concept
    return {letters: list(held.values()) for letters, held in found.items()}


def _is_plain(word: str) -> bool:
    return all(map(is_chinese, word))


def _initial(char: str) -> str | None:
    try:
        code = char.encode(_ENCODING)
    except UnicodeEncodeError:
        return None
    starts, letters = _table()
    common = len(code) == 2 and starts[0] <= code <= _LAST_COMMON
    return letters[bisect_right(starts, code) - 1] if common else None


@cache
def _table() -> tuple[list[bytes], list[str]]:
    rows = sorted((words[0].encode(_ENCODING), letter) for letter, words in groups("initials"))
    return [start for start, _ in rows], [letter for _, letter in rows]
