"""Choices in a terminal: numbers, forms, and what a program reads of them."""

import os
import pty
import select
import subprocess

import pytest

from tests.services.commands import Zhizao
from tests.workshop.waiting import PATIENCE

GOODIE = "给用户1234来份满50减20的甜头,预发环境"
GIFT = "给用户1234发一份满减大礼包,预发环境"


def test_outside_a_terminal_numbered_lines_are_printed_and_a_number_picks(zhizao: Zhizao) -> None:
    asked = zhizao.run("ask", GOODIE, "--session", "s")
    assert asked.code == 2
    assert "  1. 为用户1234：发放满减券" in asked.out
    assert 'zhizao ask --session s "1"' in asked.out
    done = zhizao.run("ask", "1", "--session", "s")
    assert (done.code, "成功" in done.out) == (0, True)
    assert [one["tool"] for one in zhizao.effects()] == ["issueFullReductionCoupon"]


def test_a_form_is_completed_with_values_by_path(zhizao: Zhizao) -> None:
    asked = zhizao.run("ask", GIFT, "--session", "s", "--json").json
    place = next(
        number
        for number, one in enumerate(asked["choices"], 1)
        if one["tool"] == "commerce/issueFullReductionCoupon"
    )
    opened = zhizao.run("ask", str(place), "--session", "s")
    assert "领券用户的havanaId [G1/havanaId] = 1234" in opened.out
    sets = ["--set", "G1/threshold=80", "--set", "G1/reduce=30"]
    done = zhizao.run("ask", *sets, "--session", "s", "tool-commerce/issueFullReductionCoupon")
    assert done.code == 0, done.out + done.err
    assert [one["change"]["after"]["discountAmount"] for one in zhizao.effects()] == [3000]
    wrong = zhizao.run("ask", "--set", "nonsense", "--session", "s", "x")
    assert (wrong.code, "nonsense" in wrong.err) != (0, False)


def test_a_json_answer_waits_for_nobody_and_has_the_choices(zhizao: Zhizao) -> None:
    answer = zhizao.run("ask", GOODIE, "--json").json
    kinds = {one["kind"] for one in answer["choices"]}
    assert kinds == {"reading", "tool", "search"}
    reading = answer["choices"][0]
    assert reading["effects"][0]["values"] == ["门槛金额 50 元", "优惠金额 20 元"]
    assert answer["form"] is None


@pytest.mark.slow
def test_somebody_at_a_terminal_is_prompted_for_a_number(zhizao: Zhizao) -> None:
    ours, theirs = pty.openpty()
    command = zhizao.command("ask", GOODIE)
    with subprocess.Popen(
        command, env=zhizao.environment(), stdin=theirs, stdout=theirs, stderr=theirs
    ) as running:
        os.close(theirs)
        shown = _until(ours, "编号")
        assert "1. 为用户1234：发放满减券" in shown
        os.write(ours, b"1\n")
        assert "成功" in _until(ours, "成功")
        running.wait(timeout=PATIENCE)
    os.close(ours)
    assert [one["tool"] for one in zhizao.effects()] == ["issueFullReductionCoupon"]


def _until(terminal: int, words: str) -> str:
    """What the terminal shows, up to these words; fails where they do not come."""
    seen = b""
    while words not in seen.decode(errors="replace"):
        ready, _, _ = select.select([terminal], [], [], PATIENCE)
        assert ready, seen.decode(errors="replace")
        seen += os.read(terminal, 4096)
    return seen.decode(errors="replace")
