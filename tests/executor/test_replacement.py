"""The arguments of a call in the slots of a tool that its author declares as a substitute."""

from typing import Any

import pytest

from pipelines.execution.replacement import translated, translated_path
from tests.workshop.tools import MAKE
from tool_registry.model import Slot, ToolEssentialModel, Yield

ENV = Slot(path="env", required=True, environment={"pre": "pre"})
PRICE = Slot(path="price", type="integer", entity="part", attribute="price", unit="fen")
STATE = Slot(path="state", entity="part", attribute="status", values={"1": ("new",)})


def tool(*needs: Slot, **more: Any) -> ToolEssentialModel:
    return MAKE.model_copy(update={"needs": needs, **more})


PLANNED = tool(ENV, PRICE, STATE)


@pytest.mark.parametrize(
    ("other", "arguments"),
    [
        (
            tool(
                ENV.model_copy(update={"path": "place", "environment": {"pre": 2}}),
                PRICE.model_copy(update={"path": "cost.yuan", "unit": "yuan", "type": "number"}),
                STATE.model_copy(update={"path": "kind", "values": {"NEW": ("new",)}}),
            ),
            {"place": 2, "cost": {"yuan": 50}, "kind": "NEW"},
        ),
        (
            tool(ENV, PRICE, STATE, Slot(path="size", required=True, default=1)),
            {"env": "pre", "price": 5000, "state": "1", "size": 1},
        ),
        (tool(ENV, PRICE, STATE, Slot(path="size", required=True)), None),
        (tool(ENV, PRICE), None),
        (tool(ENV, PRICE, STATE.model_copy(update={"values": {"X": ("old",)}})), None),
        (tool(ENV, PRICE.model_copy(update={"unit": "cent"}), STATE), None),
        (tool(ENV, PRICE, STATE, environments=("daily",)), None),
    ],
)
def test_every_value_finds_its_place_or_nothing_is_called(
    other: ToolEssentialModel, arguments: dict[str, Any] | None
) -> None:
    sent = {"env": "pre", "price": 5000, "state": "1"}
    assert translated(PLANNED, other, sent, "pre") == arguments


def test_results_are_read_where_the_other_tool_puts_them() -> None:
    other = tool(yields=(Yield(path="result.id", entity="part", attribute="id"),))
    assert translated_path(MAKE, other, "data.partId") == "result.id"
    assert translated_path(MAKE, tool(yields=()), "data.partId") == "data.partId"
    assert translated_path(MAKE, other, "elsewhere") == "elsewhere"
