"""Whether a text says only what the facts say: codes, numbers, names, states and actions."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from pipelines.messages import Language
from tool_registry.base.types import FunctionType
from tool_registry.base.yaml_files import packaged
from tool_registry.vocabulary.language import language_of
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.numerals import number_of, numeral_pattern, words_pattern
from tool_registry.vocabulary.patterns import find
from tool_registry.vocabulary.text import characters, is_ideograph

_CODE = re.compile(
    r"\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d.])|[a-z0-9][a-z0-9_]*(?:[-.:/@+][a-z0-9_]+)*"
)
_WORD = re.compile(r"(?<![A-Za-z0-9_])[A-Za-z][A-Za-z_'-]+(?![A-Za-z0-9_])")
_CLAUSE = re.compile(r"[,\uff0c\u3002;\uff1b\u3001()\uff08\uff09\n]|\.(?=\s|$)")
_START = re.compile(r"(?:^|[.!?:\n\u201c\u300c\"(]\s*)$")
_LONGEST_NUMBER = 12
_PERSON = "person"
_DATA = Path(__file__).with_name("grounding.yaml")
_ONE = 1
"""A numeral of one is an article as often as a number."""


@dataclass(frozen=True)
class Grounds:
    """What a text may speak of."""

    facts: str
    sentence: str
    """The user's own words: they may be repeated, but prove nothing of the outcome."""
    lexicon: Lexicon
    functions: frozenset[FunctionType] = frozenset()
    """What has been done; what else changes data may not be told as done."""
    counts: frozenset[int] = field(default_factory=frozenset[int])
    """Numbers that nobody wrote but that can be counted."""

    def ungrounded(self, text: str) -> list[str]:
        """The parts of a text that nothing here speaks of, in order, each once."""
        found = (
            *self._codes(text),
            *self._numerals(text),
            *self._quotes(text),
            *self._latin(text),
            *self._names(text),
            *self._meanings(text),
            *self._misplaced(text),
            *self._counted(text),
        )
        return list(dict.fromkeys(found))

    @cached_property
    def _all(self) -> str:
        return characters(f"{self.facts}\n{self.sentence}").text

    @cached_property
    def _numbers(self) -> frozenset[float]:
        found = {
            float(value) for one in _codes_in(self._all) if (value := _number(one)) is not None
        }
        said = (number_of(each) for each in _spoken_numbers(self._all))
        return frozenset(
            {*found, *(float(each) for each in said if each is not None), *self.counts}
        )

    def _codes(self, text: str) -> Iterator[str]:
        for code in _codes_in(characters(text).text):
            value = _number(code)
            if not self._has(code) and (value is None or float(value) not in self._numbers):
                yield code

    def _numerals(self, text: str) -> Iterator[str]:
        """Numbers in words, where they count something."""
        plain = characters(text).text
        classifiers = {
            match.start
            for match in self.lexicon.overlapping(plain)
            if match.is_marker("classifier")
        }
        for match in re.finditer(f"{numeral_pattern()}|{words_pattern()}", plain):
            value = None if re.search(r"\d", match[0]) else number_of(match[0])
            counted = match[0].isascii() or match.end() in classifiers
            if counted and value not in (None, _ONE) and float(value or 0) not in self._numbers:
                yield match[0]

    def _quotes(self, text: str) -> Iterator[str]:
        for pattern in _data()["quotes"]:
            for said in re.findall(str(pattern), text):
                if said.strip() and characters(said.strip()).text not in self._all:
                    yield said.strip()

    def _latin(self, text: str) -> Iterator[str]:
        """Names in Latin letters: any such word in Chinese, one with a capital in English."""
        english = language_of(text) == "en"
        for match in _WORD.finditer(text):
            first = _START.search(text[: match.start()]) is not None
            plain = english and (match[0].islower() or first or match[0] == "I")
            if not plain and not self._has(match[0].lower()):
                yield match[0]

    def _names(self, text: str) -> Iterator[str]:
        """What stands after `named`, or straight after the word for a person."""
        for words in _data()["introduces"].values():
            said = "|".join(map(re.escape, words))
            for match in re.finditer(f"(?:{said}){_data()['between']}([^\\W\\d_]{{2,}})", text):
                yield from self._unknown_name(match[1])
        for match in self.lexicon.scan(text):
            entity = match.of(Kind.ENTITY)
            if entity is not None and _PERSON in entity.flags:
                name = re.match(r"\s?([^\W\d_]{2,4})", text[match.end :])
                yield from self._unknown_name(name[1]) if name else ()

    def _unknown_name(self, said: str) -> Iterator[str]:
        """The name, unless its beginning is known, or it is no name but the sentence going on."""
        if not is_ideograph(said[0]):
            return
        matches = (match for match in self.lexicon.scan(said) if match.start == 0)
        known = any(one.kind is not Kind.MARKER for match in matches for one in match.concepts)
        if said[:2] not in self._all and said[0] not in _data()["no_name"] and not known:
            yield said[:4]

    def _meanings(self, text: str) -> Iterator[str]:
        """Things, states and actions of the lexicon that the facts do not have."""
        held = _concepts(self.lexicon, f"{self.facts}\n{self.sentence}")
        plain, language = characters(text).text, language_of(text)
        for match in self.lexicon.scan(text):
            if _is_denied(plain[: match.start], language):
                continue
            for concept in match.concepts[:1]:
                told = (concept.kind, concept.name) in held
                done = concept.function is None or concept.function in self.functions
                changes = concept.kind is Kind.ACTION and bool(
                    concept.function and concept.function.writes
                )
                if (concept.kind is Kind.VALUE or (changes and not done)) and not told:
                    yield match.text

    def _misplaced(self, text: str) -> Iterator[str]:
        """Numbers of another attribute than the facts have them for."""
        held: dict[str, set[float]] = {}
        for attribute, value in _assigned(self.lexicon, self.facts):
            held.setdefault(attribute, set()).add(value)
        for attribute, value in _assigned(self.lexicon, text):
            if attribute in held and value not in held[attribute]:
                yield f"{attribute} {value:g}"

    def _counted(self, text: str) -> Iterator[str]:
        """Numbers of things, where there are not so many of them."""
        held = {(name, value) for name, value, _ in _things_counted(self.lexicon, self.facts)}
        for name, value, words in _things_counted(self.lexicon, text):
            if value not in self.counts and (name, value) not in held:
                yield words

    def _has(self, said: str) -> bool:
        return _bounded(said).search(self._all) is not None


def is_forbidden(text: str) -> str | None:
    """The first address, markup or code in a text."""
    found = re.search(str(_data()["forbidden"]), text, re.IGNORECASE | re.MULTILINE)
    return found[0].strip() if found else None


def claims_success(text: str, language: Language) -> str | None:
    """The first word of a text that says that all went well, with no word that denies it."""
    plain = characters(text).text
    for word in map(str, _data()["success"][language]):
        for match in re.finditer(rf"\b{word}\b" if word.isascii() else word, plain):
            if not _is_denied(plain[: match.start()], language):
                return word
    return None


def _is_denied(before: str, language: Language) -> bool:
    """True where the words ahead of a place deny what stands there."""
    words = "|".join(map(re.escape, _data()["denials"][language]))
    return re.search(rf"(?:{words})\s?\w{{0,3}}$", before) is not None


def copied(text: str, others: str) -> str | None:
    """A stretch of somebody else's prose that stands in the text word for word."""
    plain, source = characters(text).text, characters(others).text
    for start in range(len(plain)):
        size = 10 if is_ideograph(plain[start]) else 24
        piece = plain[start : start + size]
        prose = piece.count(" ") >= 2 or all(map(is_ideograph, piece))
        if len(piece) == size and prose and piece in source:
            return piece
    return None


@cache
def _bounded(said: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z0-9]){re.escape(said)}(?![a-z0-9])")


def _codes_in(plain: str) -> Iterator[str]:
    return (one[0] for one in _CODE.finditer(plain) if any(map(str.isdigit, one[0])))


def _spoken_numbers(plain: str) -> list[str]:
    return re.findall(f"{numeral_pattern()}|{words_pattern()}", plain)


def _number(code: str) -> float | None:
    """What a code counts; a long one is an identifier and counts nothing."""
    value = number_of(code) if len(code) <= _LONGEST_NUMBER else None
    return None if value is None else float(value)


def _concepts(lexicon: Lexicon, text: str) -> set[tuple[Kind, str]]:
    return {(one.kind, one.name) for match in lexicon.overlapping(text) for one in match.concepts}


def _assigned(lexicon: Lexicon, text: str) -> Iterator[tuple[str, float]]:
    """(attribute, number): as shapes of words give them, and by the label ahead of a number."""
    for shaped in find(text, first=True):
        for value in shaped.values:
            if value.attribute and isinstance(value.value, int | float):
                yield value.attribute, float(value.value)
    for clause in _CLAUSE.split(text):
        labels = [
            (match.end, concept.name)
            for match in lexicon.scan(clause)
            if (concept := match.of(Kind.ATTRIBUTE)) is not None
        ]
        for number in re.finditer(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.:-])", characters(clause).text):
            before = [name for end, name in labels if end <= number.start()]
            if before:
                yield before[-1], float(number[0])


def _things_counted(lexicon: Lexicon, text: str) -> Iterator[tuple[str, float, str]]:
    """(entity, number, the words): a number, at most a classifier, and the name of a thing."""
    plain = characters(text).text
    matches = lexicon.scan(text)
    classifiers = {match.start: match.end for match in matches if match.is_marker("classifier")}
    things = {match.start: match for match in matches if match.of(Kind.ENTITY) is not None}
    for number in re.finditer(rf"(?<![a-z0-9.])(?:{numeral_pattern()}|{words_pattern()})", plain):
        at = number.end() + (plain[number.end() : number.end() + 1] == " ")
        thing = things.get(classifiers.get(at, at))
        value = _number(number[0])
        concept = thing.of(Kind.ENTITY) if thing is not None else None
        if thing is not None and concept is not None and value is not None:
            yield concept.name, value, text[number.start() : thing.end]


def _data() -> dict[str, Any]:
    return packaged(_DATA)
