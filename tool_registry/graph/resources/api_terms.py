"""General words of HTTP APIs (`api_terms.yaml`), and names of fields as words."""

from functools import cache
from pathlib import Path
from typing import cast

from tool_registry.base.yaml_files import packaged
from tool_registry.parsing.naming import singular
from tool_registry.vocabulary.text import fold, split_identifier


def _data() -> dict[str, object]:
    return packaged(Path(__file__).with_name("api_terms.yaml"))


@cache
def words(name: str) -> tuple[str, ...]:
    """The words of a list, folded, in its order."""
    return tuple(fold(word) for word in cast("list[str]", _data()[name]))


@cache
def group(name: str, entry: str) -> tuple[str, ...]:
    """The words of an entry of a group; none where it has no such entry."""
    found = cast("dict[str, list[str]]", _data()[name])
    return tuple(fold(word) for word in found.get(entry, ()))


@cache
def alike(name: str) -> frozenset[str]:
    """The names for which that name can stand, itself among them; in the singular."""
    lists = cast("list[list[str]]", _data()["alike"])
    sets = [{singular(fold(word)) for word in names} for names in lists]
    return frozenset({name}).union(*(names for names in sets if name in names))


@cache
def spoken(name: str) -> str:
    """A name of a program in words, in the singular: `due-date` → due date."""
    return singular(" ".join(split_identifier(name)))
