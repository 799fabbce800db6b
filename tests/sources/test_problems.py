"""What frameworks say of single arguments when they refuse a request."""

from typing import Any

import pytest

from tool_registry.sources.problems.reading import complaints

BODIES: dict[str, tuple[Any, dict[str, str]]] = {
    "FastAPI": (
        {
            "detail": [
                {"loc": ["body", "items", 0, "name"], "msg": "Field required", "type": "missing"}
            ]
        },
        {"items[].name": "Field required"},
    ),
    "FastAPI, query": (
        {"detail": [{"loc": ["query", "page"], "msg": "not an integer"}]},
        {"page": "not an integer"},
    ),
    "Django REST": (
        {
            "name": ["Required."],
            "lines": [{}, {"size": ["Too big.", "Odd."]}],
            "non_field_errors": ["?"],
        },
        {"name": "Required.", "lines[].size": "Too big.; Odd."},
    ),
    "Django REST, nested": ({"owner": {"mail": ["Not a mail."]}}, {"owner.mail": "Not a mail."}),
    "RFC 9457": (
        {
            "title": "Bad",
            "status": 400,
            "errors": [{"pointer": "#/owner/mail", "detail": "no mail"}],
        },
        {"owner.mail": "no mail"},
    ),
    "RFC 7807": (
        {"title": "Bad", "invalid-params": [{"name": "age", "reason": "must be positive"}]},
        {"age": "must be positive"},
    ),
    "Spring": (
        {
            "status": 400,
            "errors": [{"field": "lines[0].size", "defaultMessage": "must be set", "code": "x"}],
        },
        {"lines[].size": "must be set"},
    ),
    "Spring, violations": (
        {"violations": [{"propertyPath": "name", "message": "must not be blank"}]},
        {"name": "must not be blank"},
    ),
    "Rails": ({"errors": {"name": ["can't be blank"]}}, {"name": "can't be blank"}),
    "Rails, sentences": ({"errors": ["Name can't be blank"]}, {"Name": "can't be blank"}),
    "Laravel": (
        {"message": "Invalid.", "errors": {"lines.0.size": ["The size is required."]}},
        {"lines[].size": "The size is required."},
    ),
    "ASP.NET": (
        {
            "title": "One or more",
            "status": 400,
            "errors": {"$.name": ["bad"], "Size": ["required"]},
        },
        {"name": "bad", "Size": "required"},
    ),
    "express-validator": (
        {"errors": [{"type": "field", "msg": "Invalid value", "path": "mail", "location": "body"}]},
        {"mail": "Invalid value"},
    ),
    "JSON:API": (
        {"errors": [{"source": {"pointer": "/data/attributes/name"}, "detail": "is blank"}]},
        {"name": "is blank"},
    ),
    "marshmallow": (
        {
            "code": 422,
            "errors": {"json": {"name": ["Missing data."], "lines": {"0": {"n": ["Bad."]}}}},
        },
        {"name": "Missing data.", "lines[].n": "Bad."},
    ),
    "Zod": (
        {"issues": [{"path": ["owner", "mail"], "message": "Required"}]},
        {"owner.mail": "Required"},
    ),
    "NestJS": (
        {"statusCode": 400, "message": ["name should not be empty", "size must be a number"]},
        {"name": "should not be empty", "size": "must be a number"},
    ),
    "Go validator": (
        {
            "error": "Key: 'Input.Name' Error:Field validation for 'Name' failed on "
            "the 'required' tag"
        },
        {"Name": "Field validation for 'Name' failed on the 'required' tag"},
    ),
    "Mongoose": (
        {
            "errors": {
                "name": {"message": "Path `name` is required.", "path": "name", "kind": "required"}
            }
        },
        {"name": "Path `name` is required."},
    ),
    "Google": (
        {
            "error": {
                "details": [{"fieldViolations": [{"field": "name", "description": "too long"}]}]
            }
        },
        {"name": "too long"},
    ),
    "Flask-RESTX": (
        {
            "errors": {"name": "'name' is a required property"},
            "message": "Input payload validation failed",
        },
        {"name": "'name' is a required property"},
    ),
    "Pydantic's words": (
        {"text": "1 validation error for add\nname\n  Field required [type=missing, input=1]"},
        {"name": "Field required"},
    ),
    "JSON schema's words": (
        {"text": "Input validation error: 'name' is a required property"},
        {"name": "is a required property"},
    ),
    "a list of its own": (
        {"success": False, "error": {"details": [{"field": "name", "message": "taken"}]}},
        {"name": "taken"},
    ),
}


@pytest.mark.parametrize("framework", BODIES)
def test_each_argument_gets_the_words_that_are_about_it(framework: str) -> None:
    body, fields = BODIES[framework]
    assert dict(complaints(body)) == fields


@pytest.mark.parametrize(
    "body",
    [
        None, "no", 3, [], {}, {"detail": "Not found."}, {"message": "no part"}, {"errors": []},
        {"error": {"code": 3, "message": "no"}}, {"id": 1, "tags": ["a"], "name": "x"}, [[["x"]]],
    ],
)  # fmt: skip
def test_a_refusal_that_names_no_argument(body: Any) -> None:
    assert complaints(body) == []
