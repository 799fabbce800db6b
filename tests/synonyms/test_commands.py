"""`zhizao synonyms`, as it is used: build, review, accept, and the words are known."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from services.cli.group import commands
from services.settings import read_settings
from services.vocabulary import team_pack, vocabulary
from tests.models.business import connected
from tool_registry.vocabulary.lexicon import Kind, Lexicon

Run = Callable[..., Result]
PAGE = "测试用户又称小号。\n\n灯塔(lighthouse)由看守人管理。\n\n打印机又称显示屏。\n"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("ZHIZAO_HOME", str(tmp_path / "home"))

    def say(*words: str) -> Result:
        return CliRunner().invoke(commands, ["synonyms", *words])

    return say


@pytest.fixture
def page(tmp_path: Path) -> str:
    file = tmp_path / "page.md"
    file.write_text(PAGE, "utf-8")
    return str(file)


def proposals() -> dict[str, dict[str, Any]]:
    file = read_settings().home / "synonyms" / "proposals.yaml"
    return {one["name"]: one for one in yaml.safe_load(file.read_text("utf-8"))}


def lexicon() -> Lexicon:
    return Lexicon(vocabulary(read_settings()))


def test_an_accepted_proposal_is_known_from_then_on(run: Run, page: str) -> None:
    assert "3 proposals" in run("build", page).output
    assert "小号" in run("list").output
    assert lexicon().concept(Kind.ENTITY, "小号") is None
    assert run("accept", proposals()["灯塔"]["id"], proposals()["用户"]["id"]).exit_code == 0
    assert lexicon().canonical(Kind.ENTITY, "小号") == "用户"
    assert lexicon().canonical(Kind.ENTITY, "lighthouse") == "灯塔"
    run("build", page)
    assert proposals()["灯塔"]["state"] == "accepted"


def test_a_rejected_proposal_does_not_come_back_and_leaves_the_pack(run: Run, page: str) -> None:
    run("build", page)
    id = proposals()["灯塔"]["id"]
    run("accept", id)
    run("reject", id)
    run("build", page)
    assert proposals()["灯塔"]["state"] == "rejected"
    assert lexicon().concept(Kind.ENTITY, "lighthouse") is None


def test_a_word_that_means_something_else_is_not_accepted_by_mistake(run: Run, page: str) -> None:
    run("build", page)
    id = proposals()["printer"]["id"]
    refused = run("accept", id)
    assert refused.exit_code == 2
    assert "显示屏: monitor" in refused.output
    assert not team_pack(read_settings()).exists()
    assert "Accepted 2 proposals" in run("accept", "--from", "0.5").output
    assert run("accept", id, "--anyway").exit_code == 0


def test_a_word_taken_out_of_the_file_is_not_accepted(run: Run, page: str) -> None:
    run("build", page)
    file = read_settings().home / "synonyms" / "proposals.yaml"
    file.write_text(file.read_text("utf-8").replace("- lighthouse\n", "- lamp tower\n"), "utf-8")
    run("accept", proposals()["灯塔"]["id"])
    assert lexicon().canonical(Kind.ENTITY, "lamp tower") == "灯塔"
    assert lexicon().concept(Kind.ENTITY, "lighthouse") is None


def broken(folder: Path) -> dict[str, Path]:
    made = {name: folder / name for name in ("binary.md", "huge.txt", "empty", "nowhere.md")}
    made["binary.md"].write_bytes(b"\x00\x01\x02\xff" * 100)
    made["huge.txt"].write_bytes(b"a" * 5_000_001)
    made["empty"].mkdir()
    return made


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("binary.md", "is no text"),
        ("huge.txt", "too big"),
        ("empty", "no document in"),
        ("nowhere.md", "no file or folder"),
    ],
)
def test_a_document_that_cannot_be_read_is_a_clear_sentence(
    run: Run, tmp_path: Path, name: str, said: str
) -> None:
    done = run("build", str(broken(tmp_path)[name]))
    assert (done.exit_code, said in done.output) == (2, True)


def test_what_is_missing_or_broken_is_said(run: Run, page: str) -> None:
    assert "Name documents" in run("build").output
    assert "Name ids" in run("accept").output
    assert "no proposal nope" in run("accept", "nope").output
    run("build", page)
    file = read_settings().home / "synonyms" / "proposals.yaml"
    file.write_text("- {id: x}\n", "utf-8")
    assert "entry 0" in run("list").output
    file.write_text("- [", "utf-8")
    assert "proposals.yaml: line 2, column 1: not valid YAML" in run("list").output


def test_documents_in_an_older_chinese_encoding_are_read(run: Run, tmp_path: Path) -> None:
    (tmp_path / "old.txt").write_bytes("灯塔(lighthouse)由看守人管理。".encode("gb18030"))
    assert "1 条建议" in run("build", str(tmp_path / "old.txt"), "--lang", "zh").output


def test_a_model_reads_the_documents_too_and_its_quotes_are_checked(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "glossary.md"
    file.write_text("# 词汇\n\n灯塔(beacon)由看守人管理。\n", "utf-8")
    told = {"term": "灯塔", "synonym": "beacon", "quote": "灯塔(beacon)", "confidence": 0.8}
    with connected({"ModelSynonyms": {"pairs": [told]}}) as service:
        assert run("build", str(file), "--ask-model", "--least", "0").exit_code == 0
        assert len(service.asked) == 1
        assert any("beacon" in str(one) for one in proposals().values())
    refused = run("build", str(file), "--ask-model")
    assert refused.exit_code == 2
    assert "DASHSCOPE_API_KEY" in refused.output
