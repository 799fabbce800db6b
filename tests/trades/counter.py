"""A server for small trades: rows of things, made, changed and read by what a table says."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from tests.trades.library import ENVIRONMENTS
from tool_registry.base.types import JsonValue
from tool_registry.building import build_catalogue
from tool_registry.catalogue import Catalogue
from tool_registry.model import Document, RawTool
from tool_registry.sources.result import CallResult
from tool_registry.vocabulary.packs import load_packs

_CATALOGUES: dict[str, Catalogue] = {}
"""By trade: built once."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What a tool does: which key its rows have, and what is set on the row."""

    does: Literal["make", "change", "read", "list"]
    key: str
    sets: Mapping[str, str] = field(default_factory=dict[str, str])
    """Row field → argument that gives its value, or `=value`."""


@dataclass
class Counter:
    """A trade as a source of tools; `rows` by id."""

    name: str
    tools: tuple[RawTool, ...]
    deeds: Mapping[str, Deed]
    rows: dict[str, dict[str, Any]]
    calls: list[tuple[str, dict[str, Any]]] = field(
        default_factory=list[tuple[str, dict[str, Any]]]
    )

    async def list_tools(self) -> list[RawTool]:
        return list(self.tools)

    async def list_documents(self) -> list[Document]:
        return []

    async def close(self) -> None:
        """Nothing is open."""

    async def call(
        self,
        tool_name: str,
        arguments: Mapping[str, JsonValue],
        *,
        environment: str,
        plan: Mapping[str, JsonValue] | None = None,
        key: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 - as sources have it
    ) -> CallResult:
        given: dict[str, Any] = dict(arguments)
        deed = self.deeds[tool_name]
        if deed.does in ("make", "change"):
            self.calls.append((tool_name, given))
        if deed.does == "make":
            return CallResult.success(self._made(deed, given))
        found = [row for row in self.rows.values() if deed.key in row and _fits(row, given)]
        if deed.does == "list":
            return CallResult.success({"items": found})
        row = self.rows.get(str(given.get(deed.key))) or next(iter(found), None)
        if row is None:
            return CallResult.failed("business", "There is no such thing.", code="404")
        if deed.does == "change":
            row |= _set(deed, given)
        return CallResult.success(row)

    def _made(self, deed: Deed, given: dict[str, Any]) -> dict[str, Any]:
        key = f"{deed.key[0].upper()}-{len(self.rows) + 101}"
        self.rows[key] = {deed.key: key, **given, **_set(deed, given)}
        return self.rows[key]

    def catalogue(self) -> Catalogue:
        """What the road knows of the trade."""
        if self.name not in _CATALOGUES:
            packs = load_packs(("general",))
            _CATALOGUES[self.name] = build_catalogue(self.tools, (), ENVIRONMENTS, packs)
        return _CATALOGUES[self.name]


def _set(deed: Deed, given: Mapping[str, Any]) -> dict[str, Any]:
    told = deed.sets.items()
    return {
        k: v[1:] if v.startswith("=") else given[v] for k, v in told if v[0] == "=" or v in given
    }


def _fits(row: Mapping[str, Any], given: Mapping[str, Any]) -> bool:
    return all(row.get(name) == value for name, value in given.items())


def tool(
    source: str,
    name: str,
    title: str,
    needs: Mapping[str, Any],
    yields: Mapping[str, Any],
    *,
    optional: tuple[str, ...] = (),
    reads: bool = False,
) -> RawTool:
    """A tool whose arguments are required but for the optional ones."""
    required = [name for name in needs if name not in optional]
    return RawTool(
        source=source,
        name=name,
        title=title,
        description=f"{title}.",
        input_schema={"type": "object", "properties": dict(needs), "required": required},
        output_schema={"type": "object", "properties": dict(yields)},
        read_only=reads,
        environments=("daily", "pre"),
    )


def text(description: str, **more: Any) -> dict[str, Any]:
    """A text argument or field."""
    return {"type": "string", "description": description, **more}


def only(fields: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """Some of a row's fields, as arguments."""
    return {name: fields[name] for name in names}


def items(fields: Mapping[str, Any]) -> dict[str, Any]:
    """A list of rows."""
    return {"items": {"type": "array", "items": {"type": "object", "properties": dict(fields)}}}
