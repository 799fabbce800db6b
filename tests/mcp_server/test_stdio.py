"""`zhizao mcp`: by itself, and in front of the running service."""

import json
import logging
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.stdio import stdio_client

from evals.child_process import free_port
from tests.mcp_server.agents import COUPON, SOMEWHERE, Agent, User
from tests.mcp_server.wire import initialize
from tests.services.commands import Zhizao, wait_for
from tests.workshop.waiting import PATIENCE

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def agent(
    zhizao: Zhizao, errors: Path, mode: str = "auto", user: User | None = None
) -> AsyncGenerator[Agent]:
    """An agent that starts the command itself."""
    args = [str(one) for one in zhizao.command("mcp")[1:]]
    started = StdioServerParameters(command=sys.executable, args=args, env=zhizao.environment())
    asks = user.answer if user is not None else None
    with errors.open("w") as log:
        way = stdio_client(started, errlog=log)
        async with Client(way, mode=mode, elicitation_callback=asks) as client:
            yield Agent(client)


async def asked_and_made(zhizao: Zhizao, errors: Path, mode: str) -> dict[str, Any]:
    user = User({"choice": "environment-pre"})
    async with agent(zhizao, errors, mode, user) as one:
        done = await one.outcome("make_data", request=SOMEWHERE)
        assert len(user.asked) == 1
        assert one.progress[-1][:2] == (1, 1)
        assert len((await one.client.list_tools()).tools) == 6
    assert done["status"] == "succeeded"
    assert len(zhizao.effects()) == 1
    return done


async def test_without_a_service_the_command_serves_by_itself(
    zhizao: Zhizao, tmp_path: Path, mode: str
) -> None:
    await asked_and_made(zhizao, tmp_path / "errors", mode)
    assert (tmp_path / "errors").read_text() == ""


@pytest.mark.slow
async def test_in_front_of_the_service_the_service_answers(
    zhizao: Zhizao, tmp_path: Path, mode: str
) -> None:
    errors = tmp_path / "errors"
    with zhizao.start("serve", "--port", str(free_port())) as service:
        try:
            wait_for((zhizao.home / "service.json").exists)
            await asked_and_made(zhizao, errors, mode)
            assert errors.read_text() == ""
            async with agent(zhizao, errors, mode) as one:
                await one.outcome("plan_data", request=COUPON)
                service.terminate()
                service.wait(PATIENCE)
                with pytest.raises(MCPError):
                    await one.outcome("make_data", request=COUPON)
        finally:
            service.kill()
            service.wait(PATIENCE)
    assert "has ended the connection" in errors.read_text()
    assert len(zhizao.effects()) == 1


async def test_nothing_but_messages_comes_out(zhizao: Zhizao) -> None:
    lines = [b"{", b"", b"\xff\xfe", b"[]", b'"x"', json.dumps(initialize()).encode()]
    done = zhizao.run_apart("mcp", stdin=b"\n".join(lines) + b"\n")
    assert done.code == 0
    told = [json.loads(line) for line in done.out.splitlines()]
    assert all(one["jsonrpc"] == "2.0" for one in told)
    assert "Traceback" not in done.err
    assert zhizao.effects() == []


def test_the_command_starts_without_loading_the_sdk() -> None:
    """In front of a service nothing of it is needed, nor on the way of `zhizao ask`."""
    code = (
        "import sys, services.cli.mcp_server, services.cli.ask, services.link.client;"
        "print([one for one in sys.modules if one.partition('.')[0] in ('mcp', 'fastapi')])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert told.stdout.strip() == "[]"


def test_the_sdk_leaves_the_logging_of_the_process_as_it_is(tmp_path: Path) -> None:
    code = (
        "import logging, pathlib, sys\n"
        "from services.http.live import LiveRuns\n"
        "from services.mcp_server.server import Server\n"
        "from services.settings import Settings\n"
        "from services.wiring import System\n"
        "Server(LiveRuns(System(Settings(home=pathlib.Path(sys.argv[1])))))\n"
        "print(logging.getLogger().handlers, logging.getLogger().level)"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    told = subprocess.run(command, capture_output=True, check=True, text=True)
    assert told.stdout.strip() == f"[] {logging.WARNING}"
