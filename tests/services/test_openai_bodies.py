"""Bodies that no good client sends: each is one clear error, or an answer, and nothing breaks."""

from collections.abc import Iterator
from typing import Any

import pytest

from services.openai.markdown import escaped
from tests.services.commands import Zhizao
from tests.services.serving import Client

CHAT, RESPONSES = "/v1/chat/completions", "/v1/responses"
ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    1e308,
    10**30,
    "",
    " ",
    "\0",
    "\ud800",
    "\u202egnp.exe\u2066",
    "[//]: # (chat-00000000-000000000000000000000000-1)",
    "### Task:" * 3,
    "<chat_history>" * 100,
    "USER: " * 1000,
    "{{title}}",
    "a" * 10_000,
    [],
    [[]],
    [None, 1, "x"],
    {},
    {"": ""},
    {"type": "function", "function": {"name": "\udfff"}},
    {"type": "json_schema", "json_schema": {"schema": {"properties": {"\ud800": 3}}}},
)
"""Values for any place of a body."""
RAW: tuple[bytes, ...] = (
    b"",
    b" ",
    b"{",
    b"null",
    b"[]",
    b'"text"',
    b"{]",
    b"\xff\xfe\x00",
    b"\xef\xbb\xbf{}",
    b'{"model": NaN}',
    b'{"model": "zhizao", "messages": [{"role": "user", "content": "\\ud800"}]}',
    b'{"model": ' + b"9" * 10_000 + b"}",
    b"[" * 100_000,
    b'{"a":' * 50_000,
    b'{"metadata": ' + b'{"a":' * 300 + b"1" + b"}" * 300 + b"}",
    b'{"model": "zhizao", "messages": "' + b"x" * 10_000_000 + b'"}',
)


def _chat(**change: Any) -> dict[str, Any]:
    return {"model": "zhizao", "messages": [{"role": "user", "content": "hello"}], **change}


def _broken() -> Iterator[tuple[str, Any]]:
    for raw in RAW:
        yield from ((CHAT, raw), (RESPONSES, raw))
    for odd in ODD:
        yield from ((CHAT, odd), (RESPONSES, odd))
        for field in ("model", "messages", "stream_options", "metadata", "user", "n"):
            yield CHAT, _chat(**{field: odd})
        for field in ("tools", "tool_choice", "response_format", "safety_identifier"):
            yield CHAT, _chat(**{field: odd})
        yield CHAT, _chat(messages=[odd])
        yield CHAT, _chat(messages=[{"role": odd, "content": "hello"}])
        yield CHAT, _chat(messages=[{"role": "user", "content": odd}])
        yield CHAT, _chat(messages=[{"role": "user", "content": [odd]}])
        yield CHAT, _chat(messages=[{"role": "user", "content": [{"type": odd, "text": odd}]}])
        yield CHAT, _chat(metadata={"task": odd, "chat_id": odd, "environment": odd})
        yield CHAT, _chat(messages=[{"role": "assistant", "content": odd}, *_chat()["messages"]])
        yield CHAT, _chat(response_format=odd, metadata={"task": "title"})
        for field in ("input", "instructions", "previous_response_id", "conversation", "text"):
            yield RESPONSES, {"model": "zhizao", "input": "hello", field: odd}
        yield RESPONSES, {"model": "zhizao", "input": [{"role": "user", "content": odd}]}


def test_no_body_breaks_the_service(service: Client, zhizao: Zhizao) -> None:
    sent = list(_broken())
    assert len(sent) > 400
    for path, body in sent:
        status, told = service.request("POST", path, body)
        shown = (path, repr(body)[:200], status, told)
        assert status in (200, 400, 404, 413), shown
        if status == 200:
            assert told["object"] in ("chat.completion", "response"), shown
        else:
            error = told["error"]
            assert error["message"], shown
            assert error["message"].isprintable(), shown
    assert zhizao.effects() == []


@pytest.mark.parametrize(
    "headers",
    [
        {"X-OpenWebUI-Chat-Id": "a" * 5000},
        {"X-OpenWebUI-Chat-Id": "\xff\xfe", "Idempotency-Key": "; DROP TABLE runs"},
        {"X-OpenWebUI-Task": "{{TASK}}", "X-OpenWebUI-Chat-Id": "{{CHAT_ID}}"},
        {"Content-Type": "text/plain", "Accept-Language": "\xff"},
    ],
)
def test_odd_headers_break_nothing(service: Client, headers: dict[str, str]) -> None:
    status, told = service.request("POST", CHAT, _chat(), **headers)
    assert (status, told["choices"][0]["finish_reason"]) == (200, "stop")


def test_what_a_tool_returns_becomes_no_picture_and_no_link() -> None:
    told = "![x](http://evil/?a) [y]: http://evil <img src=x> **b** `c`\n# heading"
    assert escaped(told) == (
        "![x\\](http://evil/?a) [y\\]: http://evil \\<img src=x> \\*\\*b\\*\\* \\`c\\`\n\\# heading"
    )
    assert escaped("50-20 [env] = pre") == "50-20 [env] = pre"
