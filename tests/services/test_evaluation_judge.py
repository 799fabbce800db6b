"""A model judges a run beside the scorers and people; what it makes up is not taken."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from evals.judging.agreement import agreement
from pipelines.models.model import Ask
from services.cli.evaluate import evaluate
from services.settings import Settings
from tests.models.business import connected
from tests.services.past_evaluations import add_run, suite_in


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZHIZAO_HOME", str(tmp_path))
    add_run(Settings(home=tmp_path), suite_in(tmp_path), "eval-one", 1_790_000_000)


def run(*arguments: str) -> tuple[int, str]:
    told = CliRunner().invoke(evaluate, ["judge", "last", *arguments])
    error = "" if told.exception is None else repr(told.exception)
    return told.exit_code, f"{told.output}{error}"


def by_status(ask: Ask) -> Mapping[str, Any]:
    """Passes what has succeeded."""
    shown = ask.messages[-1].text
    good = '"status": "succeeded"' in shown
    return {
        "passed": good,
        "reason": "status",
        "quotes": [f'"status":\n "{"succeeded" if good else "failed"}"'],
    }


def test_it_is_held_against_the_scorers_and_people(tmp_path: Path) -> None:
    people = tmp_path / "people.yaml"
    people.write_text("look: fail\n", "utf-8")
    with connected({"Judgement": by_status}) as model:
        code, said = run("--people", str(people), "--json")
    assert code == 0, said
    told = json.loads(said)
    assert {name: one["passed"] for name, one in told["judged"].items()} == {
        "look/0": True,
        "see/0": True,
    }
    scorers, persons = told["agreement"]
    assert (scorers["agreed"]["passed"], scorers["agreed"]["total"]) == (2, 2)
    assert (persons["who"], persons["agreed"]["total"]) == ("people", 1)
    assert persons["too_kind"] == ["look/0"]
    asked = json.dumps([one["body"] for one in model.asked], ensure_ascii=False)
    assert "expected" not in asked


def test_a_quote_that_stands_nowhere_is_asked_for_again_and_then_left_out() -> None:
    made_up = {"passed": True, "reason": "fine", "quotes": ["nobody said this"]}
    with connected({"Judgement": made_up}) as model:
        code, said = run()
    assert code == 0, said
    assert "without a judgement that can be used" in said
    assert "agrees with the scorers in 0 of 0" in said
    assert len(model.asked) > 1


def test_without_a_model_that_is_said_in_a_line() -> None:
    code, said = run()
    assert (code != 0, "services.no_judge" in said) == (True, True), said


@pytest.mark.parametrize(
    ("text", "named"), [("look: maybe", "look"), ("[1", "line"), ("{}", "no conversation")]
)
def test_what_people_say_has_to_be_readable(tmp_path: Path, text: str, named: str) -> None:
    people = tmp_path / "people.yaml"
    people.write_text(text, "utf-8")
    code, said = run("--people", str(people))
    assert (code != 0, named in said) == (True, True), said


def test_kappa_takes_chance_into_account() -> None:
    judged = {"a": True, "b": True, "c": False, "d": False}
    other = {"a": True, "b": False, "c": False, "d": False, "e": True}
    found = agreement("people", judged, other)
    assert (found.agreed.passed, found.agreed.total, found.kappa) == (3, 4, 0.5)
    assert (found.too_kind, found.too_strict) == (("b",), ())
    assert agreement("people", judged, dict.fromkeys(judged, True)).kappa is None
