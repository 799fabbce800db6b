"""Who reads English reads no Chinese but data; for readers of Chinese our own words are Chinese."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import Visitor, part, say

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]
DISH = "招牌牛肉面"
HAN = re.compile(r"[\u4e00-\u9fff]")
AUTHORS = re.compile(r"^(Thanks to |“.*” was written by )")
"""Names of people are data."""
FOLDED = "main details:not([open]) > summary, main [aria-expanded=false]"
SEEN = """() => {
    const main = document.querySelector("main").cloneNode(true);
    document.body.append(main);
    main.querySelectorAll("pre").forEach((one) => one.remove());
    const told = main.innerText;
    main.remove();
    return told;
}"""


def lines(page: Page) -> list[str]:
    """What can be read with everything unfolded, but for the calls as they were sent."""
    for _ in range(3):
        for one in page.locator(FOLDED).all():
            if one.is_visible():
                one.click()
    told: str = page.evaluate(SEEN)
    return [line for line in told.split("\n") if line.strip()]


def mixed(page: Page) -> list[str]:
    return [line for line in lines(page) if HAN.search(line) and not AUTHORS.match(line)]


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("give user 1234 a 10 yuan red packet in pre", "For example: give user 1234 a 10 yuan"),
        ("give user 1234 a hotel voucher in pre", "They do something else"),
        ("how do I use the issueFullReductionCoupon tool?", "Parameters:"),
        ("who wrote the coupon tool?", "batchIssueCoupons"),
        ("create an item in daily", ""),
    ],
)
def test_questions_choices_and_tools_are_told_in_english(
    visitor: Visitor, sentence: str, shown: str
) -> None:
    page = visitor.open(language="en-US", width=1000)
    say(page, sentence)
    expect(page.locator("main")).to_contain_text(shown)
    expect(page.get_by_role("button", name="Stop", exact=True)).to_have_count(0)
    assert mixed(page) == []
    visitor.shoot(page, sentence.split()[-2])


def test_a_plan_and_its_result_are_told_in_english(visitor: Visitor) -> None:
    page = visitor.open(language="en-US", width=1000)
    say(page, "create a paid takeaway order for user 1234 in pre")
    run = part(page, "plan").get_by_role("button", name="Run", exact=True)
    expect(run).to_be_visible()
    assert mixed(page) == []
    run.click()
    result = part(page, "result")
    expect(result).to_contain_text("is “paid” as asked")
    expect(result).to_contain_text("discount amount")
    # What a store sells is data, and called as the store calls it.
    assert [line for line in mixed(page) if DISH not in line] == []
    visitor.shoot(page)
    expect(result).not_to_contain_text("could not be checked")


@pytest.mark.parametrize(
    ("sentence", "place"),
    [("freeze user 1234 in pre", "pre-release"), ("freeze user 1234 in daily", "daily")],
)
def test_where_a_call_goes_is_told_in_english(visitor: Visitor, sentence: str, place: str) -> None:
    page = visitor.open(language="en-US", width=1000)
    say(page, sentence)
    expect(page.locator(".arguments code").first).to_have_text(place)


def test_the_words_around_an_english_title_are_chinese(visitor: Visitor) -> None:
    page = visitor.open(language="zh-CN", width=1000)
    say(page, "列出骑手 预发")
    expect(page.locator("main")).to_contain_text("List riders")
    expect(part(page, "result")).to_contain_text("已确认")
    told = [line for line in lines(page) if re.search(r"[A-Za-z]{4,}", line)]
    assert any("List riders" in line for line in told)
    data = ("List riders", "listRiders")
    assert [one for one in told if not HAN.search(one) and not any(d in one for d in data)] == []


def test_lists_of_tools_call_them_in_the_readers_language(visitor: Visitor) -> None:
    page = visitor.open(language="en-US")
    say(page, "show the coupons of user 1234 in pre-release")
    expect(page.locator("[data-part=result]")).to_contain_text("Succeeded")
    link = page.get_by_role("main").get_by_role("link", name="List user coupons", exact=True)
    page.goto("/#/authoring/usage")
    row = page.get_by_role("row", name="List user coupons commerce")
    expect(row.get_by_role("cell").first).to_have_text("江离")
    calls = page.get_by_role("columnheader", name="Calls")
    calls.get_by_role("button").click()
    expect(calls).to_have_attribute("aria-sort", "descending")
    calls.get_by_role("button").click()
    expect(calls).to_have_attribute("aria-sort", "ascending")
    expect(row).to_be_visible()
    page.goto("/#/insights")
    used = page.get_by_role("region", name="Most used tools")
    expect(used.get_by_role("row").filter(has_text="List user coupons")).to_contain_text("江离")
    page.goto("/#/authoring/tools")
    page.get_by_role("searchbox").fill("查询用户券")
    expect(link).to_be_visible()
    visitor.shoot(page)
