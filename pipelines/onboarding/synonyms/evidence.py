"""What speaks for two words meaning the same, and how much a text that names both supports it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast

from pipelines.filter.index.embedder import Embedder
from pipelines.filter.index.terms import empty_words
from tool_registry.base.yaml_files import packaged
from tool_registry.vocabulary.bilingual import compounds, translations
from tool_registry.vocabulary.lexicon import Lexicon
from tool_registry.vocabulary.text import fold, is_ideograph

Way: TypeAlias = Literal["table", "named", "brackets", "heading", "tools", "model"]
"""Where the pair was found; `model`: a language model proposed it."""
_DATA = Path(__file__).with_name("evidence.yaml")
_LEAST_ALIKE = 0.5
_INITIALS = 4
_NO_WORD = 0.45
"""What a word is worth of which nothing is known but that it stands before a bracket."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One place that says that `other` is another name of `one`."""

    one: str
    other: str
    way: Way
    place: str
    """File and line, or tool."""
    quote: str
    confidence: float
    """0 to 1."""
    kind: str | None = None
    """What the place itself says that it is: `entity`, `attribute`, `value`, `action`."""


@dataclass(frozen=True)
class Known:
    """What is known of words beforehand: the lexicon, the bilingual groups, their vectors."""

    lexicon: Lexicon
    embedder: Embedder

    def support(self, one: str, other: str) -> float:
        """How much speaks for two words meaning the same, 0 to 1, without any text."""
        if self.translates(one, other):
            return 1.0
        if other.isupper() and len(other) <= _INITIALS:
            return 0.0  # its letters are no words, whatever the vectors say of them
        found = self.embedder.embed([one, other])
        if found.shares.min() < 1:
            return 0.0
        return max(0.0, float(found.vectors[0] @ found.vectors[1]) - _LEAST_ALIKE)

    def translates(self, one: str, other: str) -> bool:
        """True where the bilingual groups say so."""
        folded = fold(other)
        pairs = (*translations(one), *compounds(fold(one)))
        return folded in {fold(word) for word, _ in pairs} or fold(one) in {
            fold(word) for word, _ in (*translations(other), *compounds(folded))
        }

    def is_word(self, text: str) -> bool:
        """True for a word of the lexicon or of the bilingual groups."""
        return bool(self.lexicon.lookup(text) or translations(text))


@dataclass(frozen=True)
class Usage:
    """How words are used in all texts together."""

    text: str

    def freedom(self, word: str) -> int:
        """Before how many different signs the word ends: many for a word, one for a part of it."""
        return len(self._before(word))

    @cached_property
    def _before(self) -> Callable[[str], frozenset[str]]:
        @cache
        def found(word: str) -> frozenset[str]:
            return frozenset(
                self.text[match.start() - 1] if match.start() else "\n"
                for match in re.finditer(re.escape(word), self.text)
            )

        return found


def head_of(run: str, other: str, known: Known, usage: Usage, *, whole: bool) -> tuple[str, float]:
    """The word at the end of a run of ideographs that `other` names, and how sure that is.

    `whole`: the run begins where a sentence or a list does. ("", 0) where none is likely."""
    best = ("", 0.0)
    for size in range(min(8, len(run)), 1, -1):
        word = run[-size:]
        if word[0] in marks("not_first") or word[-1] in marks("not_last"):
            continue
        score = _NO_WORD if whole and size == len(run) <= 6 else 0.2
        score += 0.5 * min(1.0, 2 * known.support(word, other))
        score += 0.15 * known.is_word(word) + 0.05 * min(3, usage.freedom(word))
        score -= 0.1 * (one_of(word) or size > 6)
        if score > best[1] + 1e-9:
            best = (word, score)
    return best[0], min(0.97, best[1])


def one_of(word: str) -> bool:
    """True for a word with a particle of possession inside."""
    return str(words()["of_mark"]) in word


def bare(phrase: str) -> str:
    """An English phrase without articles and the like before it."""
    first, _, rest = phrase.partition(" ")
    return bare(rest) if rest and first.lower() in empty_words() else phrase


def is_chinese(text: str) -> bool:
    """True where the text is written without blanks."""
    return bool(text) and all(map(is_ideograph, text))


def marks(name: str) -> frozenset[str]:
    """A list of the data."""
    return frozenset(cast("list[str]", words()[name]))


def words() -> dict[str, Any]:
    """The data of this package."""
    return packaged(_DATA)


@cache
def pattern(name: str) -> re.Pattern[str]:
    """A regular expression of the data."""
    return re.compile(str(words()[name]))
