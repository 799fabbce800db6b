"""An orchard's sales office: schemas as HTTP applications have them, and a server that wants more
than they say. Lists come in pages of two."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.trades.library import ENVIRONMENTS
from tool_registry.base.types import JsonValue
from tool_registry.building import build_catalogue
from tool_registry.catalogue import Catalogue
from tool_registry.model import Document, RawTool
from tool_registry.sources.result import CallResult, Failure
from tool_registry.vocabulary.packs import load_packs

GROWER = {
    "growerId": {"type": "string", "description": "Grower id"},
    "name": {"type": "string", "description": "Name of the grower"},
    "email": {"type": "string", "description": "Where the grower is written to"},
    "website": {"type": "string", "description": "Where the grower is seen"},
}
CRATE = {
    "crateId": {"type": "string", "description": "Crate id"},
    "growerId": {"type": "string", "description": "Grower id"},
    "size": {"type": "string", "description": "Size of the crate"},
    "weight": {"type": "integer", "description": "Weight of the crate"},
    "picked": {"type": "string", "description": "Picking date of the crate"},
}
PAGE = {
    "page": {"type": "integer", "description": "Page number", "default": 1},
    "pageSize": {"type": "integer", "description": "Page size"},
}


def tool(
    name: str,
    title: str,
    needs: dict[str, Any],
    yields: dict[str, Any],
    *,
    required: tuple[str, ...] = (),
    read_only: bool = False,
) -> RawTool:
    return RawTool(
        source="orchard",
        name=name,
        title=title,
        description=title + ".",
        input_schema={"type": "object", "properties": needs, "required": list(required)},
        output_schema={"type": "object", "properties": yields},
        read_only=read_only,
        environments=("daily", "pre"),
    )


def rows(fields: dict[str, Any]) -> dict[str, Any]:
    return {"items": {"type": "array", "items": {"type": "object", "properties": fields}}}


def but(fields: dict[str, Any], *names: str) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if key not in names}


TOOLS = (
    tool("createGrower", "Create a grower", but(GROWER, "growerId"), GROWER, required=("name",)),
    tool(
        "getGrower",
        "Query a grower by id",
        {"growerId": GROWER["growerId"]},
        GROWER,
        required=("growerId",),
        read_only=True,
    ),
    tool(
        "createCrate",
        "Create a crate of a grower",
        but(CRATE, "crateId"),
        CRATE,
        required=("growerId",),
    ),
    tool(
        "listCrates",
        "List the crates of a grower",
        {"growerId": CRATE["growerId"], **PAGE},
        rows(CRATE),
        required=("growerId",),
        read_only=True,
    ),
    tool(
        "approveCrate",
        "Approve a crate",
        {"crateId": CRATE["crateId"], "reason": {"type": "string", "description": "Reason"}},
        CRATE,
        required=("crateId",),
    ),
)
IDS = {"createGrower": "growerId", "createCrate": "crateId"}

Call = tuple[str, dict[str, Any]]


@dataclass
class Orchard:
    """The office as a source of tools. `wants`: by tool, what it complains of, by argument."""

    wants: dict[str, Callable[[Mapping[str, Any]], dict[str, str]]] = field(
        default_factory=dict[str, Any]
    )
    kept: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    calls: list[tuple[str, dict[str, Any]]] = field(
        default_factory=list[tuple[str, dict[str, Any]]]
    )

    async def list_tools(self) -> list[RawTool]:
        return list(TOOLS)

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
        given = dict(arguments)
        self.calls.append((tool_name, given))
        complaints = self.wants.get(tool_name, lambda _: {})(given)
        if complaints:
            said = Failure(kind="validation", code="400", message="Bad Request", fields=complaints)
            return CallResult(ok=False, failure=said)
        return self._answer(tool_name, given)

    def put(self, tool_name: str, **values: Any) -> str:
        """A new row; its id."""
        name = IDS[tool_name]
        row = {name: f"{name[0].upper()}{len(self.kept) + 1:04}", **values}
        self.kept[row[name]] = row
        return row[name]

    def _answer(self, tool_name: str, given: dict[str, Any]) -> CallResult:
        if tool_name in IDS:
            return CallResult.success(self.kept[self.put(tool_name, **given)])
        if tool_name == "listCrates":
            mine = [
                row
                for row in self.kept.values()
                if "crateId" in row and row["growerId"] == given["growerId"]
            ]
            start = (given.get("page", 1) - 1) * given.get("pageSize", 2)
            return CallResult.success({"items": mine[start : start + given.get("pageSize", 2)]})
        row = self.kept.get(str(given.get("growerId") or given.get("crateId")))
        if row is None:
            return CallResult.failed("business", "not found", code="404")
        if tool_name == "approveCrate":
            row["approved"] = True
        return CallResult.success(row)

    def sent(self, tool_name: str) -> list[dict[str, Any]]:
        """The arguments of all calls of a tool."""
        return [given for name, given in self.calls if name == tool_name]


def orchard_catalogue() -> Catalogue:
    """The catalogue of the office."""
    return build_catalogue(TOOLS, (), ENVIRONMENTS, load_packs(("general",)))
