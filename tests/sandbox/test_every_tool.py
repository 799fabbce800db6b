"""Each tool is called once with valid arguments, through a real client that checks schemas."""

import asyncio
import json
from pathlib import Path
from typing import Any, cast

import pytest
import yaml
from mcp import Client
from mcp.types import TextContent

from services.sandbox.commerce.ids import ENTITIES
from services.sandbox.server import build_server
from services.sandbox.spec import load_tools
from services.sandbox.trade import load_trade
from tests.sandbox.driver import Sandbox

CASES = cast(
    "dict[str, dict[str, Any]]",
    yaml.safe_load(Path(__file__).with_name("cases.yaml").read_text("utf-8")),
)


def filled(value: Any, things: dict[str, Any]) -> Any:
    """The value with `$name.field` replaced by the seeded thing's field."""
    if isinstance(value, str) and value.startswith("$"):
        name, _, field = value[1:].partition(".")
        return things[name][field]
    if isinstance(value, list):
        return [filled(one, things) for one in cast("list[Any]", value)]
    if isinstance(value, dict):
        pairs = cast("dict[str, Any]", value).items()
        return {name: filled(one, things) for name, one in pairs}
    return value


def test_every_tool_has_a_case() -> None:
    assert set(CASES) == set(load_tools(load_trade("commerce")))


@pytest.mark.parametrize("tool", CASES)
def test_the_tool_answers_in_its_envelope_and_logs_its_effects(sandbox: Sandbox, tool: str) -> None:
    case = CASES[tool]
    things = sandbox.fixtures(case["in"])
    for earlier, args in case.get("before", ()):
        sandbox.data(earlier, **filled(args, things))
    sandbox.clock.now += 1

    async def call() -> Any:
        async with Client(build_server(sandbox.store)) as client:
            return await client.call_tool(tool, filled(case["args"], things))

    result = asyncio.run(call())

    assert not result.is_error
    text = cast("list[TextContent]", result.content)[0].text
    body = json.loads(text)
    assert body.get("success", body.get("ret")) in (True, "SUCCESS"), text
    if sandbox.tools[tool].output_schema:
        assert result.structured_content == body
    sandbox.clock.now += 1
    environment = None if case["in"] == "common" else case["in"]
    assert sandbox.log() == [f"{environment} {effect}" for effect in case.get("effects", [])]


def test_a_tool_that_says_it_only_reads_has_no_effects() -> None:
    tools = load_tools(load_trade("commerce"))
    readers = [name for name, tool in tools.items() if (tool.annotations or {}).get("readOnlyHint")]
    assert len(readers) >= 30
    assert [name for name in readers if len(CASES[name].get("effects", [])) > _before(name)] == []


def _before(name: str) -> int:
    """How many effects the preparation of the case has, finished jobs included."""
    preparation = CASES[name].get("before", [])
    return sum(len(CASES[earlier].get("effects", [])) for earlier, _ in preparation)


def test_what_tools_change_are_known_entities() -> None:
    changed = {effect.split()[1] for case in CASES.values() for effect in case.get("effects", [])}
    assert changed <= set(ENTITIES)
