"""What the page offers where a sentence is not wholly clear: buttons, forms, a search."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.services.commands import Zhizao
from tests.web.browsing import Visitor, part, say

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]

BLUE = "给用户1234发放一张满50减20的蓝色优惠券,预发环境"
GIFT = "给用户1234发一份满减大礼包,预发环境"


def group(page: Page, name: str) -> Locator:
    return part(page, "choices").get_by_role("group", name=name)


def test_a_reading_is_taken_by_its_button_and_runs_after_consent(
    visitor: Visitor, zhizao: Zhizao
) -> None:
    page = visitor.open()
    say(page, BLUE)
    readings = group(page, "是这个意思吗？")
    expect(readings).to_contain_text("发放满减券")
    expect(part(page, "choices")).not_to_contain_text("不认识")
    visitor.shoot(page, "offered")
    readings.get_by_role("button").first.click()
    expect(part(page, "plan")).to_contain_text("换算50 → 5000")
    assert zhizao.effects() == []
    part(page, "plan").get_by_role("button", name="执行", exact=True).click()
    expect(part(page, "result")).to_contain_text("成功")
    assert [one["tool"] for one in zhizao.effects()] == ["issueFullReductionCoupon"]


def test_the_only_reading_is_taken_by_the_key_that_agrees(visitor: Visitor, zhizao: Zhizao) -> None:
    page = visitor.open()
    say(page, BLUE)
    expect(group(page, "是这个意思吗？")).to_contain_text("发放满减券")
    visitor.shoot(page)
    page.keyboard.press("Control+Enter")
    expect(part(page, "plan")).to_contain_text("换算50 → 5000")
    assert zhizao.effects() == []
    page.keyboard.press("Control+Enter")
    expect(part(page, "result")).to_contain_text("成功")


def test_a_tool_is_completed_in_a_form_with_the_keyboard_alone(
    visitor: Visitor, zhizao: Zhizao
) -> None:
    page = visitor.open()
    say(page, GIFT)
    tools = part(page, "choices").get_by_role("group", name="最接近的工具")
    tool = tools.get_by_role("button", name="发放满减券")
    visitor.shoot(page, "tools")
    tool.focus()
    page.keyboard.press("Enter")
    form = page.get_by_role("form", name="发放满减券")
    expect(form.get_by_label("领券用户的havanaId")).to_have_value("1234")
    visitor.shoot(page, "form")
    form.get_by_role("textbox", name="优惠金额").fill("20")
    form.get_by_role("textbox", name="门槛金额").focus()
    page.keyboard.type("abc")
    page.keyboard.press("Enter")
    expect(part(page, "choices")).to_contain_text("请填数字")
    visitor.shoot(page, "wrong")
    again = page.get_by_role("form", name="发放满减券").last
    again.get_by_role("textbox", name="门槛金额").fill("80")
    again.get_by_role("textbox", name="优惠金额").fill("30")
    page.keyboard.press("Enter")
    expect(part(page, "plan")).to_contain_text("8000")
    part(page, "plan").get_by_role("button", name="执行", exact=True).click()
    expect(part(page, "result")).to_contain_text("成功")
    made = [one["change"]["after"]["discountAmount"] for one in zhizao.effects()]
    assert made == [3000]


def test_a_search_finds_another_tool(visitor: Visitor, zhizao: Zhizao) -> None:
    page = visitor.open(width=390)
    say(page, BLUE)
    search = page.get_by_role("search").last
    search.get_by_role("textbox").fill("券模板")
    page.keyboard.press("Enter")
    expect(part(page, "choices")).to_contain_text("按「券模板」找到")
    expect(part(page, "choices").get_by_role("button").first).to_contain_text("券模板")
    visitor.shoot(page)
    assert zhizao.effects() == []


def test_a_value_that_is_put_right_is_red_no_more_and_the_others_are_kept(
    visitor: Visitor, zhizao: Zhizao
) -> None:
    page = visitor.open(language="en-US")
    say(page, "give user 1234 a blue coupon 20 off 50 in pre-release")
    search = page.get_by_role("search").last
    search.get_by_role("textbox").fill("test user")
    page.keyboard.press("Enter")
    part(page, "choices").get_by_role("button", name="Create test user").last.click()
    form = page.get_by_role("form", name="Create test user").last
    expect(form.get_by_label("phone")).to_be_visible()
    visitor.shoot(page, "form")
    form.get_by_label("name").fill("Ann Lee")
    form.get_by_label("phone").fill("nobody")
    page.keyboard.press("Enter")
    expect(form.locator(".wrong")).to_have_count(1)
    form.get_by_label("phone").fill("13800000001")
    expect(form.locator(".wrong")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(part(page, "plan")).to_contain_text("Ann Lee")
    expect(part(page, "plan")).to_contain_text("13800000001")
    assert zhizao.effects() == []


def test_a_reader_of_english_chooses_and_edits_in_the_dark(
    visitor: Visitor, zhizao: Zhizao
) -> None:
    page = visitor.open(language="en-US", dark=True)
    say(page, "make a freebie, 20 off 50, for user 1234 in pre")
    readings = group(page, "Is this what you mean?")
    expect(readings).to_contain_text("user 1234")
    visitor.shoot(page, "offered")
    readings.get_by_role("button", name="Edit: ").first.click()
    form = page.get_by_role("form").last
    expect(form).to_contain_text("from your words")
    visitor.shoot(page, "form")
    form.get_by_role("button", name="Make the plan").click()
    expect(part(page, "plan")).to_be_visible()
    assert zhizao.effects() == []


def test_what_a_sentence_lacks_is_one_form_and_the_environment_a_segment(
    visitor: Visitor, zhizao: Zhizao
) -> None:
    page = visitor.open(width=400)
    say(page, "发放一张满50减20的优惠券")
    form = part(page, "question").get_by_role("form")
    form.get_by_role("button", name="确定").click()
    expect(form).to_contain_text("请填写")
    form.get_by_label("接收者").fill("1234")
    form.get_by_role("radio", name="预发").check()
    visitor.shoot(page)
    page.keyboard.press("Enter")
    expect(page.locator("article").last.locator(".mine")).to_have_text("接收者：1234，环境：预发")
    expect(part(page, "plan")).to_contain_text("换算50 → 5000")
    assert zhizao.effects() == []
