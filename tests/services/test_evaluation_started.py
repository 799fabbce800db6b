"""A run of a suite that an owner starts over HTTP: one at a time, beside the service."""

import json
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import yaml

from evals.case import SHIPPED
from evals.options import Options
from evals.records import RunInfo
from services.evaluation.running import open_eval_store
from services.settings import Settings, child_environment
from tests.services.commands import wait_for
from tests.services.test_evaluation_http import Lab, lab

__all__ = ["lab"]
pytestmark = pytest.mark.slow


def small_suite(settings: Settings, turn: str = "Show reader 7 in daily") -> str:
    """A suite of one mocked case, of which a run was kept: so it can be chosen."""
    file = settings.home / "small.yaml"
    case = {"id": "one", "turns": [turn], "expect": [{"status": "succeeded"}]}
    told = {
        "name": "small",
        "about": "a library",
        "trade": "library",
        "execution": "mock",
        "catalogue": str(SHIPPED / "openapi" / "library.json"),
        "cases": [case],
    }
    file.write_text(yaml.safe_dump(told), "utf-8")
    with closing(open_eval_store(settings)) as store:
        store.begin(RunInfo(id="eval-small", options=Options(suite=str(file)), started_at=1.0))
    return str(file)


def start(lab: Lab, who: str = "otto", **wanted: Any) -> tuple[int, Any]:
    key = lab.team.key(who, "read", "run", "tools")
    return lab.team.ask(key, "POST", "/api/evaluation/runs", wanted)


def kept_run(lab: Lab, id: str) -> Any:
    return next(one for one in lab.get("/runs") if one["id"] == id)


def is_over(lab: Lab) -> bool:
    return lab.get("/going")["state"] in ("finished", "stopped", "failed")


def test_an_owner_starts_a_run_and_finds_it_among_the_others(lab: Lab) -> None:
    suite = small_suite(lab.settings)
    assert lab.get("/going") is None
    assert suite in {one["suite"] for one in lab.get("/suites")}
    status, going = start(lab, suite=suite, label="first", repetitions=2)
    assert (status, going["state"], going["planned"]) == (202, "running", 2)
    status, told = start(lab, suite=suite)
    assert (status, "otto" in told["error"]["message"]) == (409, True)
    wait_for(lambda: is_over(lab))
    assert lab.get("/going") == {
        **going,
        "state": "finished",
        "said": 2,
        "passed": 2,
        "seconds_left": 0.0,
    }
    kept = kept_run(lab, going["run"])
    assert (kept["label"], kept["who"]) == ("first", "otto")
    assert (kept["rate"]["passed"], kept["rate"]["total"]) == (2, 2)
    assert kept["finished_at"] is not None


def test_one_after_the_other_each_run_ends_by_itself(lab: Lab) -> None:
    suite = small_suite(lab.settings)
    for _ in range(3):
        status, going = start(lab, suite=suite)
        assert status == 202
        wait_for(lambda: is_over(lab))
        told = lab.get("/going")
        assert (told["run"], told["state"], told["why"]) == (going["run"], "finished", "")


def test_a_run_is_stopped_and_what_it_has_said_is_kept(lab: Lab) -> None:
    _, going = start(lab, suite=small_suite(lab.settings), repetitions=100)
    wait_for(lambda: lab.get("/going")["said"] > 0)
    assert lab.get("/going/stop", "POST")["state"] == "stopping"
    wait_for(lambda: is_over(lab))
    assert lab.get("/going")["state"] == "stopped"
    kept = kept_run(lab, going["run"])
    assert 0 < kept["rate"]["total"] < 100
    assert kept["finished_at"] is None
    assert lab.ask("otto", "/going/stop", "POST")[0] == 409
    said = kept["rate"]["total"]
    status, again = lab.ask("otto", f"/runs/{going['run']}/resume", "POST")
    assert (status, again["run"], again["wanted"]) == (202, going["run"], going["wanted"])
    assert again["said"] >= said
    wait_for(lambda: is_over(lab))
    assert (lab.get("/going")["state"], lab.get("/going")["said"]) == ("finished", 100)
    whole = kept_run(lab, going["run"])
    assert (whole["rate"]["total"], whole["finished_at"] is not None) == (100, True)
    assert lab.ask("otto", f"/runs/{going['run']}/resume", "POST")[0] == 409
    assert lab.ask("ann", f"/runs/{going['run']}/resume", "POST")[0] == 403
    assert lab.ask("otto", "/runs/eval-none/resume", "POST")[0] == 404


def test_a_start_that_fails_says_why_and_stops_no_other(lab: Lab) -> None:
    suite = small_suite(lab.settings)
    status, told = start(lab, suite=suite, variant="model")
    assert status == 422
    assert "needs a model" in told["error"]["message"]
    assert lab.get("/going")["state"] == "failed"
    status, told = start(lab, suite="/etc/hosts.yaml")
    assert (status, told["error"]["code"]) == (404, "no_suite")
    assert start(lab, suite=suite, repetitions=0)[0] == 422
    assert start(lab, suite=suite)[0] == 202
    wait_for(lambda: is_over(lab))


@pytest.mark.parametrize("who", ["ann", "pia"])
def test_nobody_else_starts_one(lab: Lab, who: str) -> None:
    assert start(lab, who, suite=small_suite(lab.settings))[0] == 403
    assert lab.get("/going") is None


def test_a_run_ends_with_the_service_that_started_it(tmp_path: Path) -> None:
    suite = small_suite(Settings(home=tmp_path))
    options = Options(suite=suite, repetitions=100)
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "services.evaluation.aside"],
        env=child_environment(ZHIZAO_HOME=str(tmp_path)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(json.dumps({"options": options.model_dump(mode="json")}) + "\n")
        child.stdin.flush()
        begun = json.loads(child.stdout.readline())
        said = json.loads(child.stdout.readline())
        assert (begun["planned"], said["said"]) == (100, 1)
        child.stdin.close()
        ended = time.monotonic()
        child.stdout.read()
        assert child.wait(30) == 130
        assert time.monotonic() - ended < 30
    with closing(open_eval_store(Settings(home=tmp_path))) as store:
        assert store.run(begun["run"]).finished_at is None
        assert store.records(begun["run"])
