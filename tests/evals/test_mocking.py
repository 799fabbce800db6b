"""Tools that are never called answer as their schema, a scenario or recorded runs say."""

import json
from pathlib import Path
from typing import Any

import pytest

from evals.errors import SuiteError
from evals.mocking.scenario import read_scenario, recorded_answers
from evals.mocking.source import Mocks, MockSource
from tests.evals.answers import answer, steps
from tool_registry.base.types import JsonValue
from tool_registry.model import RawTool
from tool_registry.sources.envelope import evaluate

pytestmark = pytest.mark.anyio
_TICKET = {
    "type": "object",
    "properties": {
        "success": {"type": "boolean"},
        "errorMessage": {"type": "string"},
        "code": {"type": "integer"},
        "data": {
            "type": "object",
            "properties": {
                "ticketId": {"type": "string"},
                "price": {"type": "integer"},
                "state": {"enum": ["SOLD", "VOID"]},
                "at": {"type": "string", "format": "date"},
                "seats": {"type": "array", "items": {"$ref": "#/$defs/seat"}},
            },
        },
    },
    "$defs": {"seat": {"type": "object", "properties": {"row": {"type": "integer"}}}},
}


def tool(name: str, schema: dict[str, Any] | None = None) -> RawTool:
    return RawTool(source="shop", name=name, output_schema=schema)


def source(mocks: Mocks, *tools: RawTool) -> MockSource:
    return MockSource({one.name: one for one in tools}, mocks)


async def call(place: MockSource, name: str, **arguments: JsonValue) -> Any:
    done = await place.call(name, arguments, environment="pre")
    return done.body if done.ok else done.failure


async def test_a_result_is_made_as_the_schema_allows_and_is_a_success() -> None:
    place = source(Mocks(), tool("sell", _TICKET))
    body = await call(place, "sell", price=1200)
    assert evaluate(body).ok
    assert body["data"]["price"] == 1200
    assert body["data"]["state"] == "SOLD"
    assert body["data"]["seats"][0]["row"] > 0
    assert "errorMessage" not in body


async def test_what_was_made_is_read_again_and_other_things_differ() -> None:
    mocks = Mocks(writes=lambda id: id == "shop/sell")
    place = source(mocks, tool("sell", _TICKET), tool("look", _TICKET))
    sold = (await call(place, "sell", price=1200))["data"]
    seen = (await call(place, "look", ticketId=sold["ticketId"]))["data"]
    assert (seen["ticketId"], seen["price"]) == (sold["ticketId"], 1200)
    other = (await call(place, "sell", price=900))["data"]
    assert other["ticketId"] != sold["ticketId"]
    assert [one["tool"] for one in mocks.log] == ["sell", "sell"]
    mocks.reset()
    assert mocks.log == []


async def test_a_scenario_answers_first_by_arguments_and_by_turns(tmp_path: Path) -> None:
    file = tmp_path / "scenario.yaml"
    file.write_text(
        "tools:\n  sell:\n"
        "  - {when: {row: 7}, fails: {code: SOLD_OUT, message: row 7 is sold out}}\n"
        "  - {times: 1, answer: {ticketId: T1}}\n"
    )
    place = source(Mocks((read_scenario(file),)), tool("sell", _TICKET))
    assert (await call(place, "sell", row=7)).code == "SOLD_OUT"
    assert await call(place, "sell", row=8) == {"ticketId": "T1"}
    assert "data" in await call(place, "sell", row=8)


async def test_recorded_runs_answer_what_they_answered(tmp_path: Path) -> None:
    [step] = steps("look", ticketId="T9")
    told = answer(chain=(step.model_copy(update={"output": {"price": 3}}),))
    file = tmp_path / "runs.jsonl"
    file.write_text(json.dumps({"turns": [{"answer": told.model_dump(mode="json")}]}) + "\n")
    place = source(Mocks((recorded_answers(file),)), tool("look", _TICKET))
    assert await call(place, "look", ticketId="T9") == {"price": 3}
    assert "data" in await call(place, "look", ticketId="T8")


async def test_a_scenario_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(SuiteError, match="there is no scenario"):
        read_scenario(tmp_path / "none.yaml")
    file = tmp_path / "bad.jsonl"
    file.write_text("no json\n")
    with pytest.raises(SuiteError, match="holds no recorded answers"):
        recorded_answers(file)
