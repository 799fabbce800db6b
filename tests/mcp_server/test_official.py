"""What the protocol's makers check servers with: their conformance suite, and the Inspector.

Their packages stand in `package.json` beside this file; the suite runs on the Node that it brings.
"""

import fcntl
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.mcp_server.agents import COUPON, ISSUE
from tests.services.commands import Zhizao
from tests.services.serving import Client

pytestmark = [pytest.mark.slow, pytest.mark.needs("npm")]
HERE = Path(__file__).parent
_SCENARIO = re.compile(r"^(?P<mark>[✓✗]) (?P<name>[\w-]+): \d+ passed, \d+ failed", re.MULTILINE)


@pytest.fixture(scope="module")
def programs() -> Path:
    """Where the packages' commands are; they are installed where they are missing."""
    with (HERE / "package.json").open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (HERE / "node_modules" / ".bin" / "conformance").exists():
            command = ["npm", "ci", "--silent", "--no-audit", "--no-fund"]
            done = subprocess.run(command, cwd=HERE, capture_output=True, check=False)
            if done.returncode != 0:
                pytest.skip(f"npm ci in {HERE.name} failed: {done.stderr.decode()[-200:]}")
    return HERE / "node_modules" / ".bin"


def test_every_scenario_of_the_suite_passes_or_says_why_it_does_not_apply(
    programs: Path, service: Client, zhizao: Zhizao, tmp_path: Path
) -> None:
    command = [programs / "node", programs / "conformance", "server", "--suite", "all"]
    command += ["--url", f"http://127.0.0.1:{service.port}/mcp", "--output-dir", tmp_path]
    told = subprocess.run(command, capture_output=True, check=False, timeout=120).stdout.decode()
    found = {one["name"]: one["mark"] == "✓" for one in _SCENARIO.finditer(told)}
    listed: dict[str, str] = yaml.safe_load((HERE / "not_applicable.yaml").read_text("utf-8"))
    assert {name for name, passed in found.items() if not passed} == set(listed)
    assert len(found) >= 32
    assert all(listed.values())
    assert zhizao.effects() == []


def inspect(programs: Path, service: Client, method: str, *more: str) -> dict[str, Any]:
    """What the Inspector prints of one request."""
    where = ["--cli", f"http://127.0.0.1:{service.port}/mcp", "--transport", "http"]
    command = [programs / "mcp-inspector", *where, "--method", method, *more]
    done = subprocess.run(command, capture_output=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


def test_the_inspector_lists_the_tools_and_makes_data(
    programs: Path, service: Client, zhizao: Zhizao
) -> None:
    tools = inspect(programs, service, "tools/list")["tools"]
    assert {one["name"] for one in tools} >= {"make_data", "call_tool"}
    making = ("--tool-name", "make_data", "--tool-arg", f"request={COUPON}")
    told = inspect(programs, service, "tools/call", *making)
    assert told["structuredContent"]["status"] == "succeeded"
    calling = [f"tool={ISSUE}", "environment=pre", "arguments={}"]
    args = [part for one in calling for part in ("--tool-arg", one)]
    refused = inspect(programs, service, "tools/call", "--tool-name", "call_tool", *args)
    assert refused["structuredContent"]["status"] == "refused"
    assert [one["tool"] for one in zhizao.effects()] == ["issueFullReductionCoupon"]
