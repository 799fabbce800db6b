"""What goes on from a call that was left to the page around the chat."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from tests.services.serving import Client
from tests.services.test_page_tools import call, page_body, result, said
from tool_registry.base.ids import new_id


@pytest.mark.parametrize(
    ("first", "correction", "words"),
    [
        ("把备注填成少放辣", "不对，改成不要香菜吧", "不要香菜"),
        ("把备注填成少放辣", "算了改成不要香菜就行", "不要香菜"),
        ("把备注填成少放辣", "不要写少放辣，改成：放在前台", "放在前台"),
        ("set the remark to no onions", "no, make it extra napkins", "extra napkins"),
        ("set the remark to no onions", "not no onions, make it: two forks", "two forks"),
        ("set the remark to no onions", "it should be no garlic instead", "no garlic"),
    ],
)
@pytest.mark.parametrize("done", [True, False])
def test_another_value_needs_no_name_of_its_field(
    service: Client, first: str, correction: str, words: str, done: bool
) -> None:
    thread = new_id("thread")
    run, _ = call(service, first, thread)
    if done:
        service.answer(result(run, thread))
    _, step = call(service, correction, thread)
    assert step["arguments"] == {"remark": words}
    assert step["bindings"]["remark"]["detail"] == words


@pytest.mark.parametrize("text", ["不知道", "不用了", "no thanks", "谢谢", "how are refunds done?"])
def test_what_is_no_value_fills_in_nothing(service: Client, text: str) -> None:
    thread = new_id("thread")
    run, _ = call(service, "把备注填成少放辣", thread)
    service.answer(result(run, thread))
    assert not any(one["tool"].startswith("page:") for one in said(service, text, thread)["chain"])


def test_a_question_that_was_left_behind_takes_in_no_correction(service: Client) -> None:
    thread = new_id("thread")
    assert said(service, "取消一个订单", thread)["question"]
    call(service, "把备注填成少放辣", thread)
    _, step = call(service, "别写少放辣，改成放在前台", thread)
    assert step["arguments"] == {"remark": "放在前台"}


def test_what_is_denied_of_nothing_on_the_page_is_no_correction(service: Client) -> None:
    thread = new_id("thread")
    call(service, "把备注填成少放辣", thread)
    told = said(service, "不要发优惠券，改成：加积分", thread)
    assert not any(one["tool"].startswith("page:") for one in told["chain"])


def test_behind_something_else_it_is_no_correction_of_the_page(service: Client) -> None:
    thread = new_id("thread")
    run, _ = call(service, "把备注填成少放辣", thread)
    service.answer(result(run, thread))
    said(service, "查一下用户1234,预发", thread)
    told = said(service, "不对，改成用户5678", thread)
    assert not any(one["tool"].startswith("page:") for one in told["chain"])


@pytest.mark.parametrize("words", ["这单也一样", "这单也是"])
def test_the_same_is_filled_in_for_what_the_page_shows_by_now(service: Client, words: str) -> None:
    thread = new_id("thread")

    def beside(text: str, order: str) -> dict[str, Any]:
        body = page_body(text, thread)
        shown = json.dumps({"entity": "order", "id": order, "environment": "pre"})
        body["context"].append({"description": "zhizao:in_view", "value": shown})
        return body

    first = service.answer(beside("把备注填成少放辣", "1301"))
    service.answer(result(first["run_id"], thread))
    [step] = service.answer(beside(words, "1302"))["chain"]
    assert step["arguments"] == {"remark": "少放辣"}


BOTH: dict[str, Any] = {
    "name": "fill_form",
    "description": "Writes into the form.",
    "parameters": {
        "type": "object",
        "properties": {
            "remark": {"type": "string", "maxLength": 40},
            "cutlery": {"type": "integer", "minimum": 0, "maximum": 20},
        },
    },
    "metadata": {
        "title": {"zh": "填写表单", "en": "Fill in the form"},
        "labels": {
            "remark": {"zh": "备注", "en": "remark"},
            "cutlery": {"zh": "餐具份数", "en": "sets of cutlery"},
        },
        "effect": "fills",
    },
}


def beside_form(text: str, thread: str, order: str = "1301", form: str = "f1") -> dict[str, Any]:
    tool = {**BOTH, "metadata": {**BOTH["metadata"], "registration": form}}
    body = page_body(text, thread, (tool,))
    shown = json.dumps({"entity": "order", "id": order, "environment": "pre"})
    body["context"].append({"description": "zhizao:in_view", "value": shown})
    return body


def of_form(service: Client, text: str, thread: str, order: str = "1301") -> Any:
    told = service.answer(beside_form(text, thread, order))
    if told["chain"]:
        service.answer(result(told["run_id"], thread))
    return [one["arguments"] for one in told["chain"]]


def proposed(service: Client, text: str, thread: str, **how: str) -> Mapping[str, Any]:
    """The call that the page is to make, as the service tells it; empty where there is none."""
    told = service.stream("POST", "/api/agui", beside_form(text, thread, **how)).events()
    calls: list[dict[str, Any]] = [one["value"] for one in told if one.get("name") == "page_call"]
    return calls[0] if calls else {}


BOTH_SAID = "备注改成不要洋葱，餐具份数改成2"


@pytest.mark.parametrize(
    ("first", "yes", "arguments"),
    [
        (BOTH_SAID, "同意", {"remark": "不要洋葱", "cutlery": 2}),
        (BOTH_SAID, "好的", {"remark": "不要洋葱", "cutlery": 2}),
        ("set the remark to no onions", "yes, do it", {"remark": "no onions"}),
    ],
)
def test_a_yes_agrees_to_the_call_that_waits(
    service: Client, first: str, yes: str, arguments: object
) -> None:
    thread = new_id("thread")
    assert proposed(service, first, thread)["agreed"] is False
    agreed = proposed(service, yes, thread)
    assert (agreed["agreed"], agreed["call"]["arguments"]) == (True, arguments)


def test_a_yes_beside_another_form_is_asked_about(service: Client) -> None:
    thread = new_id("thread")
    assert proposed(service, BOTH_SAID, thread)
    assert proposed(service, "同意", thread, form="f2")["agreed"] is False
    assert proposed(service, "同意", thread, form="f2")["agreed"] is True


@pytest.mark.parametrize("how", [{"order": "1302"}, {}])
def test_a_yes_agrees_to_nothing_for_another_thing_or_twice(
    service: Client, how: dict[str, str]
) -> None:
    thread = new_id("thread")
    assert proposed(service, BOTH_SAID, thread)
    agreed = service.answer(beside_form("同意", thread)) if not how else None
    if agreed is not None:
        service.answer(result(agreed["run_id"], thread))
    assert not proposed(service, "同意", thread, **how)


@pytest.mark.parametrize(
    ("second", "arguments"),
    [
        ("餐具份数改成3", {"remark": "不要洋葱", "cutlery": 3}),
        ("不对，改成3份", {"remark": "不要洋葱", "cutlery": 3}),
        ("不对，改成不要香菜", {"remark": "不要香菜", "cutlery": 2}),
        ("不对，餐具要三份才够", {"remark": "不要洋葱", "cutlery": 3}),
        ("餐具不用那么多，1份就行", {"remark": "不要洋葱", "cutlery": 1}),
        ("餐具份数不是2，是5", {"remark": "不要洋葱", "cutlery": 5}),
        ("备注不是这个，应该是“不要香菜，少放盐”", {"remark": "不要香菜，少放盐", "cutlery": 2}),
        ("we need four sets of cutlery there", {"remark": "不要洋葱", "cutlery": 4}),
        ("remark should be less ice, keep the rest", {"remark": "less ice", "cutlery": 2}),
        ("不要备注了", {"cutlery": 2}),
        ("备注就不填了", {"cutlery": 2}),
        ("no remark after all", {"cutlery": 2}),
        ("leave the cutlery as it is", {"remark": "不要洋葱"}),
    ],
)
def test_more_or_less_of_the_call_that_waits_keeps_the_rest(
    service: Client, second: str, arguments: object
) -> None:
    thread = new_id("thread")
    assert proposed(service, BOTH_SAID, thread)
    assert proposed(service, second, thread)["call"]["arguments"] == arguments


@pytest.mark.parametrize("said", ["备注再加一句少放盐", "also add less salt to the remark"])
def test_what_is_to_be_put_behind_what_is_there_is_asked_for_whole(
    service: Client, said: str
) -> None:
    answer = service.answer(beside_form(said, new_id("thread")))
    assert (answer["status"], answer["chain"]) == ("needs_input", [])
    assert "少放盐" in answer["question"] or "less salt" in answer["question"]


def test_fields_parted_by_a_pause_are_each_filled(service: Client) -> None:
    told = of_form(service, "把备注填成不要香菜、餐具份数填5", new_id("thread"))
    assert told == [{"remark": "不要香菜", "cutlery": 5}]


def test_where_nothing_is_left_of_it_nothing_is_done(service: Client) -> None:
    thread = new_id("thread")
    assert proposed(service, "把备注改成不要洋葱", thread)
    assert service.answer(beside_form("不要备注了", thread))["status"] == "cancelled"


@pytest.mark.parametrize(
    ("first", "correction"),
    [
        ("备注改成不要洋葱，餐具份数改成2", "哦不，餐具要3份"),
        ("备注改成不要洋葱，餐具份数改成2", "不对，还是改成3份吧"),
        ("set the remark to no onions, 2 sets of cutlery", "no, make it 3 sets"),
        ("备注改成不要洋葱，餐具份数改成2", "餐具份数改成3吧"),
        ("set the remark to no onions, 2 sets of cutlery", "sets of cutlery 3 instead"),
    ],
)
def test_of_several_fields_a_number_is_of_the_one_that_takes_it(
    service: Client, first: str, correction: str
) -> None:
    thread = new_id("thread")
    assert len(of_form(service, first, thread)[0]) == 2
    assert of_form(service, correction, thread) == [{"cutlery": 3}]


def test_the_same_is_all_that_was_said_for_the_first_one(service: Client) -> None:
    thread = new_id("thread")
    of_form(service, "备注改成不要洋葱，餐具份数改成2", thread)
    of_form(service, "餐具份数改成5", thread)
    told = of_form(service, "这单也一样", thread, "1302")
    assert told == [{"remark": "不要洋葱", "cutlery": 5}]


def test_a_value_in_marks_ends_with_them(service: Client) -> None:
    told = of_form(service, "备注写“门口有狗”，餐具给两套", new_id("thread"))
    assert told == [{"remark": "门口有狗", "cutlery": 2}]
