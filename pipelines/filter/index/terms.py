"""Terms of a text: stems of words with blanks between them, single and paired ideographs."""

import re
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, cast

from tool_registry.base.yaml_files import packaged
from tool_registry.vocabulary.text import FIRST_IDEOGRAPHIC, characters, is_ideograph

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_RUN = re.compile(
    rf"[^\W\d_\u{FIRST_IDEOGRAPHIC:04x}-\U0010ffff]+|[^\W\d_\x00-\u{FIRST_IDEOGRAPHIC - 1:04x}]+"
)
"""Letters of scripts with blanks between words, or of those without."""


def terms(text: str) -> list[str]:
    """All terms of the text, in order and with repetitions; numbers and empty words left out."""
    plain = text.islower() and text.isascii() and text.replace(" ", "").isalpha()
    return [term for run in (text.split() if plain else runs(text)) for term in _terms_of(run)]


def runs(text: str) -> list[str]:
    """Runs of letters of one kind: words, or ideographs without a blank; folded, in order."""
    return _RUN.findall(characters(_CAMEL.sub(" ", text)).text)


@lru_cache(maxsize=200_000)
def _terms_of(run: str) -> tuple[str, ...]:
    """A run of ideographs gives each character and each pair; a word gives its stem, if any."""
    if is_ideograph(run[0]):
        empty = empty_words()
        pairs = [run[i : i + 2] for i in range(len(run) - 1)]
        return (*[char for char in run if char not in empty], *pairs)
    if len(run) == 1 or run in empty_words():
        return ()
    return (known_stems().get(run) or stemmer()(run),)


@cache
def known_stems() -> dict[str, str]:
    """Words of the bilingual lexicon with their stems: finding them anew would take longer than
    all else that a start does. A word that is not among them is stemmed when it is met."""
    lines = Path(__file__).with_name("stems.tsv").read_text("utf-8").splitlines()
    return dict(line.split("\t") for line in lines)


@cache
def stemmer() -> Callable[[str], str]:
    """Word → its stem, by rules of grammar (Porter's second algorithm)."""
    import snowballstemmer  # pyright: ignore[reportMissingTypeStubs] - it has none

    return cast("Any", snowballstemmer).stemmer("english").stemWord


@cache
def empty_words() -> frozenset[str]:
    """Words that tell no tool from another: articles, pronouns, courtesies."""
    lists: dict[str, str] = packaged(Path(__file__).with_name("empty_words.yaml"))
    return frozenset(word for words in lists.values() for word in words.split())
