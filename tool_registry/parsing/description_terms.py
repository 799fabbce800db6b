"""Grammar of tool descriptions as data: the word lists of `data/*.yaml`, read once."""

from functools import cache
from pathlib import Path
from typing import cast

from tool_registry.base.types import JsonValue
from tool_registry.base.yaml_files import packaged
from tool_registry.vocabulary.text import fold

_FOLDER = Path(__file__).parent / "data"


def _file(name: str) -> dict[str, JsonValue]:
    return packaged(_FOLDER / f"{name}.yaml")


@cache
def phrases(file: str, *keys: str) -> tuple[str, ...]:
    """All phrases under a place of a file, both languages, folded, longest first."""
    found = {fold(str(item)) for item in _leaves(_at(file, keys))}
    return tuple(sorted(found, key=lambda text: (-len(text), text)))


@cache
def groups(file: str, *keys: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """(name, its phrases folded, longest first) of every entry under a place of a file."""
    place = cast("dict[str, JsonValue]", _at(file, keys))
    return tuple((name, phrases(file, *keys, name)) for name in place)


@cache
def group_of(phrase: str, file: str, *keys: str) -> str | None:
    """The name of the entry that holds a phrase (folded spelling), or None."""
    return next((name for name, held in groups(file, *keys) if phrase in held), None)


@cache
def phrase_set(file: str, *keys: str) -> frozenset[str]:
    """The phrases under a place of a file, folded, as a set."""
    return frozenset(phrases(file, *keys))


def mentions(folded: str, file: str, *keys: str) -> str | None:
    """The longest phrase of a list that occurs in a folded text, Latin ones as whole words."""
    return next((p for p in phrases(file, *keys) if p in folded and is_whole(folded, p)), None)


def is_whole(folded: str, phrase: str) -> bool:
    """True where a phrase of Latin letters occurs in the text with word borders around it."""
    if not (phrase[0].isascii() and phrase[0].isalnum()):
        return True
    return any(_bordered(folded, at, at + len(phrase)) for at in occurrences(folded, phrase))


def occurrences(text: str, phrase: str) -> list[int]:
    """All starts of a phrase in a text."""
    starts: list[int] = []
    at = text.find(phrase)
    while at >= 0:
        starts.append(at)
        at = text.find(phrase, at + 1)
    return starts


def _bordered(text: str, start: int, end: int) -> bool:
    before = text[start - 1 : start]
    after = text[end : end + 1]
    last = text[end - 1]
    return not (before.isascii() and before.isalnum()) and not (
        last.isascii() and last.isalnum() and after.isascii() and after.isalpha()
    )


def _at(file: str, keys: tuple[str, ...]) -> JsonValue:
    place: JsonValue = _file(file)
    for key in keys:
        place = place[key]
    return place


def _leaves(place: JsonValue) -> list[JsonValue]:
    if isinstance(place, dict):
        values = cast("dict[str, JsonValue]", place).values()
        return [leaf for value in values for leaf in _leaves(value)]
    if isinstance(place, list):
        return [leaf for item in cast("list[JsonValue]", place) for leaf in _leaves(item)]
    return [place]
