"""The document of an API that wants credentials: they go to the API's own origin and no other."""

import json
from typing import Any

import pytest

from tests.workshop.api import Asked, Reply, serving
from tests.workshop.operations import PATHS
from tool_registry.base.environment import Environment, Environments
from tool_registry.base.errors import CallNotSent
from tool_registry.sources.config import OpenApiConfig
from tool_registry.sources.openapi.source import OpenApiSource

pytestmark = pytest.mark.anyio
HERE = Environments(configured=(Environment(name="pre", hosts=("127.0.0.1",)),))
DOCUMENT = json.dumps({"openapi": "3.0.3", "paths": PATHS}).encode()
BASIC = {"type": "basic", "username": "u", "password": "p"}
KINDS: list[tuple[dict[str, Any], str, str]] = [
    (BASIC, "authorization", "Basic dTpw"),
    ({"type": "bearer", "token": "t"}, "authorization", "Bearer t"),
    ({"type": "api_key", "value": "v"}, "x-api-key", "v"),
    ({"type": "api_key", "value": "v", "name": "X-K"}, "x-k", "v"),
    ({"type": "api_key", "value": "v", "name": "sid", "in": "cookie"}, "cookie", "sid=v"),
]


def _document(_: Asked) -> Reply:
    return Reply(body=DOCUMENT)


async def _list(document: str, base: str, auth: dict[str, Any]) -> int:
    """How many tools the document has."""
    situation = {"url": base, "auth": auth}
    entry = {"id": "api", "document": document, "environments": {"pre": situation}}
    source = OpenApiSource(OpenApiConfig.model_validate(entry), HERE)
    try:
        return len(await source.list_tools())
    finally:
        await source.close()


@pytest.mark.parametrize(("auth", "header", "value"), KINDS)
async def test_the_document_is_asked_for_with_the_credentials_of_the_calls(
    auth: dict[str, Any], header: str, value: str
) -> None:
    def act(asked: Asked) -> Reply:
        return _document(asked) if asked.headers.get(header) == value else Reply(401)

    with serving(act) as api:
        assert await _list(f"{api.url}/openapi.json?full=1", f"{api.url}/api", auth) > 0
        assert api.asked[0].query == [("full", "1")]


async def test_a_key_of_the_query_stands_beside_what_the_address_says() -> None:
    auth = {"type": "api_key", "value": "v", "name": "key", "in": "query"}
    with serving(_document) as api:
        assert await _list(f"{api.url}/openapi.json?full=1", api.url, auth) > 0
        assert api.asked[0].query == [("full", "1"), ("key", "v")]


async def test_a_document_at_another_origin_gets_no_credentials_and_the_refusal_says_so() -> None:
    with serving(lambda _: Reply(401)) as elsewhere, serving(_document) as api:
        with pytest.raises(CallNotSent, match="only to the origin of a base URL"):
            await _list(f"{elsewhere.url}/openapi.json", api.url, BASIC)
        assert "authorization" not in elsewhere.asked[0].headers


async def test_a_redirect_to_another_origin_takes_no_credentials_along() -> None:
    with serving(_document) as elsewhere:
        away = Reply(302, headers={"location": f"{elsewhere.url}/there"})
        with serving(lambda _: away) as api:
            assert await _list(f"{api.url}/openapi.json", api.url, BASIC) > 0
            assert api.asked[0].headers["authorization"] == "Basic dTpw"
        assert not {"authorization", "cookie", "x-api-key"} & elsewhere.asked[0].headers.keys()
