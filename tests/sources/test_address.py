"""What people who decide about tools read of where they are called."""

from typing import Any

import pytest

from tool_registry.sources.address import Address, address_of
from tool_registry.sources.config import read_source

VARIABLES = {"TOKEN": "tok-very-secret", "HOST": "https://api.test"}


def told(**entry: Any) -> Address:
    return address_of(read_source("shop", entry, VARIABLES, place="shop"), entry)


def test_of_an_api_the_address_of_each_environment_and_what_calls_carry() -> None:
    found = told(
        type="openapi",
        document="${HOST}/openapi.json?key=${TOKEN}",
        environments={
            "daily": {
                "url": "${HOST}/v1?key=${TOKEN}",
                "headers": {"X-Team": "${TOKEN}"},
                "arguments": {"tenant": "red", "token": "${TOKEN}"},
                "auth": {"type": "bearer", "token": "${TOKEN}"},
            }
        },
    )
    assert (found.kind, found.place) == ("openapi", "https://api.test/openapi.json")
    [daily] = found.reaches
    assert (daily.environment, daily.url) == ("daily", "https://api.test/v1?…")
    assert (daily.headers, daily.auth) == (("X-Team",), "bearer")
    assert daily.arguments["tenant"] == "red"
    assert VARIABLES["TOKEN"] not in str(found)


@pytest.mark.parametrize(
    ("entry", "kind", "place"),
    [
        ({"url": "${HOST}/mcp"}, "mcp", "https://api.test/mcp"),
        (
            {"command": "npx", "args": ["-y", "some server", "--key=${TOKEN}"], "cwd": "/srv"},
            "mcp",
            "cd /srv && npx -y 'some server' --key=${TOKEN}",
        ),
        ({"type": "python", "module": "team.tools", "path": "/srv"}, "python", "team.tools (/srv)"),
        ({"type": "a2a", "url": "${HOST}/agent?k=1"}, "a2a", "https://api.test/agent?…"),
    ],
)
def test_of_other_sources_the_server_command_module_or_agent(
    entry: dict[str, Any], kind: str, place: str
) -> None:
    found = told(**entry)
    assert (found.kind, found.place) == (kind, place)


def test_of_a_process_the_names_of_its_variables_alone() -> None:
    found = told(command="npx", env={"SHOP_TOKEN": "${TOKEN}"})
    assert found.variables == ("SHOP_TOKEN",)
    assert VARIABLES["TOKEN"] not in str(found)
    assert told(url="${HOST}", headers={"Authorization": "x"}).headers == ("Authorization",)
