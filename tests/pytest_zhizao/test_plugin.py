"""Suites that use pytest-zhizao, in processes of their own; the sandbox's log is the judge."""

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import distributions
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.services.commands import Zhizao
from tests.services.serving import Client
from tests.workshop.waiting import PATIENCE

FOLDER = Path(__file__).parents[2] / "deploy" / "pytest-zhizao"
COUPON = "给用户1234发放一张满50减20的优惠券"


def _setuptools() -> int:
    """The major version of what builds it; 0 where there is none."""
    known = next((one for one in distributions() if one.metadata["Name"] == "setuptools"), None)
    return int(known.version.split(".")[0]) if known is not None else 0


@dataclass
class Suite:
    """Tests in a folder of their own."""

    folder: Path
    url: str

    def write(self, tests: str, **files: str) -> "Suite":
        (self.folder / "pytest.ini").write_text("[pytest]\nzhizao_env = pre\n")
        (self.folder / "test_it.py").write_text(tests, "utf-8")
        for name, text in files.items():
            (self.folder / name.replace("_", ".")).write_text(text, "utf-8")
        return self

    def run(self, *arguments: str, **changed: str) -> tuple[int, str]:
        """Exit code and all that pytest printed."""
        command = [sys.executable, "-m", "pytest", "-p", "pytest_zhizao", "-p", "no:cacheprovider"]
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("ZHIZAO_", "PYTEST"))}
        alone = {"PYTHONPATH": str(FOLDER), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        environ = {**kept, **alone, "ZHIZAO_URL": self.url, **changed}
        done = subprocess.run(
            [*command, *arguments],
            cwd=self.folder,
            env=environ,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        return done.returncode, done.stdout + done.stderr


@pytest.fixture
def suite(service: Client, tmp_path: Path) -> Suite:
    folder = tmp_path / "suite"
    folder.mkdir()
    return Suite(folder, f"http://127.0.0.1:{service.port}")


def kinds(zhizao: Zhizao) -> list[str]:
    """What was done to the data, in order."""
    return [one["change"]["op"] for one in zhizao.effects()]


def test_data_is_made_used_and_taken_back_also_when_the_test_fails(
    suite: Suite, zhizao: Zhizao
) -> None:
    code, told = suite.write(
        f"""
def test_used(zhizao):
    made = zhizao("{COUPON}")
    assert made.id and made.id == made.things[0].id
    assert [thing.entity for thing in made] and made.answer["status"] == "succeeded"


def test_failing(zhizao):
    zhizao("{COUPON}")
    assert False, "the code under test is wrong"
"""
    ).run()
    assert (code, "1 failed, 1 passed" in told) == (1, True), told
    made, back, made_too, back_too = kinds(zhizao)
    assert (made, made_too) == ("create", "create")
    assert back == back_too != "create"


def test_shared_data_is_made_once_and_taken_back_at_the_end(suite: Suite, zhizao: Zhizao) -> None:
    shared = f"coupon:\n  text: {COUPON}\n  env: pre\n"
    tests = "".join(f"def test_{name}(coupon):\n    assert coupon.id\n" for name in "ab")
    code, told = suite.write(tests, zhizao_yaml=shared).run()
    assert (code, len(kinds(zhizao))) == (0, 2), told


def test_what_cannot_be_made_fails_the_test_with_what_the_service_says(
    suite: Suite, zhizao: Zhizao
) -> None:
    code, told = suite.write(
        """
def test_asks(zhizao):
    zhizao("给用户1234发放一张优惠券")


def test_production(zhizao):
    zhizao("给用户1234发放一张满50减20的优惠券,线上环境", env=None)
"""
    ).run()
    assert (code, "2 failed" in told) == (1, True), told
    assert "needs_input" in told
    assert "there is nobody to ask in a test" in told
    assert "Traceback" not in told
    assert kinds(zhizao) == []


def test_an_answer_that_is_lost_is_asked_for_again_and_nothing_is_made_twice(
    suite: Suite, zhizao: Zhizao, service: Client
) -> None:
    suite.write(f"def test_it(zhizao):\n    assert zhizao('{COUPON}').id\n")
    with losing_answers(service.port, 2) as port:
        suite.url = f"http://127.0.0.1:{port}"
        code, told = suite.run()
    assert (code, kinds(zhizao)[:1], len(kinds(zhizao))) == (0, ["create"], 2), told


def test_what_is_kept_is_not_taken_back(suite: Suite, zhizao: Zhizao) -> None:
    suite.write(f"def test_it(zhizao):\n    zhizao('{COUPON}')\n")
    assert suite.run("-o", "zhizao_keep=true")[0] == 0
    assert kinds(zhizao) == ["create"]


@pytest.mark.parametrize(
    ("files", "changed", "said"),
    [
        ({}, {"ZHIZAO_URL": ""}, "say where it is"),
        ({}, {"ZHIZAO_URL": "http://127.0.0.1:9"}, "no answer from http://127.0.0.1:9"),
        ({"zhizao_yaml": "a: [1"}, {}, "zhizao.yaml"),
        ({"zhizao_yaml": "a: 5"}, {}, "a: a sentence is missing"),
        ({"zhizao_yaml": "a: {text: x, scope: day}"}, {}, "no scope"),
        ({}, {"ZHIZAO_API_KEY": "zk_wrong"}, "This key is not valid"),
    ],
)
def test_what_is_wrong_with_the_set_up_is_one_sentence(
    suite: Suite, zhizao: Zhizao, files: dict[str, str], changed: dict[str, str], said: str
) -> None:
    suite.write(f"def test_it(zhizao):\n    zhizao('{COUPON}')\n", **files)
    code, told = suite.run(**changed)
    assert (code != 0, said in told, "Traceback" in told) == (True, True, False), told
    assert kinds(zhizao) == []


def test_the_plugin_imports_nothing_of_the_service() -> None:
    tree = ast.parse((FOLDER / "pytest_zhizao.py").read_text("utf-8"))
    found = {
        (node.module if isinstance(node, ast.ImportFrom) else alias.name) or ""
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    ours = {"services", "pipelines", "tool_registry", "evals"}
    assert ours.isdisjoint(name.partition(".")[0] for name in found)


@pytest.mark.slow
@pytest.mark.skipif(_setuptools() < 77, reason="needs setuptools 77, which is not installed here")
def test_it_is_built_as_a_distribution_that_pytest_finds_by_itself(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation"]
    sources = shutil.copytree(FOLDER, tmp_path / "sources")  # a build leaves files behind
    subprocess.run([*command, "-w", str(tmp_path), str(sources)], check=True, capture_output=True)
    [wheel] = tmp_path.glob("pytest_zhizao-*.whl")
    into = [sys.executable, "-m", "pip", "install", "--no-deps", "--target", str(tmp_path / "lib")]
    subprocess.run([*into, str(wheel)], check=True, capture_output=True)
    environ = {**os.environ, "PYTHONPATH": str(tmp_path / "lib")}
    told = subprocess.run(
        [sys.executable, "-m", "pytest", "--fixtures", "-q", "-c", os.devnull],
        cwd=tmp_path,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "zhizao -- lib/pytest_zhizao.py" in told.stdout


@contextmanager
def losing_answers(service: int, lost: int) -> Generator[int]:
    """A port that hands requests on to the service and loses the first answers."""
    left = [lost]

    class Losing(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            connection = HTTPConnection("127.0.0.1", service, timeout=PATIENCE)
            connection.request("POST", self.path, body, {"Content-Type": "application/json"})
            response = connection.getresponse()
            text = response.read()
            connection.close()
            left[0] -= 1
            if left[0] >= 0:
                self.close_connection = True
                return
            self.send_response(response.status)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Losing)
    Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()
