"""Tools of a page around the chat: planned by the service, made by the page, told as it was."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from pydantic import ValidationError

from pipelines.contracts.page import HostPage, PageTool, Words
from pipelines.contracts.request import Request
from tests.services.commands import Zhizao
from tests.services.serving import Client, message
from tool_registry.base.ids import new_id

FILL: dict[str, Any] = {
    "name": "fill_remark",
    "description": "Writes into the remark of the form.",
    "parameters": {
        "type": "object",
        "properties": {"remark": {"type": "string", "maxLength": 40}},
        "required": ["remark"],
    },
    "metadata": {
        "title": {"zh": "填写备注", "en": "Fill in the remark"},
        "labels": {"remark": {"zh": "备注", "en": "remark"}},
    },
}
CUTLERY: dict[str, Any] = {
    "name": "set_cutlery",
    "description": "",
    "parameters": {
        "type": "object",
        "properties": {
            "cutlery": {"type": "integer", "minimum": 0, "maximum": 20},
            "urgent": {"type": "boolean"},
        },
    },
    "metadata": {
        "title": {"zh": "设置餐具份数", "en": "Set the cutlery"},
        "labels": {
            "cutlery": {"zh": "餐具份数", "en": "cutlery"},
            "urgent": {"zh": "加急", "en": "urgent"},
        },
    },
}
PAGE = {
    "description": "zhizao:page",
    "value": '{"title": "订单管理", "origin": "http://a.example"}',
}
COUPON = "给用户1234发放一张满50减20的优惠券,预发环境"


def page_body(text: str, thread: str | None = None, tools: Any = (FILL, CUTLERY)) -> dict[str, Any]:
    body = message(text, thread)
    body["tools"], body["context"] = list(tools), [PAGE]
    return body


def said(client: Client, text: str, thread: str | None = None, **more: Any) -> Any:
    return client.answer(page_body(text, thread, **more))


def result(
    run: str, thread: str, outcome: str | None = "done", content: str = "", **more: Any
) -> dict[str, Any]:
    """What a client says of a call that was left to it."""
    told = {"role": "tool", "id": "t1", "toolCallId": f"{run}:page", "content": content, **more}
    if outcome is not None:
        told["metadata"] = {"outcome": outcome}
    body = message("", thread)
    body["messages"] = [told]
    return body


def call(client: Client, text: str, thread: str) -> tuple[str, Mapping[str, Any]]:
    """The run that has left a call to the page, and its step."""
    told = said(client, text, thread)
    [step] = told["chain"]
    return told["run_id"], step


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("把备注填成少放辣", "少放辣"),
        ("set the remark to no onions", "no onions"),
    ],
)
def test_a_sentence_for_the_page_is_left_to_the_page(
    service: Client, zhizao: Zhizao, text: str, words: str
) -> None:
    thread = new_id("thread")
    events = service.stream("POST", "/api/agui", page_body(text, thread)).events()
    kinds = [one["type"] for one in events]
    # As AG-UI has it: the run is over, and what became of the call is the client's next message.
    end = kinds.index("TOOL_CALL_END")
    assert kinds[end - 2 : end + 1] == ["TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END"]
    assert events[end - 2]["toolCallName"] == "fill_remark"
    assert "TOOL_CALL_RESULT" not in kinds
    assert events[-1]["outcome"]["type"] == "success"
    answer = events[-1]["result"]
    [step] = answer["chain"]
    assert (answer["status"], step["status"]) == ("needs_input", "planned")
    assert step["arguments"] == {"remark": words}
    assert step["bindings"] == {"remark": {"source": "words", "detail": words, "step": None}}
    done = service.answer(result(answer["run_id"], thread))
    assert (done["status"], done["chain"][0]["status"]) == ("succeeded", "done")
    assert words in done["summary"]["text"]
    assert [one["verdict"] for one in done["summary"]["requirements"]] == ["reported"]
    assert zhizao.effects() == []


def test_a_call_names_the_registration_that_it_is_for(service: Client) -> None:
    tool = {**FILL, "metadata": {**FILL["metadata"], "registration": "a1", "effect": "fills"}}
    for offered, registration, effect in ((tool, "a1", "fills"), (FILL, "", "changes")):
        body = page_body("把备注填成少放辣", new_id("thread"), (offered,))
        events = service.stream("POST", "/api/agui", body).events()
        [call] = [one["value"] for one in events if one.get("name") == "page_call"]
        assert (call["registration"], call["effect"]) == (registration, effect)


@pytest.mark.parametrize(
    ("outcome", "status", "step", "says"),
    [
        ("refused", "cancelled", "skipped", "没有做：填写备注"),
        ("unknown", "unknown", "unknown", "不知道有没有做成"),
        ("done", "succeeded", "done", "填写备注"),
    ],
)
def test_what_the_page_tells_is_what_issaid(
    service: Client, outcome: str, status: str, step: str, says: str
) -> None:
    thread = new_id("thread")
    run, _ = call(service, "把备注填成少放辣", thread)
    told = service.answer(result(run, thread, outcome))
    assert (told["status"], told["chain"][0]["status"]) == (status, step)
    assert says in told["summary"]["text"]
    assert told["summary"]["satisfied"] is (outcome == "done")


def test_an_error_of_the_page_is_no_success(service: Client) -> None:
    thread = new_id("thread")
    run, _ = call(service, "把备注填成少放辣", thread)
    told = service.answer(result(run, thread, None, error="the form is locked <b>"))
    assert (told["status"], told["chain"][0]["status"]) == ("failed", "failed")
    assert "没有做成" in told["summary"]["text"]
    assert "the form is locked <b>" in told["summary"]["text"]


def test_what_nobody_said_is_asked_for(service: Client) -> None:
    thread = new_id("thread")
    asked = said(service, "填一下备注", thread)
    assert (asked["status"], asked["question"], asked["chain"]) == (
        "needs_input",
        "备注填什么？",
        [],
    )
    told = said(service, "少放辣", thread)
    assert told["chain"][0]["arguments"] == {"remark": "少放辣"}
    assert told["chain"][0]["bindings"]["remark"]["detail"] == "你的回答：少放辣"


def test_what_does_not_fit_is_asked_for_again(service: Client) -> None:
    thread = new_id("thread")
    asked = said(service, "set cutlery to many", thread)
    assert asked["status"] == "needs_input"
    assert (
        asked["question"] == 'This takes a whole number, and "many" is none. What shall cutlery be?'
    )
    again = said(service, "99", thread)
    assert (again["question"] or "").startswith("This is 20 at most.")
    told = said(service, "3", thread)
    assert told["chain"][0]["arguments"] == {"cutlery": 3}
    long = said(service, f"把备注填成{'辣' * 41}", new_id("thread"))
    assert "最多 40 个字符，你给的有 41 个" in long["question"]


def test_a_reply_for_a_page_that_is_gone_does_nothing(service: Client) -> None:
    thread = new_id("thread")
    said(service, "填一下备注", thread)
    told = said(service, "少放辣", thread, tools=())
    assert (told["status"], told["chain"]) == ("refused", [])
    assert "页面不在了" in told["summary"]["text"]


@pytest.mark.parametrize("tools", [(FILL, CUTLERY), ()])
def test_a_request_is_no_reply_to_what_a_page_asked(service: Client, tools: Any) -> None:
    thread = new_id("thread")
    said(service, "填一下备注", thread)
    body = page_body(COUPON, thread, tools)
    body["forwardedProps"]["plan_only"] = True
    told = service.answer(body)
    assert told["status"] == "planned"
    assert not any(step["tool"].startswith("page:") for step in told["chain"])


@pytest.mark.parametrize(
    "text",
    [
        "把备注填成少放辣,预发环境",
        "把订单123的备注填成少放辣",
        "把备注填成少放辣，然后把订单推进到完结",
        "查询备注是少放辣的订单",
        COUPON,
    ],
)
def test_what_says_more_is_not_for_the_page(service: Client, text: str) -> None:
    body = page_body(text)
    body["forwardedProps"]["plan_only"] = True
    told = service.answer(body)
    assert not any(step["tool"].startswith("page:") for step in told["chain"])


def test_what_goes_on_behind_what_the_page_does_is_told_to_be_said_apart(service: Client) -> None:
    for text in ("备注改为少冰去糖，然后保存", "set the remark to no ice then save it"):
        answer = said(service, text)
        assert (answer["status"], answer["chain"]) == ("refused", [])
        assert answer["summary"]["text"].startswith(("“填写备注”由页面", '"Fill in the remark" is'))


def test_a_tool_is_there_for_its_message_alone(service: Client) -> None:
    thread = new_id("thread")
    run, _ = call(service, "把备注填成少放辣", thread)
    service.answer(result(run, thread))
    for other in (thread, new_id("thread")):
        told = said(service, "把备注填成少放辣", other, tools=())
        assert not any(step["tool"].startswith("page:") for step in told["chain"])
    told = said(service, "再来两个", thread, tools=())
    assert told["chain"] == []
    told = service.chat("撤销刚才的操作", thread)
    assert told["chain"] == []
    _, tools = service.request("GET", "/api/tools?all=true")
    _, memory = service.request("GET", "/api/memory")
    assert "fill_remark" not in str(tools)
    assert "少放辣" not in str(memory)


def test_what_a_page_offers_is_never_stored() -> None:
    page = HostPage(title="订单管理", tools=(PageTool(name="t", title=Words(zh="填", en="Fill")),))
    told = Request(text="填", session_id="s", request_id="r", page=page)
    assert "page" not in told.model_dump(mode="json")


def test_a_result_counts_once_and_only_for_a_call_that_waits(service: Client) -> None:
    thread = new_id("thread")
    run, _ = call(service, "把备注填成少放辣", thread)
    for forged in (
        result("run-0000000000000000", thread),
        result(run, new_id("thread")),
        result(run, thread, "finished"),
    ):
        status, told = service.request("POST", "/api/agui", forged)
        assert status == 422
        assert told["error"]["message"]
    first = result(run, thread)
    done = service.answer(first)
    assert done["status"] == "succeeded"
    # The same message after a lost response: its own answer, and nothing else under its id.
    assert service.answer(first) == done
    other = {**result(run, thread, "refused"), "runId": first["runId"]}
    assert service.request("POST", "/api/agui", other)[0] == 409
    assert service.request("POST", "/api/agui", result(run, thread, "refused"))[0] == 422


def test_a_run_that_waits_for_something_else_takes_noresult(service: Client) -> None:
    thread = new_id("thread")
    asked = service.chat(COUPON, thread, review="always")
    assert asked["status"] == "needs_input"
    status, _ = service.request("POST", "/api/agui", result(asked["run_id"], thread))
    assert status == 422


def test_consent_that_is_delivered_again_gets_its_answer(service: Client, zhizao: Zhizao) -> None:
    thread = new_id("thread")
    asked = service.chat(COUPON, thread, review="always")
    body = message("", thread)
    entry = {"interruptId": asked["run_id"], "status": "resolved", "payload": {"approved": True}}
    body["messages"], body["resume"] = [], [entry]
    done = service.answer(body)
    assert done["status"] == "succeeded"
    effects = zhizao.effects()
    assert service.answer(body) == done
    service.chat("你好", thread)
    assert service.answer(body) == done
    assert zhizao.effects() == effects
    for change in ({"runId": new_id("request")}, {"threadId": new_id("thread")}):
        assert service.request("POST", "/api/agui", {**body, **change})[0] == 422


def test_a_reply_over_http_that_is_delivered_again_gets_its_answer(service: Client) -> None:
    asked = service.chat(COUPON, new_id("thread"), review="always")
    path, body = f"/api/runs/{asked['run_id']}/reply", {"approved": True, "request_id": "r-1"}
    status, done = service.request("POST", path, body)
    assert (status, done["status"]) == (200, "succeeded")
    assert service.request("POST", path, body) == (200, done)
    assert service.request("POST", path, {**body, "request_id": "r-2"})[0] == 422


def test_consent_in_words_carries_nothing_out(service: Client) -> None:
    thread = new_id("thread")
    run, _ = call(service, "把备注填成少放辣", thread)
    body = message("", thread)
    body["messages"] = []
    body["resume"] = [{"interruptId": run, "status": "resolved", "payload": {"approved": True}}]
    told = service.answer(body)
    assert told["status"] == "refused"
    assert "done" not in {step["status"] for step in told["chain"]}


def test_a_secret_is_not_passed_on(service: Client) -> None:
    secret = "AKIA" + "Q3EXAMPLE7KEY4ZZ"
    told = said(service, f"把备注填成 password={secret}")
    assert (told["status"], told["chain"]) == ("refused", [])
    thread = new_id("thread")
    said(service, "填一下备注", thread)
    told = said(service, f"password={secret}", thread)
    assert (told["status"], told["chain"]) == ("refused", [])


def _changed(**change: Any) -> dict[str, Any]:
    return {**FILL, **change}


@pytest.mark.parametrize(
    "tools",
    [
        [_changed(name="../etc")],
        [_changed(name="")],
        [_changed(name="n" * 65)],
        [FILL, FILL],
        [{**FILL, "name": f"t{number}"} for number in range(21)],
        [_changed(description="d" * 501)],
        [_changed(parameters={"type": "string"})],
        [_changed(parameters={"properties": []})],
        [_changed(parameters={"properties": {}, "x": "y" * 9_000})],
        [_changed(metadata={"title": {"zh": "填", "en": "Fill\u202e"}})],
        [_changed(metadata={"title": {"zh": "", "en": "Fill"}})],
    ],
)
def test_tools_that_are_none_are_refused_by_name(service: Client, tools: Any) -> None:
    status, told = service.request("POST", "/api/agui", page_body("把备注填成少放辣", tools=tools))
    assert status == 422
    assert told["error"]["message"]


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "pattern": "(a+)+$"},
        {"type": "array", "items": {"type": "string"}},
        {"$ref": "http://a.example/schema"},
        7,
    ],
)
def test_arguments_that_words_cannot_fill_are_left_alone(service: Client, schema: Any) -> None:
    properties = {"remark": {"type": "string"}, "more": schema}
    told = [_changed(parameters={"type": "object", "properties": properties})]
    assert said(service, "把备注填成少放辣", tools=told)["chain"][0]["arguments"] == {
        "remark": "少放辣"
    }
    wanted = [
        _changed(parameters={"type": "object", "properties": properties, "required": ["more"]})
    ]
    assert not said(service, "把备注填成少放辣", tools=wanted)["chain"]


def test_which_of_several_tools_is_asked(service: Client) -> None:
    title = {"zh": "填写内部备注", "en": "Fill in the internal remark"}
    other = _changed(name="fill_internal", metadata={**FILL["metadata"], "title": title})
    thread = new_id("thread")
    asked = said(service, "把备注填成少放辣", thread, tools=(FILL, other))
    assert "填写备注、填写内部备注" in asked["question"]
    told = said(service, "填写内部备注", thread, tools=(FILL, other))
    assert told["chain"][0]["tool"] == "page:fill_internal"
    assert told["chain"][0]["arguments"] == {"remark": "少放辣"}


def _tool_of(length: int) -> PageTool:
    """One that a browser writes in so many characters."""
    bare = PageTool(name="t", title=Words(zh="填", en="Fill"), parameters={"enum": ["a", "b"]})
    told = bare.model_dump(mode="json", exclude={"registration", "effect"})
    size = len(json.dumps(told, ensure_ascii=False, separators=(",", ":")))
    return bare.model_validate(told | {"parameters": {"enum": ["a" * (length - size + 1), "b"]}})


def test_a_tool_is_as_large_as_a_browser_writes_it() -> None:
    assert _tool_of(8_000).name == "t"
    with pytest.raises(ValidationError, match="more than 8000"):
        _tool_of(8_001)


@pytest.mark.parametrize("odd", ["a\u00a0b", "a\u3000b", "a\u202eb", "a\nb", "a\u2028b", "\ue000"])
def test_a_title_of_a_page_that_is_no_line_is_left_out(odd: str) -> None:
    page = HostPage(title=odd, origin="a" * 81)
    assert (page.title, page.origin) == ("", "")
    with pytest.raises(ValidationError, match="characters that hide"):
        Words(zh=odd, en="Fill")
