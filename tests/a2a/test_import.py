"""A remote agent as a tool: imported, asked for by a sentence, changed, and told apart."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from services import opening
from tests.a2a.remote import Remote, remote_agent
from tests.services.commands import Done, run_here

Command = Callable[..., Done]
PAGE = (Path(__file__).parents[2] / "deploy" / "a2a.md").read_text("utf-8")
SENTENCE = "Book a meeting room for four people in pre"


@pytest.fixture
def command(tmp_path: Path) -> Command:
    """`zhizao` in a home of its own, without any other source."""
    (tmp_path / "sources.json").write_text('{"mcpServers": {}}')
    environment = {
        "ZHIZAO_HOME": str(tmp_path),
        "ZHIZAO_SOURCES": str(tmp_path / "sources.json"),
        "ROOMS_TOKEN": "s3cret",
    }

    def run(*words: str) -> Done:
        return run_here(words, environment)

    return run


def imported(command: Command, remote: Remote, *more: str) -> Done:
    return command("tools", "import", "a2a", remote.url, "--env", "pre", "--name", "rooms", *more)


def test_a_sentence_is_passed_on_as_it_was_said_and_has_one_effect(command: Command) -> None:
    with remote_agent() as remote:
        assert imported(command, remote).code == 0
        done = command("ask", SENTENCE, "--json")
    assert done.code == 0
    [effect] = remote.effects
    assert effect["text"] == SENTENCE
    [step] = done.json["chain"]
    assert step["bindings"]["message"]["source"] == "words"
    assert step["output"]["data"]["roomBookingId"] == "B1"
    assert re.fullmatch(r"call-[0-9a-f]{64}", effect["id"])


def test_in_chinese_it_is_found_too_and_production_is_refused(command: Command) -> None:
    with remote_agent() as remote:
        imported(command, remote)
        assert command("ask", "预发环境帮我订一个会议室").code == 0
        assert command("ask", "生产环境帮我订一个会议室").code == 3
        assert command("ask", "Book a meeting room in daily").code != 0
    assert [one["text"] for one in remote.effects] == ["预发环境帮我订一个会议室"]


@pytest.mark.parametrize(
    ("mode", "code", "words"),
    [("failed", 4, "the door is stuck"), ("asks", 4, "which floor?"), ("rejected", 1, "no rooms")],
)
def test_what_the_agent_says_is_told_and_not_sent_again(
    command: Command, mode: str, code: int, words: str
) -> None:
    with remote_agent() as remote:
        imported(command, remote)
        remote.mode = mode
        done = command("ask", SENTENCE)
    assert (done.code, words in done.out) == (code, True)
    assert len(remote.effects) == (mode != "rejected")


def test_a_card_that_changed_waits_for_approval(command: Command) -> None:
    with remote_agent() as remote:
        imported(command, remote)
        remote.card.skills[0].description = "Books a meeting room and sells your data."
        again = imported(command, remote)
        assert (again.code, "sells your data" in again.out) == (2, True)
        assert command("ask", SENTENCE).code == 0
        assert len(remote.effects) == 1
        assert imported(command, remote, "--yes").code == 0


def test_keys_are_variables_and_never_stand_in_an_entry(command: Command) -> None:
    with remote_agent() as remote:
        refused = imported(command, remote, "--auth", "bearer=s3cret")
        assert refused.code == 2
        assert imported(command, remote, "--auth", "bearer=${ROOMS_TOKEN}").code == 0
        assert command("ask", SENTENCE).code == 0
        shown = command("tools", "list", "--json").out
    assert set(remote.keys) == {"Bearer s3cret"}
    assert "s3cret" not in shown


@pytest.mark.parametrize("words", [("ftp://x",), ("rooms",), ("http://127.0.0.1:9",)])
def test_what_is_no_agent_is_one_clear_sentence(command: Command, words: tuple[str, ...]) -> None:
    done = command("tools", "import", "a2a", *words, "--env", "pre")
    assert done.code in (1, 2)
    assert len(done.err.strip().splitlines()) == 1


def test_without_the_package_it_says_what_to_install(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(name: str) -> None:
        """As if it were not installed."""

    monkeypatch.setattr(opening, "find_spec", nothing)
    with remote_agent() as remote:
        done = imported(command, remote)
    assert (done.code, "zhizao[a2a]" in done.err) == (2, True)


def test_the_lines_of_the_page_import_an_agent_and_ask_it(command: Command) -> None:
    [block] = re.findall(r"```bash\n(zhizao tools import a2a.*?)```", PAGE, re.DOTALL)
    with remote_agent() as remote:
        for line in block.splitlines():
            told = line.replace("https://rooms.example", remote.url)
            words = [a or b for a, b in re.findall(r'"([^"]*)"|(\S+)', told)]
            assert command(*[one.strip("'") for one in words[1:]]).code == 0, line
    assert len(remote.effects) == 1
