"""Paths of HTTP operations: of which collection, of which record, and what is done there."""

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tool_registry.graph.resources.api_terms import spoken, words
from tool_registry.model import ToolEssentialModel
from tool_registry.parsing.phrase import verb_function
from tool_registry.vocabulary.text import split_identifier

_PARAMETER = re.compile(r"\{([^{}]+)\}")
Tail: TypeAlias = Literal["list", "read", "create", "change", "delete"]
_TAILS: tuple[tuple[str, Tail], ...] = (
    ("reading_tails", "list"),
    ("one_tails", "read"),
    ("making_tails", "create"),
    ("changing_tails", "change"),
    ("deleting_tails", "delete"),
)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where an operation is done."""

    base: tuple[str, ...]
    """The collection's path; parameters are `{}`."""
    parameters: tuple[tuple[str, tuple[str, ...]], ...]
    """(parameter, collection out of which it singles a record), the record's own last."""
    item: bool
    """The path leads to one record of the collection, or to a part of it."""
    tail: str = ""
    """What the path says behind the record or the collection."""
    does: Tail | None = None
    """What such a tail usually means."""

    @property
    def noun(self) -> str:
        """One record of the collection in words."""
        return spoken(next((part for part in reversed(self.base) if part != "{}"), ""))


def spots(tools: list[ToolEssentialModel]) -> dict[str, Spot]:
    """By tool id: where each HTTP operation is done."""
    cut = {tool.id: _segments(tool.path or "") for tool in tools}
    items = {_plain(one[:-1]) for one in cut.values() if one and _is_parameter(one[-1])}
    shown = {_plain(cut[tool.id]) for tool in tools if _lists(tool)}
    return {tool.id: _spot(cut[tool.id], items | shown) for tool in tools if any(cut[tool.id])}


def _lists(tool: ToolEssentialModel) -> bool:
    return tool.method == "GET" and any(one.many for one in tool.yields)


def _spot(segments: list[str], collections: set[tuple[str, ...]]) -> Spot:
    last = len(segments) - 1
    if _is_parameter(segments[last]):
        return Spot(_plain(segments[:last]), _owners(segments), item=True)
    does: Tail | None = next(
        (kind for name, kind in _TAILS if _said(segments[last]) in words(name)), None
    )
    plain = _plain(segments)
    if plain in collections and does is None:
        return Spot(plain, _owners(segments), item=False)
    above = segments[:last]
    behind = bool(above) and _is_parameter(above[-1])
    if does is not None and above and not _is_version(above[-1]):
        base = above[:-1] if behind else above
        return Spot(
            _plain(base), _owners(above), item=behind, tail=_said(segments[last]), does=does
        )
    if behind and not _is_plural(segments[last]):
        base = _plain(above[:-1])
        return Spot(base, _owners(above), item=True, tail=_said(segments[last]))
    return Spot(plain, _owners(segments), item=False)


def _segments(path: str) -> list[str]:
    """`/a/{b}:close` and `/a.list` are cut like `/a/{b}/close` and `/a/list`."""
    found: list[str] = []
    for part in filter(None, path.removesuffix(".json").split("/")):
        whole = re.fullmatch(r"v?\d+(\.\d+)*", part)
        cut = re.split(r"(?<=\}):", part) if "{" in part else re.split(r"[.:]", part)
        cut = [part] if whole else cut
        found += [one for one in cut if one]
    return found


def _plain(segments: list[str]) -> tuple[str, ...]:
    return tuple("{}" if _is_parameter(one) else one for one in segments)


def _owners(segments: list[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple(
        (hit[1], _plain(segments[:place]))
        for place, part in enumerate(segments)
        if (hit := _PARAMETER.search(part))
    )


def _is_parameter(segment: str) -> bool:
    return "{" in segment


def _is_version(segment: str) -> bool:
    return re.fullmatch(r"v?\d+|api", segment) is not None


def _said(segment: str) -> str:
    return " ".join(split_identifier(segment))


def _is_plural(segment: str) -> bool:
    said = _said(segment)
    return spoken(segment) != said and verb_function(said) is None
