"""Both adapters, with the real package on the native wire, against a server on loopback."""

import asyncio
import json
import resource
import time
from typing import Any

import pytest

from evals.child_process import free_port
from pipelines.models.errors import (
    Cut,
    DeadlinePassed,
    ModelError,
    Nonsense,
    Refused,
    RequestsOff,
    Throttled,
    TooLong,
    Unreachable,
)
from pipelines.models.model import Ask, Message, Reply, Tool, ToolCall
from pipelines.models.permission import model_requests
from tests.models.conftest import KEY, SAID, opened
from tests.scripted_model.answers import scripted
from tests.scripted_model.server import ScriptedServer

pytestmark = pytest.mark.anyio
WIRES = ("native", "compatible")
HELLO = Ask((Message("system", "You answer in JSON."), Message("user", "hello")), seconds=4.0)


def repeat(ask: Ask) -> str:
    """A model that says what it was told last."""
    return ask.messages[-1].text


LEND = Tool("lend_book", "Lends a book.", {"type": "object", "properties": {"id": {}}})
SCHEMA = {"type": "object"}


@pytest.mark.parametrize("wire", WIRES)
async def test_a_question_gets_a_whole_answer_with_its_tokens(
    wire: str, service: ScriptedServer
) -> None:
    async with opened(wire, service.url) as model:
        reply = await model.answer(HELLO)
    assert reply.text == SAID
    assert reply.usage.input_tokens > reply.usage.output_tokens > 0
    assert reply.model == model.name


@pytest.mark.parametrize("wire", WIRES)
async def test_a_streamed_answer_arrives_in_pieces_and_is_the_same(
    wire: str, service: ScriptedServer
) -> None:
    told: list[str] = []
    service.answer = scripted({"talk": "一" * 100})
    async with opened(wire, service.url) as model:
        reply = await model.answer(HELLO, told.append)
    assert len(told) > 2
    assert "".join(told) == reply.text == "一" * 100
    assert reply.usage.output_tokens > 0


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("wire", WIRES)
async def test_tools_are_offered_called_and_answered(
    wire: str, streamed: bool, service: ScriptedServer
) -> None:
    arguments = {"id": "B1", "note": "a note that is long enough for several pieces"}
    service.answer = scripted({"agent": Reply("", (ToolCall("c1", "lend_book", arguments),) * 2)})
    ask = Ask(
        (
            *HELLO.messages,
            Message("assistant", calls=(ToolCall("c9", "lend_book", {}),)),
            Message("tool", "done", call_id="c9"),
        ),
        tools=(LEND,),
    )
    async with opened(wire, service.url) as model:
        reply = await model.answer(ask, (lambda _: None) if streamed else None)
    assert [one.name for one in reply.calls] == ["lend_book", "lend_book"]
    assert [one.arguments for one in reply.calls] == [arguments, arguments]
    body = service.asked[0]["body"]
    options = body["parameters"] if wire == "native" else body
    messages = body["input"]["messages"] if wire == "native" else body["messages"]
    assert options["tools"][0]["function"]["name"] == "lend_book"
    assert messages[-2]["tool_calls"][0]["id"] == messages[-1]["tool_call_id"] == "c9"


@pytest.mark.parametrize("wire", WIRES)
async def test_a_schema_asks_for_json_and_the_options_are_sent(
    wire: str, service: ScriptedServer
) -> None:
    ask = Ask(HELLO.messages, schema=SCHEMA, temperature=0.0, max_tokens=50)
    async with opened(wire, service.url) as model:
        await model.answer(ask)
    body = service.asked[0]["body"]
    options = body["parameters"] if wire == "native" else body
    named = {"name": "answer", "schema": SCHEMA, "strict": False}
    assert options["response_format"] == {"type": "json_schema", "json_schema": named}
    assert options["temperature"] == 0.0
    assert options["max_tokens"] == 50


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize(
    ("taken", "asked"),
    [
        (("json_object", ""), ["json_schema", "json_object", "json_object"]),
        (("",), ["json_schema", "json_object", "", ""]),
    ],
)
async def test_a_service_that_takes_no_schema_is_asked_for_json_and_then_in_no_form(
    wire: str, taken: tuple[str, ...], asked: list[str], service: ScriptedServer
) -> None:
    service.formats = taken
    ask = Ask((Message("system", "JSON"), Message("user", "hello")), schema=SCHEMA)
    async with opened(wire, service.url) as model:
        for _ in range(2):
            assert (await model.answer(ask)).text == SAID
    assert [format_of(one["body"], wire) for one in service.asked] == asked


@pytest.mark.parametrize("wire", WIRES)
async def test_a_service_that_takes_no_form_at_all_is_a_clear_refusal(
    wire: str, service: ScriptedServer
) -> None:
    service.formats = ()
    async with opened(wire, service.url) as model:
        with pytest.raises(Refused, match="response_format json_schema is not supported"):
            await model.answer(Ask((Message("user", "JSON"),), schema=SCHEMA))


def format_of(body: dict[str, Any], wire: str) -> str:
    options = body["parameters"] if wire == "native" else body
    told: dict[str, str] = options.get("response_format") or {}
    return told.get("type", "")


FAULTS: dict[str, tuple[type[ModelError], ...]] = {
    "reset": (Cut,),
    "429": (Throttled,),
    "429_after": (Throttled,),
    "500": (Unreachable,),
    "error_body": (Nonsense, Unreachable),
    "html": (Nonsense, Unreachable),
    "half_json": (Nonsense, Unreachable),
    "bad_utf8": (Nonsense,),
    "no_choices": (Nonsense,),
    "cut_before": (Cut,),
    "cut_after": (Cut,),
    "hang": (DeadlinePassed,),
    "hang_middle": (DeadlinePassed,),
    "endless": (DeadlinePassed, TooLong),
    "bad_tool_json": (Nonsense,),
    "unknown_tool": (Nonsense,),
    "too_long": (TooLong,),
    "bad_key": (Refused,),
}


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("kind", FAULTS)
async def test_each_fault_of_the_wire_is_a_clear_error_in_bounded_time(
    kind: str, wire: str, streamed: bool, service: ScriptedServer
) -> None:
    service.broken = kind
    tools = (Tool("any_tool", "Any.", {"type": "object"}),)
    ask = Ask(HELLO.messages, tools=tools, seconds=0.2 if DeadlinePassed in FAULTS[kind] else 40.0)
    begun, worked = time.monotonic(), _worked()
    async with opened(wire, service.url) as model:
        with pytest.raises(FAULTS[kind]) as caught:
            await model.answer(ask, (lambda _: None) if streamed else None)
    assert time.monotonic() - begun < 20
    assert _worked() - worked < 1
    error = caught.value
    assert error.model == model.name
    for language in ("zh", "en"):
        assert "qwen-plus" in error.sentence(language)
        assert KEY not in error.sentence(language)
        assert "Traceback" not in error.sentence(language)


def _worked() -> float:
    """Seconds of processor that this process has used."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


@pytest.mark.parametrize("wire", WIRES)
async def test_a_server_that_is_not_there_and_one_without_tls_are_unreachable(
    wire: str, service: ScriptedServer
) -> None:
    for url in (f"http://127.0.0.1:{free_port()}", service.url.replace("http", "https")):
        async with opened(wire, url) as model:
            with pytest.raises((Unreachable, Cut)) as caught:
                await model.answer(HELLO)
        assert caught.value.passing


@pytest.mark.parametrize("wire", WIRES)
async def test_a_text_that_no_encoding_can_hold_is_nonsense(
    wire: str, service: ScriptedServer
) -> None:
    service.answer = scripted({"talk": "half a character: \ud800"})
    async with opened(wire, service.url) as model:
        with pytest.raises(Nonsense, match="no UTF-8"):
            await model.answer(HELLO)


@pytest.mark.parametrize("wire", WIRES)
async def test_a_server_says_how_long_to_wait(wire: str, service: ScriptedServer) -> None:
    service.faults = ["429_after", "429"]
    async with opened(wire, service.url) as model:
        for expected in (1.0, None):
            with pytest.raises(Throttled) as caught:
                await model.answer(HELLO)
            assert caught.value.retry_after == expected
        assert (await model.answer(HELLO)).text


@pytest.mark.parametrize("wire", WIRES)
async def test_keys_and_models_are_checked_and_never_shown(
    wire: str, service: ScriptedServer
) -> None:
    async with opened(wire, service.url, name="gpt-0") as model:
        with pytest.raises(Refused, match="does not exist"):
            await model.answer(HELLO)
        assert KEY not in repr(vars(model))


@pytest.mark.parametrize("wire", WIRES)
async def test_many_questions_at_once_are_answered_each_with_its_own(
    wire: str, service: ScriptedServer
) -> None:
    service.answer = repeat
    asks = [Ask((Message("user", f"number {i}"),), seconds=5) for i in range(30)]
    async with opened(wire, service.url) as model:
        replies = await asyncio.gather(*(model.answer(ask) for ask in asks))
    assert [reply.text for reply in replies] == [f"number {i}" for i in range(30)]


@pytest.mark.parametrize("wire", WIRES)
async def test_nothing_is_sent_where_requests_are_turned_off(
    wire: str, service: ScriptedServer
) -> None:
    with model_requests(False):
        async with opened(wire, service.url) as model:
            with pytest.raises(RequestsOff):
                await model.answer(HELLO)
    assert service.asked == []


async def test_the_native_wire_carries_the_headers_and_the_form_of_the_real_one(
    service: ScriptedServer,
) -> None:
    async with opened("native", service.url) as model:
        await model.answer(HELLO, lambda _: None)
    body = service.asked[0]["body"]
    assert service.asked[0]["path"] == "/api/v1/services/aigc/text-generation/generation"
    assert body["parameters"]["result_format"] == "message"
    assert json.dumps(body["input"]["messages"][1]) == '{"role": "user", "content": "hello"}'
    assert service.asked[0]["headers"]["x-dashscope-sse"] == "enable"
    assert body["parameters"]["incremental_output"]
