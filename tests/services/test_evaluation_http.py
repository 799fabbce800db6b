"""Runs of suites over HTTP, for owners of the deployment: what is unseen stays closed."""

import json
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import yaml

from evals.filtering.testers import read_testers
from pipelines.contracts.answer import Status
from services.settings import Settings
from tests.services.past_evaluations import add_run, suite_in
from tests.services.past_runs import COUPON, MONDAY, Past, reading, steps
from tests.services.serving import Stage, serve
from tests.services.test_identity import HOST, Deployment
from tool_registry.base.caller import Role
from tool_registry.stores.store import RegistryStore


@dataclass
class Lab:
    """A deployment with two runs of a small suite; otto owns it, ann tests, pia owns press."""

    team: Deployment
    settings: Settings
    suite: Path
    past: Past

    def ask(self, who: str, path: str, method: str = "GET") -> tuple[int, Any]:
        key = self.team.key(who, "read", "run", "tools")
        return self.team.ask(key, method, f"/api/evaluation{path}")

    def get(self, path: str, method: str = "GET") -> Any:
        status, told = self.ask("otto", path, method)
        assert status == 200, told
        return told


@pytest.fixture
def lab(tmp_path: Path) -> Generator[Lab]:
    (tmp_path / "sources.json").write_text('{"mcpServers": {}}')
    settings = Settings(home=tmp_path, sources=tmp_path / "sources.json", login="required")
    suite = suite_in(tmp_path)
    add_run(settings, suite, "eval-one", MONDAY)
    add_run(settings, suite, "eval-two", MONDAY + 86_400, worse="look", variant="auto", who="bob")
    with serve(settings, Stage()) as client, closing(RegistryStore(tmp_path / "registry.db")) as r:
        for name, role in (("ann", Role.TESTER), ("pia", Role.TESTER), ("otto", Role.OWNER)):
            r.people.add(HOST, name, role)
        r.people.join(HOST, "pia", "press", Role.OWNER)
        past = Past.of(settings)
        yield Lab(Deployment(client, r), settings, suite, past)
        past.store.close()


def test_runs_are_listed_with_who_how_and_how_sure(lab: Lab) -> None:
    new, old = lab.get("/runs")
    assert (new["id"], new["variant"], new["who"]) == ("eval-two", "auto", "bob")
    assert (old["id"], old["variant"], old["version"]) == ("eval-one", "reader", "1.2")
    assert (old["rate"]["passed"], old["rate"]["total"]) == (4, 5)
    assert 0.3 < old["rate"]["low"] < 0.8 < old["rate"]["high"] < 1


def test_a_run_shows_where_it_was_lost_and_closed_failures_without_words(lab: Lab) -> None:
    told = lab.get("/runs/eval-two")
    assert {name: number for name, number in told["funnel"].items() if number} == {
        "reading": 1,
        "plan": 1,
    }
    assert told["closed"] == 1
    unseen, look = told["failures"]
    assert (unseen["texts"], unseen["reasons"]) == ([], [])
    assert look["texts"] == ["look"]
    assert "two" not in json.dumps(unseen)


def test_a_case_is_shown_stage_by_stage_beside_what_was_expected(lab: Lab) -> None:
    told = lab.get("/runs/eval-two/case?case=look")
    [went] = told["conversations"]
    assert (went["state"], went["lost"]) == ("failed", "plan")
    assert went["trace"][1] == "  said      look"
    assert went["again"] == f"zhizao eval run {lab.suite} --case look/0 --variant auto"
    assert yaml.safe_load(told["expected"]) == [{"status": ["succeeded"], "effects": []}]


def test_a_closed_failure_is_opened_on_purpose_by_name_and_then_is_open_for_all(lab: Lab) -> None:
    place = "/runs/eval-one/case?case=sell/2"
    told = lab.get(place)
    assert told["expected"] is None
    assert [(one["state"], one["trace"]) for one in told["conversations"]] == [("closed", [])]
    noted = lab.suite.with_suffix(".opened.jsonl")
    assert not noted.exists()
    opened = lab.get("/runs/eval-one/open?case=sell/2", "POST")
    assert opened["conversations"][0]["texts"] == ["give G7 two"]
    assert [json.loads(line)["who"] for line in noted.read_text().splitlines()] == ["otto"]
    assert lab.get(place) == opened
    assert lab.get("/runs/eval-two")["closed"] == 0
    lab.get("/runs/eval-two/open?case=sell", "POST")
    assert len(noted.read_text().splitlines()) == 1


def test_what_cannot_be_noted_is_not_opened(lab: Lab) -> None:
    lab.suite.with_suffix(".opened.jsonl").mkdir()
    status, told = lab.ask("otto", "/runs/eval-one/open?case=sell/2", "POST")
    assert (status, "give" in json.dumps(told)) == (503, False)


def test_two_runs_are_compared_in_pairs(lab: Lab) -> None:
    told = lab.get("/compare?before=eval-one&after=eval-two")
    assert (told["pairs"], told["gains"], told["losses"]) == (5, [], ["look/0 #1"])
    assert told["p"] == 1.0
    assert told["stages"]["plan"] == 1
    back = lab.get("/compare?before=eval-two&after=eval-one")
    assert back["gains"] == ["look/0 #1"]


def test_of_unseen_cases_a_comparison_tells_only_how_many(lab: Lab) -> None:
    add_run(lab.settings, lab.suite, "eval-three", MONDAY + 2 * 86_400, worse="sell")
    told = lab.get("/compare?before=eval-two&after=eval-three")
    assert (told["gains"], told["losses"]) == (["look/0 #1"], [])
    assert (told["unseen_gains"], told["unseen_losses"]) == (0, 2)
    back = lab.get("/compare?before=eval-three&after=eval-two")
    assert (back["unseen_gains"], back["unseen_losses"]) == (2, 0)


@pytest.mark.parametrize(
    "path", ["/runs/eval-x", "/runs/eval-one/case?case=none", "/compare?before=eval-one&after=x"]
)
def test_what_is_not_there_is_said_to_be_missing(lab: Lab, path: str) -> None:
    assert lab.ask("otto", path)[0] == 404


def test_a_case_that_a_suite_makes_of_its_own_is_shown_with_what_it_expects(lab: Lab) -> None:
    asked = next(one.id for one in read_testers() if one.tools)
    add_run(lab.settings, Path("unserved"), "eval-three", MONDAY, worse="look", called=asked)
    told = lab.get(f"/runs/eval-three/case?case={asked}")
    assert (told["conversations"][0]["state"], told["derived"]) == ("failed", False)
    assert yaml.safe_load(told["expected"])[-1]["chain"] == {"executed": False}


def test_a_suite_is_offered_with_as_many_cases_and_conversations_as_a_run_says(lab: Lab) -> None:
    offers = {one["suite"]: one for one in lab.get("/suites")}
    asked = [one for one in read_testers() if one.tools]
    assert offers["unserved"]["cases"] == offers["unserved"]["conversations"] == len(asked)
    assert offers["seed"]["cases"] < offers["seed"]["conversations"]


def test_a_run_whose_suite_is_gone_is_shown_without_what_was_expected(lab: Lab) -> None:
    lab.suite.unlink()
    told = lab.get("/runs/eval-two/case?case=look")
    assert (told["expected"], told["conversations"][0]["state"]) == (None, "failed")


@pytest.mark.parametrize("who", ["ann", "pia"])
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/suites"),
        ("GET", "/going"),
        ("POST", "/going/stop"),
        ("GET", "/runs"),
        ("GET", "/runs/eval-one"),
        ("GET", "/runs/eval-one/case?case=look"),
        ("POST", "/runs/eval-one/open?case=sell"),
        ("GET", "/compare?before=eval-one&after=eval-two"),
    ],
)
def test_only_owners_of_the_deployment_see_any_of_it(
    lab: Lab, who: str, method: str, path: str
) -> None:
    status, told = lab.ask(who, path, method)
    assert (status, told["error"]["code"]) == (403, "no_owner_of_all")
    assert not lab.suite.with_suffix(".opened.jsonl").exists()


def case_from(lab: Lab, who: str, run: str) -> tuple[int, str]:
    with closing(lab.team.client.connect()) as connection:
        headers = {"Authorization": f"Bearer {lab.team.key(who, 'read', 'run', 'tools')}"}
        connection.request("GET", f"/api/evaluation/from-run/{quote(run)}", headers=headers)
        response = connection.getresponse()
        return response.status, response.read().decode()


def test_an_owner_takes_a_case_of_an_own_run_and_of_no_other(lab: Lab) -> None:
    chain: dict[str, Any] = {"intent": reading("优惠券"), "chain": steps("shop/make_coupon")}
    own = lab.past.add("pia", Status.SUCCEEDED, project="press", **chain)
    others = lab.past.add("ann", Status.SUCCEEDED, project="press", **chain)
    status, text = case_from(lab, "pia", own)
    [case] = yaml.safe_load(text)
    assert (status, case["turns"], case["author"]) == (200, [COUPON], "pia")
    assert case["expect"][0]["chain"]["steps"] == ["make_coupon"]
    assert case_from(lab, "pia", others)[0] == 404
    assert case_from(lab, "ann", others)[0] == 403
