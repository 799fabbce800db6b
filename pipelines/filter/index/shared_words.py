"""Which whole words of a text stand in a text of a tool: what a reason can name.

The index counts stems, single ideographs and pairs of them; none of these is a word to a reader."""

import re
from collections.abc import Collection, Iterator

from pipelines.filter.index.terms import runs, terms
from pipelines.filter.unknown_words import longest
from tool_registry.vocabulary.text import characters, is_ideograph

_MOST = 6
"""Ideographs of the longest word that is looked up."""
_COMPOUND = re.compile(r"[^\W\d]+(?:-[^\W\d]+)+")


def shared_words(text: str, own: str, language: Collection[str], *, names: bool) -> list[str]:
    """The words of `own`, in its order, that `text` has too, perhaps inflected.

    `language`: words of scripts without blanks. `names`: `own` holds names of programs, in which a
    hyphen stands between words; elsewhere it makes one word of several (`pre-release`)."""
    said = {_stems(word) for word in _words(text, names=False)}
    folded = characters(text).text
    found = [word for word in _words(own, names=names) if _stems(word) in said - {()}]
    for run in runs(own):
        if is_ideograph(run[0]):
            found += [word for word in _ideographic(run, language) if word in folded]
    return list(dict.fromkeys(found))


def _words(text: str, *, names: bool) -> Iterator[str]:
    """Words of scripts with blanks between them."""
    compounds = [] if names else _COMPOUND.findall(text)
    rest = text if names else _COMPOUND.sub(" ", text)
    yield from (characters(one).text for one in compounds)
    yield from (run for run in runs(rest) if not is_ideograph(run[0]))


def _stems(word: str) -> tuple[str, ...]:
    return tuple(terms(word))


def _ideographic(run: str, language: Collection[str]) -> Iterator[str]:
    """The words of two ideographs or more, the longest that begin at a place."""
    at = 0
    while at < len(run):
        word, size = longest(run[at : at + _MOST], language)
        if word:
            yield word
        at += size
