"""A schema that is taken for valid at first sight is valid, and an ordinary one is so taken."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError

from tool_registry.governance.plain import is_plain

ORDINARY: list[Any] = [
    {},
    True,
    {"type": "object", "properties": {"id": {"type": "integer", "minimum": 1}}, "required": ["id"]},
    {"type": ["string", "null"], "enum": ["a", None], "default": None, "maxLength": 3},
    {"type": "array", "items": {"anyOf": [{"type": "number"}, False]}, "minItems": 0},
    {"type": "string", "pattern": "^[a-z]+$", "format": "uuid", "readOnly": True},
    {"additionalProperties": {"not": {"const": 1}}, "nullable": True, "x-group": ["one"]},
    {"$defs": {"colour": {"type": "string", "examples": ["red"]}}, "allOf": [{"title": "Paint"}]},
]
WRONG: list[Any] = [
    {"type": "text"},
    {"type": []},
    {"type": ["string", "string"]},
    {"properties": {"id": {"type": "integer", "minimum": "1"}}},
    {"properties": ["id"]},
    {"required": True},
    {"required": ["id", "id"]},
    {"required": [1]},
    {"items": [{"type": "string"}]},
    {"anyOf": []},
    {"maxLength": -1},
    {"pattern": "["},
    {"description": ["a", "b"]},
    {"enum": "a"},
    {"$defs": {"colour": 3}},
]


@pytest.mark.parametrize("schema", ORDINARY, ids=str)
def test_an_ordinary_schema_is_plain_and_valid(schema: Any) -> None:
    assert is_plain(schema)
    Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("schema", WRONG, ids=str)
def test_a_wrong_schema_is_left_to_the_meta_schema(schema: Any) -> None:
    assert not is_plain(schema)
    with pytest.raises(SchemaError):
        Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("keyword", ["$schema", "$ref", "if", "dependentRequired", "prefixItems"])
def test_of_less_common_keywords_nothing_is_said(keyword: str) -> None:
    assert not is_plain({keyword: {}})


def test_a_schema_may_nest_deeper_than_is_looked_at() -> None:
    schema: dict[str, Any] = {}
    for _ in range(5000):
        schema = {"items": schema}
    assert not is_plain(schema)
