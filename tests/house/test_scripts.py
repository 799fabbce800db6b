"""deploy/run.sh on a small checkout with a stand-in command; what tests/conftest.py does."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.workshop.waiting import PATIENCE

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
COMMAND = """#!{python}
import http.server
import os
import sys

class Healthy(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200 if self.path == "/healthz" else 404)
        self.end_headers()

arguments = sys.argv[1:]
if arguments[0] == "ask":
    print("asked", *arguments[1:])
    sys.exit(2 if "unclear" in arguments else 0)
port = int(arguments[arguments.index("--port") + 1])
print(arguments[0], "may be framed by", os.environ.get("ZHIZAO_EMBED_ORIGINS"), flush=True)
http.server.HTTPServer(("127.0.0.1", port), Healthy).serve_forever()
"""

Run = Callable[..., subprocess.CompletedProcess[str]]


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    """Calls run.sh in a checkout whose set-up is already done; stops its servers afterwards."""
    shutil.copytree(ROOT / "deploy", tmp_path / "deploy")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    binaries = tmp_path / ".venv/bin"
    binaries.mkdir(parents=True)
    (binaries / "python").symlink_to(sys.executable)
    (binaries / "zhizao").write_text(COMMAND.format(python=binaries / "python"), encoding="utf-8")
    (binaries / "zhizao").chmod(0o755)
    stamp = 'source deploy/common.sh; wanted_stamp >"$VENV/stamp"'
    subprocess.run(["bash", "-c", stamp], cwd=tmp_path, check=True)
    ports = {"ZHIZAO_PORT": str(free_port()), "ZHIZAO_SANDBOX_PORT": str(free_port())}

    def call(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", str(tmp_path / "deploy/run.sh"), *arguments],
            env={**os.environ, **ports, **variables},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )

    yield call
    call("stop")


def test_run_starts_both_asks_the_example_and_leaves_the_service_up(run: Run) -> None:
    done = run()
    assert done.returncode == 0, done.stderr
    assert done.stdout == "asked 给用户1234发放一张满50减20的优惠券,预发环境\n"
    assert "Starting the sandbox" in done.stderr
    assert "Starting the service" in done.stderr
    assert "The service is on http://127.0.0.1:" in done.stderr


def test_the_page_of_the_demo_business_may_have_the_chat_inside_it(
    run: Run, tmp_path: Path
) -> None:
    said = run().stderr.split("The chat inside a page of the demo business: ")[1].split()[0]
    origin = said.split("/admin?chat=")[0]
    told = (tmp_path / ".zhizao/run/service.log").read_text("utf-8")
    assert f"serve may be framed by {origin},{origin.replace('127.0.0.1', 'localhost')}" in told


def test_a_second_run_restarts_nothing_and_stop_stops_both(run: Run) -> None:
    run()
    assert "Starting" not in run().stderr
    stopped = run("stop").stderr
    assert "Stopped the service." in stopped
    assert "Stopped the sandbox." in stopped
    assert "Stopped" not in run("stop").stderr


def test_ask_starts_the_sandbox_alone_and_hands_on_words_and_exit_code(run: Run) -> None:
    done = run("ask", "two words", "unclear")
    assert (done.returncode, done.stdout) == (2, "asked two words unclear\n")
    assert "service" not in done.stderr


def test_a_port_taken_by_another_program_is_named_with_the_way_out(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = run(ZHIZAO_PORT=str(port))
    assert done.returncode == 1
    assert f"port {port}, meant for the service, is taken by another program" in done.stderr
    assert f"ZHIZAO_PORT={port + 10} bash deploy/run.sh" in done.stderr


def test_a_changed_port_moves_the_service(run: Run) -> None:
    run()
    port = str(free_port())
    done = run(ZHIZAO_PORT=port)
    assert "Stopped the service." in done.stderr
    assert f"Starting the service on port {port}" in done.stderr


def test_a_server_that_stops_while_starting_shows_the_end_of_its_log(run: Run) -> None:
    done = run("ask", "x", ZHIZAO_SANDBOX_PORT="no number")
    assert done.returncode == 1
    assert "invalid literal for int()" in done.stderr
    assert "The sandbox stopped while starting." in done.stderr


def test_a_linked_environment_of_another_checkout_is_not_emptied(run: Run, tmp_path: Path) -> None:
    environment, other = tmp_path / ".venv", tmp_path / "other"
    (environment / "stamp").write_text("of another checkout", encoding="utf-8")
    environment.rename(other)
    environment.symlink_to(other)
    told = run()
    assert told.returncode == 1
    assert f".venv is a link to {other}" in told.stderr
    assert (other / "bin/zhizao").is_file()


def test_an_unknown_word_is_answered_with_what_there_is(run: Run) -> None:
    done = run("restart")
    assert done.returncode == 1
    assert "does not know 'restart'. Use: bash deploy/run.sh" in done.stderr


@pytest.mark.parametrize(("variable", "code"), [("0", 0), ("1", 1)])
def test_a_skip_is_a_failure_in_ci_only(tmp_path: Path, variable: str, code: int) -> None:
    shutil.copy(ROOT / "tests/conftest.py", tmp_path)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_lacking.py").write_text(
        "import pytest\n\n@pytest.mark.needs('no-such-program')\ndef test_a(): ...\n\n"
        "def test_b(): ...\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--rootdir", str(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, "ZHIZAO_CI": variable},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == code, done.stdout
    assert "needs no-such-program, which is not installed here" in done.stdout
    assert "1 passed, 1 skipped" in done.stdout
    assert ("CI has to run every test" in done.stdout) is bool(code)


@pytest.mark.parametrize("workers", ["0", "2"])
def test_slow_tests_that_are_left_out_are_counted(tmp_path: Path, workers: str) -> None:
    shutil.copy(ROOT / "tests/conftest.py", tmp_path)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_mixed.py").write_text(
        "import pytest\n\n@pytest.mark.slow\ndef test_a(): ...\n\ndef test_b(): ...\n", "utf-8"
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", workers, "-m", "not slow"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "1 longer tests were left out: bash deploy/test.sh all" in done.stdout
    assert "1 passed" in done.stdout


def test_a_connection_that_leaves_this_machine_is_an_error() -> None:
    with socket.socket() as outside, pytest.raises(RuntimeError, match="tests use this machine"):
        outside.connect(("192.0.2.1", 80))
