"""`zhizao filter` on a file of tools."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from services.cli.filter import filter_tools

LINES = (
    {"name": "getForecast", "description": "Tells the weather of a city for the next days."},
    {"name": "convertCurrency", "description": "Converts an amount into another currency."},
    {"name": "sendMail", "description": "Sends an e-mail to somebody."},
)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZHIZAO_HOME", str(tmp_path / "home"))
    tools = tmp_path / "mine" / "tools.jsonl"
    tools.parent.mkdir()
    tools.write_text("\n".join(json.dumps(line) for line in LINES), "utf-8")
    return tools


def test_candidates_are_printed_with_their_reasons(file: Path) -> None:
    found = CliRunner().invoke(
        filter_tools, ["convert 5 euros into another currency", "--catalog", str(file)]
    )
    assert found.exit_code == 0, found.output
    assert "mine/convertCurrency" in found.output
    assert "description is similar" in found.output


def test_an_explanation_says_how_likely_and_by_which_columns(file: Path) -> None:
    asked = ["convert the currency", "--catalog", str(file), "--explain", "--json"]
    told = json.loads(CliRunner().invoke(filter_tools, asked).output)
    assert told["index"][0]["tool"] == "mine/convertCurrency"
    assert told["likelihood"] > told["threshold"] > 0
    assert told["index"][0]["counts"]


def test_nothing_fitting_is_said(file: Path) -> None:
    found = CliRunner().invoke(filter_tools, ["??? 12", "--catalog", str(file)])
    assert found.output.strip() == "no tool fits"


@pytest.mark.parametrize(
    ("sentence", "says"),
    [
        ("", "没有看到请求的内容"),
        (" \n ", "没有看到请求的内容"),
        ("\x00\x01", "控制字符"),
        ("x" * 4001, "4001"),
    ],
)
def test_what_is_no_sentence_ends_with_2(file: Path, sentence: str, says: str) -> None:
    found = CliRunner().invoke(filter_tools, [sentence, "--catalog", str(file)])
    assert found.exit_code == 2
    assert says in found.output
    assert "no tool fits" not in found.output
