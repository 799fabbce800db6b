"""Documents that are wrong, large or hostile: one sentence with the place, in bounded time."""

import copy
import json
import random
import time
from typing import Any, cast

import pytest
import yaml
from jsonschema import Draft202012Validator

from tool_registry.base.errors import ConfigurationError
from tool_registry.model import RawTool
from tool_registry.sources.openapi.document import read_document
from tool_registry.sources.openapi.operations import tools_of
from tool_registry.sources.openapi.text import MOST_BYTES, parse


def imported(data: bytes) -> list[RawTool]:
    return tools_of(read_document(data, "api.json"), "api", ("pre",))


def refusal(data: bytes) -> str | None:
    """Why the document is refused; None where it is imported."""
    try:
        imported(data)
    except ConfigurationError as error:
        return str(error)
    return None


def bomb() -> bytes:
    lines = ["openapi: 3.0.0", "a0: &a0 [x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    return "\n".join(lines).encode()


def referring(reference: str) -> bytes:
    body = {"content": {"application/json": {"schema": {"$ref": reference}}}}
    return json.dumps(
        {"openapi": "3.1.0", "paths": {"/a": {"post": {"requestBody": body}}}}
    ).encode()


def nested(depth: int) -> bytes:
    schema = '{"type":"object","properties":{"a":' * depth + "{}" + "}}" * depth
    text = referring("#/x").decode().replace('{"$ref": "#/x"}', schema)
    return text.encode()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", r"api\.json: the document is empty"),
        (b'{"openapi": "3.0.0",\n "paths": {]}', r"line 2, column 12: not valid JSON"),
        (b"openapi: 3.0.0\npaths: [\n", r"line 3, column 1: not valid YAML"),
        (b"openapi: 3.0.0\npaths: *nobody\n", r"line 2, column 8: the alias \*nobody"),
        (b"a: &a [*a]\n", r"line 1, column 8: the alias \*a"),
        (b"a: " + b"[" * 5000, r"nested more than 200 deep"),
        (b"[" * 100_000, r"nested too deep"),
        (b'{"a":' * 100_000, r"nested too deep"),
        (bomb(), r"line \d+, column \d+: means more than 2,000,000 values"),
        (b"\xff\xfe", r"byte 0 is not UTF-8"),
        (b"openapi: \x01", r"not valid YAML"),
        (b"just words", r"an OpenAPI document is an object"),
        (b"[]", r"an OpenAPI document is an object"),
        (b"{}", r'needs "openapi"'),
        (b'{"openapi": "3.0.0", "paths": []}', r"paths: has to be an object"),
        (b" " * (MOST_BYTES + 1), r"larger than 20 MB"),
        (referring("file:///etc/passwd"), r"paths\./a\.post\.requestBody.*'file:///etc/passwd'"),
        (referring("other.yaml#/a"), r"\$ref 'other\.yaml#/a' leads out of the document"),
        (referring("http://127.0.0.1/a.json"), r"leads out of the document"),
        (referring("//host/a"), r"leads out of the document"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(data: bytes, says: str) -> None:
    with pytest.raises(ConfigurationError, match=says):
        imported(data)


def test_yaml_means_what_json_would() -> None:
    text = b"""
base: &base {a: 1}
more: {<<: *base, b: *base}
said: [yes, "3", 007, 0.5, 1e3, 2024-05-06, ~, null, true, -2, .5, 1.]
200: |
  two
  lines
"""
    assert parse(text, "api.yaml") == {
        "base": {"a": 1},
        "more": {"a": 1, "b": {"a": 1}},
        "said": ["yes", "3", "007", 0.5, 1000.0, "2024-05-06", None, None, True, -2, 0.5, 1.0],
        "200": "two\nlines\n",
    }


def test_deep_schemas_are_cut_or_refused() -> None:
    assert imported(nested(50))
    for depth in (100, 400, 900, 5000):
        joined = '{"allOf":[' * depth + "{}" + "]}" * depth
        text = referring("#/x").decode().replace('{"$ref": "#/x"}', joined)
        told = refusal(text.encode())
        assert told is None or (depth > 100 and "too deep" in told)


def test_schemas_that_multiply_stay_small() -> None:
    wide = {
        f"W{n}": {
            "properties": {f"p{k}": {"$ref": f"#/components/schemas/W{n + 1}"} for k in range(40)}
        }
        for n in range(8)
    }
    joined = {
        f"J{n}": {"allOf": [{"$ref": f"#/components/schemas/J{n + 1}"}] * 30} for n in range(12)
    }
    for name, schemas in (("W0", wide), ("J0", joined)):
        document = json.loads(referring(f"#/components/schemas/{name}"))
        document["components"] = {"schemas": schemas}
        begun = time.process_time()
        (tool,) = imported(json.dumps(document).encode())
        assert time.process_time() - begun < 2
        assert len(json.dumps(tool.input_schema)) < 100_000


def test_a_thousand_operations_are_imported_in_seconds() -> None:
    document: dict[str, Any] = copy.deepcopy(GOOD)
    item = document["paths"]["/parts/{id}"]
    document["paths"] = {f"/a{n}/{{id}}": item for n in range(500)}
    begun = time.process_time()
    assert len(imported(json.dumps(document).encode())) == 1000
    assert time.process_time() - begun < 10


PART: dict[str, Any] = {"$ref": "#/components/schemas/Part"}
GOOD: dict[str, Any] = {
    "openapi": "3.0.3",
    "info": {"title": "Parts", "version": "1"},
    "servers": [{"url": "/api"}],
    "security": [{"key": []}],
    "paths": {
        "/parts/{id}": {
            "parameters": [
                {"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}
            ],
            "get": {
                "operationId": "get",
                "tags": ["parts"],
                "responses": {"200": {"content": {"application/json": {"schema": PART}}}},
            },
            "put": {
                "operationId": "put",
                "parameters": [
                    {"name": "q", "in": "query", "schema": {"type": "array", "items": {}}}
                ],
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": PART}},
                },
                "responses": {"204": {"headers": {"Location": {}}}},
            },
        }
    },
    "components": {
        "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}},
        "schemas": {
            "Part": {
                "type": "object",
                "required": ["name"],
                "properties": {
                    "id": {"type": "integer", "readOnly": True},
                    "name": {"type": "string", "pattern": "^a", "maxLength": 9, "nullable": True},
                    "kind": {"enum": ["a", "b"], "default": "a"},
                    "of": {"allOf": [PART, {"properties": {"x": {"type": "number"}}}]},
                    "or": {"oneOf": [PART, {"type": "string"}, {"type": "null"}]},
                    "many": {"type": "array", "items": PART, "minItems": 1},
                },
            }
        },
    },
}
SWAGGER: dict[str, Any] = {
    "swagger": "2.0",
    "host": "h",
    "basePath": "/v1",
    "definitions": {"Part": {"properties": {"name": {"type": "string"}}}},
    "paths": {
        "/parts": {
            "post": {
                "consumes": ["application/json"],
                "parameters": [
                    {"in": "body", "name": "b", "schema": {"$ref": "#/definitions/Part"}},
                    {"in": "query", "name": "q", "type": "array", "collectionFormat": "pipes"},
                    {"in": "formData", "name": "f", "type": "file"},
                ],
                "responses": {"200": {"schema": {"$ref": "#/definitions/Part"}}},
            }
        }
    },
}
STRANGE: list[Any] = [
    None, True, 0, -1, 1e308, "", "x", [], {}, [None], {"": None}, [[]], {"$ref": "#/"}, [1, "a"],
    {"$ref": 3}, {"$ref": "#/paths"}, {"type": ["string", 4]}, "\u202e\x00", {"a": {"b": {}}},
    "#" * 999,
]  # fmt: skip


def mutated(document: Any, dice: random.Random) -> Any:
    """The document with one to three of its places changed."""
    changed = copy.deepcopy(document)
    for _ in range(dice.randint(1, 3)):
        place: Any = changed
        while True:
            keys: list[Any] = list(cast("Any", place)) if isinstance(place, dict) else []
            keys = keys or list(range(len(cast("list[Any]", place))))
            if not keys:
                break
            key = dice.choice(keys)
            inner: Any = cast("Any", place)[key]
            if not isinstance(inner, dict | list) or dice.random() < 0.2:
                _change(place, key, dice)
                break
            place = cast("Any", inner)
    return changed


def _change(place: Any, key: Any, dice: random.Random) -> None:
    way = dice.randrange(4)
    if way == 0:
        del place[key]
    elif way == 1 and isinstance(place, dict):
        place[dice.choice(["$ref", "allOf", "oneOf", "type", "items", "x" * 300])] = cast(
            "Any", place
        ).pop(key)
    else:
        place[key] = copy.deepcopy(dice.choice(STRANGE))


def test_no_mutated_document_does_more_than_be_refused() -> None:
    dice = random.Random(20)
    begun, refused = time.process_time(), 0
    for number in range(300):
        document = mutated(dice.choice([GOOD, SWAGGER]), dice)
        text = yaml.safe_dump(document) if number % 3 == 0 else json.dumps(document)
        data = bytearray(text.encode())
        if number % 5 == 0:
            data[dice.randrange(len(data))] = dice.randrange(256)
        told = refusal(bytes(data))
        refused += told is not None
        assert told is None or told.startswith("api.json: ")
        for tool in imported(bytes(data)) if told is None else []:
            Draft202012Validator.check_schema(tool.input_schema)
            Draft202012Validator.check_schema(tool.output_schema or {})
    assert time.process_time() - begun < 20
    assert 0 < refused < 200
