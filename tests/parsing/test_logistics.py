"""A badly described catalogue: no output schemas, a fixed environment, work in the background."""

import pytest

from tests.parsing.catalogues import logistics, parse, raw, text
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.model import Poll


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return logistics()


def test_a_heading_inside_a_line_counts(catalogue: Catalogue) -> None:
    assert catalogue.tools["s/createParcel"].environments == ("pre",)


def test_a_count_makes_several_at_once(catalogue: Catalogue) -> None:
    parcel = catalogue.tools["s/createParcel"]
    assert parcel.bulk == "count"
    assert [(y.path, y.entity) for y in parcel.yields] == [("parcelId", "包裹")]
    assert next(s for s in parcel.needs if s.path == "weight").unit == "kilogram"


def test_submitted_work_is_polled(catalogue: Catalogue) -> None:
    assert catalogue.tools["s/printLabels"].poll == Poll(
        tool="s/queryPrintTask", key_path="taskId", argument="taskId"
    )
    assert catalogue.tools["s/queryPrintTask"].poll is None


def test_hidden_arguments_stay_hidden(catalogue: Catalogue) -> None:
    hidden = {s.path for s in catalogue.tools["s/dispatchTruck"].needs if s.hidden}
    assert hidden == {"_mcp_t"}


def test_numbers_in_a_description_are_a_closed_set(catalogue: Catalogue) -> None:
    state = catalogue.tools["s/queryPrintTask"].yields[0]
    assert state.values == {"1": ("进行中",), "2": ("已完成",)}


def test_a_tool_without_words_is_offered_nowhere_among_tools_that_tell(
    catalogue: Catalogue,
) -> None:
    assert catalogue.tools["s/x17"].environments == ()


def test_tools_of_a_source_that_never_speaks_of_environments_run_in_all() -> None:
    one = parse(raw("list_books", "Lists all books."), raw("get_book", "", {"book_id": text("")}))
    assert {t.environments for t in one.tools.values()} == {("daily", "pre")}


ODD: list[dict[str, JsonValue]] = [
    {
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/A"}},
        "$defs": {"A": {"$ref": "#/$defs/A"}},
    },
    {"properties": ["not", "an", "object"]},
    {"type": ["object", "null"], "properties": {"a": None, "b": {"enum": "x"}}},
    {"type": "object", "properties": {"a": {"oneOf": [{"type": "null"}, {"allOf": []}]}}},
    {"type": "array", "items": {"type": "object", "properties": {"id": {}}}},
    {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
]


@pytest.mark.parametrize("schema", ODD)
def test_odd_schemas_are_read_as_far_as_they_make_sense(schema: dict[str, JsonValue]) -> None:
    odd = raw("odd_tool").model_copy(update={"input_schema": schema, "output_schema": schema})
    assert parse(odd).tools["s/odd_tool"].name == "odd_tool"
