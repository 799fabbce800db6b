"""A sentence in plain words: what was misspelt or said colloquially, as the catalogue says it.

Only for finding tools: the sentence itself is what is planned and executed. A word is taken for a
misspelt one where nobody knows it, and only for one that the catalogue has.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TypeVar

from tool_registry.vocabulary.bilingual import lines
from tool_registry.vocabulary.colloquial import SOURCE, colloquial, sayings
from tool_registry.vocabulary.lexicon import Kind, Lexicon, Match
from tool_registry.vocabulary.sounds import rough_sound, shape, sound
from tool_registry.vocabulary.text import fold, is_ideograph

_Key = TypeVar("_Key")

_WORD = re.compile(r"(?<![A-Za-z0-9_@./'’-])[A-Za-z]{3,}(?![A-Za-z0-9_@/'’-])")
_LATIN = re.compile(r"[a-z]{3,}")
_CODE_ENDS = re.compile(r"[A-Za-z0-9][_@./-]$")
_CODE_GOES_ON = re.compile(r"[_@./-][A-Za-z0-9]|[0-9]")
_TARGETS = (Kind.ENTITY, Kind.ATTRIBUTE, Kind.VALUE, Kind.ACTION)
"""What a misspelt word stands for, the likelier kind first."""
_LONG = 6
"""Letters from which on a word may have two slips."""
_SIZES = range(5, 1, -1)
"""Ideographs of the words that are compared by sound, longest first."""
_SHORT = 2
"""Ideographs of the words in which a sound that is merely much alike does not count."""
_LEAST = 4
"""Letters of the shortest word that a misspelt one is taken for."""
_LONGEST = 8
"""Ideographs of the longest word that is looked up."""


@dataclass(frozen=True)
class Spelling:
    """The words that a catalogue has, by how they are written and how they sound.

    Each table is made when a sentence first needs it: one in known words needs few.
    """

    lexicon: Lexicon
    texts: Callable[[], Iterable[str]]
    """What the tools say of themselves."""
    rare: Container[str]
    """Words of the language that may yet be slips of a word that the catalogue has."""

    def knows(self, word: str) -> bool:
        """True for words that are right as they stand, folded."""
        return self._means(word) or word in self._latin_words

    def _means(self, word: str) -> bool:
        return bool(self.lexicon.lookup(word)) or word in _general()

    @cached_property
    def latin(self) -> tuple[str, ...]:
        """Words that a misspelt one can stand for."""
        return tuple(sorted(word for word in self._latin_words if len(word) >= _LEAST))

    @cached_property
    def sounds(self) -> Mapping[tuple[str, ...], tuple[str, ...]]:
        """Rough sounds → the words in ideographs that sound so."""
        return _grouped((answer, form) for form in self._written if (answer := _spoken(form)))

    @cached_property
    def shapes(self) -> Mapping[str, tuple[str, ...]]:
        """What words in ideographs look like → those words."""
        return _grouped(("".join(map(shape, form)), form) for form in self._written)

    @cached_property
    def romanised(self) -> Mapping[str, str]:
        """How a noun in ideographs is written by its sounds → the noun."""
        concepts = self.lexicon.concepts_of(Kind.ENTITY)
        things = [f for one in concepts for f in (one.name, *one.surfaces)]
        return {roman: form for form in things if (roman := _romanised(form))}

    @cached_property
    def _latin_words(self) -> frozenset[str]:
        told = (word for text in self.texts() for word in _LATIN.findall(fold(text)))
        return frozenset((*told, *(w for form in self.lexicon.forms for w in _LATIN.findall(form))))

    @cached_property
    def _written(self) -> tuple[str, ...]:
        return tuple(f for f in _meant(self.lexicon) if len(f) > 1 and all(map(is_ideograph, f)))

    def plain(self, text: str) -> str:
        """The text with colloquial words said plainly and misspelt ones as they are spelt."""
        return self._said(self._latin(self._heard(text)))

    def _said(self, text: str) -> str:
        """Colloquial words as plain ones, where the catalogue has no meaning of its own."""
        found = self.lexicon.scan(text, beside=colloquial(text))
        whole = (one for one in found if not _is_in_code(text, one))
        return _replaced(text, ((one, name) for one in whole if (name := self._plain(one))))

    def _plain(self, match: Match) -> str | None:
        first = match.concepts[0]
        if first.source != SOURCE or self._means_more(match.text):
            return None
        return first.name if fold(first.name) != fold(match.text) else None

    def _means_more(self, words: str) -> bool:
        """True where the catalogue has the words, or one of them tells kinds of a thing apart."""
        found = self.lexicon.scan(words)
        return bool(self.lexicon.lookup(words)) or any(one.of(Kind.VALUE) for one in found)

    def _latin(self, text: str) -> str:
        return _WORD.sub(self._corrected, text)

    def _corrected(self, found: re.Match[str]) -> str:
        word, folded = found[0], fold(found[0])
        if self.knows(folded) or word.isupper() or (found.start() and word[0].isupper()):
            return word
        if folded in self.romanised:
            return self.romanised[folded]
        if len(folded) < _LEAST:
            return self._turned(folded) or word
        from rapidfuzz.distance import OSA, Indel
        from rapidfuzz.process import extractOne

        slips = 1 if len(folded) < _LONG or folded in self.rare else 2
        best = extractOne(folded, self.latin, scorer=OSA.distance, score_cutoff=slips)
        if not best or best[0][0] != folded[0]:
            return word
        swapped = sorted(best[0]) == sorted(folded)
        if folded in self.rare and not swapped and Indel.distance(best[0], folded) > 1:
            return word
        return best[0]

    def _turned(self, word: str) -> str | None:
        """The word of three letters whose last two were typed the wrong way round."""
        turned = f"{word[0]}{word[2]}{word[1]}"
        return turned if turned != word and self.knows(turned) else None

    def _heard(self, text: str) -> str:
        """Words typed with a wrong sign of the same sound, or one much like it, put right."""
        right = self._words(text)
        for size in _SIZES:
            for start in range(len(text) - size + 1):
                place = range(start, start + size)
                part = text[start : start + size]
                if right.isdisjoint(place) and (word := self._sounding(part)):
                    text = text[:start] + word + text[start + size :]
                    right.update(place)
        return text

    def _words(self, text: str) -> set[int]:
        """The places of words of two signs or more: they are right as they stand."""
        found: set[int] = set()
        for size in range(_LONGEST, 1, -1):
            for start in range(len(text) - size + 1):
                part = text[start : start + size]
                if not part.isascii() and self._means(part):
                    found.update(range(start, start + size))
        return found

    def _sounding(self, part: str) -> str | None:
        """The word that the signs were meant for: it has their sounds and some of them."""
        if not all(map(is_ideograph, part)):
            return None
        words = self.sounds.get(_spoken(part) or (), ())
        looks = self.shapes.get("".join(map(shape, part)), ())
        found = [word for word in (*words, *looks) if _is_like(word, part)]
        return max(found, key=lambda word: _likeness(word, part), default=None)


def _is_in_code(text: str, match: Match) -> bool:
    """Letters of an id, an address or a file's name (`HB-K221`) are no word of their own."""
    around = _CODE_ENDS.search(text[: match.start]) or _CODE_GOES_ON.match(text[match.end :])
    return match.text.isascii() and around is not None


def _is_like(word: str, part: str) -> bool:
    """Some signs are the same, and in a short word all sounds are."""
    alike, same = _likeness(word, part)
    return same > 0 and (len(word) > _SHORT or alike == len(word))


def _likeness(word: str, part: str) -> tuple[int, int]:
    pairs = list(zip(word, part, strict=True))
    alike = sum(sound(a) == sound(b) or shape(a) == shape(b) for a, b in pairs)
    return alike, sum(a == b for a, b in pairs)


def _spoken(word: str) -> tuple[str, ...] | None:
    answer = [rough_sound(char) for char in word]
    return tuple(one for one in answer if one) if all(answer) else None


def _romanised(word: str) -> str:
    answer = [sound(char) for char in word]
    return "".join(one for one in answer if one) if len(word) > 1 and all(answer) else ""


def _grouped(pairs: "Iterable[tuple[_Key, str]]") -> "dict[_Key, tuple[str, ...]]":
    found: dict[_Key, dict[str, None]] = {}
    for key, word in pairs:
        found.setdefault(key, {})[word] = None
    return {key: tuple(words) for key, words in found.items()}


def _meant(lexicon: Lexicon) -> Iterator[str]:
    for kind in _TARGETS:
        for concept in lexicon.concepts_of(kind):
            yield from map(fold, (concept.name, *concept.surfaces))


def _replaced(text: str, found: Iterable[tuple[Match, str]]) -> str:
    for one, name in sorted(found, key=lambda pair: -pair[0].start):
        before, after = text[: one.start], text[one.end :]
        blank = " " if before[-1:].isascii() and before[-1:].isalnum() and name.isascii() else ""
        text = f"{before}{blank}{name}{after}"
    return text


@cache
def _general() -> frozenset[str]:
    """Words of the general language, and colloquial ones: known, whatever a catalogue says."""
    told = [part for line in lines() for part in line.split("\t")]
    told += ("|".join(one.words).lower() for one in sayings())
    return frozenset(word for text in told for word in (*text.split("|"), *_LATIN.findall(text)))
