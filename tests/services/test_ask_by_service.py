"""`zhizao ask` where a service runs on the same home folder: the same answer, much sooner."""

import json
import os
import pty
import re
import select
import signal
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from evals.child_process import free_port
from services.link.agreement import Place, read_place
from services.sandbox_process import SandboxProcess
from tests.services.commands import Done, Zhizao, wait_for
from tests.workshop.waiting import PATIENCE

pytestmark = pytest.mark.slow

COUPON = "给用户1234发放一张满50减20的优惠券,预发环境"
OTHER = {"ZHIZAO_BULK_LIMIT": "7"}
"""A setting with which the service does not answer."""
MAKER = "createUserAddress"
ADDRESS = "给用户1234创建一个地址,预发"
_TOLD = """
import atexit, sys
from services.cli import main
atexit.register(lambda: print("pydantic" in sys.modules, file=sys.__stderr__))
main()
"""
"""The command, which says at its end whether it loaded what answers without a service."""
_CHANGING = re.compile(r"(run|session|request)-[0-9a-f]{16}|\d{10,}|\d+\.\d+|\d\d:\d\d:\d\d")


@dataclass(frozen=True)
class Told:
    """What a finished `ask` left, and who answered."""

    done: Done
    by_service: bool

    @property
    def shown(self) -> tuple[int, str, str]:
        """Exit code and output, without what is new in each run."""
        return self.done.code, _CHANGING.sub("*", self.done.out), _CHANGING.sub("*", self.done.err)


def ask(
    zhizao: Zhizao,
    *arguments: str | bytes,
    stdin: bytes = b"",
    folder: Path | None = None,
    changed: Mapping[str, str] | None = None,
) -> Told:
    """One `zhizao ask` to its end; `changed` are environment variables."""
    done = subprocess.run(
        [sys.executable, "-c", _TOLD, "ask", *arguments],
        env=zhizao.environment(**changed or {}),
        input=stdin,
        cwd=folder,
        capture_output=True,
        check=False,
        timeout=PATIENCE,
    )
    *said, loaded = done.stderr.decode().splitlines(keepends=True)
    whole = Done(done.returncode, done.stdout.decode(), "".join(said))
    return Told(whole, by_service=loaded.strip() == "False")


@contextmanager
def serving(zhizao: Zhizao) -> Generator["subprocess.Popen[bytes]"]:
    """A service on that home folder, which has told where it is and loaded what it needs."""
    process = zhizao.start("serve", "--port", str(free_port()))
    try:
        wait_for(lambda: read_place(zhizao.home) is not None)
        wait_for(lambda: ask(zhizao, "你好").by_service)
        yield process
    finally:
        process.kill()
        process.communicate(timeout=PATIENCE)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory, sandbox: SandboxProcess) -> Generator[Zhizao]:
    """A home folder with a service, one for all tests of the module."""
    zhizao = Zhizao(tmp_path_factory.mktemp("running") / "home", sandbox)
    with serving(zhizao):
        yield zhizao


@pytest.fixture
def served(running: Zhizao, zhizao: Zhizao) -> Zhizao:
    """That home folder, over a sandbox without effects."""
    assert zhizao.effects() == []
    return running


def slow_down(zhizao: Zhizao, seconds: int) -> None:
    fault = ["fault", "set", MAKER, "--kind", "latency", "--seconds", str(seconds), "--after"]
    zhizao.sandbox.run(fault)


@pytest.mark.parametrize(
    "arguments",
    [
        (COUPON,),
        (COUPON, "--plan-only", "--json"),
        ("创建一个测试用户账号",),
        ("创建一个测试用户账号", "--env", "pre"),
        ("创建一个测试用户账号", "--env", "qa"),
        ("在生产环境造一个订单", "--json"),
        (COUPON, "--session", "no session"),
        (COUPON, "--pipeline", "single"),
        (b"ab\xff\xfe",),
        ("Please send user 1234 one coupon, 20 off 50, in pre.",),
    ],
)
def test_the_service_answers_as_the_command_does_by_itself(
    served: Zhizao, zhizao: Zhizao, arguments: tuple[str | bytes, ...]
) -> None:
    there = ask(served, *arguments)
    zhizao.sandbox.run(["reset"])
    here = ask(served, *arguments, changed={"ZHIZAO_BULK_LIMIT": "21"})
    assert (there.by_service, here.by_service) == (True, False)
    assert there.shown == here.shown


def test_standard_input_and_attached_files_go_along(
    served: Zhizao, zhizao: Zhizao, tmp_path: Path
) -> None:
    (tmp_path / "users.csv").write_text("name,user_id\nAnn,1234\nBob,3100000088\n", "gb18030")
    (tmp_path / "none.txt").write_text("\n", "utf-8")
    text = "给这些用户各发一张满50减20的券,预发"
    file = ("--attach", "users.csv")
    told = ask(served, "-", *file, "--json", stdin=f"{text}\n".encode(), folder=tmp_path)
    assert (told.by_service, told.done.code) == (True, 0)
    owners = [one["change"]["after"]["havanaId"] for one in zhizao.effects()]
    assert owners == ["1234", "3100000088"]
    for wrong, stdin in (("none.txt", b""), ("users.csv", b"x" * 100_000)):
        asked = ("-", "--attach", wrong)
        there = ask(served, *asked, stdin=stdin, folder=tmp_path)
        assert there.by_service
        assert there.shown == ask(zhizao, *asked, stdin=stdin, folder=tmp_path).shown


def test_a_conversation_goes_on_whoever_answers(served: Zhizao, zhizao: Zhizao) -> None:
    first = ask(served, "创建一个测试用户账号", "--json")
    session = first.done.json["session_id"]
    second = ask(served, "预发", "--session", session, "--json", changed=OTHER)
    assert (first.by_service, second.by_service, second.done.code) == (True, False, 0)
    assert [one["entity"] for one in zhizao.effects()] == ["user"]


def test_one_request_id_is_one_effect_whoever_answers(served: Zhizao, zhizao: Zhizao) -> None:
    asked = (COUPON, "--request-id", "one-effect", "--json")
    there, here = ask(served, *asked), ask(served, *asked, changed=OTHER)
    assert (there.by_service, here.by_service) == (True, False)
    assert there.done.json["summary"] == here.done.json["summary"]
    assert len(zhizao.effects()) == 1


def test_many_steps_are_agreed_to_in_advance_or_asked_about(served: Zhizao, zhizao: Zhizao) -> None:
    text = "造21个测试用户,预发"
    asked = ask(served, text)
    assert (asked.by_service, asked.done.code, zhizao.effects()) == (True, 2, [])
    agreed = ask(served, text, "--yes")
    assert (agreed.by_service, agreed.done.code, len(zhizao.effects())) == (True, 0, 21)


def test_relative_paths_in_a_sentence_begin_where_the_user_is(
    served: Zhizao, tmp_path: Path
) -> None:
    paths = {"/pages": {"post": {"operationId": "printPage", "summary": "Print a page."}}}
    info = {"title": "Press", "version": "1"}
    document = {"openapi": "3.1.0", "info": info, "paths": paths}
    (tmp_path / "press.json").write_text(json.dumps(document), "utf-8")
    text = "register the API document press.json, pre at http://127.0.0.1:9/press"
    told = ask(served, text, "--plan-only", folder=tmp_path)
    assert told.by_service
    assert str(tmp_path / "press.json") in told.done.out


def test_a_terminal_sees_the_same_colours(served: Zhizao, zhizao: Zhizao) -> None:
    def seen(home: Zhizao) -> str:
        mine, theirs = os.openpty()
        command = home.command("ask", "在生产环境造一个订单")
        process = subprocess.Popen(command, env=home.environment(), stdout=theirs)
        os.close(theirs)
        with open(mine, "rb", buffering=0) as terminal:
            said = b""
            try:
                while data := terminal.read(4096):
                    said += data
            except OSError:
                pass
        process.wait(timeout=PATIENCE)
        return _CHANGING.sub("*", said.decode())

    there = seen(served)
    assert "\x1b[" in there
    assert there == seen(zhizao)


def test_somebody_at_a_terminal_is_prompted_through_the_service(
    served: Zhizao, zhizao: Zhizao
) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", _TOLD, "ask", "给用户1234来份满50减20的甜头,预发环境"]
    with subprocess.Popen(
        command, env=served.environment(), stdin=theirs, stdout=theirs, stderr=theirs
    ) as running:
        os.close(theirs)
        assert "1. 为用户1234：发放满减券" in until(ours, "编号")
        os.write(ours, b"1\n")
        told = until(ours, "False")
        assert running.wait(timeout=PATIENCE) == 0
    os.close(ours)
    assert "成功" in told
    assert [one["tool"] for one in zhizao.effects()] == ["issueFullReductionCoupon"]


def until(terminal: int, words: str) -> str:
    """What the terminal shows, up to these words; fails where they do not come."""
    seen = b""
    while words not in seen.decode(errors="replace"):
        ready, _, _ = select.select([terminal], [], [], PATIENCE)
        assert ready, seen.decode(errors="replace")
        seen += os.read(terminal, 4096)
    return seen.decode(errors="replace")


def test_what_another_command_changes_counts_at_once(served: Zhizao) -> None:
    edit = ("tools", "edit", "commerce/issueFullReductionCoupon", "title")
    before = ask(served, COUPON, "--plan-only")
    assert served.run(*edit, "Coupon machine").code == 0
    after = ask(served, COUPON, "--plan-only")
    assert served.run(*edit, "--undo").code == 0
    assert (before.by_service, after.by_service) == (True, True)
    assert ["Coupon machine" in one.done.out for one in (before, after)] == [False, True]


@pytest.mark.parametrize(
    "changed",
    [
        {"ZHIZAO_BULK_LIMIT": "7"},
        {"DASHSCOPE_API_KEY": ""},
        {"ZHIZAO_SANDBOX_PORT": "9"},
        {"TZ": "Asia/Tokyo"},
    ],
)
def test_other_settings_are_not_the_services(served: Zhizao, changed: dict[str, str]) -> None:
    assert not ask(served, "你好", changed=changed).by_service


def test_settings_of_the_address_say_nothing_of_an_answer(served: Zhizao) -> None:
    assert ask(served, "你好", changed={"ZHIZAO_PORT": "8123", "ZHIZAO_HOST": "0.0.0.0"}).by_service


def test_the_file_is_the_users_alone_and_goes_with_the_service(zhizao: Zhizao) -> None:
    with serving(zhizao) as process:
        file = zhizao.home / "service.json"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        place = read_place(zhizao.home)
        assert place is not None
        assert place.token not in repr(place)
        told = ask(zhizao, "你好")
        assert told.by_service
        assert place.token not in told.done.out + told.done.err
        file.chmod(0o644)
        assert not ask(zhizao, "你好").by_service
        file.chmod(0o600)
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=PATIENCE)
        assert not file.exists()
    assert place.token.encode() not in out + err


class Listener:
    """A program on a port where a service was, which keeps what it hears."""

    def __init__(self) -> None:
        self.heard = b""
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        caller, _ = self._door.accept()
        with caller:
            self.heard += caller.recv(1 << 20)
            told: dict[str, Any] = {"proof": "0" * 40, "fits": True}
            told["limits"] = {"text": 65536, "body": 1 << 20}
            caller.sendall(json.dumps(told).encode() + b"\n")
            while data := caller.recv(1 << 20):
                self.heard += data

    def close(self) -> None:
        self._thread.join(timeout=PATIENCE)
        self._door.close()


def test_who_does_not_know_the_token_is_told_nothing(zhizao: Zhizao) -> None:
    zhizao.home.mkdir()
    other = Listener()
    place = Place(other.port)
    place.write(zhizao.home)
    secret = {"DASHSCOPE_HTTP_BASE_URL": "http://secret.test"}
    told = ask(zhizao, "查询订单1234,预发", "--json", changed=secret)
    other.close()
    assert not told.by_service
    assert told.done.json["intent"]["text"] == "查询订单1234,预发"
    assert other.heard
    for hidden in (place.token, "1234,", "secret.test", "DASHSCOPE"):
        assert hidden.encode() not in other.heard


def test_without_the_token_the_service_does_nothing(served: Zhizao, zhizao: Zhizao) -> None:
    place = read_place(served.home)
    assert place is not None
    with (
        socket.create_connection(("127.0.0.1", place.port), timeout=PATIENCE) as link,
        link.makefile("rb") as lines,
    ):
        greeting: dict[str, Any] = {"nonce": "n", "home": "/", "program": "", "variables": {}}
        body = json.dumps({"text": COUPON, "request_id": "r"}).encode()
        head = {"token": "0" * 64, "length": len(body)}
        link.sendall(json.dumps(greeting).encode() + b"\n" + json.dumps(head).encode() + b"\n")
        link.sendall(body)
        assert json.loads(lines.readline())["fits"] is False
        assert lines.readline() == b""
    assert zhizao.effects() == []


def test_a_file_without_its_service_is_passed_over(zhizao: Zhizao) -> None:
    zhizao.home.mkdir()
    Place(free_port()).write(zhizao.home)
    there = ask(zhizao, "你好")
    assert (there.by_service, there.done.code, there.done.err) == (False, 0, "")
    (zhizao.home / "service.json").write_text("{", "utf-8")
    assert ask(zhizao, "你好").shown == there.shown


def test_a_service_that_dies_meanwhile_leaves_one_effect_and_an_answer(zhizao: Zhizao) -> None:
    with serving(zhizao) as service:
        slow_down(zhizao, 20)
        process = zhizao.start("ask", ADDRESS, "--json")
        wait_for(lambda: bool(zhizao.effects()))
        zhizao.sandbox.run(["fault", "clear"])
        os.kill(service.pid, signal.SIGKILL)
        out, err = process.communicate(timeout=PATIENCE)
    assert err == b""
    assert json.loads(out)["status"] in ("succeeded", "unknown")
    assert len(zhizao.effects()) == 1


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_who_leaves_can_go_on_later(served: Zhizao, zhizao: Zhizao, how: signal.Signals) -> None:
    slow_down(served, 20)
    process = served.start("ask", ADDRESS)
    wait_for(lambda: bool(zhizao.effects()))
    os.kill(process.pid, how)
    _, complaint = process.communicate(timeout=PATIENCE)
    zhizao.sandbox.run(["fault", "clear"])
    run: str = served.run("runs", "list", "--json").json[0]["run_id"]
    if how == signal.SIGINT:
        assert process.returncode == 1
        assert complaint.decode() == f"已中断；继续执行：zhizao runs resume {run}\n"
    resumed = served.run("runs", "resume", run, "--json")
    assert resumed.json["status"] in ("succeeded", "unknown")
    assert len(zhizao.effects()) == 1
