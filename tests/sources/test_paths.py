"""Reading loosely described results, and writing arguments, by dotted paths."""

from typing import Any

import pytest

from tool_registry.sources.paths import elements, inside, nested, read, write

BODY = {
    "data": {
        "list": [
            {"id": "A", "state": "new", "owner": {"id": 7}},
            {"id": "B", "state": None, "owner": {"id": 8}},
        ],
        "total": 2,
        "tags": ["x", "y"],
    }
}


@pytest.mark.parametrize(
    ("path", "values"),
    [
        ("data.total", [2]),
        ("data.list[].id", ["A", "B"]),
        ("data.list.id", ["A", "B"]),
        ("data.list[].owner.id", [7, 8]),
        ("data.list[].state", ["new"]),
        ("list[].state", ["new"]),
        ("total", [2]),
        ("id", []),
        ("data.tags", [["x", "y"]]),
        ("data.tags[]", ["x", "y"]),
        ("nowhere", []),
    ],
)
def test_reading(path: str, values: list[Any]) -> None:
    assert read(BODY, path) == values


def test_the_fallback_needs_the_only_place() -> None:
    assert read({"result": {"partId": 1}}, "data.partId") == [1]
    assert read({"result": {"partId": 1}, "old": {"partId": 2}}, "data.partId") == []


@pytest.mark.parametrize("body", [None, "text", 3, [], {}])
def test_a_body_without_structure_holds_nothing(body: Any) -> None:
    assert read(body, "data.id") == []


def test_other_fields_of_a_chosen_element() -> None:
    first, second = elements(BODY, "data.list[].owner.id")
    assert inside(first, "data.list[].id", "data.list[].owner.id") == ["A"]
    assert inside(second, "owner.id", "data.list[].owner.id") == [8]


def test_writing_makes_what_is_missing_on_the_way() -> None:
    paths = {"buyer.id": 1, "buyer.name": "n", "items[].sku": ["a", "b"], "ids[]": 3}
    assert nested(paths) == {
        "buyer": {"id": 1, "name": "n"},
        "items": [{"sku": "a"}, {"sku": "b"}],
        "ids": [3],
    }


def test_writing_into_a_plain_value_is_refused() -> None:
    with pytest.raises(ValueError, match="'buyer' holds a value already"):
        write({"buyer": 1}, "buyer.id", 2)
    with pytest.raises(ValueError, match="'items' holds a value already"):
        write({"items": {}}, "items[].sku", 2)
