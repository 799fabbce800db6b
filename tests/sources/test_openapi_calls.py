"""Calling operations of a real HTTP API: how requests are written, and what answers mean."""

from pathlib import Path
from typing import Any

import pytest

from services.opening import open_source
from tests.workshop.api import Asked, Reply, serving
from tests.workshop.operations import ENVIRONMENTS, PATHS, bench, failure, ok
from tests.workshop.running import free_port
from tool_registry.base.errors import CallNotSent, ConfigurationError
from tool_registry.sources.entries import OpenApiConfig

pytestmark = pytest.mark.anyio


async def test_a_json_body_and_its_key(tmp_path: Path) -> None:
    async with bench(tmp_path, headers={"X-Space": "qa"}) as api:
        result = await api.call("make", {"name": "bolt", "sizes": [1]}, key="k-1")
        asked = api.api.asked[0]
    assert result.body == {"id": 1}
    assert (asked.method, asked.path) == ("POST", "/api/parts")
    assert asked.json == {"name": "bolt", "sizes": [1]}
    assert asked.headers["idempotency-key"] == "k-1"
    assert asked.headers["x-space"] == "qa"


async def test_parameters_are_written_as_the_document_says(tmp_path: Path) -> None:
    arguments = {
        "tags": ["a", "b c"],
        "near": [1, 2],
        "pipes": ["x", "y"],
        "filter": {"name": "bolt", "made": {"by": "me"}},
        "page": {"number": 2, "all": True},
        "where": {"a": 1},
        "X-Team": "shop",
        "seen": "yes",
    }
    async with bench(tmp_path) as api:
        await api.call("list", arguments)
        asked = api.api.asked[0]
    assert asked.query == [
        ("tags", "a"),
        ("tags", "b c"),
        ("near", "1,2"),
        ("pipes", "x|y"),
        ("filter[name]", "bolt"),
        ("filter[made][by]", "me"),
        ("number", "2"),
        ("all", "true"),
        ("where", '{"a": 1}'),
    ]
    assert (asked.headers["x-team"], asked.headers["cookie"]) == ("shop", "seen=yes")


async def test_forms_files_and_texts(tmp_path: Path) -> None:
    async with bench(tmp_path) as api:
        await api.call("form", {"name": "a&b", "sizes": [1, 2]})
        await api.call("photo", {"id": "a/b", "note": "n", "photo": "pixels"})
        await api.call("text", {"body": "words"})
        form, photo, text = api.api.asked
    assert form.body == b"name=a%26b&sizes=1&sizes=2"
    assert form.headers["content-type"] == "application/x-www-form-urlencoded"
    assert photo.path == "/api/parts/a%2Fb"
    assert photo.headers["content-type"].startswith("multipart/form-data; boundary=")
    assert b'name="photo"; filename="photo.txt"' in photo.body
    assert b'name="note"\r\n\r\nn\r\n' in photo.body
    assert (text.headers["content-type"], text.body) == ("text/plain", b"words")


@pytest.mark.parametrize("value", [None, "", "..", "."])
async def test_a_part_of_the_address_cannot_be_empty_or_lead_elsewhere(
    tmp_path: Path, value: str | None
) -> None:
    async with bench(tmp_path) as api:
        result = await api.call("get", {} if value is None else {"id": value})
        assert api.api.asked == []
    assert failure(result).kind == "validation"
    assert list(failure(result).fields) == ["id"]


async def test_an_answer_without_a_body_tells_its_location(tmp_path: Path) -> None:
    made = Reply(201, headers={"location": "/api/parts/P%201/"})
    async with bench(tmp_path, lambda _: made) as api:
        assert (await api.call("make", {"name": "x"})).body == {
            "location": "/api/parts/P%201/",
            "location_id": "P 1",
        }
    async with bench(tmp_path, lambda _: Reply(204)) as api:
        assert (await api.call("drop", {"id": 1})).body == {}
    text = Reply(body=b"fine", headers={"content-type": "text/plain"})
    async with bench(tmp_path, lambda _: text) as api:
        assert (await api.call("get", {"id": 1})).body == {"text": "fine"}


async def test_a_refusal_names_the_arguments_as_the_tool_calls_them(tmp_path: Path) -> None:
    errors = [
        {"loc": ["body", "name"], "msg": "too short"},
        {"loc": ["body", "sizes", 0], "msg": "not a number"},
    ]
    async with bench(tmp_path, lambda _: Reply(422, {"detail": errors})) as api:
        refused = failure(await api.call("make", {"name": "x"}))
    assert refused.kind == "validation"
    assert refused.fields == {"name": "too short", "sizes": "not a number"}
    assert "name: too short" in refused.message


@pytest.mark.parametrize(
    ("status", "body", "kind", "code"),
    [
        (400, {"message": "no"}, "validation", "HTTP_400"),
        (415, None, "validation", "HTTP_415"),
        (401, {"detail": "who are you"}, "business", "HTTP_401"),
        (403, None, "business", "HTTP_403"),
        (404, {"code": "NO_PART", "message": "no such part"}, "business", "NO_PART"),
        (409, {"error": {"code": "TAKEN", "message": "taken"}}, "business", "TAKEN"),
        (429, None, "business", "HTTP_429"),
        (500, {"message": "oh"}, "unknown", "HTTP_500"),
        (503, b"<html>down</html>", "unknown", "HTTP_503"),
        (408, None, "unknown", "HTTP_408"),
        (200, {"success": False, "code": "NO", "message": "sold out"}, "business", "NO"),
        (200, b"<html>log in</html>", "unknown", "MALFORMED"),
        (301, None, "unknown", "HTTP_301"),
    ],
)
async def test_what_a_status_means(
    tmp_path: Path, status: int, body: Any, kind: str, code: str
) -> None:
    reply = Reply(status, body, {"retry-after": "7", "location": "http://elsewhere.test/"})
    async with bench(tmp_path, lambda _: reply) as api:
        result = failure(await api.call("make", {"name": "x"}))
    assert (result.kind, result.code) == (kind, code)
    assert ("7" in result.message) == (status >= 400)


async def test_no_answer_is_unknown_and_no_connection_is_none(tmp_path: Path) -> None:
    def slow(asked: Asked) -> Reply:
        raise ConnectionAbortedError

    async with bench(tmp_path, slow) as api:
        reset = failure(await api.call("make", {"name": "x"}))
    assert reset.kind == "unknown"
    async with bench(tmp_path, url=f"http://127.0.0.1:{free_port()}") as api:
        refused = failure(await api.call("make", {"name": "x"}))
    assert refused.kind == "refused_connection"
    async with bench(tmp_path, lambda _: Reply(body=b"x" * 9_000_000)) as api:
        long = failure(await api.call("get", {"id": 1}))
    assert (long.kind, long.code) == ("unknown", "TOO_LARGE")


async def test_a_read_follows_a_move_at_the_same_host_and_a_write_is_not_repeated(
    tmp_path: Path,
) -> None:
    def moved(asked: Asked) -> Reply:
        there = Reply(301, headers={"location": "/new"})
        return Reply(body={"id": 2}) if asked.path == "/new" else there

    async with bench(tmp_path, moved) as api:
        assert (await api.call("get", {"id": 1})).body == {"id": 2}
        assert failure(await api.call("make", {"name": "x"})).kind == "unknown"


async def test_another_environment_is_not_called(tmp_path: Path) -> None:
    async with bench(tmp_path) as api:
        result = await api.source.call("make", {"name": "x"}, environment="daily")
        assert api.api.asked == []
    assert "not configured for 'daily'" in failure(result).message


def test_an_environment_that_nobody_configured_is_refused() -> None:
    config = OpenApiConfig.model_validate(
        {"id": "api", "document": "d", "environments": {"live": {"url": "http://x"}}}
    )
    with pytest.raises(ConfigurationError, match="'live' is no configured environment"):
        open_source(config, ENVIRONMENTS)


async def test_arguments_of_an_environment_are_filled_and_no_longer_asked_for(
    tmp_path: Path,
) -> None:
    async with bench(tmp_path, arguments={"X-Team": "qa"}) as api:
        tools = {tool.name: tool for tool in await api.source.list_tools()}
        await api.call("list", {})
        assert api.api.asked[0].headers["x-team"] == "qa"
    assert "X-Team" not in tools["list"].input_schema["properties"]
    assert tools["list"].environments == ("pre",)


async def test_the_document_itself_is_fetched_under_the_same_rules(tmp_path: Path) -> None:
    document = {"openapi": "3.1.0", "paths": PATHS}
    with serving(lambda _: Reply(body=document)) as api, serving(ok) as other:
        for url, allowed in ((api.url, True), (other.url, False)):
            config = OpenApiConfig.model_validate(
                {"id": "api", "document": f"{url}/d", "environments": {"pre": {"url": api.url}}}
            )
            source = open_source(config, ENVIRONMENTS)
            if allowed:
                assert len(await source.list_tools()) == 7
            else:
                with pytest.raises(CallNotSent, match="no owner allowed"):
                    await source.list_tools()
            await source.close()
        assert other.asked == []
