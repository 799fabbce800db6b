"""`zhizao ask`, from the sentence to the effect in the sandbox."""

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.services.commands import Done, Zhizao, wait_for
from tests.workshop.waiting import PATIENCE

COUPON = "给用户1234发放一张满50减20的优惠券,预发环境"
COUPON_TOOLS = ("issueFullReductionCoupon", "lanhai_coupon_pre")


def test_the_answer_is_one_json_object_in_its_stable_form(zhizao: Zhizao) -> None:
    done = zhizao.run("ask", COUPON, "--json")
    assert (done.code, done.err) == (0, "")
    assert list(done.json) == [
        "run_id",
        "session_id",
        "status",
        "intent",
        "candidates",
        "chain",
        "summary",
        "question",
        "timings_ms",
        "skipped",
        "model",
        "reasoning",
        "choices",
        "form",
        "later",
        "finishes",
    ]
    assert done.json["status"] == "succeeded"
    assert done.json["intent"]["environment"] == "pre"
    assert done.json["summary"]["satisfied"] is True
    unasked: dict[str, Any] = {"calls": 0, "input_tokens": 0, "output_tokens": 0, "stages": []}
    assert (done.json["model"], done.json["reasoning"]) == (unasked, None)
    effects = zhizao.effects()
    assert [(one["entity"], one["environment"]) for one in effects] == [("coupon", "pre")]
    made = effects[0]["change"]["after"]
    assert (made["havanaId"], made["thresholdAmount"], made["discountAmount"]) == (
        "1234",
        5000,
        2000,
    )


def test_a_person_reads_what_was_understood_the_chain_and_the_result(zhizao: Zhizao) -> None:
    done = zhizao.run("ask", COUPON)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0].startswith("理解：")
    numbered = next(n for n, line in enumerate(lines) if line.strip().startswith("1. "))
    finished = next(n for n, line in enumerate(lines) if "完成" in line)
    result = lines.index("成功")
    assert numbered < finished < result
    assert any(line.startswith("感谢作者：") for line in lines)
    assert "门槛金额 [threshold] = 5000" in done.out
    assert "\x1b[" not in done.out
    assert "mcp" not in done.out.casefold()


def test_an_english_sentence_is_answered_in_english(zhizao: Zhizao) -> None:
    done = zhizao.run("ask", "Please send user 1234 one coupon, 20 off 50, in pre.")
    assert done.code == 0
    assert done.out.startswith("Understood: ")
    assert "succeeded" in done.out.splitlines()


@pytest.mark.parametrize(
    ("text", "code", "status"),
    [
        ("创建一个测试用户账号", 2, "needs_input"),
        ("在生产环境造一个订单", 3, "refused"),
        ("你能创建哪些类型的商品?", 0, "succeeded"),
    ],
)
def test_the_exit_code_tells_the_status(zhizao: Zhizao, text: str, code: int, status: str) -> None:
    done = zhizao.run("ask", text, "--json")
    assert (done.code, done.json["status"]) == (code, status)
    assert zhizao.effects() == []


def test_a_conversation_goes_on_in_its_session(zhizao: Zhizao) -> None:
    first = zhizao.run("ask", "创建一个测试用户账号", "--json")
    session = first.json["session_id"]
    assert first.json["question"]
    second = zhizao.run("ask", "预发", "--session", session, "--json")
    assert (second.code, second.json["session_id"]) == (0, session)
    assert [one["entity"] for one in zhizao.effects()] == ["user"]


def test_a_person_is_told_how_to_go_on(zhizao: Zhizao) -> None:
    done = zhizao.run("ask", "创建一个测试用户账号")
    assert "zhizao ask --session session-" in done.out


def test_only_planning_runs_nothing(zhizao: Zhizao) -> None:
    done = zhizao.run("ask", COUPON, "--plan-only", "--json")
    assert (done.code, done.json["status"]) == (0, "planned")
    assert {step["status"] for step in done.json["chain"]} == {"planned"}
    assert zhizao.effects() == []


def test_the_environment_may_be_chosen_beside_the_sentence(zhizao: Zhizao) -> None:
    done = zhizao.run("ask", "创建一个测试用户账号", "--env", "pre", "--json")
    assert done.code == 0
    assert [one["environment"] for one in zhizao.effects()] == ["pre"]


def test_an_environment_that_is_not_configured_is_named(zhizao: Zhizao) -> None:
    done = zhizao.run("ask", "创建一个测试用户账号", "--env", "qa")
    assert done.code == 2
    assert "qa" in done.err
    assert "daily, pre" in done.err
    assert zhizao.effects() == []


@pytest.mark.parametrize("name", ["prod", "生产"])
def test_production_beside_the_sentence_is_refused_as_in_it(zhizao: Zhizao, name: str) -> None:
    done = zhizao.run("ask", "创建一个测试用户账号", "--env", name, "--json")
    assert (done.code, done.json["status"]) == (3, "refused")
    assert done.json["intent"]["production"]
    assert zhizao.effects() == []


def test_what_no_tool_knows_gets_choices_and_what_is_not_there_fails(zhizao: Zhizao) -> None:
    unheard = zhizao.run("ask", "创建一个火箭,预发", "--json")
    assert (unheard.code, unheard.json["status"], unheard.json["chain"]) == (3, "refused", [])
    kinds = [one["kind"] for one in unheard.json["choices"]]
    assert (set(kinds[:-1]), kinds[-1]) == ({"tool"}, "search")
    absent = zhizao.run("ask", "把订单99999推进到完结,线下", "--json")
    assert (absent.code, absent.json["status"]) == (1, "failed")
    assert zhizao.effects() == []


def test_long_text_comes_from_standard_input(zhizao: Zhizao) -> None:
    done = zhizao.run("ask", "-", "--json", stdin=f"{COUPON}\n".encode())
    assert (done.code, len(zhizao.effects())) == (0, 1)
    assert done.json["intent"]["text"] == COUPON


def test_what_is_no_text_is_refused_in_a_sentence(zhizao: Zhizao) -> None:
    for done in (
        zhizao.run("ask", "-", stdin=b"ab\xff\xfe"),
        zhizao.run("ask", b"ab\xff\xfe"),
    ):
        assert done == Done(
            2,
            "",
            "The request holds a character that is no valid Unicode (at character 3); "
            "send it again as UTF-8 text.\n",
        )
    long = zhizao.run("ask", "-", stdin=b"x" * 100_000)
    assert (long.code, long.out) == (2, "")
    assert (
        long.err == "The request is too long: at most 65536 bytes; shorten it and send it again.\n"
    )


@pytest.mark.slow
def test_the_same_request_is_one_effect_however_often_it_comes(zhizao: Zhizao) -> None:
    def ask(number: int) -> Done:
        return zhizao.run_apart("ask", COUPON, "--request-id", "r-1", "--json")

    with ThreadPoolExecutor(5) as pool:
        answers = list(pool.map(ask, range(5)))
    assert {done.code for done in answers} == {0}
    assert len({done.json["run_id"] for done in answers}) == 1
    assert len(zhizao.effects()) == 1
    assert ask(6).json["summary"] == answers[0].json["summary"]


def test_a_request_id_stands_for_one_sentence(zhizao: Zhizao) -> None:
    zhizao.run("ask", COUPON, "--request-id", "r-1", "--plan-only")
    done = zhizao.run("ask", "创建一个地址,预发", "--request-id", "r-1")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("请求编号“r-1”已经用于另一句话")


def test_without_its_tools_it_says_what_to_start(zhizao: Zhizao) -> None:
    done = zhizao.run("ask", COUPON, ZHIZAO_SANDBOX_PORT="9")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("没有可用的工具：")
    assert "zhizao sandbox" in done.err
    assert len(done.err.splitlines()) == 1


def test_secrets_are_neither_answered_nor_kept(zhizao: Zhizao) -> None:
    secret = "password=Example-Passw0rd!"
    done = zhizao.run("ask", f"Query order 1234 in pre, login with {secret}", "--json")
    assert (done.code, done.json["status"]) == (3, "refused")
    kept = b"".join(file.read_bytes() for file in zhizao.home.rglob("*") if file.is_file())
    assert b"Example-Passw0rd" not in done.out.encode() + kept


def slow_down(zhizao: Zhizao) -> None:
    """From now on coupons are issued at once, but the answer takes long."""
    for tool in COUPON_TOOLS:
        fault = ["fault", "set", tool, "--kind", "latency", "--seconds", "20", "--after"]
        zhizao.sandbox.run(fault)


@pytest.mark.slow
def test_killed_between_effect_and_record_it_resumes_without_a_second_effect(
    zhizao: Zhizao,
) -> None:
    slow_down(zhizao)
    process = zhizao.start("ask", COUPON, "--request-id", "r-1")
    wait_for(lambda: bool(zhizao.effects()))
    os.kill(process.pid, signal.SIGKILL)
    process.communicate(timeout=PATIENCE)
    zhizao.sandbox.run(["fault", "clear"])
    run_id = zhizao.run("runs", "list", "--json").json[0]["run_id"]
    resumed = zhizao.run("runs", "resume", run_id, "--json")
    assert resumed.json["status"] in ("succeeded", "unknown")
    assert len(zhizao.effects()) == 1
    if resumed.json["status"] == "unknown":
        assert resumed.json["question"]


@pytest.mark.slow
def test_interrupted_it_says_how_to_go_on(zhizao: Zhizao) -> None:
    slow_down(zhizao)
    process = zhizao.start("ask", COUPON)
    wait_for(lambda: bool(zhizao.effects()))
    os.kill(process.pid, signal.SIGINT)
    _, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    said = complaint.decode()
    assert said.startswith("已中断；继续执行：zhizao runs resume run-")
    zhizao.sandbox.run(["fault", "clear"])
    resumed = zhizao.run("runs", "resume", said.split()[-1], "--json")
    assert resumed.json["status"] in ("succeeded", "unknown")
    assert len(zhizao.effects()) == 1


@pytest.mark.parametrize("kind", ["error-before", "error-after", "business", "malformed"])
def test_a_tool_that_fails_is_reported_and_makes_no_second_effect(
    zhizao: Zhizao, kind: str
) -> None:
    for tool in COUPON_TOOLS:
        zhizao.sandbox.run(["fault", "set", tool, "--kind", kind])
    done = zhizao.run("ask", COUPON)
    assert done.err == ""
    made = len(zhizao.effects())
    assert made == (0 if kind in ("error-before", "business") else 1)
    assert done.code in ((1, 4) if made == 0 else (0, 4))
    assert "Traceback" not in done.out
