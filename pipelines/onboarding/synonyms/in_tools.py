"""Synonyms that tools show: words of their names that always go with the same words of their texts.

A name and a title, an argument and its description say the same in two languages. Words that
occur in the same pairs, and in no others, are likely to mean the same (Dice's coefficient).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import cast

from pipelines.filter.index.terms import empty_words, runs
from pipelines.onboarding.synonyms.evidence import Evidence, Known, is_chinese, marks, pattern
from tool_registry.base.types import JsonValue
from tool_registry.model import RawTool
from tool_registry.vocabulary.text import is_ideograph, split_identifier

_TWICE = 2
_ALIKE = 0.75
_DISCOUNT = 0.5
"""Taken off each count, so that what was seen twice is less sure than what was seen ten times."""
_SHORTEST = 3
"""Letters of a short form at least."""


@dataclass(frozen=True, slots=True)
class _Labelled:
    """A name in a program and what is said of it."""

    name: str
    said: str
    place: str


def read_tools(tools: Iterable[RawTool], known: Known) -> list[Evidence]:
    """All pairs that the tools show."""
    labelled = list(dict.fromkeys(each for tool in tools for each in _labels(tool)))
    return [*_across(labelled, known), *_shortened(labelled)]


def _labels(tool: RawTool) -> Iterator[_Labelled]:
    yield _Labelled(tool.name, _clause(tool.title or tool.description), tool.id)
    properties = cast("dict[str, JsonValue]", tool.input_schema.get("properties") or {})
    for name, schema in properties.items():
        if isinstance(schema, dict):
            told = cast("dict[str, JsonValue]", schema)
            said = str(told.get("title") or told.get("description") or "")
            yield _Labelled(name, _clause(said), tool.id)


def _clause(text: str) -> str:
    return pattern("clause").split(text.strip(), maxsplit=1)[0][:80]


def _across(labelled: Iterable[_Labelled], known: Known) -> Iterator[Evidence]:
    """Words of names and the ideographs that go with them."""
    both: defaultdict[tuple[str, str], list[_Labelled]] = defaultdict(list)
    names: Counter[str] = Counter()
    said: Counter[str] = Counter()
    for one in {(each.name, each.said): each for each in labelled}.values():
        mine, theirs = _units(one.name), _grams(one.said)
        names.update(mine)
        said.update(theirs)
        for pair in ((a, b) for a in mine for b in theirs):
            both[pair].append(one)
    scores = {
        pair: 2 * (len(seen) - _DISCOUNT) / (names[pair[0]] + said[pair[1]])
        for pair, seen in both.items()
        if len(seen) >= _TWICE
    }
    for (name, word), score in _mutual(scores).items():
        support = known.support(word, name)
        if score >= _ALIKE or (support and score >= _ALIKE - 0.25):
            first = both[name, word][0]
            confidence = min(0.95, 0.7 * score + 0.3 * min(1.0, 2 * support))
            quote = f"{first.name}: {first.said}"
            yield Evidence(word, name, "tools", first.place, quote, confidence)


def _mutual(scores: Mapping[tuple[str, str], float]) -> dict[tuple[str, str], float]:
    """Pairs of which each is the other's best; of equal ones the longest word."""
    of_name: dict[str, tuple[float, int, str]] = {}
    of_word: dict[str, tuple[float, int, str]] = {}
    for (name, word), score in scores.items():
        of_name[name] = max(of_name.get(name, (0.0, 0, "")), (score, len(word), word))
        of_word[word] = max(of_word.get(word, (0.0, 0, "")), (score, len(name), name))
    return {
        (name, word): score
        for (name, word), score in scores.items()
        if of_name[name][2] == word and of_word[word][2] == name
    }


def _units(name: str) -> set[str]:
    """Words and pairs of words of a name in a program."""
    words = [w for w in split_identifier(name) if w.isascii() and w.isalpha() and len(w) > 1]
    words = [word for word in words if word not in empty_words()]
    return {*words, *(f"{a} {b}" for a, b in pairwise(words))}


def _grams(said: str) -> set[str]:
    """Stretches of ideographs that may be words."""
    found: set[str] = set()
    for run in runs(said):
        if is_ideograph(run[0]):
            found.update(
                run[start : start + size]
                for size in range(2, 6)
                for start in range(len(run) - size + 1)
            )
    return {
        gram
        for gram in found
        if gram[0] not in marks("not_first") and gram[-1] not in marks("not_last")
    }


def _shortened(labelled: Iterable[_Labelled]) -> Iterator[Evidence]:
    """Short forms in names: `qty` where the text says `quantity`."""
    seen: defaultdict[tuple[str, str], list[_Labelled]] = defaultdict(list)
    for one in labelled:
        told = {run for run in runs(one.said) if run.isascii()}
        short = [word for word in split_identifier(one.name) if len(word) >= _SHORTEST]
        for pair in ((a, b) for a in short if a not in told for b in told):
            if _is_short_for(*pair):
                seen[pair].append(one)
    for (short_form, word), places in seen.items():
        if len(places) >= _TWICE and not is_chinese(word):
            quote = f"{places[0].name}: {places[0].said}"
            confidence = min(0.9, 0.5 + 0.1 * len(places))
            yield Evidence(word, short_form, "tools", places[0].place, quote, confidence)


def _is_short_for(short: str, word: str) -> bool:
    """True where the letters of a short form stand in the word in order, the first one first."""
    if not short.isalpha() or len(short) + 2 > len(word) or short[0] != word[0]:
        return False
    if word.startswith(short) and len(word) - len(short) <= 3:
        return False  # an ending, not a short form
    rest = iter(word)
    return all(letter in rest for letter in short)
