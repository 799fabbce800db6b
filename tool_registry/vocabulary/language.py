"""Which of the two languages a text is mostly written in."""

import re
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from tool_registry.base.yaml_files import packaged

Language: TypeAlias = Literal["zh", "en"]

_FILE = Path(__file__).parent / "language.yaml"
_WORD = re.compile(r"[A-Za-z]+(?:['\u2019-][A-Za-z]+)*[.:]?")
_LONGEST = 20
"""Letters of a word; longer runs are ids and keys."""
_TELLING = 2.0
"""How much more a grammar word counts than another one."""


def language_of(text: str) -> Language:
    """Chinese or English, by grammar words first, then by the share of the words.

    Ids, keys, addresses and words in capitals belong to no language. A text without words (empty,
    digits, signs) is taken as Chinese, the first language.
    """
    ideographs = len(_pattern("ideograph").findall(text))
    words = [word for run in _pattern("run").findall(text) if (word := _plain(run))]
    if not ideographs:
        return "en" if words or re.search(r"[A-Za-z]", text) else "zh"
    english = len(words) + _TELLING * sum(word in grammar_words("en") for word in words)
    chinese = ideographs / 2 + _TELLING * sum(text.count(word) for word in grammar_words("zh"))
    return "zh" if chinese >= english else "en"


def has_words(text: str) -> bool:
    """False for a text that is of no language: digits and signs, or nothing."""
    return re.search(r"[^\W\d_]", text) is not None


def _plain(run: str) -> str | None:
    """The run as a lower-case word; None for ids, addresses, keys and names in capitals."""
    if len(run) > _LONGEST or (len(run) == 1 and run not in "aiI") or not _WORD.fullmatch(run):
        return None
    word = run.rstrip(".:").replace("\u2019", "'")
    return word.lower() if word[1:].islower() or len(word) == 1 else None


@cache
def grammar_words(language: Language) -> frozenset[str]:
    """Words that only hold a sentence of that language together, in lower case."""
    return frozenset(_data()["grammar"][language])


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(str(_data()["patterns"][name]))


def _data() -> dict[str, dict[str, list[str] | str]]:
    return packaged(_FILE)
