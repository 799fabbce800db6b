"""What the page of MCP shows, works as it stands there."""

import json
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

from services.settings import Settings
from tests.mcp_server.agents import COUPON, Agent
from tests.services.commands import Zhizao
from tests.services.serving import serve_whole

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "deploy" / "mcp.md").read_text("utf-8")


def _block(language: str) -> str:
    [found] = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return str(found)


def _servers() -> dict[str, Any]:
    servers: dict[str, Any] = json.loads(_block("json"))["mcpServers"]
    return servers


def _added() -> list[list[str]]:
    """The commands that add the server to a client."""
    lines = [line for line in _block("bash").splitlines() if line.startswith("claude mcp add")]
    return [shlex.split(line)[3:] for line in lines]


@pytest.mark.anyio
async def test_the_command_of_the_page_makes_data(zhizao: Zhizao) -> None:
    told = _servers()["zhizao"]
    assert _added()[0] == ["zhizao", "--", told["command"], *told["args"]]
    command = [sys.executable, "-m", "services.cli", *told["args"]]
    started = StdioServerParameters(command=command[0], args=command[1:], env=zhizao.environment())
    async with Client(stdio_client(started)) as client:
        done = await Agent(client).outcome("make_data", request=COUPON)
    assert (done["status"], len(zhizao.effects())) == ("succeeded", 1)


@pytest.mark.anyio
async def test_the_address_of_the_page_makes_data_with_the_key_that_it_shows(
    zhizao: Zhizao,
) -> None:
    assert zhizao.run("people", "add", "bob").code == 0
    key = zhizao.run("keys", "create", "bob").out.split()[-1]
    told = _servers()["zhizao-team"]
    _, way, _, url, _, header = _added()[1]
    assert (way, url) == (told["type"], told["url"])
    headers = {name: one.replace("${ZHIZAO_KEY}", key) for name, one in told["headers"].items()}
    assert header.replace("$ZHIZAO_KEY", key) == f"Authorization: {headers['Authorization']}"
    settings = Settings(home=zhizao.home, sandbox_port=zhizao.sandbox.port, login="required")
    with serve_whole(settings) as service:
        here = url.replace(":8000/", f":{service.port}/")
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60) as http,
            Client(streamable_http_client(here, http_client=http)) as client,
        ):
            done = await Agent(client).outcome("make_data", request=COUPON)
    assert (done["status"], len(zhizao.effects())) == ("succeeded", 1)


def test_the_readme_says_how_to_add_it() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert f"claude mcp add {shlex.join(_added()[0])}" in readme
