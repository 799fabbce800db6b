"""The shipped suite `sandbox`: what it covers, labels that hold on the tools, and its gate."""

import re
from collections import Counter
from pathlib import Path

import anyio
import pytest
import yaml
from click.testing import CliRunner, Result

from evals.case import load_suite
from evals.checking import Checked, check_labels
from evals.distractors import shipped_distractors
from evals.gate import BASELINES, read_baseline
from evals.recording import spoken
from evals.suites import all_wordings
from services.cli.evaluate import evaluate
from services.eval_wiring import open_bench
from services.registry import read_environments
from services.settings import Settings, read_settings
from tool_registry.base.types import IntentType
from tool_registry.vocabulary.packs import SHIPPED

SUITE = load_suite("sandbox")
_ROWS = ("user-info", "tag-query", "address-list", "coupon-list", "store-get", "voucher-get")


def test_it_has_five_hundred_requests_in_both_languages_and_of_every_kind() -> None:
    said = all_wordings(SUITE)
    assert len(said) >= 500
    texts = [text for case in SUITE.cases for turns in case.variants() for text in turns]
    languages = Counter(spoken(re.sub(r"\{\w+\}", "7", text)) for text in texts)
    assert min(languages[one] for one in ("zh", "en", "mixed")) >= 100
    intents = {one for case in SUITE.cases for turn in case.expect for one in turn.intent}
    assert intents == set(IntentType)
    assert sum(case.unseen for case in SUITE.cases) >= 20


def test_the_baseline_in_git_is_of_these_requests() -> None:
    kept = read_baseline(BASELINES / "sandbox.json").tries()
    assert set(kept) == {f"{one.id} #1" for one in all_wordings(SUITE)}


@pytest.mark.slow
def test_every_solution_leaves_what_its_case_expects(tmp_path: Path) -> None:
    async def checked() -> list[Checked]:
        with open_bench(Settings(home=tmp_path, mode="rules"), SUITE.trade, tmp_path) as bench:
            return [one async for one in check_labels(bench, SUITE.trade, SUITE.cases)]

    found = anyio.run(checked)
    assert len(found) > 90
    assert {one.case: one.problems for one in found if one.problems} == {}


def run(*arguments: str) -> Result:
    return CliRunner().invoke(evaluate, [*arguments])


def broken_table(folder: Path) -> Path:
    """The synonyms of the trade, each thing with the words of the next one."""
    pack = yaml.safe_load((SHIPPED / "commerce.yaml").read_text("utf-8"))
    things = pack["entities"]
    words = [([*one.get("zh", ()), one["name"]], list(one.get("en", ()))) for one in things]
    for place, one in enumerate(things):
        one["zh"], one["en"] = words[(place + 1) % len(things)]
    file = folder / "broken.yaml"
    file.write_text(yaml.safe_dump(pack, allow_unicode=True), "utf-8")
    return file.with_suffix("")


@pytest.mark.slow
def test_a_broken_synonym_table_fails_the_gate_which_names_the_stage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZHIZAO_HOME", str(tmp_path / "home"))
    rows = [word for row in _ROWS for word in ("--case", row)]
    whole = run("run", "sandbox", *rows, "--jobs", "1")
    assert whole.exit_code == 0, whole.output
    assert run("gate", "last").exit_code == 0
    monkeypatch.setenv("ZHIZAO_PACKS", f"general,{broken_table(tmp_path)}")
    assert run("run", "sandbox", *rows, "--jobs", "1").exit_code == 1
    failed = run("gate", "last")
    assert failed.exit_code == 1
    assert "the stage that got worse is reading" in failed.output
    assert "vocabulary" in failed.output


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_whole_suite_is_as_good_as_its_baseline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZHIZAO_HOME", str(tmp_path / "home"))
    run("run", "sandbox", "--out", str(tmp_path / "report"))
    found = run("gate", "last", "--alpha", "0.05")
    assert found.exit_code == 0, found.output
    assert (tmp_path / "report" / "report.html").is_file()


def test_seven_thousand_tools_of_other_trades_are_shipped() -> None:
    found = shipped_distractors(read_environments(read_settings({})), 7_000)
    assert len({one.id for one in found}) == 7_000
    assert any("检索" in one.description for one in found)
