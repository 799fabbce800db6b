"""No word of any catalogue in the Python of pipelines/ and tool_registry/.

The words come from the data: names in the sandbox's tool files, entities of every synonym pack but
`general`, numbers in cases and seeds; and Han characters, which belong into data files, but may be
in docstrings and comments. What is also a word of programming is listed in words.yaml, each with
its reason.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path, PurePath
from typing import cast

from deploy.house.tree import Finding, Tree

CHECKED = ("pipelines", "tool_registry")
TOOLS = "services/sandbox/*/tools/*.yaml"
PACKS = Path("tool_registry/vocabulary/packs")
GENERAL = "general"
NUMBERS = (Path("evals"), Path("services/sandbox"))
CORPORA = (Path("evals/reader"), Path("evals/filtering/catalogues"), Path("evals/filtering/corpus"))
"""What reader and filter learn from and are measured with: none of it is ever executed."""
ALLOWED = Path("deploy/house/words.yaml")

HAN = r"\u2e80-\u2fdf\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
HAN_RANGE = re.compile(f"[{HAN}]-[{HAN}]")
"""A character class such as "all Han characters" is no word."""
HAN_WORD = re.compile(f"[{HAN}]+")
IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
NUMBER = re.compile(r"(?<![\d.])\d{4,}(?![\d.])")
TEXT_TOKENS = {tokenize.NAME, tokenize.NUMBER, tokenize.COMMENT, tokenize.STRING} | {
    getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)
}


@dataclass(frozen=True, slots=True)
class Words:
    """What may not appear, each with where it comes from."""

    identifiers: Mapping[str, str]
    nouns: Mapping[tuple[str, ...], str]
    """Each as its parts in lower case and singular: red packets → ("red", "packet")."""
    numbers: Mapping[str, str]

    def less(self, allowed: set[str]) -> "Words":
        """The same without the allowed words."""
        return Words(
            {name: source for name, source in self.identifiers.items() if name not in allowed},
            {noun: source for noun, source in self.nouns.items() if " ".join(noun) not in allowed},
            {number: source for number, source in self.numbers.items() if number not in allowed},
        )

    def all(self) -> set[str]:
        """Every word as it is written in words.yaml."""
        return {*self.identifiers, *(" ".join(noun) for noun in self.nouns), *self.numbers}


def check(tree: Tree) -> Iterator[Finding]:
    """One finding per forbidden word and place."""
    words = derive_words(tree)
    allowed = _allowed(tree) if ALLOWED in tree.files else set[str]()
    for file in tree.under(*CHECKED):
        for place, found in _places(file, tree.text(file), words.less(allowed)).items():
            yield Finding(
                place,
                f"catalogue words {', '.join(found)}: move them into a data file, take them from "
                f"the tools, or, if they are programming, add them to {ALLOWED} with the reason",
            )
    for word in sorted(allowed - words.all()):
        yield Finding(str(ALLOWED), f"'{word}' is in no catalogue: remove it")


def derive_words(tree: Tree) -> Words:
    """The words that the checkout's own data makes forbidden."""
    nouns = _nouns(tree)
    parts = {part for noun in nouns for part in noun}
    identifiers = {
        name: source for name, source in _tool_identifiers(tree) if _is_distinctive(name, parts)
    }
    return Words(identifiers, nouns, dict(_numbers(tree)))


def _allowed(tree: Tree) -> set[str]:
    groups: list[dict[str, list[object]]] = tree.data(ALLOWED) or []
    return {str(word) for group in groups for word in group["words"]}


def _is_distinctive(name: str, nouns: set[str]) -> bool:
    """camelCase is never our own style; snake_case is, so it must speak of a business noun."""
    parts = _parts(name)
    if len(name) < 6 or len(parts) < 2:
        return False
    return "_" not in name or any(part in nouns for part in parts)


def _parts(name: str) -> tuple[str, ...]:
    return tuple(_singular(part.lower()) for part in PART.findall(name))


def _singular(word: str) -> str:
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("xes", "x"), ("s", "")):
        if len(word) > 3 and word.endswith(ending) and not word.endswith("ss"):
            return word[: -len(ending)] + instead
    return word


# ---- where the words come from ----------------------------------------------------------


def _tool_identifiers(tree: Tree) -> Iterator[tuple[str, str]]:
    for file in tree.files:
        if PurePath(file).match(TOOLS):
            for name in _names(tree.data(file)):
                yield name, str(file)


def _names(node: object) -> Iterator[str]:
    """Names of tools, and of properties in their schemas, at any depth."""
    if isinstance(node, list):
        for entry in cast(list[object], node):
            yield from _names(entry)
    elif isinstance(node, dict):
        mapping = cast(dict[str, object], node)
        if "inputSchema" in mapping:
            yield str(mapping.get("name"))
        properties = mapping.get("properties")
        if isinstance(properties, dict):
            yield from cast(dict[str, object], properties)
        for value in mapping.values():
            yield from _names(value)


def _nouns(tree: Tree) -> dict[tuple[str, ...], str]:
    found: dict[tuple[str, ...], str] = {}
    for file in tree.under("tool_registry", suffixes=(".yaml",)):
        if file.is_relative_to(PACKS) and file.relative_to(PACKS).parts[0].split(".")[0] != GENERAL:
            for surface in _entity_surfaces(tree.data(file) or {}):
                if (noun := _parts(surface)) and len("".join(noun)) > 3:
                    found[noun] = str(file)
    return found


def _entity_surfaces(pack: Mapping[str, list[dict[str, object]]]) -> Iterator[str]:
    for entry in pack.get("entities", []):
        yield str(entry["name"])
        yield from map(str, cast(list[object], entry.get("en", [])))


def _numbers(tree: Tree) -> Iterator[tuple[str, str]]:
    for file in tree.under(suffixes=(".yaml", ".json", ".py")):
        judged = any(file.is_relative_to(folder) for folder in NUMBERS)
        if judged and not any(map(file.is_relative_to, CORPORA)):
            for number in NUMBER.findall(tree.text(file)):
                if not _is_round(int(number)):
                    yield number, str(file)


def _is_round(number: int) -> bool:
    """Limits, sizes, durations and years, which programs also hold."""
    return number % 100 == 0 or number & (number - 1) == 0 or 1900 < number < 2100


# ---- where they are looked for ----------------------------------------------------------


def _places(file: Path, source: str, words: Words) -> dict[str, list[str]]:
    """place → its forbidden words, each with where it comes from."""
    places: dict[str, list[str]] = {}
    for line, text, told in _texts(source):
        for word, origin in chain(() if told else _han(text), _forbidden(text, words)):
            found = places.setdefault(f"{file}:{line}", [])
            if (said := f"'{word}' ({origin})") not in found:
                found.append(said)
    return places


def _texts(source: str) -> Iterator[tuple[int, str, bool]]:
    """Names, numbers, comments and string values, line by line; True for docstrings, comments."""
    docstrings = {
        (node.value.lineno, node.value.col_offset)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in TEXT_TOKENS:
            told = token.type == tokenize.COMMENT or token.start in docstrings
            for offset, line in enumerate(token.string.splitlines()):
                yield token.start[0] + offset, _unescaped(line), told


def _unescaped(text: str) -> str:
    """A string's escapes as the characters that they stand for: "\\u5238" hides nothing."""
    escape = re.compile(r"\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})")
    return escape.sub(lambda found: chr(int(found.group(1) or found.group(2), 16)), text)


def _han(text: str) -> Iterator[tuple[str, str]]:
    for han in HAN_WORD.findall(HAN_RANGE.sub("", text)):
        yield han, "Han characters are data"


def _forbidden(text: str, words: Words) -> Iterator[tuple[str, str]]:
    for number in NUMBER.findall(text):
        if number in words.numbers:
            yield number, words.numbers[number]
    for name in IDENTIFIER.findall(text):
        if name in words.identifiers:
            yield name, words.identifiers[name]
    yield from _nouns_in(text, words.nouns)


def _nouns_in(text: str, nouns: Mapping[tuple[str, ...], str]) -> Iterator[tuple[str, str]]:
    parts = _parts(text)
    longest = max(map(len, nouns), default=0)
    for start in range(len(parts)):
        for noun in _prefixes(parts[start : start + longest]):
            if noun in nouns:
                yield " ".join(noun), nouns[noun]


def _prefixes(parts: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
    return (parts[:length] for length in range(1, len(parts) + 1))
