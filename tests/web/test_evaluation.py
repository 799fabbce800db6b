"""Evaluation runs in a browser: rates over time, two runs in pairs, and a case that was closed."""

import re
from collections.abc import Generator

import pytest
import yaml
from playwright.sync_api import Browser, Page, expect

from pipelines.contracts.answer import Status, Summary
from tests.services.past_evaluations import add_run
from tests.services.past_runs import MONDAY, reading, steps
from tests.services.test_evaluation_http import Lab, lab
from tests.services.test_evaluation_started import small_suite
from tests.web.browsing import SHOTS, Visitor
from tests.web.test_insights import bars, check, enter, region

__all__ = ["lab"]
pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]


@pytest.fixture
def guest(chromium: Browser, lab: Lab) -> Generator[Visitor]:
    """Visits the lab's service; its console has to have stayed silent."""
    visiting = Visitor(chromium, f"http://127.0.0.1:{lab.team.client.port}", "evaluation")
    visiting.forgive("401")
    yield visiting
    for context in visiting.contexts:
        context.close()
    assert visiting.errors == []


def test_an_owner_compares_two_runs_and_follows_a_loss_to_its_trace(
    guest: Visitor, lab: Lab
) -> None:
    page = enter(guest, lab.team, "otto")
    page.get_by_role("link", name="Evaluation").click()
    expect(page.get_by_role("heading", name="Evaluation", exact=True)).to_be_visible()
    chart = region(page, "Pass rate of tickets.yaml over time")
    label = "tickets.yaml: 2 runs, the last with a pass rate of 60%."
    expect(chart.get_by_role("img", name=label)).to_be_visible()
    runs = region(page, "Evaluation runs")
    expect(runs.get_by_role("listitem").first).to_contain_text("60% 3 of 5 · 95 % interval 23.1%")
    expect(runs.get_by_role("listitem").first).to_contain_text("Who: bob")
    check(guest, page, "history")
    for box in runs.get_by_role("checkbox").all():
        box.check()
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        check(guest, page, f"picked-{scheme}")
    runs.get_by_role("link", name="Compare the two").click()
    said = page.get_by_role("region", name=re.compile("^tickets.yaml 2026-.* → tickets.yaml 2026-"))
    expect(said).to_contain_text("eval-one → eval-two")
    expect(said).to_contain_text("0 gained, 1 lost.")
    expect(said).to_contain_text("would still come up 100% of the time")
    expect(said).to_contain_text("it may be chance")
    check(guest, page, "compare")
    region(page, "Lost").get_by_role("link", name="look/0 #1").click()
    expect(region(page, "Expected").locator("pre")).to_contain_text("status: [succeeded]")
    got = region(page, "Got: look/0")
    expect(got).to_contain_text("Lost at: Planning")
    expect(got).to_contain_text("--case look/0 --variant auto")
    check(guest, page, "case")


def test_a_closed_failure_is_opened_only_on_purpose(guest: Visitor, lab: Lab) -> None:
    noted = lab.suite.with_suffix(".opened.jsonl")
    page = enter(guest, lab.team, "otto")
    page.goto("/#/evaluation/runs/eval-one")
    failures = region(page, "Cases that failed")
    expect(failures).to_contain_text("Unseen, not shown")
    expect(failures).not_to_contain_text("give G7")
    check(guest, page, "run")
    failures.get_by_role("link", name="sell/2").click()
    expect(page.get_by_text("Nobody has seen this case fail.")).to_be_visible()
    expect(page.get_by_text("give G7")).to_have_count(0)
    assert not noted.exists()
    check(guest, page, "closed")
    page.get_by_role("button", name="Open it, and note that").click()
    expect(region(page, "Got: sell/2")).to_contain_text("give G7 two")
    assert '"who": "otto"' in noted.read_text("utf-8")
    page.get_by_role("link", name="Back to the run").click()
    expect(region(page, "Cases that failed")).to_contain_text("give G7 two")


@pytest.mark.parametrize(
    ("language", "failures", "says"),
    [
        ("zh-CN", "失败的用例", "实际改动: 不应有的改动：create ticket T1"),
        (
            "en-US",
            "Cases that failed",
            "What was changed: a change that was not expected: create ticket T1",
        ),
    ],
)
def test_reasons_are_told_in_the_language_of_the_page(
    guest: Visitor, lab: Lab, language: str, failures: str, says: str
) -> None:
    page = enter(guest, lab.team, "otto", language=language)
    page.goto("/#/evaluation/runs/eval-two")
    expect(region(page, failures).locator("ul.bullets").last).to_contain_text(says)
    check(guest, page, f"reasons-{language}")


def test_what_a_stage_lost_is_drawn_as_its_share_of_the_run(guest: Visitor, lab: Lab) -> None:
    page = enter(guest, lab.team, "otto")
    page.goto("/#/evaluation/runs/eval-two")
    lost = region(page, "Where cases were lost")
    expect(lost.get_by_role("listitem")).to_have_count(5)
    assert bars(lost) == {
        "Reading": ("gone", 20),
        "Finding tools": ("gone", 0),
        "Planning": ("gone", 20),
        "Execution": ("gone", 0),
        "Summary": ("gone", 0),
    }
    expect(lost).to_contain_text("Planning1 20%")


def test_a_run_that_has_not_finished_is_in_the_table_and_not_in_the_chart(
    guest: Visitor, lab: Lab
) -> None:
    add_run(lab.settings, lab.suite, "eval-cut", MONDAY + 2 * 86_400, worse="look", said=2)
    page = enter(guest, lab.team, "otto")
    page.goto("/#/evaluation")
    chart = region(page, "Pass rate of tickets.yaml over time")
    label = "tickets.yaml: 2 runs, the last with a pass rate of 60%."
    expect(chart.get_by_role("img", name=label)).to_be_visible()
    expect(chart.locator(".mark-of:not(.key *)")).to_have_count(2)
    expect(chart).to_contain_text("have not finished, which only the table shows: 1.")
    check(guest, page, "unfinished-chart")
    chart.get_by_role("button", name="Show as table").click()
    rows = chart.get_by_role("row")
    expect(rows).to_have_count(4)
    expect(rows.nth(3)).to_contain_text("Not finished: 2 of 5")
    expect(rows.nth(2)).not_to_contain_text("Not finished")
    check(guest, page, "unfinished-table")
    page.goto("/#/evaluation/runs/eval-cut")
    expect(page.get_by_role("note")).to_contain_text("Only 2 of 5 conversations were said")
    page.goto("/#/evaluation/runs/eval-one")
    expect(region(page, "Run")).to_be_visible()
    expect(page.get_by_role("note")).to_have_count(0)


def test_a_case_that_passed_is_opened_and_a_run_taken_along(guest: Visitor, lab: Lab) -> None:
    page = enter(guest, lab.team, "otto")
    page.goto("/#/evaluation/runs/eval-one")
    passes = region(page, "Cases that passed")
    passes.get_by_text("Cases that passed (4)").click()
    expect(passes.get_by_role("listitem")).to_have_count(4)
    with page.expect_download() as loading:
        page.get_by_role("button", name="Export CSV").click()
    rows = loading.value.path().read_text("utf-8-sig").splitlines()
    assert sum(",Passed," in row for row in rows) == 4
    passes.get_by_role("link").first.click()
    expect(page.get_by_text("Passed", exact=True)).to_be_visible()
    check(guest, page, "passed")


def test_unseen_cases_that_moved_are_counted_and_not_named(guest: Visitor, lab: Lab) -> None:
    add_run(lab.settings, lab.suite, "eval-three", MONDAY + 2 * 86_400, worse="sell")
    page = enter(guest, lab.team, "otto")
    page.goto("/#/evaluation/compare/eval-two/eval-three")
    said = page.get_by_role("region", name=re.compile("^tickets.yaml 2026-.* → tickets.yaml 2026-"))
    expect(said).to_contain_text("1 gained, 2 lost.")
    lost = region(page, "Lost")
    expect(lost.get_by_role("heading")).to_have_text("Lost (2)")
    expect(lost.get_by_role("listitem")).to_have_text("Unseen cases: 2")
    expect(lost.get_by_role("link")).to_have_count(0)
    check(guest, page, "compare-unseen")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [320, 1440])
def test_it_fits_and_reads_well_in_both_languages(
    guest: Visitor, lab: Lab, width: int, dark: bool
) -> None:
    for day in range(2, 9):
        variant, worse = ("model" if day % 2 else "reader"), ("" if day % 3 else "look")
        at = MONDAY + day * 86_400
        add_run(lab.settings, lab.suite, f"eval-d{day}", at, worse=worse, variant=variant)
    language = "zh-CN" if dark else "en-US"
    page = enter(guest, lab.team, "otto", width=width, dark=dark, language=language)
    guest.name = f"evaluation-{width}-{'dark' if dark else 'light'}"
    for what in ("", "runs/eval-two", "runs/eval-two/look%2F0", "compare/eval-one/eval-two"):
        page.goto(f"/#/evaluation/{what}")
        expect(page.locator(".figure").first).to_be_visible()
        check(guest, page, what.replace("/", "-"))
        name = f"{guest.name}-{what.replace('/', '-')}-whole.png"
        page.screenshot(path=SHOTS / name, full_page=True)


def test_without_runs_it_says_how_one_is_made(guest: Visitor, lab: Lab) -> None:
    lab.settings.home.joinpath("evals.db").unlink()
    page = enter(guest, lab.team, "otto")
    page.goto("/#/evaluation")
    expect(page.get_by_text("No evaluation runs yet.")).to_be_visible()
    check(guest, page, "empty")


@pytest.mark.parametrize("who", ["ann", "pia"])
def test_who_does_not_own_the_deployment_sees_none_of_it(
    guest: Visitor, lab: Lab, who: str
) -> None:
    page = enter(guest, lab.team, who)
    expect(page.get_by_role("link", name="Tools")).to_be_visible()
    expect(page.get_by_role("link", name="Evaluation")).to_have_count(0)
    guest.forgive("403")
    page.goto("/#/evaluation")
    expect(page.get_by_role("alert")).to_contain_text("Only owners of the deployment may see this.")


def result_of(lab: Lab, guest: Visitor, who: str) -> Page:
    """Somebody's own run, in its conversation."""
    lab.past.add(
        who,
        Status.SUCCEEDED,
        project="press",
        session=f"of-{who}",
        intent=reading("优惠券"),
        chain=steps("shop/make_coupon"),
        summary=Summary(satisfied=True, text="the coupon is there"),
    )
    page = enter(guest, lab.team, who)
    page.goto(f"/#of-{who}")
    expect(page.locator("[data-part=result]")).to_be_visible()
    return page


def test_an_owner_makes_a_case_of_a_result_with_one_click(guest: Visitor, lab: Lab) -> None:
    page = result_of(lab, guest, "pia")
    with page.expect_download() as loading:
        page.get_by_role("button", name="Download as evaluation case").click()
    [case] = yaml.safe_load(loading.value.path().read_text("utf-8"))
    assert case["author"] == "pia"
    assert case["expect"][0]["chain"]["steps"] == ["make_coupon"]
    check(guest, page, "from-run")


def test_a_tester_is_not_offered_to(guest: Visitor, lab: Lab) -> None:
    page = result_of(lab, guest, "ann")
    expect(page.get_by_role("button", name="Change and run")).to_be_visible()
    expect(page.get_by_role("button", name="Download as evaluation case")).to_have_count(0)


def test_an_owner_starts_a_run_leaves_and_finds_its_result(guest: Visitor, lab: Lab) -> None:
    small_suite(lab.settings)
    page = enter(guest, lab.team, "otto")
    page.goto("/#/evaluation")
    new = region(page, "Start an evaluation")
    small = "small.yaml (cases: 1, conversations: 1) — a library"
    new.get_by_label("Suite").select_option(label=small)
    listed = new.get_by_label("Suite").locator("option").all_text_contents()
    assert listed[0].startswith("sandbox (recommended) (cases: ")
    assert all(" — " in one for one in listed)
    new.get_by_label("Label (optional)").fill("before the holidays")
    new.get_by_label("Repetitions").fill("100")
    check(guest, page, "start")
    new.get_by_role("button", name="Start").click()
    going = region(page, "Evaluation going on")
    expect(going).to_contain_text("before the holidays", timeout=60_000)
    expect(going.get_by_role("status")).to_contain_text(
        "of 100 done, pass rate 100%", timeout=60_000
    )
    check(guest, page, "going")
    page.goto("/")
    page.goto("/#/evaluation")
    expect(region(page, "Start an evaluation").get_by_role("status")).to_have_text(
        "The evaluation of small.yaml has finished with a pass rate of 100%. See the result",
        timeout=60_000,
    )
    kept = region(page, "Evaluation runs").get_by_role("listitem")
    expect(kept.filter(has_text="before the holidays")).to_contain_text("100 of 100")
    check(guest, page, "finished")


def test_a_run_is_stopped_on_the_page_and_a_failed_start_says_why(guest: Visitor, lab: Lab) -> None:
    small_suite(lab.settings)
    page = enter(guest, lab.team, "otto", language="zh-CN", width=390)
    page.goto("/#/evaluation")
    new = region(page, "开始评测")
    new.get_by_label("评测集").select_option(label="small.yaml（1 个用例，1 次对话） — a library")
    new.get_by_label("运行方式").select_option(label="大模型")
    guest.forgive("422")
    new.get_by_role("button", name="开始").click()
    expect(new.get_by_role("alert").first).to_contain_text("需要模型", timeout=60_000)
    check(guest, page, "not-begun")
    new.get_by_label("运行方式").select_option(label="按部署配置")
    new.get_by_label("重复次数").fill("100")
    new.get_by_role("button", name="开始").click()
    going = region(page, "正在评测")
    expect(going.get_by_role("status")).to_contain_text("/ 100", timeout=60_000)
    going.get_by_role("button", name="停止评测").click()
    expect(region(page, "开始评测").get_by_role("status")).to_contain_text("已停止", timeout=60_000)
    check(guest, page, "stopped")
    page.reload()
    kept = region(page, "评测记录").get_by_role("listitem").filter(has_text="未完成").first
    kept.get_by_role("button", name="继续评测").click()
    expect(going).to_be_visible(timeout=60_000)
    expect(region(page, "开始评测").get_by_role("status")).to_contain_text("完成", timeout=60_000)
    expect(kept).to_have_count(0)


def test_the_suites_are_said_to_be_loading(guest: Visitor, lab: Lab) -> None:
    page = enter(guest, lab.team, "otto")
    page.route("**/api/evaluation/suites", lambda route: None)
    page.goto("/#/evaluation")
    suite = region(page, "Start an evaluation").get_by_label("Suite")
    expect(suite.locator("option")).to_have_text("Loading…")
