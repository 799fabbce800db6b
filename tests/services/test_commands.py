"""The other commands: intent, tools, runs, sandbox, serve, eval."""

import json
import subprocess
from pathlib import Path
from urllib.request import urlopen

import pytest

from evals.child_process import free_port
from tests.services.commands import Zhizao, wait_for
from tests.services.serving import Client, message
from tests.workshop.waiting import PATIENCE


def test_the_commands_describe_themselves(zhizao: Zhizao) -> None:
    shown = zhizao.run("--help")
    assert shown.code == 0
    for command in ("ask", "eval", "intent", "runs", "sandbox", "serve", "tools"):
        assert f"  {command} " in shown.out
        assert command == "sandbox" or zhizao.run(command, "--help").code == 0
    assert zhizao.run("--version").out.startswith("zhizao ")


def test_intent_shows_what_a_sentence_means_and_no_more(zhizao: Zhizao) -> None:
    done = zhizao.run("intent", "给用户1234发放一张满50减20的优惠券,预发环境", "--json")
    assert done.code == 0
    assert done.json["intent_type"] in ("create_data", "operate_data")
    assert done.json["environment"] == "pre"
    assert zhizao.run("intent", "query order 1234 in pre").out.startswith("Understood: ")
    assert not (zhizao.home / "runs.db").exists()


def test_all_tools_are_listed_and_hidden_parameters_are_not(zhizao: Zhizao) -> None:
    listed = zhizao.run("tools", "list", "--json").json
    assert len(listed) == 105
    assert "_mcp_" not in json.dumps(listed)
    assert len(zhizao.run("tools", "list").out.splitlines()) == 105
    pre = zhizao.run("tools", "list", "--env", "pre", "--json").json
    assert 0 < len(pre) < 105


def test_one_tool_is_shown_by_its_name(zhizao: Zhizao) -> None:
    done = zhizao.run("tools", "show", "issueFullReductionCoupon")
    assert done.code == 0
    assert "threshold" in done.out
    missing = zhizao.run("tools", "show", "nothing")
    assert (missing.code, missing.out) == (1, "")
    assert missing.err == "There is no tool 'nothing'; zhizao tools list shows all of them.\n"


def test_runs_are_listed_shown_and_answered_again(zhizao: Zhizao) -> None:
    asked = zhizao.run("ask", "创建一个测试用户账号,预发", "--json").json
    run_id = asked["run_id"]
    listed = zhizao.run("runs", "list", "--json").json
    assert [(one["run_id"], one["status"]) for one in listed] == [(run_id, "succeeded")]
    assert run_id in zhizao.run("runs", "list").out
    shown = zhizao.run("runs", "show", run_id, "--json").json
    assert shown["answer"] == asked
    assert shown["events"][-1]["type"] == "run_finished"
    assert "成功" in zhizao.run("runs", "show", run_id).out
    assert zhizao.run("runs", "resume", run_id, "--json").json == asked
    assert len(zhizao.effects()) == 1


def test_an_unknown_run_is_said_to_be_unknown(zhizao: Zhizao) -> None:
    for command in ("show", "resume"):
        done = zhizao.run("runs", command, "run-7")
        assert (done.code, done.out) == (1, "")
        assert done.err == "There is no run 'run-7'; zhizao runs list shows the latest ones.\n"


def test_the_sandbox_s_own_commands_are_passed_on(zhizao: Zhizao) -> None:
    folder = str(zhizao.home / "sandbox")
    done = zhizao.run_apart("sandbox", "effects", "--json", ZHIZAO_SANDBOX_HOME=folder)
    assert (done.code, done.json) == (0, [])
    assert "reset" in zhizao.run_apart("sandbox", "--help").out


def test_a_wrong_setting_is_one_sentence(zhizao: Zhizao) -> None:
    done = zhizao.run("ask", "造一个订单", ZHIZAO_PORT="x")
    assert (done.code, done.out) == (1, "")
    assert "ZHIZAO_PORT is not usable" in done.err
    assert len(done.err.splitlines()) == 1


def test_a_broken_sources_file_is_named(zhizao: Zhizao, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text("{")
    done = zhizao.run("tools", "list", ZHIZAO_SOURCES=str(file))
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("The configuration is wrong: ")
    assert "mine.json: line 1" in done.err


@pytest.mark.slow
def test_the_service_starts_and_says_when_its_port_is_taken(zhizao: Zhizao) -> None:
    port = free_port()
    process = zhizao.start("serve", "--port", str(port))
    try:
        wait_for(lambda: answers(port))
        taken = zhizao.run_apart("serve", "--port", str(port))
        assert (taken.code, taken.out) == (1, "")
        assert taken.err.startswith(f"Cannot listen on 127.0.0.1:{port}")
    finally:
        process.terminate()
        _, complaint = process.communicate(timeout=PATIENCE)
    assert complaint == b""


@pytest.mark.slow
def test_a_request_over_http_reaches_the_sandbox(zhizao: Zhizao) -> None:
    port = free_port()
    process = zhizao.start("serve", "--port", str(port))
    try:
        wait_for(lambda: answers(port))
        client = Client(port)
        assert client.request("GET", "/readyz") == (
            200,
            {"status": "ready", "problems": {}, "degraded": {}},
        )
        text = "创建一个测试用户账号,预发"
        body = message(text, "t-1", "r-1")
        told = client.stream("POST", "/api/agui", body).types()
        assert (told[0], told[-1]) == ("RUN_STARTED", "RUN_FINISHED")
        assert {"STATE_DELTA", "TOOL_CALL_START", "TOOL_CALL_RESULT"} <= set(told)
        assert [one["entity"] for one in zhizao.effects()] == ["user"]
        again = zhizao.run("ask", text, "--session", "t-1", "--request-id", "r-1", "--json")
        assert (again.code, len(zhizao.effects())) == (0, 1)
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


def answers(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1) as response:
            return bool(response.status == 200)
    except OSError:
        return False


def test_an_evaluation_reports_and_its_exit_code_tells(zhizao: Zhizao, tmp_path: Path) -> None:
    out = tmp_path / "report"
    done = zhizao.run(
        *("eval", "run", "seed", "--case", "weather", "--case", "production-order"),
        *("--own-wording", "--json", "--out", str(out)),
    )
    assert (done.code, done.json["overall"]["total"]) == (0, 2)
    names = {file.name for file in out.iterdir()}
    assert {"report.html", "report.md", "report.json", "junit.xml", "records.jsonl"} <= names
    unknown = zhizao.run("eval", "run", "sead")
    assert (unknown.code, unknown.out) == (2, "")
    assert "no suite named 'sead'" in unknown.err


def test_foreign_catalogues_are_needed_for_the_distractors(zhizao: Zhizao) -> None:
    done = zhizao.run("eval", "run", "distractors")
    assert done.code == 2
    assert "SKIPPED distractors: needs a folder of benchmark catalogues" in done.out


def test_a_suite_of_a_foreign_service_that_is_not_there_does_not_pass(zhizao: Zhizao) -> None:
    done = zhizao.run("eval", "run", "clinic", "--data", "nowhere")
    assert done.code == 2
    assert "SKIPPED clinic: there is no clinic/clinic.py in nowhere" in done.out


@pytest.mark.slow
def test_a_killed_pipe_is_no_traceback(zhizao: Zhizao) -> None:
    command = zhizao.start("tools", "list")
    head = subprocess.run(["head", "-1"], stdin=command.stdout, capture_output=True, check=True)
    _, complaint = command.communicate(timeout=PATIENCE)
    assert head.stdout
    assert b"Traceback" not in complaint
