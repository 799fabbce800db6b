"""What tools a document's operations become: arguments, results, hints, names."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tool_registry.model import RawTool
from tool_registry.sources.openapi.document import read_document
from tool_registry.sources.openapi.operations import tools_of

PLACE = "api.json"


def imported(document: dict[str, Any]) -> tuple[dict[str, RawTool], list[str]]:
    """Tools by name, and problems."""
    told = document if "swagger" in document else {"openapi": "3.0.3", **document}
    read = read_document(json.dumps(told).encode(), PLACE)
    tools = tools_of(read, "api", ("pre",))
    for tool in tools:
        Draft202012Validator.check_schema(tool.input_schema)
        Draft202012Validator.check_schema(tool.output_schema or {})
    return {tool.name: tool for tool in tools}, read.problems


def one(
    operation: dict[str, Any], path: str = "/parts", verb: str = "post", **more: Any
) -> RawTool:
    tools, _ = imported({"paths": {path: {verb: {"operationId": "it", **operation}}}, **more})
    return tools["it"]


def takes(schema: dict[str, Any], **schemas: Any) -> dict[str, Any]:
    """The input schema of an operation with that body."""
    content = {"application/json": {"schema": schema}}
    return one({"requestBody": {"content": content}}, components={"schemas": schemas}).input_schema


def gives(schema: dict[str, Any], **schemas: Any) -> dict[str, Any] | None:
    content = {"application/json": {"schema": schema}}
    answers = {"200": {"description": "", "content": content}}
    return one({"responses": answers}, components={"schemas": schemas}).output_schema


def test_parameters_and_body_stand_side_by_side() -> None:
    tool = one(
        {
            "summary": "Change a part",
            "description": "Changes it.",
            "tags": ["parts"],
            "parameters": [
                {"name": "notify", "in": "query", "schema": {"type": "boolean", "default": True}},
                {"name": "X-Team", "in": "header", "required": True, "schema": {"type": "string"}},
                {"name": "seen", "in": "cookie", "schema": {"type": "string"}},
                {"name": "Authorization", "in": "header", "schema": {"type": "string"}},
                {"name": "Idempotency-Key", "in": "header", "schema": {"type": "string"}},
                {"name": "page[size]", "in": "query", "schema": {"type": "integer"}},
            ],
            "requestBody": {
                "content": {
                    "application/json": {
                        "schema": {
                            "type": "object",
                            "required": ["name", "number"],
                            "properties": {
                                "number": {"type": "integer", "readOnly": True},
                                "name": {"type": "string", "maxLength": 9},
                                "secret": {"type": "string", "writeOnly": True},
                            },
                        }
                    }
                }
            },
        },
        "/parts/{part_id}",
        "put",
    )
    schema = tool.input_schema
    assert list(schema["properties"]) == [
        "part_id", "notify", "X-Team", "seen", "page_size", "name", "secret",
    ]  # fmt: skip
    assert schema["required"] == ["part_id", "X-Team", "name"]
    assert (tool.title, tool.description, tool.tags) == (
        "Change a part", "Changes it.", ("parts",),
    )  # fmt: skip
    assert (tool.method, tool.path) == ("PUT", "/parts/{part_id}")
    assert (tool.read_only, tool.destructive, tool.idempotent) == (None, None, True)
    assert tool.environments == ("pre",)
    assert tool.call is not None
    assert tool.call["key_header"] == "Idempotency-Key"


def test_an_operation_with_a_key_may_be_repeated() -> None:
    key = {"name": "Idempotency-Key", "in": "header", "schema": {"type": "string"}}
    assert one({"parameters": [key]}).idempotent is True
    assert one({}).idempotent is None


def test_a_body_stands_under_one_name_where_its_fields_collide_or_are_none() -> None:
    body: Any = {
        "content": {"application/json": {"schema": {"properties": {"id": {}, "name": {}}}}}
    }
    assert set(one({"requestBody": body}, "/parts/{id}", "put").input_schema["properties"]) == {
        "id",
        "body",
    }
    listed = takes({"type": "array", "items": {"type": "string"}})
    assert listed["properties"]["body"] == {"type": "array", "items": {"type": "string"}}


def test_joined_schemas_are_one_object() -> None:
    base = {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}
    more = {"type": "object", "properties": {"size": {"type": "integer", "nullable": True}}}
    found = takes(
        {"allOf": [{"$ref": "#/components/schemas/Base"}, more], "required": ["size"]}, Base=base
    )
    assert found["required"] == ["name", "size"]
    assert found["properties"]["size"] == {"type": ["integer", "null"]}


def test_alternatives_keep_their_fields_and_the_one_that_tells_them_apart() -> None:
    card = {"properties": {"kind": {"const": "card"}, "number": {}}, "required": ["kind", "number"]}
    cash = {"properties": {"kind": {"const": "cash"}, "till": {}}, "required": ["kind", "till"]}
    told = takes({"oneOf": [card, cash], "discriminator": {"propertyName": "kind"}})
    assert told["properties"]["kind"] == {"type": "string", "enum": ["card", "cash"]}
    assert set(told["properties"]) == {"kind", "number", "till"}
    assert told["required"] == ["kind"]
    by_id = {"properties": {"id": {"type": "string"}}, "required": ["id"]}
    by_name = {"properties": {"name": {"type": "string"}}, "required": ["name"]}
    assert takes({"oneOf": [by_id, by_name]})["oneOf"] == [
        {"required": ["id"]},
        {"required": ["name"]},
    ]
    value = {
        "type": "object",
        "properties": {"v": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
    }
    assert takes(value)["properties"]["v"] == {"type": ["string", "null"]}
    either_of = [{"required": ["a"]}, {"required": ["b"]}]
    wanted = takes({"properties": {"a": {}, "b": {}}, "anyOf": either_of})
    assert (list(wanted["properties"]), wanted["anyOf"]) == (["a", "b"], either_of)
    either = {"properties": {"v": {"oneOf": [{"type": "string"}, {"type": "integer"}]}}}
    assert takes(either)["properties"]["v"] == {"oneOf": [{"type": "string"}, {"type": "integer"}]}


def test_a_type_inside_itself_is_cut_and_a_deep_one_has_an_end() -> None:
    node = {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "children": {"type": "array", "items": {"$ref": "#/components/schemas/Node"}},
        },
    }
    found = takes({"$ref": "#/components/schemas/Node"}, Node=node)
    assert found["properties"]["children"] == {"type": "array", "items": {"type": "object"}}
    deep = {
        f"L{n}": {"properties": {"in": {"$ref": f"#/components/schemas/L{n + 1}"}, "v": {}}}
        for n in range(50)
    }
    text = json.dumps(takes({"$ref": "#/components/schemas/L0"}, **deep, L50={"type": "string"}))
    assert text.count('"in"') == 5


def test_a_reference_of_references_is_followed_and_a_circle_is_not() -> None:
    chain = {f"R{n}": {"$ref": f"#/components/schemas/R{n + 1}"} for n in range(50)}
    found = takes(
        {"properties": {"v": {"$ref": "#/components/schemas/R0"}}}, **chain, R50={"type": "integer"}
    )
    assert found["properties"]["v"] == {"type": "integer"}
    ring = {"A": {"$ref": "#/components/schemas/B"}, "B": {"$ref": "#/components/schemas/A"}}
    assert takes({"properties": {"v": {"$ref": "#/components/schemas/A"}}}, **ring)[
        "properties"
    ] == {"v": {}}


def test_results_keep_their_envelope_and_leave_out_what_only_clients_send() -> None:
    part = {"properties": {"id": {"type": "integer", "readOnly": True}, "pin": {"writeOnly": True}}}
    envelope = {"type": "object", "properties": {"data": {"$ref": "#/components/schemas/Part"}}}
    found = gives(envelope, Part=part)
    assert found is not None
    assert found["properties"]["data"]["properties"] == {"id": {"type": "integer"}}
    listed = gives({"type": "array", "items": {"$ref": "#/components/schemas/Part"}}, Part=part)
    assert listed is not None
    assert listed["items"]["properties"] == {"id": {"type": "integer"}}


def test_what_is_made_is_found_by_its_location() -> None:
    empty = one({"responses": {"201": {"description": "made"}}})
    headers = {"Location": {"schema": {"type": "string"}}}
    told = one({"responses": {"202": {"description": "", "headers": headers}}})
    for tool in (empty, told):
        assert tool.output_schema is not None
        assert "location_id" in tool.output_schema["properties"]
    assert one({"responses": {"204": {"description": ""}}}).output_schema is None


def test_names_are_made_where_there_is_none_and_told_where_there_are_two() -> None:
    same = {"operationId": "get part!"}
    tools, problems = imported(
        {"paths": {"/a": {"get": same}, "/b/{id}": {"get": same, "post": {}}, "x": {"get": {}}}}
    )
    assert list(tools) == ["get_part", "get_b_id", "post_b_id"]
    assert tools["get_part"].read_only is True
    assert problems == [
        "api.json: paths.x: a path begins with '/'; left out",
        "api.json: paths./b/{id}.get: the operationId 'get_part' is there twice; "
        "this one is called 'get_b_id'",
    ]


def test_an_id_that_repeats_path_and_verb_is_but_its_name() -> None:
    tools, problems = imported(
        {
            "paths": {
                "/parts/{id}": {"get": {"operationId": "read_part_parts__id__get"}},
                "/bins/{id}": {"get": {"operationId": "read_part_bins__id__get"}},
            }
        }
    )
    assert list(tools) == ["read_part", "read_part_bins__id__get"]
    assert problems == []


def test_authorisation_and_the_servers_path_go_into_the_plan() -> None:
    schemes = {"key": {"type": "apiKey", "in": "query", "name": "k"}}
    tool = one(
        {},
        security=[{"key": []}],
        components={"securitySchemes": schemes},
        servers=[{"url": "https://{h}/api/{v}/", "variables": {"v": {"default": "v2"}}}],
    )
    assert tool.call == {
        "verb": "POST",
        "path": "/parts",
        "prefix": "/api/v2",
        "schemes": [{"type": "apiKey", "name": "k", "place": "query"}],
    }


SWAGGER: dict[str, Any] = {
    "swagger": "2.0",
    "basePath": "/v2",
    "consumes": ["application/json"],
    "definitions": {
        "Part": {
            "type": "object",
            "required": ["name"],
            "properties": {"name": {"type": "string"}},
        }
    },
    "parameters": {"page": {"name": "page", "in": "query", "type": "integer", "default": 1}},
    "paths": {
        "/parts": {
            "get": {
                "operationId": "list",
                "parameters": [
                    {"$ref": "#/parameters/page"},
                    {
                        "name": "tag",
                        "in": "query",
                        "type": "array",
                        "items": {"type": "string"},
                    },
                ],
                "responses": {
                    "200": {"schema": {"type": "array", "items": {"$ref": "#/definitions/Part"}}}
                },
            },
            "post": {
                "operationId": "make",
                "parameters": [
                    {"name": "b", "in": "body", "schema": {"$ref": "#/definitions/Part"}}
                ],
                "responses": {},
            },
        },
        "/parts/{id}/photo": {
            "post": {
                "operationId": "photo",
                "parameters": [
                    {"name": "id", "in": "path", "required": True, "type": "string"},
                    {"name": "file", "in": "formData", "type": "file", "required": True},
                    {"name": "note", "in": "formData", "type": "string"},
                ],
                "responses": {},
            }
        },
    },
}


def test_swagger_2_is_read_like_openapi_3() -> None:
    tools, _ = imported(SWAGGER)
    assert tools["list"].input_schema["properties"]["page"] == {"type": "integer", "default": 1}
    assert tools["list"].output_schema is not None
    assert "name" in tools["list"].output_schema["items"]["properties"]
    assert tools["make"].input_schema["required"] == ["name"]
    assert tools["photo"].input_schema["required"] == ["id", "file"]
    assert tools["photo"].call is not None
    assert tools["photo"].call["body"] == {
        "media": "multipart/form-data",
        "fields": {"file": "file", "note": "note"},
        "files": ["file"],
    }
    assert tools["list"].call is not None
    assert tools["list"].call["prefix"] == "/v2"
    assert tools["list"].call["parameters"][1] == {
        "name": "tag", "place": "query", "argument": "tag", "style": "form",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("schema", "kept"),
    [
        ({"type": "file"}, {"type": "string"}),
        ({"type": "any", "enum": "a"}, {}),
        ({"minimum": 1, "exclusiveMinimum": True}, {"exclusiveMinimum": 1}),
        ({"pattern": r"\p{L}+", "minLength": -1, "format": 3}, {}),
        (
            {"type": "string", "contentMediaType": "application/octet-stream"},
            {"type": "string", "format": "binary"},
        ),
        ({"type": "string", "example": "x"}, {"type": "string", "examples": ["x"]}),
        ({"enum": [1, 1, 2], "nullable": True}, {"enum": [1, 2]}),
    ],
)
def test_what_no_json_schema_may_hold_is_left_out(
    schema: dict[str, Any], kept: dict[str, Any]
) -> None:
    assert takes({"properties": {"v": schema}})["properties"]["v"] == kept


@pytest.mark.parametrize(
    ("statuses", "nothing"),
    [(["204"], True), (["204", "404"], True), (["200", "204"], False), (["404"], False)],
)
def test_an_operation_that_only_answers_204_has_no_result(
    statuses: list[str], nothing: bool
) -> None:
    responses = {status: {"description": "It is so."} for status in statuses}
    assert one({"responses": responses}, verb="delete").answers_nothing is nothing
