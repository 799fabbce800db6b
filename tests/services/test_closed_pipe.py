"""A reader that leaves early, as `head` does, cuts no command short."""

import subprocess

import pytest

from tests.services.commands import Zhizao
from tests.services.kennel import Kennel, open_kennel
from tests.workshop.waiting import PATIENCE

pytestmark = pytest.mark.slow


def _left_alone(zhizao: Zhizao, *arguments: str, **changed: str) -> tuple[int, str]:
    """Exit code and errors of a command whose output nobody reads."""
    with zhizao.start(*arguments, **changed) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        errors = running.stderr.read().decode()
        return running.wait(PATIENCE), errors


def _import(kennel: Kennel) -> tuple[str, ...]:
    place = (f"{kennel.url}/openapi.json", "--env", "daily", "--base-url", kennel.url)
    return ("tools", "import", "openapi", *place, "--name", "kennel")


def test_an_import_is_registered_though_nobody_reads_its_report(zhizao: Zhizao) -> None:
    with open_kennel() as kennel:
        assert _left_alone(zhizao, *_import(kennel)) == (0, "")
        listed = zhizao.run("tools", "list", "--source", "kennel@~local", "--json").json
    assert {one["name"] for one in listed} == {"get_dog", "delete_dog"}


def test_a_change_is_agreed_to_before_it_is_registered(zhizao: Zhizao) -> None:
    with open_kennel() as kennel:
        assert zhizao.run(*_import(kennel)).code == 0
        kennel.say("/dogs/{dog_id}", "get", "Look up one dog.")
        shown = zhizao.run(*_import(kennel))
        assert (shown.code, "Registered" in shown.out) == (2, False)
        assert "get_dog" in shown.out
        agreed = zhizao.run(*_import(kennel), "--yes")
    assert agreed.out.splitlines()[-1].startswith("Registered")


def test_a_request_is_carried_out_though_nobody_reads_its_answer(zhizao: Zhizao) -> None:
    assert _left_alone(zhizao, "ask", "创建一个测试用户账号,预发") == (0, "")
    assert len(zhizao.effects()) == 1


def test_a_long_list_ends_quietly(zhizao: Zhizao) -> None:
    assert _left_alone(zhizao, "tools", "list", PYTHONUNBUFFERED="1") == (0, "")


def test_a_shell_sees_the_first_line_and_no_complaint(zhizao: Zhizao) -> None:
    command = " ".join(map(str, zhizao.command("tools", "list")))
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command} | head -1"],
        env=zhizao.environment(),
        capture_output=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"\n") == 1
