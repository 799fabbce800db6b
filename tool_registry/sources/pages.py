"""Lists that come in pages: the call for the next page, and pages put together."""

import copy
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import cast
from urllib.parse import parse_qs, urlsplit

from tool_registry.base.types import JsonValue, Object
from tool_registry.base.yaml_files import packaged
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.sources.paths import nested, read, write
from tool_registry.sources.result import CallResult

MOST = 20
"""So many pages of one list are looked into."""
_DATA = Path(__file__).with_name("pages.yaml")


@dataclass(frozen=True, slots=True)
class Page:
    """One page: what was asked, what came, and everything that came so far."""

    arguments: Object
    body: JsonValue
    whole: JsonValue
    number: int = 1

    def with_next(self, arguments: Object, body: JsonValue, tool: ToolEssentialModel) -> "Page":
        """The page after this one; `whole` has the elements of all."""
        path = _list_path(tool) or ""
        whole = copy.deepcopy(self.whole)
        known, more = _list(whole, path), _list(body, path)
        if known is not None:
            known.extend(more or ())
        return Page(arguments, body, whole, self.number + 1)


def first_page(arguments: Object, body: JsonValue) -> Page:
    """The page that a call came back with; `arguments` nested or by path."""
    return Page(nested(arguments), body, body)


def next_arguments(tool: ToolEssentialModel, page: Page) -> Object | None:
    """The call for what comes after this page; None where nothing does, or nobody can tell."""
    path = _list_path(tool)
    held = _list(page.body, path) if path is not None else None
    if not held or page.number >= MOST or _says_no_more(page.body):
        return None
    size = _number(page, _slot(tool, "size"))
    if size is not None and len(held) < size:
        return None
    for step in (_by_cursor, _by_page, _by_offset):
        changed = step(tool, page, len(held))
        if changed is not None:
            slot, value = changed
            arguments = copy.deepcopy(page.arguments)
            write(arguments, slot.path, value)
            return arguments
    return None


async def pages(
    tool: ToolEssentialModel, page: Page, ask: Callable[[Object], Awaitable[CallResult]]
) -> AsyncGenerator[Page]:
    """That page and those after it, one by one; it ends where the next one cannot be had."""
    yield page
    while (arguments := next_arguments(tool, page)) is not None:
        result = await ask(arguments)
        if not result.ok:
            return
        page = page.with_next(arguments, result.body, tool)
        yield page


def _by_cursor(tool: ToolEssentialModel, page: Page, _held: int) -> tuple[Slot, JsonValue] | None:
    slot = _slot(tool, "cursor")
    for name in _names("next"):
        value = next(iter(read(page.body, name)), None)
        if not isinstance(value, str | int) or isinstance(value, bool) or value == "":
            continue
        found = _from_address(tool, value) if isinstance(value, str) else None
        if found is not None:
            return found
        if slot is not None and [value] != read(page.arguments, slot.path):
            return slot, value
    return None


def _from_address(tool: ToolEssentialModel, value: str) -> tuple[Slot, JsonValue] | None:
    """What the address of the next page says for one of the tool's paging arguments."""
    asked = parse_qs(urlsplit(value).query)
    for kind in ("cursor", "page", "offset"):
        slot = _slot(tool, kind)
        if slot is not None and slot.key in asked:
            told = asked[slot.key][0]
            return slot, int(told) if slot.type == "integer" and told.isdigit() else told
    return None


def _by_page(tool: ToolEssentialModel, page: Page, _held: int) -> tuple[Slot, JsonValue] | None:
    slot = _slot(tool, "page")
    if slot is None or slot.type not in ("integer", "number", "any"):
        return None
    now = _number(page, slot)
    if now is None:
        now = 0 if slot.minimum == 0 else 1
    return slot, now + 1


def _by_offset(tool: ToolEssentialModel, page: Page, held: int) -> tuple[Slot, JsonValue] | None:
    slot = _slot(tool, "offset")
    if slot is None or slot.type not in ("integer", "number", "any"):
        return None
    return slot, (_number(page, slot) or 0) + held


def _slot(tool: ToolEssentialModel, kind: str) -> Slot | None:
    names = {_plain(name) for name in _names(kind)}
    return next((slot for slot in tool.needs if _plain(slot.key) in names), None)


def _number(page: Page, slot: Slot | None) -> int | None:
    if slot is None:
        return None
    value = next(iter(read(page.arguments, slot.path)), slot.default)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _says_no_more(body: JsonValue) -> bool:
    return any(value is False for name in _names("more") for value in read(body, name))


def _list_path(tool: ToolEssentialModel) -> str | None:
    """Where the result holds its list: what stands before the first list mark."""
    paths = [item.path for item in tool.yields if "[]" in item.path]
    return min(paths, key=lambda path: path.index("[]")).partition("[]")[0] if paths else None


def _list(body: JsonValue, path: str) -> list[JsonValue] | None:
    node = body
    for key in [part for part in path.split(".") if part]:
        node = cast("Object", node).get(key) if isinstance(node, dict) else None
    return cast("list[JsonValue]", node) if isinstance(node, list) else None


def _plain(name: str) -> str:
    return name.casefold().replace("_", "").replace("-", "")


def _names(kind: str) -> list[str]:
    return packaged(_DATA)[kind]
