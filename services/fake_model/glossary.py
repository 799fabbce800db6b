"""What a prompt says of itself: environments, candidate words, and the sentence."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from services.fake_model.question import BadQuestion, Question

_LINE = re.compile(r"^- (?P<name>[^\[\]:\n]+?)(?:\[(?P<note>[^\]]*)\])?: (?P<words>.+)$")


@dataclass(frozen=True, slots=True)
class Word:
    """A candidate and one word that says it."""

    name: str
    note: str
    text: str


@dataclass(frozen=True, slots=True)
class Found:
    """A word where it stands in the sentence."""

    word: Word
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything that the intent prompt gives."""

    sentence: str
    environments: list[Word]
    actions: list[Word]
    entities: list[Word]
    attributes: list[Word]
    values: list[Word]


def read_sheet(question: Question) -> Sheet:
    """BadQuestion where the prompt lacks environments, candidates, schema or sentence."""
    environments, candidates, _, said = question.needed(
        "environments", "candidates", "output_schema", "sentence"
    )
    try:
        sentence = str(json.loads(said))
    except ValueError as error:
        raise BadQuestion(f"the sentence is no JSON text: {error}") from error
    parts = {
        name: list(_words(_inner(candidates, name)))
        for name in ("actions", "entities", "attributes", "values")
    }
    return Sheet(sentence, list(_words(environments)), **parts)


def occurrences(words: list[Word], text: str) -> list[Found]:
    """Where the words stand, longest first, none over another, in order."""
    taken: list[Found] = []
    for word in sorted(words, key=lambda one: -len(one.text)):
        for match in re.finditer(_pattern(word.text), text, re.IGNORECASE):
            start, end = match.span()
            if not any(start < other.end and other.start < end for other in taken):
                taken.append(Found(word, start, end, match.group()))
    return sorted(taken, key=lambda one: one.start)


def _pattern(word: str) -> str:
    """Latin words stand alone; Chinese ones touch their neighbours."""
    before = r"(?<![A-Za-z0-9])" if word[:1].isascii() else ""
    after = r"(?![A-Za-z0-9])" if word[-1:].isascii() else ""
    return before + re.escape(word) + after


def _words(section: str) -> Iterator[Word]:
    for line in section.splitlines():
        if found := _LINE.match(line.strip()):
            for text in found["words"].split(", "):
                yield Word(found["name"], found["note"] or "", text)


def _inner(text: str, name: str) -> str:
    found = re.search(rf"<{name}>\n(.*?)\n?</{name}>", text, re.DOTALL)
    return found.group(1) if found else ""
