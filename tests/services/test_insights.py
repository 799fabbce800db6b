"""What owners are told of the requests of their projects: counts, and nobody else's sentences."""

import json
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from pipelines.contracts.answer import Status, Summary
from pipelines.contracts.page import PageResult
from services.conversations import delete_conversation
from services.insights.asking import Span
from services.insights.keeping import catch_up
from services.insights.outcomes import Ending
from services.sandbox_process import SandboxProcess
from services.settings import Settings
from tests.services.past_runs import COUPON, MONDAY, Past, reading, steps
from tests.services.serving import Stage, serve, serve_whole
from tests.services.test_identity import HOST, Deployment
from tool_registry.base.caller import Caller, Role
from tool_registry.stores.rows import Permission
from tool_registry.stores.store import RegistryStore

DAYS = "since=2026-11-23&until=2026-12-06&zone=Asia/Shanghai"
DAY = 86_400.0
ALL: tuple[Permission, ...] = ("read", "run", "tools", "people")


@dataclass
class Office:
    """A deployment with a past; people ask it for figures."""

    team: Deployment
    past: Past

    def ask(
        self, who: str, query: str = "", *permissions: Permission, path: str = ""
    ) -> tuple[int, Any]:
        key = self.team.key(who, *(permissions or ("read", "run", "tools")))
        return self.team.ask(key, "GET", f"/api/insights{path}?{DAYS}&{query}")

    def figures(self, who: str, query: str = "") -> Any:
        status, told = self.ask(who, query)
        assert status == 200, told
        return told

    def gaps(self, who: str) -> Any:
        status, told = self.ask(who, path="/gaps")
        assert status == 200, told
        return told["gaps"]

    def behind(self, who: str, query: str = "") -> Any:
        status, told = self.ask(who, query, path="/runs")
        assert status == 200, told
        return told


@pytest.fixture
def office(tmp_path: Path) -> Generator[Office]:
    """ann (tester) is in press, which pia owns; eve owns forge, zoe (tester) is in no project;
    otto owns the deployment, root administrates it."""
    (tmp_path / "sources.json").write_text('{"mcpServers": {}}')
    settings = Settings(
        home=tmp_path, sources=tmp_path / "sources.json", login="required", minutes_by_hand=6
    )
    names = ("ann", "pia", "eve", "zoe")
    with serve(settings, Stage()) as client, closing(RegistryStore(tmp_path / "registry.db")) as r:
        for name in names:
            r.people.add(HOST, name, Role.TESTER)
        r.people.add(HOST, "otto", Role.OWNER)
        r.people.add(HOST, "root", Role.ADMIN)
        r.people.join(HOST, "ann", "press", Role.TESTER)
        r.people.join(HOST, "pia", "press", Role.OWNER)
        r.people.join(HOST, "eve", "forge", Role.OWNER)
        past = Past.of(settings)
        yield Office(Deployment(client, r), past)
        past.store.close()


def add_week(past: Past) -> None:
    """Of each outcome one, of ann in press; and one of zoe, who is in no team."""
    chain: dict[str, Any] = {"chain": steps("shop/make_coupon"), "intent": reading("优惠券")}
    broken: dict[str, Any] = {
        "chain": steps("shop/make_coupon", status="failed"),
        "intent": reading("优惠券"),
    }
    past.add("ann", Status.SUCCEEDED, project="press", **chain)
    past.add("ann", Status.FAILED, "blurb", project="press", reason="unread")
    past.add("ann", Status.NEEDS_INPUT, project="press", intent=reading("优惠券", None))
    past.add("ann", Status.REFUSED, project="press", reason="no_tool", intent=reading("飞船"))
    past.add("ann", Status.FAILED, project="press", intent=reading("优惠券"))
    past.add("ann", Status.REFUSED, project="press", reason="production")
    past.add("ann", Status.FAILED, project="press", **broken)
    past.add("ann", Status.PARTIAL, project="press", **chain)
    past.add("ann", Status.CANCELLED, project="press", intent=reading("优惠券"))
    past.add("ann", Status.SUCCEEDED, "hello, who are you?", project="press")
    past.add("ann", Status.SCHEDULED, project="press", intent=reading("优惠券"))
    past.add("zoe", Status.SUCCEEDED, "give user 1234 a coupon in pre", **chain)


def test_each_request_counts_as_what_it_came_to(office: Office) -> None:
    add_week(office.past)
    told = office.figures("pia")
    once = ["done", "reading", "asked", "no_tool", "no_data", "refused", "tool_failed"]
    assert told["outcomes"] == dict.fromkeys(
        [*once, "unverified", "stopped", "answered", "waiting"], 1
    )
    assert told["languages"] == {"zh": 8, "en": 1}
    assert told["gaps"] == [{"entity": "飞船", "environment": "pre", "requests": 1}]
    assert (told["seconds"], told["minutes_by_hand"], told["missing"]) == (2.0, 6.0, 0)
    monday = {one["day"]: one["outcomes"] for one in told["days"]}["2026-11-30"]
    assert monday == told["outcomes"]
    assert len(told["days"]) == 14
    team = {"project": "press", "week": "2026-11-30", "requests": 9, "done": 1}
    assert told["teams"] == [team]


def test_what_was_so_already_is_a_request_that_was_done(office: Office) -> None:
    office.past.add("ann", Status.SUCCEEDED, project="press", intent=reading("优惠券"))
    assert office.figures("pia")["outcomes"] == {"done": 1}


def test_a_call_that_was_never_made_is_a_fault_of_the_plan(office: Office) -> None:
    kind: dict[str, Any] = {"intent": reading("优惠券"), "project": "press"}
    chain = (*steps("shop/find"), *steps("shop/make", "shop/make", status="failed")[1:])
    office.past.add("ann", Status.FAILED, unsent="s2", chain=chain, **kind)
    assert office.figures("pia")["outcomes"] == {"planning": 1}
    office.past.add("ann", Status.FAILED, chain=chain, **kind)
    assert office.figures("pia")["outcomes"] == {"planning": 1, "tool_failed": 1}


def test_a_tool_that_was_never_called_is_not_counted() -> None:
    chain = [one.model_dump(mode="json") for one in steps("shop/find", "shop/make")]
    ending = Ending(
        "failed", {}, {"chain": [chain[0], {**chain[1], "status": "failed"}]}, "", frozenset({"s2"})
    )
    assert (ending.outcome(), ending.tools()) == ("planning", {"shop/find": (1, 0)})
    assert replace(ending, unsent=frozenset()).outcome() == "tool_failed"


def test_a_question_that_was_answered_is_no_request_of_its_own(office: Office) -> None:
    past = office.past
    past.add("ann", Status.NEEDS_INPUT, project="press", session="one")
    past.add("zoe", Status.SUCCEEDED, "预发", session="one", intent=reading("优惠券"))
    assert office.figures("pia")["outcomes"] == {"asked": 1}
    done: dict[str, Any] = {"chain": steps("shop/make"), "intent": reading("优惠券")}
    past.add("ann", Status.SUCCEEDED, "预发", project="press", session="one", **done)
    assert office.figures("pia")["outcomes"] == {"done": 1}
    assert office.behind("pia", "requests=true")["total"] == 1


def test_a_question_that_another_request_follows_stays_without_an_answer(office: Office) -> None:
    past = office.past
    past.add("ann", Status.NEEDS_INPUT, project="press", session="one")
    done: dict[str, Any] = {"chain": steps("shop/make"), "intent": reading("优惠券")}
    past.add("ann", Status.SUCCEEDED, project="press", session="one", **done)
    past.add("ann", Status.SUCCEEDED, "再来两张", project="press", session="one", **done)
    assert office.figures("pia")["outcomes"] == {"done": 2, "asked": 1}


def test_a_plan_that_was_declined_counts_once_as_stopped(office: Office) -> None:
    past = office.past
    past.add("ann", Status.NEEDS_INPUT, project="press", session="one")
    past.add("ann", Status.CANCELLED, "取消", project="press", session="one")
    assert office.figures("pia")["outcomes"] == {"stopped": 1}


def test_what_ends_a_request_is_of_its_environment_and_its_sentence(office: Office) -> None:
    past = office.past
    ask: dict[str, Any] = {"project": "press", "session": "one"}
    past.add("pia", Status.NEEDS_INPUT, intent=reading("红包", "daily"), **ask)
    past.add("pia", Status.CANCELLED, "no", **ask)
    ask["session"] = "two"
    past.add("pia", Status.NEEDS_INPUT, intent=reading("优惠券", None), **ask)
    past.add("pia", Status.NEEDS_INPUT, "daily", intent=reading("优惠券", "daily"), **ask)
    told = office.figures("pia", "environment=daily")
    assert (told["outcomes"], told["environments"]) == ({"asked": 1, "stopped": 1}, ["daily"])
    assert told["languages"] == {"zh": 2}
    runs = office.behind("pia", "environment=daily")["runs"]
    assert {(one["text"], one["entity"]) for one in runs} == {(COUPON, "红包"), (COUPON, "优惠券")}


def test_a_request_of_its_own_that_is_stopped_answers_no_question(office: Office) -> None:
    past = office.past
    past.add("ann", Status.NEEDS_INPUT, project="press", session="one")
    own: dict[str, Any] = {"chain": steps("shop/make"), "intent": reading("优惠券")}
    past.add("ann", Status.CANCELLED, project="press", session="one", **own)
    assert office.figures("pia")["outcomes"] == {"asked": 1, "stopped": 1}


def test_what_a_page_did_itself_is_one_request_and_no_tool(office: Office) -> None:
    past = office.past
    call = steps("page:fill_remark", status="planned")
    past.add("ann", Status.NEEDS_INPUT, project="press", session="one", chain=call)
    told = PageResult(run_id="run-1", outcome="done", text="filled")
    done = steps("page:fill_remark")
    past.add("ann", Status.SUCCEEDED, project="press", session="one", page=told, chain=done)
    figures = office.figures("pia")
    assert (figures["outcomes"], figures["most_used"]) == ({"done": 1}, [])


def test_a_run_that_goes_on_later_counts_as_what_it_comes_to_then(office: Office) -> None:
    past = office.past
    run = past.add("ann", Status.UNKNOWN, project="press", chain=steps("shop/make"))
    assert office.figures("pia")["outcomes"] == {"unverified": 1}
    lease = past.store.take_over(run).lease
    answer = past.store.get(run).answer
    assert lease is not None
    assert answer is not None
    past.clock.jump(5)
    past.store.finish(lease, answer.model_copy(update={"status": Status.SUCCEEDED}))
    assert office.figures("pia")["outcomes"] == {"done": 1}


def test_owners_see_their_projects_and_owners_of_all_the_counts_of_all(office: Office) -> None:
    add_week(office.past)
    office.past.add("eve", Status.CANCELLED, project="forge")
    seen = {who: office.figures(who)["projects"] for who in ("pia", "eve", "otto")}
    assert seen == {"pia": ["press"], "eve": ["forge"], "otto": ["", "forge", "press"]}
    assert office.figures("otto", "project=forge")["outcomes"] == {"stopped": 1}
    assert office.figures("pia", "project=forge")["outcomes"] == {}
    root = office.ask("root", "", *ALL)[1]
    assert root["outcomes"]["stopped"] == 2


def test_behind_a_number_stand_own_projects_alone_without_what_others_said(office: Office) -> None:
    add_week(office.past)
    office.past.add("pia", Status.CANCELLED, project="press")
    told = office.behind("pia", "outcome=stopped")
    assert (told["total"], told["hidden"]) == (2, 0)
    mine, others = told["runs"]
    assert (mine["text"], others["text"], others["session_id"]) == (COUPON, None, None)
    assert "ann" not in str(others)
    assert office.behind("otto", "outcome=stopped")["runs"] == []
    assert office.behind("otto", "outcome=stopped")["hidden"] == 2
    assert office.behind("otto", "outcome=done")["total"] == 1
    assert office.behind("eve")["total"] == office.behind("eve")["hidden"] == 0
    everything = office.ask("root", "", *ALL, path="/runs")[1]
    assert (everything["total"], everything["hidden"]) == (13, 0)
    assert {one["text"] for one in everything["runs"]} == {None}


@pytest.mark.parametrize("path", ["", "/gaps", "/runs"])
def test_testers_get_nothing_and_a_key_for_looking_what_its_person_owns(
    office: Office, path: str
) -> None:
    office.past.add("ann", Status.REFUSED, project="forge", reason="no_tool")
    status, told = office.ask("ann", path=path)
    assert (status, told["error"]["code"]) == (403, "no_owner")
    assert office.ask("pia", "", "read", path=path) == office.ask("pia", path=path)
    assert office.ask("pia", "", "read", path=path)[0] == 200


def test_a_key_that_is_for_less_makes_nobody_an_administrator(office: Office) -> None:
    office.past.add("ann", Status.CANCELLED, project="press")
    assert office.ask("root", "", *ALL, path="/runs")[1]["total"] == 1
    less: tuple[tuple[Permission, ...], ...] = (("read", "run"), ("read", "tools"))
    for permissions in less:
        told = office.ask("root", "", *permissions, path="/runs")[1]
        assert (told["total"], told["hidden"]) == (0, 1)


def test_the_page_is_told_which_screens_are_open(office: Office) -> None:
    def screens(who: str, *permissions: Permission) -> Any:
        return office.team.ask(office.team.key(who, *permissions), "GET", "/api/me")[1]["screens"]

    assert screens("ann", "read", "run", "tools") == []
    assert screens("pia", "read", "run", "tools") == ["insights"]
    assert screens("otto", "read", "run", "tools") == ["insights", "evaluation"]
    assert screens("root", *ALL) == ["insights", "evaluation", "people"]
    assert screens("root", "read", "run") == ["insights"]
    assert screens("pia", "read") == ["insights"]


def test_tools_of_others_stay_unnamed(office: Office) -> None:
    past = office.past
    past.add("ann", Status.SUCCEEDED, project="press", chain=steps("x@~ann/a", "x@~ann/b"))
    past.add("ann", Status.FAILED, project="press", chain=steps("x@~ann/a", status="failed"))
    past.add("pia", Status.SUCCEEDED, project="press", chain=steps("y@~pia/mine"))
    for number in range(20):
        past.add("ann", Status.SUCCEEDED, project="press", chain=steps(f"x@~ann/t{number}"))
    told = office.figures("pia")
    assert told["most_used"] == told["most_failing"] == [{"tool": "", "calls": 24, "failed": 1}]
    tools = [one["tools"] for one in office.behind("pia", "limit=50")["runs"]]
    assert tools == [*([{"": 1}] * 20), {"y@~pia/mine": 1}, {"": 1}, {"": 2}]
    for query in ("tool=x@~ann/a", "tool=x@~ann/a&failed=true"):
        told = office.behind("pia", query)
        assert (told["runs"], told["total"], told["hidden"]) == ([], 0, 0)
        assert "~ann" not in json.dumps(told)
    assert office.behind("pia", "tool=y@~pia/mine")["total"] == 1


def test_figures_are_of_the_days_on_the_asking_persons_clock(office: Office) -> None:
    past = office.past
    for hours in (-9, -7, 15, 17):
        past.clock.hands["wall"] = MONDAY + hours * 3600
        past.add("ann", Status.SUCCEEDED, project="press", chain=steps("shop/make"))

    def days(zone: str) -> dict[str, int]:
        query = f"since=2026-11-29&until=2026-12-01&zone={zone}"
        key = office.team.key("pia", "read", "tools")
        told = office.team.ask(key, "GET", f"/api/insights?{query}")[1]
        return {one["day"][-2:]: sum(one["outcomes"].values()) for one in told["days"]}

    assert days("Asia/Shanghai") == {"29": 1, "30": 2, "01": 1}
    assert days("UTC") == {"29": 2, "30": 2, "01": 0}


def test_a_day_on_which_the_clocks_are_moved_has_its_own_hours(office: Office) -> None:
    past = office.past
    for at in (1_792_877_400.0, 1_792_881_000.0, 1_792_967_400.0, 1_792_971_000.0):
        past.clock.hands["wall"] = at  # Berlin leaves summer time on 2026-10-25
        past.add("ann", Status.SUCCEEDED, project="press", chain=steps("shop/make"))
    key = office.team.key("pia", "read", "tools")
    query = "since=2026-10-24&until=2026-10-26&zone=Europe/Berlin"
    told = office.team.ask(key, "GET", f"/api/insights?{query}")[1]
    assert [sum(one["outcomes"].values()) for one in told["days"]] == [1, 2, 1]


@pytest.mark.parametrize("days", ["since=2026-12-02&until=2026-12-01", "since=2020-01-01"])
def test_days_that_cannot_be_meant_are_refused(office: Office, days: str) -> None:
    key = office.team.key("pia", "read", "tools")
    status, told = office.team.ask(key, "GET", f"/api/insights?{days}")
    assert (status, told["error"]["code"]) == (422, "bad_days")


def test_a_long_past_is_taken_in_bit_by_bit(office: Office) -> None:
    for _ in range(1_100):
        office.past.add("ann", Status.SUCCEEDED, chain=steps("shop/make"), seconds=0)
    engine = office.past.store.engine
    assert [catch_up(engine, 0) for _ in range(4)] == [600, 100, 0, 0]
    assert office.figures("otto")["outcomes"] == {"done": 1_100}


def test_without_days_the_last_four_weeks_are_meant() -> None:
    from zoneinfo import ZoneInfo

    span = Span.of(None, None, ZoneInfo("Asia/Shanghai"), MONDAY + DAY)
    assert (str(span.since), str(span.until)) == ("2026-11-04", "2026-12-01")


def test_what_the_road_itself_leaves_is_counted_with_names(
    tmp_path: Path, sandbox: SandboxProcess
) -> None:
    spoken = {"Accept_Language": "zh"}
    with serve_whole(Settings(home=tmp_path, sandbox_port=sandbox.port)) as client:
        for text in (COUPON, "在预发创建一艘宇宙飞船", "给用户1234发放一张满50减20的优惠券"):
            client.request("POST", "/api/requests", {"text": text, "review": "unasked"})
        told = client.request("GET", "/api/insights", **spoken)[1]
        runs = client.request("GET", "/api/insights/runs?outcome=done")[1]["runs"]
        client.request("POST", "/api/requests", {"text": "取消线上订单1301", "review": "unasked"})
        asked = client.request("GET", "/api/insights?environment=production", **spoken)[1]
    assert asked["outcomes"] == {"refused": 1}
    assert asked["environment_labels"]["production"] == "线上（生产）：一律拒绝"
    assert told["outcomes"] == {"done": 1, "no_tool": 1, "asked": 1}
    [tool] = [one["tool"] for one in told["most_used"] if one["tool"] in told["tool_titles"]]
    assert tool in runs[0]["tools"]
    assert told["tool_authors"][tool] == "江离"
    assert told["environment_labels"]["pre"] == "预发"
    assert (runs[0]["text"], runs[0]["entity"]) == (COUPON, "优惠券")


def test_the_tools_of_a_run_are_told_in_the_order_of_its_calls(office: Office) -> None:
    chain = steps("shop/z", "shop/a", "shop/z")
    office.past.add("pia", Status.SUCCEEDED, project="press", chain=chain)
    [run] = office.behind("pia")["runs"]
    assert list(run["tools"].items()) == [("shop/z", 2), ("shop/a", 1)]


def test_own_runs_alone_tell_why_they_did_not_come_to_their_end(office: Office) -> None:
    kind: dict[str, Any] = {"project": "press", "intent": reading("优惠券")}
    refusal = Summary(text="The card has expired.\nThe till says: E17.")
    office.past.add("pia", Status.NEEDS_INPUT, question="Which of the shops?", **kind)
    office.past.add("pia", Status.REFUSED, reason="production", summary=refusal, **kind)
    office.past.add("ann", Status.REFUSED, reason="production", summary=refusal, **kind)
    office.past.add("pia", Status.SUCCEEDED, chain=steps("shop/make"), summary=refusal, **kind)
    told = [one["reason"] for one in reversed(office.behind("pia")["runs"])]
    assert told == ["Which of the shops?", "The card has expired.", None, None]


def test_what_was_said_in_a_deleted_conversation_is_told_as_deleted(office: Office) -> None:
    past = office.past
    done: dict[str, Any] = {"project": "press", "session": "one", "chain": steps("shop/make")}
    past.add("pia", Status.SUCCEEDED, **done)
    past.add("pia", Status.SUCCEEDED, **done)
    delete_conversation(past.store, Caller(user="pia"), "one")
    past.clock.jump(60)
    past.add("pia", Status.SUCCEEDED, **done)
    told = office.behind("pia")["runs"]
    assert [one["deleted"] for one in told] == [False, True, True]
