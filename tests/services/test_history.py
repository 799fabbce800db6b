"""Conversations that are named, pinned and deleted, and requests that are kept, over HTTP."""

import time
from collections.abc import Generator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from services.sandbox_process import SandboxProcess, private_sandbox
from services.settings import Settings
from tests.services.serving import Client, message, serve_whole
from tests.services.test_identity import Deployment, deployment, run_of

__all__ = ["deployment"]

COUPON = "给用户1234发一张满50减20的优惠券,预发环境"
QUERY = "查询用户1234的优惠券,预发环境"
ZH = {"Accept_Language": "zh"}


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Generator[SandboxProcess]:
    with private_sandbox("commerce", tmp_path_factory.mktemp("sandbox")) as running:
        yield running


@pytest.fixture
def whole(tmp_path: Path, sandbox: SandboxProcess) -> Generator[Client]:
    with serve_whole(Settings(home=tmp_path, sandbox_port=sandbox.port)) as client:
        yield client


def say(client: Client, text: str, conversation: str, review: str = "unasked") -> dict[str, Any]:
    body = {"text": text, "conversation": conversation, "review": review}
    return client.request("POST", "/api/requests", body)[1]


def listed(client: Client, query: str = "") -> list[tuple[str, str, bool]]:
    _, found = client.request("GET", f"/api/conversations{query}")
    return [(one["session_id"], one["title"], one["pinned"]) for one in found]


def test_a_conversation_is_found_by_the_id_of_what_it_made(whole: Client) -> None:
    made = say(whole, "创建1个测试用户,预发环境", "made")["summary"]["data"][0]["id"]
    say(whole, QUERY, "other")
    assert [one for one, *_ in listed(whole, f"?q={made}")] == ["made"]
    assert [one for one, *_ in listed(whole, f"?q={made[1:]}+%E7%94%A8%E6%88%B7")] == ["made"]
    assert listed(whole, f"?q={made}+%E6%9C%BA%E7%A5%A8") == []
    whole.request("DELETE", "/api/conversations/made")
    assert listed(whole, f"?q={made}") == []


def test_a_conversation_is_named_and_pinned(whole: Client) -> None:
    say(whole, COUPON, "first")
    say(whole, QUERY, "second")
    change = {"title": " 券的回归 ", "pinned": True}
    status, line = whole.request("PATCH", "/api/conversations/first", change)
    assert (status, line["title"], line["pinned"]) == (200, "券的回归", True)
    assert listed(whole) == [("first", "券的回归", True), ("second", QUERY, False)]
    assert listed(whole, "?q=%E5%9B%9E%E5%BD%92") == [("first", "券的回归", True)]
    assert listed(whole, "?q=%E6%BB%A150") == [("first", "券的回归", True)]
    # Each word anywhere, in any order: in the name, in what was said.
    assert listed(whole, "?q=%E6%BB%A150+%E5%9B%9E%E5%BD%92") == [("first", "券的回归", True)]
    assert listed(whole, "?q=%E6%BB%A150+%E6%9C%BA%E7%A5%A8") == []
    assert whole.request("PATCH", "/api/conversations/first", {})[1] == line
    whole.request("PATCH", "/api/conversations/first", {"title": "", "pinned": False})
    assert listed(whole) == [("second", QUERY, False), ("first", COUPON, False)]


def test_a_deleted_one_is_gone_from_history_and_memory_and_its_data_stays(whole: Client) -> None:
    made = say(whole, COUPON, "first")
    assert whole.request("DELETE", "/api/conversations/first")[0] == 200
    assert (listed(whole), whole.request("GET", "/api/conversations/first")[1]) == ([], [])
    talks = [
        one for one in whole.request("GET", "/api/memory")[1]["entries"] if one["kind"] == "talk"
    ]
    assert talks == []
    assert made["run_id"] in [one["run_id"] for one in whole.request("GET", "/api/data")[1]]
    assert whole.request("DELETE", "/api/conversations/first", **ZH)[0] == 404
    say(whole, QUERY, "first")
    assert listed(whole) == [("first", QUERY, False)]


def left_behind(client: Client, count: int) -> list[dict[str, Any]]:
    """What was made, once there is so much of it."""
    for _ in range(300):
        rows: list[dict[str, Any]] = client.request("GET", "/api/data")[1]
        if len(rows) == count:
            return rows
        time.sleep(0.1)
    raise AssertionError("nothing more was made")


def test_what_was_made_is_told_with_whom_it_is_for_the_latest_first(whole: Client) -> None:
    """What waited for its time is there later than what was asked for meanwhile."""
    plan = say(whole, COUPON, "later", "always")
    soon = (datetime.now(UTC) + timedelta(seconds=4)).isoformat()
    reply = {"approved": True, "at": soon, "zone": "UTC"}
    later = whole.request("POST", f"/api/runs/{plan['run_id']}/reply", reply)[1]
    meanwhile = say(whole, COUPON.replace("50", "60"), "meanwhile")
    rows = left_behind(whole, 2)
    assert [one["run_id"] for one in rows] == [later["run_id"], meanwhile["run_id"]]
    assert [list(one["details"].values())[:1] for one in rows] == [["1234"], ["1234"]]
    assert "50 元" in rows[0]["details"].values()


def test_one_that_waits_for_its_time_is_not_deleted(whole: Client) -> None:
    plan = say(whole, COUPON, "later", "always")
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    reply = {"approved": True, "at": f"{tomorrow:%Y-%m-%dT%H:%M}", "zone": "UTC"}
    later = whole.request("POST", f"/api/runs/{plan['run_id']}/reply", reply)[1]
    assert later["status"] == "scheduled"
    status, told = whole.request("DELETE", "/api/conversations/later", **ZH)
    assert (status, "取消" in told["error"]["message"]) == (409, True)
    assert [one[0] for one in listed(whole)] == ["later"]


def test_requests_are_kept_and_what_is_used_most_comes_first(whole: Client) -> None:
    blank = {"text": "给用户{{用户ID}}发一张券", "name": "发券", "environment": "预发"}
    status, first = whole.request("POST", "/api/favourites", blank)
    assert (status, first["environment"], first["uses"]) == (200, "pre", 0)
    second = whole.request("POST", "/api/favourites", {"text": QUERY})[1]
    assert whole.request("POST", f"/api/favourites/{first['id']}/use")[0] == 200
    kept = whole.request("GET", "/api/favourites")[1]
    assert [(one["name"], one["uses"]) for one in kept] == [("发券", 1), ("", 0)]
    again = whole.request("POST", "/api/favourites", {**blank, "name": "一张券"})[1]
    assert (again["id"], again["name"], again["uses"]) == (first["id"], "一张券", 1)
    worded = {**blank, "text": "给用户{{用户ID}}发两张券", "replaces": first["id"]}
    other = whole.request("POST", "/api/favourites", worded)[1]
    assert (other["id"] != first["id"], other["uses"]) == (True, 1)
    ids = [one["id"] for one in whole.request("GET", "/api/favourites")[1]]
    assert ids == [other["id"], second["id"]]
    assert whole.request("DELETE", f"/api/favourites/{second['id']}")[0] == 200
    gone = whole.request("DELETE", f"/api/favourites/{second['id']}", **ZH)
    assert (gone[0], second["id"] in gone[1]["error"]["message"]) == (404, True)


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ({"text": " … "}, "句"),
        ({"text": "用密码 password=hunter2hunter2 登录用户1234"}, "密码"),
        ({"text": QUERY, "environment": "prod"}, "生产"),
        ({"text": QUERY, "environment": "staging"}, "staging"),
        ({"text": "券" * 2001}, "text"),
        ({"text": QUERY, "colour": "red"}, "colour"),
    ],
)
def test_what_cannot_be_kept_is_refused(whole: Client, body: dict[str, str], named: str) -> None:
    status, told = whole.request("POST", "/api/favourites", body, **ZH)
    assert (status, named in told["error"]["message"]) == (422, True), told
    assert whole.request("GET", "/api/favourites")[1] == []


def test_nobody_changes_or_sees_what_another_one_has(deployment: Deployment) -> None:
    bob, eve = deployment.key("bob"), deployment.key("eve")
    run_of(deployment, bob, message("make one", "t-bobs", "r-bobs"))
    path = "/api/conversations/t-bobs"
    assert deployment.ask(eve, "PATCH", path, {"title": "mine"})[0] == 404
    assert deployment.ask(eve, "DELETE", path)[0] == 404
    assert deployment.ask(bob, "PATCH", path, {"title": "his"})[1]["title"] == "his"
    _, kept = deployment.ask(bob, "POST", "/api/favourites", {"text": QUERY})
    assert deployment.ask(eve, "GET", "/api/favourites")[1] == []
    assert deployment.ask(eve, "POST", f"/api/favourites/{kept['id']}/use")[0] == 404
    assert deployment.ask(eve, "DELETE", f"/api/favourites/{kept['id']}")[0] == 404
    assert deployment.ask(bob, "GET", "/api/favourites")[1] == [kept]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            ("给用户1234发一张外卖的满50减20券，预发环境", "不对,是堂食的"),
            "给用户1234发一张堂食的满50减20券，预发环境",
        ),
        (("给用户1234发2张满50减20券，预发环境", "只要1张"), "给用户1234发1张满50减20券，预发环境"),
        (("给用户1234发一张满50减20券", "预发环境"), "给用户1234发一张满50减20券，预发环境"),
        (
            (
                "issue a 20 off 50 takeout coupon to user 1234 in pre-release",
                "no, dine-in",
            ),
            "issue a 20 off 50 dine-in coupon to user 1234 in pre-release",
        ),
        (
            ("issue a 20 off 50 coupon to user 1234 in pre-release", "the same for user 5678"),
            "issue a 20 off 50 coupon to user 5678 in pre-release",
        ),
    ],
)
def test_what_is_kept_of_a_corrected_request_does_the_same_by_itself(
    whole: Client, said: tuple[str, ...], kept: str
) -> None:
    runs = [say(whole, text, "corrected") for text in said]
    done = _confirmed(whole, runs[-1])
    told, _ = kept_of(whole, done)
    assert told == {"text": kept, "environment": None, "whole": True}
    again = say(whole, kept, "anew", "always")
    calls = [[(one["tool"], one["arguments"]) for one in run["chain"]] for run in (done, again)]
    assert calls[0] == calls[1] != []


def kept_of(client: Client, run: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """What a run is kept as, and the words in it that say how many."""
    told = client.request("GET", f"/api/favourites/of/{run['run_id']}")[1]
    return told, [one["text"] for one in told.pop("counts")]


def _confirmed(client: Client, run: dict[str, Any]) -> dict[str, Any]:
    """The run, or the one of its first choice where it asks whether that is meant."""
    if run["status"] == "succeeded":
        return run
    picked = run["choices"][0]
    body = {"text": picked["text"], "conversation": run["session_id"], "review": "unasked"}
    return client.request("POST", "/api/requests", {**body, "choice": {"id": picked["id"]}})[1]


def test_a_value_changed_in_the_plan_and_whom_a_word_points_at_are_kept(whole: Client) -> None:
    shown = say(whole, COUPON, "changed", "always")
    [step] = shown["chain"]
    changed = {"approved": True, "values": {step["step"]: {"reduce": 15}}}
    done = whole.request("POST", f"/api/runs/{shown['run_id']}/reply", changed)[1]
    told, _ = kept_of(whole, done)
    assert told["text"] == "给用户1234发一张满50减15的优惠券,预发环境"
    say(whole, "create a user in daily", "them")
    given = say(whole, "give them a 20 off 50 coupon", "them")
    user = given["chain"][0]["arguments"]["havanaId"]
    told, _ = kept_of(whole, given)
    kept = {"text": f"give user {user} a 20 off 50 coupon", "environment": "daily", "whole": True}
    assert told == kept


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("给用户3100000088发3张满50减20的优惠券,预发环境", ["3"]),
        ("issue two 20 off 50 coupons to user 1234 in pre-release", ["two"]),
        ("查询用户1234的优惠券,预发环境", []),
    ],
)
def test_how_many_is_told_with_what_is_kept(whole: Client, text: str, counts: list[str]) -> None:
    told, found = kept_of(whole, say(whole, text, "counted", "always"))
    assert (told["text"], found) == (text, counts)


def test_where_no_sentence_says_it_all_the_first_is_kept_and_that_is_said(whole: Client) -> None:
    made = say(whole, COUPON, "pointed")
    asked = say(whole, "查询它的状态", "pointed")
    told, _ = kept_of(whole, asked)
    assert told == {"text": "查询它的状态", "environment": "pre", "whole": False}
    told, _ = kept_of(whole, made)
    assert told == {"text": COUPON, "environment": None, "whole": True}
    assert whole.request("GET", "/api/favourites/of/run-none", **ZH)[0] == 404
