"""The dashboard in a browser: an owner's journey through numbers to the runs behind them."""

from collections.abc import Generator
from typing import Any

import pytest
from playwright.sync_api import Browser, Download, Locator, Page, expect

from pipelines.contracts.answer import Status
from tests.services.past_runs import reading, steps
from tests.services.test_identity import HOST, Deployment
from tests.services.test_insights import DAY, Office, add_week, office
from tests.web.browsing import SHOTS, Visitor
from tests.web.test_looks import AXE, is_wider_than_the_screen, serious
from tool_registry.base.caller import Role
from tool_registry.stores.rows import Permission

__all__ = ["office"]
pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]
DAYS = "?since=2026-11-23&until=2026-12-06"


@pytest.fixture
def guest(chromium: Browser, office: Office) -> Generator[Visitor]:
    """Visits the office's service; its console has to have stayed silent."""
    visiting = Visitor(chromium, f"http://127.0.0.1:{office.team.client.port}", "insights")
    visiting.forgive("401")
    yield visiting
    for context in visiting.contexts:
        context.close()
    assert visiting.errors == []


def enter(
    guest: Visitor,
    team: Deployment,
    name: str,
    *,
    width: int = 1440,
    dark: bool = False,
    language: str = "en-US",
    permissions: tuple[Permission, ...] = ("read", "run", "tools"),
) -> Page:
    """Somebody who has logged in and stands in the chat."""
    page = guest.open("/login", width=width, dark=dark, language=language)
    page.get_by_label("API").fill(team.key(name, *permissions))
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{guest.url}/")
    return page


def check(guest: Visitor, page: Page, what: str) -> None:
    """What everybody needs of each view."""
    guest.shoot(page, what)
    assert not is_wider_than_the_screen(page)
    if AXE.exists():
        page.evaluate(AXE.read_text("utf-8"))
        assert serious(page) == []


def add_past(office: Office) -> None:
    """Two weeks of press, in which more and more comes to its end."""
    add_week(office.past)
    for day in range(1, 6):
        office.past.clock.jump(DAY - 100)
        for number in range(day + 2):
            tool = "shop@press/make_coupon" if number % 2 else "shop@press/make_order"
            office.past.add("ann", Status.SUCCEEDED, project="press", chain=steps(tool))
        office.past.add(
            "ann", Status.REFUSED, project="press", reason="no_tool", intent=reading("宇宙飞船")
        )
    office.past.add("pia", Status.CANCELLED, project="press", session="mine")


def region(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


def bars(figure: Locator) -> dict[str, tuple[str, int]]:
    """Row → what each bar stands for and how much of its track it takes, in per cent."""
    told: list[list[tuple[str, str, int]]] = figure.get_by_role("listitem").evaluate_all(
        """rows => rows.map((row) => [...row.querySelectorAll(".track i")].map((bar) => [
            row.firstElementChild.textContent, bar.className,
            Math.round(100 * bar.clientWidth / bar.parentElement.clientWidth)]))"""
    )
    assert all(len(row) == 1 for row in told), told
    return {name: (kind, share) for [(name, kind, share)] in told}


def add_many(office: Office, count: int) -> None:
    """So many requests of pia, who may open each of them."""
    for _ in range(count):
        office.past.clock.jump(60)
        office.past.add("pia", Status.CANCELLED, project="press")


def total(lines: list[str], figure: str) -> int:
    """The sum of a figure's numbers in the exported table."""
    return sum(int(one.rsplit(",", 1)[1]) for one in lines if one.startswith(f"{figure},"))


COLUMNS = "Figure,Date,Project,Environment,Thing,Tool,Outcome,Languages,Number"


def lines_of(download: Download) -> list[str]:
    return download.path().read_text("utf-8-sig").splitlines()


def test_an_owner_follows_a_number_to_the_runs_behind_it(guest: Visitor, office: Office) -> None:
    add_past(office)
    page = enter(guest, office.team, "pia")
    page.get_by_role("link", name="Dashboard").click()
    page.goto(f"/#/insights{DAYS}")
    expect(page.locator(".tiles")).to_contain_text("26 of 40 done")
    expect(page.locator(".tiles")).to_contain_text("6 minutes each is this deployment's setting")
    check(guest, page, "owner")
    lost = region(page, "Where requests are lost")
    drawn = bars(lost)
    assert (drawn["Stopped or cancelled"], drawn["Done"]) == (("gone", 5), ("left", 65))
    assert [row for row, (kind, _) in drawn.items() if kind == "left"] == ["Requests", "Done"]
    dialog = page.get_by_role("dialog")
    lost.get_by_role("button", name="Open Stopped or cancelled: 2").click()
    expect(dialog.get_by_role("listitem")).to_have_count(2)
    expect(dialog).to_contain_text("What other people said, and who they are, is not shown")
    expect(dialog.get_by_role("link", name="Open conversation")).to_have_count(1)
    check(guest, page, "behind")
    dialog.get_by_role("button", name="Close").click()
    gaps = region(page, "Requests that no tool serves")
    gaps.get_by_role("button", name="Open 宇宙飞船 · Pre-release: 5").click()
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(5)
    page.keyboard.press("Escape")
    with page.expect_download() as loading:
        page.get_by_role("button", name="Export CSV").click()
    told = lines_of(loading.value)
    assert "Requests over time,2026-11-30,,,,,Not understood,,1" in told
    assert "Languages,,,,,,,Chinese,39" in told
    assert told[:3] == [COLUMNS, "Requests,,,,,,,,40", "Success rate,,,,,,,,0.650"]
    assert "Minutes saved (estimate),,,,,,,," in told[3]
    assert total(told, "Requests over time") == 40


def test_runs_behind_a_number_are_paged_and_taken_along_all(guest: Visitor, office: Office) -> None:
    add_many(office, 120)
    page = enter(guest, office.team, "pia")
    page.goto(f"/#/insights{DAYS}")
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if "/runs?" in one.url else None)
    page.locator(".tiles").get_by_role("button", name="Open Requests: 120").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("listitem")).to_have_count(50)
    add_many(office, 1)
    dialog.get_by_role("button", name="Show more (50 of 120 shown)").click()
    expect(dialog.get_by_role("listitem")).to_have_count(99)
    assert "limit=50&offset=50" in asked[-1]
    dialog.get_by_role("button", name="Show more").scroll_into_view_if_needed()
    check(guest, page, "paged")
    # The service gives 500 at once, which are too many to make here.
    page.route("**/runs?*", lambda way: way.continue_(url=way.request.url.replace("500", "8")))
    with page.expect_download() as loading:
        dialog.get_by_role("button", name="Export CSV").click()
    ids = [line.partition(",")[0] for line in lines_of(loading.value)[1:]]
    assert len(ids) == len(set(ids)) == 120
    page.unroute_all()
    dialog.get_by_role("button", name="Show more (99 of 121 shown)").click()
    expect(dialog.get_by_role("listitem")).to_have_count(120)
    expect(dialog.get_by_role("button", name="Show more")).to_have_count(0)


def test_a_page_that_fails_leaves_what_is_there_and_can_be_asked_again(
    guest: Visitor, office: Office
) -> None:
    add_many(office, 60)
    page = enter(guest, office.team, "pia")
    page.goto(f"/#/insights{DAYS}")
    page.locator(".tiles").get_by_role("button", name="Open Requests: 60").click()
    dialog = page.get_by_role("dialog")
    more = dialog.get_by_role("button", name="Show more (50 of 60 shown)")
    expect(more).to_be_visible()
    guest.forgive("Failed to load resource")
    page.route("**/runs?*", lambda way: way.abort())
    for press in (more, dialog.get_by_role("button", name="Export CSV")):
        press.click()
    expect(dialog.get_by_role("alert")).to_have_count(2)
    expect(dialog.get_by_role("listitem")).to_have_count(50)
    page.unroute_all()
    dialog.get_by_role("button", name="Try again").click()
    expect(dialog.get_by_role("listitem")).to_have_count(60)
    with page.expect_download() as loading:
        dialog.get_by_role("button", name="Export CSV").click()
    assert len(lines_of(loading.value)) == 61
    expect(dialog.get_by_role("alert")).to_have_count(0)


def test_an_opened_list_is_in_the_address_and_opens_for_a_colleague(
    guest: Visitor, office: Office
) -> None:
    add_past(office)
    page = enter(guest, office.team, "pia")
    page.goto(f"/#/insights{DAYS}")
    region(page, "Where requests are lost").get_by_role(
        "button", name="Open Stopped or cancelled: 2"
    ).click()
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(2)
    assert page.url.endswith(f"{DAYS}&open=stopped")
    page.keyboard.press("Escape")
    expect(page).to_have_url(f"{guest.url}/#/insights{DAYS}")
    gaps = region(page, "Requests that no tool serves")
    gaps.get_by_role("button", name="Open 宇宙飞船 · Pre-release: 5").click()
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(5)
    sent = page.url
    colleague = enter(guest, office.team, "otto", language="zh-CN")
    colleague.goto(sent)
    dialog = colleague.get_by_role("dialog", name="宇宙飞船 · 预发 · 没有工具可用")
    expect(dialog).to_contain_text("另有 5 次属于其他项目")
    colleague.goto(f"{guest.url}/#/insights{DAYS}&open=nonsense")
    expect(colleague.locator(".tiles")).to_be_visible()
    expect(colleague.get_by_role("dialog")).to_have_count(0)


def test_the_list_of_gaps_is_of_the_days_and_filters_of_the_dashboard(
    guest: Visitor, office: Office
) -> None:
    add_past(office)
    said: dict[str, Any] = {"project": "press", "reason": "no_tool"}
    office.past.add("ann", Status.REFUSED, "book a seat", intent=reading("座位", "daily"), **said)
    page = enter(guest, office.team, "pia")
    page.goto(f"/#/insights{DAYS}&environment=pre")
    table = region(page, "Requests that no tool serves")
    expect(table.get_by_role("row")).to_have_count(3)
    page.get_by_role("link", name="See how such requests are worded").click()
    listed = region(page, "Requests that no tool serves")
    expect(listed.get_by_role("listitem")).to_have_count(2)
    expect(listed).to_contain_text("as the dashboard counts them: 6. Of the chosen project")
    expect(listed.get_by_role("listitem").first).to_contain_text("宇宙飞船")
    check(guest, page, "gaps")
    listed.get_by_role("link", name="Back to the dashboard").click()
    expect(table.get_by_role("row")).to_have_count(3)
    office.team.stores.people.join(HOST, "zoe", "press", Role.AUTHOR)
    author = enter(guest, office.team, "zoe")
    author.goto("/#/authoring")
    expect(author.get_by_role("link", name="Import")).to_be_visible()
    expect(author.get_by_role("link", name="Gaps")).to_have_count(0)


def test_a_key_for_looking_opens_the_dashboard_and_no_import(
    guest: Visitor, office: Office
) -> None:
    add_past(office)
    page = enter(guest, office.team, "pia", permissions=("read", "run"))
    page.get_by_role("link", name="Dashboard").click()
    page.goto(f"/#/insights{DAYS}")
    expect(page.locator(".tiles")).to_be_visible()
    page.goto("/#/authoring/import")
    told = page.get_by_role("main")
    expect(told).to_contain_text("keys create pia --permission run --permission tools")
    expect(told.get_by_role("textbox")).to_have_count(0)
    check(guest, page, "no-import")


def test_an_administrator_sees_who_may_do_what_and_nobody_else_does(
    guest: Visitor, office: Office
) -> None:
    every: tuple[Permission, ...] = ("read", "run", "tools", "people")
    page = enter(guest, office.team, "root", permissions=every)
    page.get_by_role("link", name="People and keys").click()
    row = region(page, "People").get_by_role("row", name="pia")
    expect(row).to_contain_text("press: owner")
    expect(region(page, "Keys").get_by_role("row").last).to_be_visible()
    expect(page.get_by_role("main")).not_to_contain_text("zk_")
    expect(region(page, "How to change it")).to_contain_text("people join NAME PROJECT")
    check(guest, page, "people")
    other = enter(guest, office.team, "otto")
    expect(other.get_by_role("link", name="Dashboard")).to_be_visible()
    expect(other.get_by_role("link", name="People and keys")).to_have_count(0)


def test_kinds_of_things_beyond_the_table_are_counted(guest: Visitor, office: Office) -> None:
    for number in range(22):
        office.past.add(
            "ann",
            Status.REFUSED,
            project="press",
            reason="no_tool",
            intent=reading(f"thing {number}"),
        )
    page = enter(guest, office.team, "pia")
    page.goto(f"/#/insights{DAYS}")
    gaps = region(page, "Requests that no tool serves")
    expect(gaps.get_by_role("row")).to_have_count(21)
    expect(gaps).to_contain_text("not shown here, and that the CSV has: 2.")
    gaps.scroll_into_view_if_needed()
    check(guest, page, "kinds")


def test_charts_are_tables_too_and_filters_stay_in_the_address(
    guest: Visitor, office: Office
) -> None:
    add_past(office)
    page = enter(guest, office.team, "otto")
    page.goto(f"/#/insights{DAYS}")
    chart = region(page, "Requests over time")
    expect(chart.get_by_role("img")).to_have_attribute(
        "aria-label", "Requests over time. 27 done, 14 not done."
    )
    chart.get_by_role("button", name="Show as table").click()
    expect(chart.get_by_role("row").nth(8)).to_contain_text("Nov 30, 2026")
    chart.get_by_role("combobox").select_option("week")
    expect(chart.get_by_role("row")).to_have_count(3)
    check(guest, page, "table")
    page.get_by_role("combobox", name="Project").select_option("In no project")
    expect(page.locator(".tiles")).to_contain_text("1 of 1 done")
    assert page.url.endswith(f"{DAYS}&project=&by=week")
    page.reload()
    expect(page.locator(".tiles")).to_contain_text("1 of 1 done")
    expect(chart.get_by_role("combobox")).to_have_value("week")
    page.get_by_label("From").fill("2026-12-07")
    expect(page.get_by_role("alert")).to_contain_text("The first day must not be after the last")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [320, 1440])
def test_it_fits_and_reads_well_in_both_languages(
    guest: Visitor, office: Office, width: int, dark: bool
) -> None:
    add_past(office)
    language = "zh-CN" if dark else "en-US"
    page = enter(guest, office.team, "pia", width=width, dark=dark, language=language)
    page.goto(f"/#/insights{DAYS}")
    expect(page.locator(".tiles")).to_contain_text("40")
    guest.name = f"insights-{width}-{'dark' if dark else 'light'}"
    check(guest, page, "")
    page.screenshot(path=SHOTS / f"{guest.name}-whole.png", full_page=True)


def test_without_runs_it_says_where_numbers_come_from(guest: Visitor, office: Office) -> None:
    page = enter(guest, office.team, "eve")
    page.get_by_role("link", name="Dashboard").click()
    expect(page.get_by_text("No requests in this time.")).to_be_visible()
    check(guest, page, "empty")


def test_a_tester_sees_no_way_there_and_gets_nothing(guest: Visitor, office: Office) -> None:
    add_week(office.past)
    page = enter(guest, office.team, "ann")
    expect(page.get_by_role("link", name="Tools")).to_be_visible()
    expect(page.get_by_role("link", name="Dashboard")).to_have_count(0)
    guest.forgive("403")
    page.goto("/#/insights")
    expect(page.get_by_role("alert")).to_contain_text("Only owners of the deployment")
    expect(page.locator(".tiles")).to_have_count(0)
    expect(page.get_by_role("main").get_by_role("button")).to_have_count(0)
    expect(page.get_by_role("combobox")).to_have_count(0)
