"""Each of the thirty tools is called once, through a real client that checks schemas."""

from pathlib import Path
from typing import Any, cast

import pytest
import yaml

from tests.sandbox_staff.driver import Office, said

CALLS = cast(
    "dict[str, dict[str, Any]]",
    yaml.safe_load(Path(__file__).with_name("calls.yaml").read_text("utf-8")),
)


def test_there_are_thirty_tools_and_each_has_a_call(office: Office) -> None:
    names = [tool.name for tool in office.tools().tools]
    assert len(names) == 30
    assert set(names) == set(CALLS)


@pytest.mark.parametrize("tool", CALLS)
def test_the_tool_answers_flat_and_logs_its_effects(office: Office, tool: str) -> None:
    case = CALLS[tool]

    result = office.result(tool, **case["args"])

    body = said(result)
    assert not result.is_error
    assert {name: body.get(name) for name in case["answer"]} == case["answer"]
    office.clock.now += 1
    assert office.log() == case.get("effects", [])


def test_answers_are_structured_exactly_where_a_schema_was_published(office: Office) -> None:
    without: set[str] = set()
    for tool in office.tools().tools:
        result = office.result(tool.name, **CALLS[tool.name]["args"])
        if tool.output_schema is None:
            without.add(tool.name)
            assert result.structured_content is None
        else:
            assert result.structured_content == said(result)
            assert set(said(result)) <= set(tool.output_schema["properties"]), tool.name
    assert without == {
        "update_asset_state",
        "approve_equipment_request",
        "enrol_in_training",
        "get_it_tickets",
    }


def test_what_is_announced_as_reading_only_has_no_effects(office: Office) -> None:
    tools = office.tools().tools
    readers = {tool.name for tool in tools if tool.annotations and tool.annotations.read_only_hint}
    assert len(readers) == 11
    assert [name for name in sorted(readers) if CALLS[name].get("effects")] == []
