"""The OpenAPI document: what every route answers when something is wrong, beside what it promises.

FastAPI documents answers that work, and a form of its own for bad input that this service does not
use. Errors are documented here, in one place, by what a route takes.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias

from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict, Field

from services.openai.bodies import ChatBody, ResponseBody

Parts: TypeAlias = dict[str, Any]
_REF = "#/components/schemas/{model}"
_REASONS = {
    400: "The body cannot be read.",
    401: "Nobody knows who asks: a key is needed, and this is none that opens anything.",
    403: "The key, or the role of its person, is not for that; or a page of a foreign origin asks.",
    404: "There is none, or none that the caller may see.",
    409: "Something else came first: it was decided, changed, or is being worked on.",
    413: "The body, or the sentence, is longer than anything that is served.",
    421: "The request is for another host than this service's.",
    422: "Something of the request cannot be used; the message says what and why.",
    429: "Too many requests of one person in a minute: `Retry-After` says when there is room.",
    503: "Something that is needed does not answer now.",
}
_BODIES = {"/v1/chat/completions": ChatBody, "/v1/responses": ResponseBody}
"""Read by hand, for errors in the form of that wire."""
_STREAMS = ("/api/agui", "/api/agui/runs/{run_id}", *_BODIES)
"""What they answer may be a stream of events."""
_EVENT: Parts = {
    "type": "object",
    "properties": {name: {"type": "string"} for name in ("id", "event", "data")}
    | {"retry": {"type": "integer"}},
}
_PLACES = re.compile(r"\{(\w+)\}")
_OPEN = ("/healthz", "/readyz", "/metrics", "/channels", "/.well-known")
"""Paths that take no key."""
_RUNS = ("/api/agui", "/api/requests", "/api/runs", "/v1")
"""Below them what changes something is a run."""
_A2A = "/a2a"
"""Below it things are named in bodies, too, and what is sent is read by that protocol's package."""
_NAMED = (
    _A2A,
    "/api/tools",
    "/api/workshop",
    "/api/evaluation",
    "/api/sources",
    "/api/submissions",
    "/v1",
    "/channels",
)
"""Below them things are named in queries and bodies, too."""


class Fault(BaseModel):
    """What was wrong with a request."""

    model_config = ConfigDict(title="Fault")

    code: str = Field(description="What it is, for programs; the same in every language.")
    message: str = Field(description="One sentence in the language of the request, with the fix.")


class Failure(BaseModel):
    """How a request fails."""

    error: Fault


class OpenAIFault(Fault):
    """The same for clients of OpenAI's API."""

    type: Literal[
        "authentication_error",
        "invalid_request_error",
        "permission_error",
        "rate_limit_error",
        "server_error",
    ]
    param: str | None = Field(None, description="Where in the body it is.")


class OpenAIFailure(BaseModel):
    """How a request of that wire fails; what is refused before it is read fails as elsewhere."""

    error: OpenAIFault | Fault


class A2AFault(BaseModel):
    """What was wrong with a request of that protocol (`google.rpc.Status`)."""

    code: int = Field(description="The HTTP status.")
    status: str = Field(description="What it is, for programs.")
    message: str
    details: list[dict[str, Any]] = Field(
        default=[], description="With the reason, as A2A names it."
    )


class A2AFailure(BaseModel):
    """How a request of A2A fails; what is refused before it is read fails as elsewhere."""

    error: A2AFault | Fault


def install(app: FastAPI) -> None:
    """Documents the errors of the routes that the application has."""
    plain = app.openapi

    def document() -> Parts:
        if app.openapi_schema is None:
            app.openapi_schema = _completed(plain())
        return app.openapi_schema

    app.openapi = document


def _completed(document: Parts) -> Parts:
    schemas: Parts = document.setdefault("components", {}).setdefault("schemas", {})
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    for model in (Failure, OpenAIFailure, A2AFailure, *_BODIES.values()):
        schemas |= _schemas(model)
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            _complete(path, method, operation)
    return document


def _schemas(model: type[BaseModel]) -> Parts:
    made = model.model_json_schema(ref_template=_REF)
    return {**made.pop("$defs", {}), model.__name__: made}


def _complete(path: str, method: str, operation: Parts) -> None:
    _place(path, operation)
    if body := _BODIES.get(path):
        schema = {"$ref": _REF.format(model=body.__name__)}
        content = {"application/json": {"schema": schema}}
        operation["requestBody"] = {"required": True, "content": content}
    responses: Parts = operation["responses"]
    responses.pop("422", None)
    if path in _STREAMS:
        stream = {"text/event-stream": {"itemSchema": _EVENT}}
        responses["200"]["content"] = responses["200"].get("content", {}) | stream
    schema = {"$ref": _REF.format(model=_form(path).__name__)}
    for status in _statuses(path, method, operation):
        content = {"application/json": {"schema": schema}}
        responses.setdefault(str(status), {"description": _REASONS[status], "content": content})


def _form(path: str) -> type[BaseModel]:
    """In which the route's errors are told."""
    forms = {"/v1": OpenAIFailure, _A2A: A2AFailure}
    return next((form for below, form in forms.items() if path.startswith(below)), Failure)


def _place(path: str, operation: Parts) -> None:
    """Parts of the path that the route reads by itself."""
    told: list[Parts] = operation.setdefault("parameters", [])
    known = {one["name"] for one in told}
    for name in _PLACES.findall(path):
        if name not in known:
            schema = {"type": "string", "title": name}
            told.append({"name": name, "in": "path", "required": True, "schema": schema})


def _statuses(path: str, method: str, operation: Mapping[str, Any]) -> Iterator[int]:
    """Those with which the route may refuse or fail, by what it takes."""
    takes = bool(operation.get("parameters")) or "requestBody" in operation
    changes = method != "get"
    keyed = not path.startswith(_OPEN)
    yield from (403, 421)
    if keyed or path.startswith("/channels"):
        yield 401
    if keyed or changes:
        yield 503
    if "{" in path or path.startswith(_NAMED) or "project" in _parameters(operation):
        yield 404
    if changes:
        yield from (400, 409, 413)
    if changes and path.startswith(_RUNS):
        yield 429
    if path.startswith(_A2A):
        yield 400
    elif takes or changes:
        yield 400 if path.startswith("/v1") else 422


def _parameters(operation: Mapping[str, Any]) -> set[str]:
    return {one["name"] for one in operation.get("parameters", ())}
