"""What of a tool's result answers a question, found by words alone: no model, no summary.

A result is cut into passages: the objects of JSON with their plain fields, the sentences of a text.
A passage counts by the rare words and codes that it shares with the question; what is shown of it
stands there word for word, under its path.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

from pipelines.filter.index.terms import terms
from tool_registry.base.types import JsonValue

Labels: TypeAlias = Mapping[str, str]
_CODE = re.compile(r"[A-Za-z0-9]*\d[A-Za-z0-9]*(?:[-_.:/][A-Za-z0-9]+)*")
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|(?<=[。!?;])|\n+")
_LONG = 160
"""Characters of a value from which it is read as a text with sentences."""
_CODES_COUNT = 3.0
"""How much more a code tells than a word."""
_AROUND = 0.4
"""What a word counts that stands only in what surrounds the passage."""
_BEST = 12
"""Passages that are looked at for an answer, at most."""
_ENOUGH = 0.45
"""Passages that count less than this share of the best one are left out."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a result: plain fields of one object, or one sentence."""

    path: str
    fields: tuple[tuple[str, JsonValue], ...] = ()
    sentence: str = ""
    around: str = ""
    """Keys on the way, and short values of the objects that it lies in."""

    def own(self, labels: Labels) -> str:
        """All its words."""
        told = (f"{key} {labels.get(key, '')} {value}" for key, value in self.fields)
        return self.sentence or " ".join(told)


def extract(body: JsonValue, question: str, labels: Labels, limit: int) -> str:
    """The passages that answer best, at most `limit` characters; the first ones where none does."""
    found = list(passages(_parsed(body)))
    ranked = _ranked(found, _weighed(question), labels)
    lines: list[str] = []
    room = limit
    for passage in ranked or found[:2]:
        line = _shown(passage, question, labels, room)
        if len(line) > room and lines:
            break
        lines.append(line[:room])
        room -= len(line) + 1
    return "\n".join(lines)


def passages(body: JsonValue, path: str = "", around: str = "") -> Iterator[Passage]:
    """All passages of a result, in order."""
    if isinstance(body, dict):
        yield from _of_object(cast("dict[str, JsonValue]", body), path, around)
    elif isinstance(body, list):
        items = cast("list[JsonValue]", body)
        plain = tuple((str(i), item) for i, item in enumerate(items) if _is_plain(item))
        if len(plain) == len(items) and plain:
            yield from (
                Passage(f"{path}[{i}]", ((path or "-", v),), around=around) for i, v in plain
            )
            return
        for number, item in enumerate(items):
            yield from passages(item, f"{path}[{number}]", around)
    elif body is not None:
        yield from _sentences(str(body), path, around)


def _of_object(fields: Mapping[str, JsonValue], path: str, around: str) -> Iterator[Passage]:
    plain = tuple((k, v) for k, v in fields.items() if _is_plain(v) and v is not None)
    if plain:
        yield Passage(path, plain, around=around)
    told = " ".join(f"{key} {value}" for key, value in plain)
    for key, value in fields.items():
        if not _is_plain(value):
            inner = f"{path}.{key}" if path else key
            yield from passages(value, inner, f"{around} {told} {key}")


def _sentences(text: str, path: str, around: str) -> Iterator[Passage]:
    for said in _SENTENCE.split(text):
        if said.strip():
            yield Passage(path, sentence=said.strip(), around=around)


def _is_plain(value: JsonValue) -> bool:
    return not isinstance(value, dict | list) and len(str(value)) < _LONG


def _parsed(body: JsonValue) -> JsonValue:
    """A text that holds JSON as what it holds."""
    if isinstance(body, str) and body.lstrip()[:1] in ("{", "["):
        try:
            return json.loads(body)
        except (ValueError, RecursionError):
            return body
    return body


def _weighed(question: str) -> dict[str, float]:
    """The question's words and codes, and how much each tells before it is known how rare it is."""
    codes = {code.casefold(): _CODES_COUNT for code in _CODE.findall(question)}
    return {**dict.fromkeys(terms(question), 1.0), **codes}


def _words(text: str) -> set[str]:
    return {*terms(text), *(code.casefold() for code in _CODE.findall(text))}


def _ranked(found: Sequence[Passage], asked: Mapping[str, float], labels: Labels) -> list[Passage]:
    own = [_words(passage.own(labels)) for passage in found]
    near = [_words(passage.around + " " + passage.path) for passage in found]
    counts = Counter(word for words in own for word in words if word in asked)
    idf = {word: math.log1p(len(found) / (1 + counts[word])) for word in asked}
    scores = [
        sum(
            weight * idf[word] * (1.0 if word in mine else _AROUND)
            for word, weight in asked.items()
            if word in mine or word in other
        )
        for mine, other in zip(own, near, strict=True)
    ]
    order = sorted(range(len(found)), key=lambda n: (-scores[n], n))[:_BEST]
    best = scores[order[0]] if order else 0.0
    return [found[n] for n in order if scores[n] > 0 and scores[n] >= best * _ENOUGH]


def _shown(passage: Passage, question: str, labels: Labels, room: int) -> str:
    """The passage under its path; of many fields those first that the question speaks of."""
    place = f"{passage.path}: " if passage.path else ""
    if passage.sentence:
        return f"{place}{passage.sentence}"
    whole = place + _told(passage.fields)
    if len(whole) <= room:
        return whole
    asked = _weighed(question)

    def counts(field: tuple[str, JsonValue]) -> float:
        said = _words(f"{field[0]} {labels.get(field[0], '')} {field[1]}")
        return -sum(asked.get(word, 0.0) for word in said)

    kept: list[tuple[str, JsonValue]] = []
    for field in sorted(passage.fields, key=counts):
        if len(place + _told((*kept, field))) > room:
            break
        kept.append(field)
    return place + _told(kept or passage.fields[:1])


def _told(fields: Iterable[tuple[str, JsonValue]]) -> str:
    return ", ".join(f"{key}={_plain(value)}" for key, value in fields)


def _plain(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
