"""Requests that are kept to be said again, with blanks, and the same said again at once."""

import pytest
from playwright.sync_api import expect

from tests.services.commands import Zhizao
from tests.services.serving import Client
from tests.web.browsing import COUPON, Visitor, agree, part, press, say
from tests.web.test_everyday import BLANK, box

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


@pytest.mark.usefixtures("nothing_kept")
def test_what_is_asked_for_again_is_kept_with_blanks_and_filled_by_tab(
    visitor: Visitor, zhizao: Zhizao
) -> None:
    page = visitor.open()
    say(page, COUPON)
    agree(page)
    expect(part(page, "result")).to_contain_text("成功")
    press(page, "收藏")
    dialog = page.get_by_role("dialog", name="收藏为常用请求")
    expect(dialog.get_by_role("group").get_by_role("button")).to_have_text(
        ["门槛 50", "金额 20", "用户 1234", "数量 一"]
    )
    dialog.get_by_role("button", name="1234").click()
    expect(dialog.get_by_role("textbox", name="请求")).to_have_value(
        "给用户{{用户}}发放一张满50减20的优惠券,预发环境"
    )
    dialog.get_by_label("名称（可不填）").fill("发券")
    visitor.shoot(page, "keeping")
    press(page, "保存")
    expect(page.get_by_role("status").filter(has_text="已收藏")).to_be_visible()
    press(page, "新对话")
    page.get_by_role("button", name="发券").click()
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("用户")
    visitor.shoot(page, "blank")
    page.keyboard.type("3100000088")
    page.keyboard.press("Enter")
    agree(page)
    expect(part(page, "result")).to_contain_text("成功")
    owners = [one["change"]["after"]["havanaId"] for one in zhizao.effects()]
    assert owners == ["1234", "3100000088"]


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize(
    ("language", "said", "then", "kept", "run", "keep"),
    [
        ("zh-CN", COUPON, "再来两张", COUPON.replace("一张", "2张"), "执行", "收藏"),
        (
            "en-GB",
            "issue a 20 off 50 coupon to user 1234 in pre-release",
            "the same for user 5678",
            "issue a 20 off 50 coupon to user 5678 in pre-release",
            "Run",
            "Keep",
        ),
    ],
    ids=("zh", "en"),
)
def test_what_a_correction_made_of_a_request_is_kept(
    visitor: Visitor, language: str, said: str, then: str, kept: str, run: str, keep: str
) -> None:
    page = visitor.open(language=language)
    for number, text in enumerate((said, then), 1):
        say(page, text)
        page.get_by_role("button", name=run, exact=True).click()
        expect(page.locator("[data-part=result]")).to_have_count(number)
    part(page, "result").get_by_role("button", name=keep, exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("textbox").first).to_have_value(kept)
    expect(dialog.get_by_role("alert")).to_have_count(0)
    visitor.shoot(page, "corrected")
    page.keyboard.press("Escape")
    last = part(page, "result")
    last.get_by_role(
        "button", name="修改后执行" if language == "zh-CN" else "Change and run"
    ).click()
    expect(box(page)).to_have_value(kept)
    again = "再执行一次" if language == "zh-CN" else "Run again"
    last.get_by_role("button", name=again).click()
    expect(page.locator(".mine").last).to_have_text(kept)
    expect(part(page, "plan")).to_be_visible()


@pytest.mark.usefixtures("nothing_kept", "zhizao")
def test_how_many_can_be_a_blank_of_what_is_kept(visitor: Visitor) -> None:
    page = visitor.open()
    say(page, "给用户3100000088发3张满50减20的优惠券,预发环境")
    agree(page)
    press(page, "收藏")
    dialog = page.get_by_role("dialog", name="收藏为常用请求")
    words = dialog.get_by_role("textbox", name="请求")
    for name in ("数量 3", "用户 3100000088"):
        dialog.get_by_role("button", name=name).click()
    expect(words).to_have_value("给用户{{用户}}发{{数量}}张满50减20的优惠券,预发环境")
    visitor.shoot(page)
    dialog.get_by_role("button", name="数量 3").click()
    expect(words).to_have_value("给用户{{用户}}发3张满50减20的优惠券,预发环境")


@pytest.mark.usefixtures("nothing_kept", "zhizao")
def test_kept_requests_are_changed_and_removed(visitor: Visitor, service: Client) -> None:
    service.request("POST", "/api/favourites", {"text": BLANK, "name": "两个空"})
    page = visitor.open()
    page.get_by_role("navigation").get_by_role("button", name="常用请求").click()
    page.get_by_role("button", name="修改：两个空").click()
    page.get_by_role("textbox", name="请求").fill("查询用户{{用户ID}}的订单,预发环境")
    press(page, "保存")
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_contain_text(["查询用户"])
    [kept] = service.request("GET", "/api/favourites")[1]
    assert (kept["text"], kept["name"]) == ("查询用户{{用户ID}}的订单,预发环境", "两个空")
    visitor.shoot(page, "kept")
    page.get_by_role("button", name="移除：两个空").click()
    expect(page.get_by_role("dialog")).to_contain_text("还没有常用请求")
    assert service.request("GET", "/api/favourites")[1] == []


@pytest.mark.usefixtures("nothing_kept", "zhizao")
def test_the_environment_of_a_kept_request_is_for_one_message(
    visitor: Visitor, service: Client
) -> None:
    """What is picked by hand stays, in its own conversation."""
    kept = {"text": "创建一个用户", "name": "建用户", "environment": "daily"}
    service.request("POST", "/api/favourites", kept)
    service.request("PUT", "/api/preferences", {"environment": "pre"})
    page = visitor.open()
    picker = page.get_by_role("combobox", name="环境")
    expect(picker).to_have_value("pre")
    page.get_by_role("button", name="建用户", exact=True).click()
    expect(picker).to_have_value("daily")
    press(page, "新对话")
    expect(picker).to_have_value("pre")
    page.get_by_role("button", name="建用户", exact=True).click()
    page.keyboard.press("Enter")
    expect(part(page, "plan")).to_contain_text("日常(线下)")
    expect(picker).to_have_value("pre")
    picker.select_option("daily")
    press(page, "不执行")
    expect(picker).to_have_value("daily")
    press(page, "新对话")
    expect(picker).to_have_value("pre")
    service.request("PUT", "/api/preferences", {})


@pytest.mark.usefixtures("nothing_kept")
def test_tab_stays_with_the_blanks_as_long_as_one_is_left(
    visitor: Visitor, service: Client
) -> None:
    kept = {"text": "look up user {{user}}, {{place}}", "name": "Look", "environment": None}
    service.request("POST", "/api/favourites", kept)
    page = visitor.open(language="en-US")
    page.get_by_role("button", name="Look", exact=True).click()
    page.keyboard.press("Enter")
    told = page.get_by_role("alert")
    expect(told).to_have_text("Still blank: user, place. Tab goes to the next one.")
    page.keyboard.press("Tab")
    page.keyboard.type("pre-release")
    expect(told).to_have_text("Still blank: user. Type what goes there.")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type("1234")
    expect(box(page)).to_have_value("look up user 1234, pre-release")
    page.keyboard.press("Tab")
    expect(box(page)).not_to_be_focused()


@pytest.mark.usefixtures("nothing_kept")
def test_a_kept_request_answers_no_question_of_the_conversation(
    visitor: Visitor, service: Client, zhizao: Zhizao
) -> None:
    text = "20 off 50 coupon for user {{user}}, pre-release"
    service.request("POST", "/api/favourites", {"text": text, "name": "a coupon"})
    page = visitor.open(language="en-GB")
    page.get_by_role("button", name="New conversation").click()
    say(page, "which coupons does 5678 have")
    expect(part(page, "question")).to_be_visible()
    page.keyboard.press("Control+k")
    page.keyboard.type("a coupon")
    page.get_by_role("option").filter(has_text="{{user}}").click()
    expect(box(page)).to_have_value(text)
    expect(box(page)).to_be_focused()
    page.wait_for_function("getSelection().toString() === '{{user}}'")
    page.keyboard.type("1234")
    expect(box(page)).to_have_value("20 off 50 coupon for user 1234, pre-release")
    page.keyboard.press("Enter")
    expect(part(page, "plan")).to_contain_text("1234")
    expect(page.locator(".turn").last).not_to_contain_text("5678")
    assert zhizao.effects() == []
