"""What goes on from a call that was left to the page around the chat."""

import json
from typing import Any

import pytest

from tests.services.serving import Client
from tests.services.test_page_tools import call, page_body, result, said
from tool_registry.base.ids import new_id


@pytest.mark.parametrize(
    ("first", "correction", "words"),
    [
        ("把备注填成少放辣", "不对，改成不要香菜吧", "不要香菜"),
        ("set the remark to no onions", "no, make it extra napkins", "extra napkins"),
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
