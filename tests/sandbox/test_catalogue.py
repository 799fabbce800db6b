"""The catalogue as a whole: counts, names, and the traits that clients have to cope with."""

import pytest
from jsonschema import Draft202012Validator

from services.sandbox.spec import ToolSpec, load_tools
from services.sandbox.trade import load_trade

TRADE = load_trade("commerce")


@pytest.fixture(scope="module")
def tools() -> dict[str, ToolSpec]:
    return load_tools(TRADE)


def test_there_are_105_tools_and_every_handler_is_used(tools: dict[str, ToolSpec]) -> None:
    assert len(tools) == 105
    assert {tool.handler for tool in tools.values()} == set(TRADE.handlers)


def test_schemas_are_valid_and_descriptions_are_there(tools: dict[str, ToolSpec]) -> None:
    for tool in tools.values():
        Draft202012Validator.check_schema(tool.input_schema)
        Draft202012Validator.check_schema(tool.output_schema or {})
        assert tool.input_schema["type"] == "object"
        assert set(tool.input_schema.get("required", [])) <= set(tool.input_schema["properties"])
        assert tool.description


def test_calls_name_their_environment_in_several_ways(tools: dict[str, ToolSpec]) -> None:
    arguments = {tool.environment_argument for tool in tools.values()}
    assert arguments == {"env", "environment", "envType", "_mcp_env", None}
    for tool in tools.values():
        argument = tool.environment_argument
        assert argument is None or argument in tool.input_schema["required"]


def test_some_tools_have_no_output_schema_and_two_envelopes_are_used(
    tools: dict[str, ToolSpec],
) -> None:
    without = [name for name, tool in tools.items() if tool.output_schema is None]
    assert 5 <= len(without) <= 15
    assert {tool.envelope for tool in tools.values()} == {"kbt", "mtop"}
