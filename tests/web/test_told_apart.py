"""Calls of one tool beside each other: whose each one is, and what became of it."""

import re

import pytest
from playwright.sync_api import expect

from tests.services.commands import Zhizao
from tests.web.browsing import Visitor, part, press, say

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


def test_a_row_says_whose_it_is(visitor: Visitor, zhizao: Zhizao) -> None:
    page = visitor.open()
    say(page, "给用户1234、99999999和88888888每人发放100积分,预发环境")
    own = ["1234", "99999999", "88888888"]
    expect(part(page, "plan").locator(".apart")).to_have_text(own)
    press(page, "执行")
    expect(part(page, "result")).to_be_visible()
    expect(part(page, "execution").locator(".apart")).to_have_text(own)
    visitor.shoot(page)


def test_a_row_of_many_says_whose_the_first_five_are(visitor: Visitor, zhizao: Zhizao) -> None:
    page = visitor.open(language="en-US")
    users = ["1234", "5678", *(f"9999999{number}" for number in range(4))]
    say(page, f"give users {', '.join(users)} 100 points each in pre-release")
    told = ", ".join([*users[:5], "…"])
    expect(part(page, "plan").locator(".apart")).to_have_text(told)
    press(page, "Run")
    expect(part(page, "result")).to_be_visible()
    expect(part(page, "execution").locator(".apart")).to_have_text(told)
    # One of six was done: five sixths of the bar are of those that failed.
    failed = part(page, "execution").locator(".bar-of .failed")
    expect(failed).to_have_attribute("style", re.compile(r"width: 83\.3"))
    visitor.shoot(page)
