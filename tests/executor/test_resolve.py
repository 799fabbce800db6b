"""Values of bindings, out of the results of earlier steps."""

from typing import Any

import pytest

from pipelines.contracts.chain import Binding
from pipelines.contracts.intent import Constraint, Operator, Span
from pipelines.contracts.resolution import resolve
from tests.workshop.tools import out, said
from tool_registry.model import Yield

PARTS = {
    "data": {
        "list": [
            {"id": "A", "price": 5000, "state": 1, "name": "bolt"},
            {"id": "B", "price": 2000, "state": 2, "name": "nut"},
            {"id": "C", "price": 2000, "state": 1, "name": "nut"},
        ]
    }
}
YIELDS = (
    Yield(path="data.list[].price", attribute="price", unit="fen", many=True),
    Yield(path="data.list[].state", attribute="status", values={"1": ("new",), "2": ("used",)}),
)


def wanted(attribute: str | None, value: Any, operator: Operator = "eq", unit: Any = None) -> Any:
    span = Span(start=0, end=0, text="")
    return Constraint(attribute=attribute, operator=operator, value=value, unit=unit, span=span)


def chosen(*where: Constraint, **more: Any) -> Any:
    paths = {"price": "data.list[].price", "status": "data.list[].state", "name": "name"}
    binding = Binding(
        source="selected",
        detail="s1",
        step="s1",
        path="data.list[].id",
        where=where,
        where_paths=paths,
        **more,
    )
    return resolve(binding, {"s1": PARTS}, {"s1": YIELDS})


def test_said_and_returned_values() -> None:
    assert resolve(said(5), {}) == 5
    assert resolve(out("s1", "data.list[].id"), {"s1": PARTS}) == "A"
    assert resolve(out("s1", "data.list[].id", ordinal=2), {"s1": PARTS}) == "C"
    assert resolve(out("s1", "data.list[].price", conversion="fen_to_yuan"), {"s1": PARTS}) == 50


@pytest.mark.parametrize(
    ("where", "value"),
    [
        ((wanted("name", "nut"),), "B"),
        ((wanted("name", "NUT"), wanted("status", "new")), "C"),
        ((wanted("price", 20, unit="yuan"),), "B"),
        ((wanted("price", 20, "gt", unit="yuan"),), "A"),
        ((wanted("status", "new", "ne"),), "B"),
        ((wanted("status", ["used", "broken"]),), "B"),
        ((wanted(None, 1, "last"),), "C"),
        ((wanted("name", "nut"), wanted(None, 1, "last")), "C"),
        ((wanted("colour", "nut"),), "B"),
        ((wanted("colour", "red"),), "A"),
    ],
)
def test_one_of_a_list_is_selected_by_what_it_must_be(where: Any, value: str) -> None:
    assert chosen(*where) == value


def test_the_second_of_those_that_match() -> None:
    assert chosen(wanted("name", "nut"), ordinal=1) == "C"


@pytest.mark.parametrize(
    "binding",
    [
        out("s2", "id"),
        out("s1", "data.nothing"),
        out("s1", "data.list[].id", ordinal=3),
    ],
)
def test_what_is_not_there_is_a_lookup_error(binding: Binding) -> None:
    with pytest.raises(LookupError):
        resolve(binding, {"s1": PARTS})


def test_nothing_is_selected_where_nothing_matches() -> None:
    with pytest.raises(LookupError):
        chosen(wanted("name", "washer"))
    with pytest.raises(LookupError):
        chosen(wanted("price", 20, unit="hour"))


def test_a_value_that_cannot_be_converted_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="'A' is not a number"):
        resolve(out("s1", "data.list[].id", conversion="integer"), {"s1": PARTS})


@pytest.mark.parametrize(
    ("operator", "found"), [("eq", ["A"]), ("gt", ["B"]), ("le", ["A"]), ("ne", ["B"])]
)
def test_times_of_a_list_are_compared_as_instants(operator: Operator, found: list[str]) -> None:
    body = [
        {"id": "A", "starts_at": "2026-12-03T01:15:00Z"},
        {"id": "B", "starts_at": "2026-12-03T02:00:00Z"},
    ]
    binding = Binding(
        source="selected",
        detail="s1",
        step="s1",
        path="[].id",
        where=(wanted("starts_at", "2026-12-03T09:15:00+08:00", operator),),
        where_paths={"starts_at": "[].starts_at"},
    )
    assert [resolve(binding, {"s1": body})] == found
