"""For all tests: no network beyond this machine, and what the machine lacks is skipped in sight."""

import gc
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from pipelines.models.permission import allow_model_requests

pytest_plugins = ["tests.workshop.fixtures"]
Address = tuple[str, int]
LEFT_OUT = pytest.StashKey[int]()
"""How many tests this run leaves to the longer jobs."""
SYSTEM = frozenset(
    [
        "a2a",
        "channels",
        "choices",
        "conversation",
        "dingtalk_channel",
        "evals",
        "mcp_server",
        "models",
        "oidc",
        "pytest_zhizao",
        "registry_work",
        "sandbox",
        "sandbox_staff",
        "services",
        "single",
        "slack_channel",
    ]
)
"""Folders of the tests of a running service, of its channels, and of whole conversations."""
LONGER = ("system", "slow")
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
    # A run of all tests keeps much that never goes: looking through it again costs a tenth of it.
    gc.set_threshold(50_000, 20, 50)
    allow_model_requests(False)
    os.environ.pop("DASHSCOPE_API_KEY", None)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips tests marked `needs(program)` where the program is not installed."""
    for marker in item.iter_markers("needs"):
        program = str(marker.args[0])
        if shutil.which(program) is None:
            pytest.skip(f"needs {program}, which is not installed here")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Marks the tests of the whole system by their folder."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents and item.path.relative_to(here).parts[0] in SYSTEM:
            item.add_marker("system")


def pytest_deselected(items: Sequence[pytest.Item]) -> None:
    """Counts the tests that are left to the longer jobs, for the summary."""
    longer = [item for item in items if any(map(item.get_closest_marker, LONGER))]
    if items and len(longer) == len(items):
        items[0].config.stash[LEFT_OUT] = len(longer)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Takes over the count of a worker: each has collected, and left out, the same tests."""
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left_out", 0)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Says what was not run."""
    if left_out := config.stash.get(LEFT_OUT, 0):
        told = f"{left_out} longer tests were left out: bash deploy/test.sh all runs them, too"
        terminalreporter.write_line(told, yellow=True)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """In CI nothing may be missing: a run with skips fails."""
    if (output := getattr(session.config, "workeroutput", None)) is not None:
        output["left_out"] = session.config.stash.get(LEFT_OUT, 0)
    reporter: Any = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = len(reporter.stats.get("skipped", [])) if reporter else 0
    if skipped and os.environ.get("ZHIZAO_CI") == "1":
        reporter.write_line("")
        reporter.write_line(f"ZHIZAO_CI: {skipped} skipped, and CI has to run every test", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
