"""Preferences by API, command and sentence; lists from a file; nothing reaches another user."""

import json
from pathlib import Path

import pytest

from pipelines.contracts.request import Request
from pipelines.intent.dialogue.past import past_of
from pipelines.runs.preferences import Preferences, keep_preferences, preferences_of
from pipelines.runs.store import RunStore
from tests.planner.library import library
from tests.services.commands import Zhizao
from tests.services.serving import Client, message
from tool_registry.base.caller import Caller

NONE = {"environment": None, "language": None, "approval": None, "memory": None}


def test_the_page_reads_and_sets_them(service: Client) -> None:
    assert service.request("GET", "/api/preferences") == (200, NONE)
    chosen = {"environment": "预发", "language": "en", "approval": "always"}
    kept = {**NONE, **chosen, "environment": "pre"}
    assert service.request("PUT", "/api/preferences", chosen) == (200, kept)
    assert service.request("GET", "/api/preferences") == (200, kept)
    assert service.request("PUT", "/api/preferences", {}) == (200, NONE)


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ({"colour": "red"}, "colour"),
        ({"language": "fr"}, "language"),
        ({"environment": "prod"}, "Production"),
        ({"environment": "staging"}, "staging"),
    ],
)
def test_what_cannot_be_preferred_is_refused(
    service: Client, body: dict[str, str], named: str
) -> None:
    status, told = service.request("PUT", "/api/preferences", body)
    assert status == 422
    assert named in told["error"]["message"]


def test_a_sentence_sets_the_environment_that_the_plan_then_shows(zhizao: Zhizao) -> None:
    said = zhizao.run("ask", "以后默认用预发环境")
    assert (said.code, "预发" in said.out) == (0, True)
    done = zhizao.run("ask", "造一个测试用户", "--json")
    assert done.json["status"] == "succeeded"
    assert done.json["intent"]["environment"] == "pre"
    assert zhizao.run("preferences", "--json").json == {**NONE, "environment": "pre"}
    refused = zhizao.run("ask", "以后默认用线上环境")
    assert refused.code == 3
    assert zhizao.run("preferences", "--env", "none", "--language", "en", "--json").json == {
        **NONE,
        "language": "en",
    }


def test_a_look_at_the_plan_stores_no_preference(zhizao: Zhizao) -> None:
    said = zhizao.run("ask", "以后默认用预发环境", "--plan-only")
    assert (said.code, "没有保存" in said.out) == (0, True)
    assert zhizao.run("preferences", "--json").json == NONE


def test_a_list_from_a_file_is_served_with_each_row_named(zhizao: Zhizao, tmp_path: Path) -> None:
    file = tmp_path / "users.csv"
    file.write_text("name,user_id\nAnn,1234\nBob,3100000088\n", "utf-8")
    text = "给这些用户各发一张满50减20的券,预发"
    done = zhizao.run("ask", text, "--attach", str(file), "--json")
    assert done.json["status"] == "succeeded"
    owners = [one["change"]["after"]["havanaId"] for one in zhizao.effects()]
    assert owners == ["1234", "3100000088"]
    shown = [step["bindings"]["havanaId"]["detail"] for step in done.json["chain"]]
    assert [("users.csv" in one) for one in shown] == [True, True]
    empty = tmp_path / "none.txt"
    empty.write_text("\n", "utf-8")
    assert zhizao.run("ask", text, "--attach", str(empty)).code == 2


def test_the_column_that_is_asked_for_is_named_in_the_next_message(
    zhizao: Zhizao, tmp_path: Path
) -> None:
    file = tmp_path / "pairs.csv"
    file.write_text("buyer_id,friend_id\n3100000088,1234\n1234,3100000088\n3100000088,1234\n")
    text = "给这些用户各发一张10元代金券,预发"
    said = ("--session", "pairs", "--json")
    asked = zhizao.run("ask", text, "--attach", str(file), *said).json
    assert asked["status"] == "needs_input"
    assert all(column in asked["question"] for column in ("pairs.csv", "buyer_id", "friend_id"))
    assert zhizao.effects() == []
    done = zhizao.run("ask", "friend_id", *said).json
    assert done["status"] == "succeeded"
    made = [one["change"]["after"] for one in zhizao.effects()]
    assert [one["havanaId"] for one in made if "havanaId" in one] == ["1234", "3100000088"]


def test_a_conversation_tells_which_files_came_with_a_message(service: Client) -> None:
    files = [{"name": "a.csv", "text": "user_id\n1234\n"}]
    service.chat("hello", "files", attachments=files)
    _, [turn] = service.request("GET", "/api/conversations/files")
    assert turn["attachments"] == [{"name": "a.csv"}]


def test_a_list_is_served_whole_or_not_at_all(zhizao: Zhizao) -> None:
    text = "查询这些用户的优惠券,预发:\n"
    told = zhizao.run("ask", text + "\n".join(["1234", *map(str, range(5000, 5100))]))
    assert (told.code, "101" in told.out, "100" in told.out) == (3, True, True)
    beside = "给" + "、".join(map(str, range(5000, 5120))) + "各发一张10元代金券,预发"
    told = zhizao.run("ask", beside)
    assert (told.code, "5119" in told.out) == (2, True)
    assert zhizao.effects() == []


@pytest.mark.xfail(strict=True, reason="the numbers are asked about, the limit is not told")
def test_a_list_in_the_sentence_that_is_too_long_is_refused_with_its_limit(zhizao: Zhizao) -> None:
    beside = "给" + "、".join(map(str, range(5000, 5120))) + "各发一张10元代金券,预发"
    told = zhizao.run("ask", beside)
    assert (told.code, "120 个" in told.out, "100 个" in told.out) == (3, True, True)


def test_an_attachment_that_cannot_be_read_is_one_clear_sentence(service: Client) -> None:
    body = message("x", attachments=[{"name": "a.pdf", "text": "1"}])
    status, told = service.request("POST", "/api/agui", body)
    assert (status, "a.pdf" in told["error"]["message"]) == (422, True)
    body = message("x", attachments=[{"name": "a.csv", "text": "1\n" * 1001}])
    status, told = service.request("POST", "/api/agui", body)
    assert (status, "1001" in told["error"]["message"]) == (422, True)


def test_nothing_of_one_user_reaches_another(zhizao: Zhizao) -> None:
    done = zhizao.run("ask", "造一个测试用户,预发", "--session", "one", "--json")
    assert done.json["status"] == "succeeded"
    store = RunStore(zhizao.home / "runs.db")
    mine = Request(text="x", session_id="one", request_id="q")
    theirs = mine.model_copy(update={"caller": Caller(user="somebody")})
    assert [one.entity for one in past_of(store, mine, library()).things] == ["用户"]
    assert past_of(store, theirs, library()).things == ()
    keep_preferences(store, theirs.caller, Preferences(environment="pre"))
    assert preferences_of(store, mine.caller) == Preferences()
    store.close()
    assert json.loads(zhizao.run("preferences", "--json").out) == NONE
