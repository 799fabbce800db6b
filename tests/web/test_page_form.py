"""A form of a page with two fields: one sentence fills in both, or leaves one as it is."""

import pytest
from playwright.sync_api import expect

from services.sandbox_process import SandboxProcess
from tests.services.serving import Client
from tests.web.admin import order, service
from tests.web.browsing import Visitor
from tests.web.test_page_tools import OrderForm

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

__all__ = ["order", "service"]


@pytest.mark.parametrize(
    ("language", "text", "agree", "remark"),
    [
        ("zh-CN", "备注填少冰，餐具份数填3份", "同意", "少冰"),
        ("en-US", "remark: extra napkins, and 3 sets of cutlery", "Agree", "extra napkins"),
    ],
)
def test_one_sentence_fills_in_both_fields(
    visitor: Visitor,
    sandbox: SandboxProcess,
    service: Client,
    order: str,
    language: str,
    text: str,
    agree: str,
    remark: str,
) -> None:
    form = OrderForm(visitor, sandbox, service, order, language=language)
    form.field("cutlery").fill("1")
    form.say(text)
    call = form.part("page-call")
    expect(call.locator("ins")).to_have_text([remark, "3"])
    expect(call.locator("del")).to_have_text(["1"])
    visitor.shoot(form.page, "asked")
    form.press(agree)
    expect(form.field("remark")).to_have_value(remark)
    expect(form.field("cutlery")).to_have_value("3")


def test_what_is_not_spoken_of_stays(
    visitor: Visitor, sandbox: SandboxProcess, service: Client, order: str
) -> None:
    form = OrderForm(visitor, sandbox, service, order)
    form.field("remark").fill("多加醋")
    form.say("餐具要3份")
    expect(form.part("page-call").locator("ins")).to_have_text(["3"])
    form.press("同意")
    expect(form.field("cutlery")).to_have_value("3")
    expect(form.field("remark")).to_have_value("多加醋")


@pytest.mark.parametrize(
    ("then", "heads"),
    [
        ("不对，餐具改成4份", ["已改，见下一条", "等你同意：由页面来做"]),
        ("算了，不改", ["没有做：你没有同意"]),
    ],
)
def test_a_card_says_what_the_next_message_made_of_it(
    visitor: Visitor,
    sandbox: SandboxProcess,
    service: Client,
    order: str,
    then: str,
    heads: list[str],
) -> None:
    form = OrderForm(visitor, sandbox, service, order)
    form.say("备注填少冰，餐具份数填3份")
    expect(form.part("page-call")).to_be_visible()
    form.say(then)
    shown = form.chat.locator("[data-part=page-call] h3")
    expect(shown).to_have_text(heads)
    next(one for one in form.page.frames if "/embed" in one.url).evaluate("location.reload()")
    expect(shown).to_have_text(heads)
    expect(form.chat.get_by_text("同意之前有了别的消息")).to_have_count(0)
