"""The lists of runs behind the dashboard's numbers, and the addresses that are passed on."""

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from pipelines.contracts.answer import Status, Summary
from services.conversations import delete_conversation
from tests.services.past_runs import reading, steps
from tests.services.test_insights import Office, office
from tests.web.browsing import Visitor
from tests.web.test_insights import (
    DAYS,
    add_many,
    add_past,
    check,
    enter,
    guest,
    lines_of,
)
from tool_registry.base.caller import Caller

__all__ = ["guest", "office"]
pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


def test_the_browsers_way_back_closes_an_opened_list(guest: Visitor, office: Office) -> None:
    add_many(office, 2)
    page = enter(guest, office.team, "pia")
    page.goto(f"/#/insights{DAYS}")
    number = page.locator(".tiles").get_by_role("button", name="Open Requests: 2")
    dialog = page.get_by_role("dialog")
    for close in (page.go_back, lambda: page.keyboard.press("Escape")):
        number.click()
        expect(dialog.get_by_role("listitem")).to_have_count(2)
        close()
        expect(dialog).to_have_count(0)
        expect(page).to_have_url(f"{guest.url}/#/insights{DAYS}")
    page.goto(f"{guest.url}/#/insights{DAYS}&open=requests")
    dialog.get_by_role("button", name="Close").click()
    expect(number).to_be_visible()
    expect(dialog).to_have_count(0)


def test_a_run_tells_why_it_was_lost_and_that_its_conversation_is_deleted(
    guest: Visitor, office: Office
) -> None:
    past, text = office.past, "give Ada a voucher"
    lost: dict[str, Any] = {"project": "press", "intent": reading("优惠券")}
    why = Summary(text="The till refused it: E17.\nNothing was made.")
    chain = (*steps("shop/z"), *steps("shop/z", "shop/a", status="failed")[1:])
    past.add("pia", Status.FAILED, text, session="gone", chain=chain, summary=why, **lost)
    past.add("ann", Status.FAILED, text, session="hers", chain=chain, summary=why, **lost)
    delete_conversation(past.store, Caller(user="pia"), "gone")
    page = enter(guest, office.team, "pia")
    page.goto(f"/#/insights{DAYS}&open=requests")
    listed = page.get_by_role("dialog").get_by_role("listitem")
    expect(listed).to_have_count(2)
    hers, mine = listed.all()
    expect(mine).to_contain_text(f"{text}Reason: The till refused it: E17.")
    expect(mine).to_contain_text("Conversation deleted")
    expect(mine.get_by_role("link")).to_have_count(0)
    expect(hers).not_to_contain_text("E17")
    check(guest, page, "lost")
    with page.expect_download() as loading:
        page.get_by_role("dialog").get_by_role("button", name="Export CSV").click()
    head, other, own = lines_of(loading.value)
    assert head.endswith(",Tool,Sentence,Who,Reason,Failed tools")
    unseen = "Tools that you do not see, or that are gone"
    assert other.endswith(f',"{unseen}",,Somebody else,,"{unseen}"')
    assert own.endswith(f",shop/z shop/a,{text},pia,The till refused it: E17.,shop/a")


def test_what_is_taken_for_the_work_by_hand_goes_with_the_link(
    guest: Visitor, office: Office
) -> None:
    add_past(office)

    def without_setting(way: Route) -> None:
        told = way.fetch()
        way.fulfill(response=told, json={**told.json(), "minutes_by_hand": None})

    page, colleague = (enter(guest, office.team, name) for name in ("pia", "otto"))
    for one in (page, colleague):
        one.route("**/api/insights?*", without_setting)
    page.goto(f"/#/insights{DAYS}")
    page.get_by_label("How many minutes").fill("12.5")
    expect(page).to_have_url(f"{guest.url}/#/insights{DAYS}&minutes=12.5")
    page.goto(f"{guest.url}/#/insights?days=28")
    expect(page).to_have_url(f"{guest.url}/#/insights?days=28&minutes=12.5")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    colleague.goto(page.evaluate("navigator.clipboard.readText()"))
    expect(colleague.locator(".tiles")).to_contain_text("12.5 minutes each is an assumption")
