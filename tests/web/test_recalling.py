"""Arrow keys in the empty message box: what was asked for last."""

import pytest
from playwright.sync_api import Route, expect

from tests.web.browsing import Visitor, part, press, say
from tests.web.test_everyday import box

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


@pytest.mark.usefixtures("nothing_kept")
def test_what_was_asked_for_last_is_recalled_in_a_new_conversation(visitor: Visitor) -> None:
    page = visitor.open()
    for text in ("查询用户1234的信息,预发环境", "查询用户5678的信息,预发环境"):
        press(page, "新对话")
        say(page, text)
        expect(part(page, "result")).to_be_visible()
    for _ in ("new", "reloaded"):
        press(page, "新对话")
        page.keyboard.press("ArrowUp")
        expect(box(page)).to_have_value("查询用户5678的信息,预发环境")
        page.keyboard.press("ArrowUp")
        expect(box(page)).to_have_value("查询用户1234的信息,预发环境")
        page.goto("/")
        expect(box(page)).to_be_focused()


@pytest.mark.usefixtures("nothing_kept")
def test_a_key_ahead_of_the_services_answer_recalls_all_the_same(visitor: Visitor) -> None:
    page = visitor.open()
    say(page, "查询用户1234的信息,预发环境")
    expect(part(page, "result")).to_be_visible()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/said*", hold)
    page.goto("/")
    press(page, "新对话")
    page.keyboard.press("ArrowUp")
    expect(box(page)).to_have_value("")
    for route in held:
        route.continue_()
    expect(box(page)).to_have_value("查询用户1234的信息,预发环境")
