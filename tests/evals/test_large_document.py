"""The drawn OpenAPI document is always the same, can be imported, and its import is measured."""

import json
import re

import pytest

from evals.large_document import large_document
from services.bench_wiring import measure_import
from tool_registry.base.types import JsonValue, as_object
from tool_registry.parsing.schema import flatten
from tool_registry.sources.openapi.document import Document, read_document
from tool_registry.sources.openapi.operations import tools_of


def _document(operations: int) -> Document:
    return read_document(json.dumps(large_document(operations)).encode(), "here")


def test_it_is_the_same_each_time_and_has_so_many_operations() -> None:
    assert large_document(50) == large_document(50)
    tools = tools_of(_document(50), "large", ("daily",))
    assert len(tools) == 50
    assert len({tool.name for tool in tools}) == 50


@pytest.mark.parametrize("operations", [100, 1500])
def test_each_result_tells_its_record_and_all_of_them_together_stay_small(operations: int) -> None:
    tools = tools_of(_document(operations), "large", ("daily",))
    told = [tool for tool in tools if tool.output_schema]
    for tool in told:
        keys = {field.key for field in flatten(tool.output_schema, list_marks=True)}
        assert {"id", "name", "status"} <= keys, tool.name
    assert sum(_parts(dict(as_object(tool.output_schema))) for tool in told) <= 200_000


def _parts(schema: dict[str, JsonValue]) -> int:
    """How many schemas stand in a schema, itself included."""
    inner = [*as_object(schema.get("properties")).values(), schema.get("items")]
    return 1 + sum(_parts(as_object(one)) for one in inner if isinstance(one, dict))


def test_the_cost_of_an_import_is_told_in_seconds_and_megabytes() -> None:
    told = re.fullmatch(
        r"8 operations: [\d.]+ s \(processor ([\d.]+) s\), at most (\d+) MB", measure_import(8)
    )
    assert told is not None
    assert float(told[1]) > 0
    assert int(told[2]) > 1
