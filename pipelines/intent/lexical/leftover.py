"""Words that no mark holds: those that people leave so in many businesses are grammar; a rarer one
may say something that was not read."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from pydantic import TypeAdapter

from pipelines.contracts.intent import Span

LEARNED = Path(__file__).with_name("leftover.json")
"""The words, and pairs of Chinese characters, that labelled requests leave unmarked."""
_WORD = re.compile(r"[A-Za-z][A-Za-z'\u2019]*|[\u4e00-\u9fff]+")


def strangers(text: str, taken: Iterable[tuple[int, int]]) -> tuple[Span, ...]:
    """The words outside of `taken` stretches that are no known grammar."""
    return tuple(one for one in words_left(text, taken) if not _is_grammar(one.text))


def words_left(text: str, taken: Iterable[tuple[int, int]]) -> Iterator[Span]:
    """The words, and runs of Chinese characters, outside of these stretches."""
    signs = list(text)
    for start, end in taken:
        signs[start:end] = "\n" * (end - start)
    for found in _WORD.finditer("".join(signs)):
        yield Span(start=found.start(), end=found.end(), text=found[0])


def grams(word: str) -> tuple[str, ...]:
    """A word as it is, a run of Chinese characters as its pairs."""
    if word[0].isascii() or len(word) == 1:
        return (word.lower(),)
    return tuple(word[at : at + 2] for at in range(len(word) - 1))


def _is_grammar(word: str) -> bool:
    """Each sign is a known word of its own, or in a known pair."""
    known = known_words()
    if word[0].isascii():
        return word.lower() in known
    pairs = [at for at in range(len(word) - 1) if word[at : at + 2] in known]
    held = {place for at in pairs for place in (at, at + 1)}
    return all(at in held or sign in known for at, sign in enumerate(word))


@cache
def known_words() -> frozenset[str]:
    """What is known to be grammar; ValueError where the file is missing or damaged."""
    try:
        return frozenset(TypeAdapter(list[str]).validate_json(LEARNED.read_bytes()))
    except (OSError, ValueError) as error:
        raise ValueError(f"{LEARNED} holds no words that are left over") from error
