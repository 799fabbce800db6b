"""For all tests: no network beyond this machine, and what the machine lacks is skipped in sight."""

import os
import shutil
import sys
from typing import Any, cast

import pytest

from pipelines.models.permission import allow_model_requests

pytest_plugins = ["tests.workshop.fixtures"]
Address = tuple[str, int]
LOOPBACK = ("127.", "::1", "localhost")


def _only_loopback(event: str, args: tuple[Any, ...]) -> None:
    if event != "socket.connect":
        return
    address = args[1]
    if isinstance(address, tuple) and not str(cast("Address", address)[0]).startswith(LOOPBACK):
        raise RuntimeError(f"a test reached for {address}: tests use this machine only")


def pytest_configure() -> None:
    """From here on, a connection that leaves this machine is an error, and no model is asked."""
    sys.addaudithook(_only_loopback)
    allow_model_requests(False)
    os.environ.pop("DASHSCOPE_API_KEY", None)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips tests marked `needs(program)` where the program is not installed."""
    for marker in item.iter_markers("needs"):
        program = str(marker.args[0])
        if shutil.which(program) is None:
            pytest.skip(f"needs {program}, which is not installed here")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """In CI nothing may be missing: a run with skips fails."""
    reporter: Any = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = len(reporter.stats.get("skipped", [])) if reporter else 0
    if skipped and os.environ.get("ZHIZAO_CI") == "1":
        reporter.write_line("")
        reporter.write_line(f"ZHIZAO_CI: {skipped} skipped, and CI has to run every test", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
