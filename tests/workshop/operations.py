"""A document of a few operations, served and called as a source."""

import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from services.opening import open_source
from tests.workshop.api import Act, Api, Asked, Reply, serving
from tool_registry.base.environment import Environment, Environments
from tool_registry.sources.entries import OpenApiConfig
from tool_registry.sources.result import CallResult, Failure

ENVIRONMENTS = Environments(configured=(Environment(name="daily"), Environment(name="pre")))
PART: dict[str, Any] = {
    "type": "object",
    "required": ["name"],
    "properties": {"name": {"type": "string"}, "sizes": {"type": "array", "items": {}}},
}
KEY = {"name": "Idempotency-Key", "in": "header", "schema": {"type": "string"}}


def body_of(kind: str, schema: Any = PART) -> dict[str, Any]:
    return {"requestBody": {"content": {kind: {"schema": schema}}}}


def query(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "in": "query", **more}


FILE = {"properties": {"note": {"type": "string"}, "photo": {"type": "string", "format": "binary"}}}
PATHS: dict[str, Any] = {
    "/parts": {
        "post": {"operationId": "make", "parameters": [KEY], **body_of("application/json")},
        "get": {
            "operationId": "list",
            "parameters": [
                query("tags", schema={"type": "array"}),
                query("near", schema={"type": "array"}, explode=False),
                query("pipes", schema={"type": "array"}, style="pipeDelimited", explode=False),
                query("filter", schema={"type": "object"}, style="deepObject"),
                query("page", schema={"type": "object"}),
                query("where", content={"application/json": {"schema": {"type": "object"}}}),
                {"name": "X-Team", "in": "header", "schema": {"type": "string"}},
                {"name": "seen", "in": "cookie", "schema": {"type": "string"}},
            ],
        },
        "put": {"operationId": "form", **body_of("application/x-www-form-urlencoded")},
        "patch": {"operationId": "text", **body_of("text/plain", {"type": "string"})},
    },
    "/parts/{id}": {
        "get": {"operationId": "get"},
        "delete": {"operationId": "drop", "security": []},
        "post": {"operationId": "photo", **body_of("multipart/form-data", FILE)},
    },
}


def ok(_: Asked) -> Reply:
    return Reply(body={"id": 1})


class Bench:
    """A source over a running API."""

    def __init__(self, api: Api, config: OpenApiConfig) -> None:
        self.api = api
        self.source = open_source(config, ENVIRONMENTS)

    async def call(self, name: str, arguments: Mapping[str, Any], **more: Any) -> CallResult:
        plans = {tool.name: tool.call for tool in await self.source.list_tools()}
        return await self.source.call(name, arguments, environment="pre", plan=plans[name], **more)


@asynccontextmanager
async def bench(folder: Path, act: Act = ok, **situation: Any) -> AsyncGenerator[Bench]:
    document = {
        "openapi": "3.0.3",
        "servers": [{"url": "/api"}],
        "paths": PATHS,
        **situation.pop("more", {}),
    }
    file = folder / "api.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    with serving(act) as api:
        config = OpenApiConfig.model_validate(
            {
                "id": "api",
                "document": str(file),
                "environments": {"pre": {"url": api.url, **situation}},
            }
        )
        one = Bench(api, config)
        try:
            yield one
        finally:
            await one.source.close()


def failure(result: CallResult) -> Failure:
    assert result.failure is not None
    return result.failure
