"""The sources file: read, with variables put in; and each mistake named with its place."""

import json
from pathlib import Path
from typing import Any

import pytest

from tool_registry.base.errors import ConfigurationError
from tool_registry.sources.config import read_sources
from tool_registry.sources.entries import McpConfig, OpenApiConfig, PythonConfig, SourceConfig


def written(folder: Path, text: str | dict[str, Any]) -> Path:
    path = folder / "sources.json"
    path.write_text(text if isinstance(text, str) else json.dumps(text), encoding="utf-8")
    return path


def read_one(folder: Path, entry: dict[str, Any], **variables: str) -> SourceConfig:
    return read_sources(written(folder, {"mcpServers": {"shop": entry}}), variables)[0]


def test_an_http_source_with_variables_and_a_choice_of_tools(tmp_path: Path) -> None:
    entry = {
        "type": "http",
        "url": "http://127.0.0.1:${PORT}/mcp",
        "headers": {"Authorization": "Bearer ${TOKEN}", "X-Team": "${TEAM:-qa}"},
        "tools": {"include": ["make_*", "get"], "exclude": ["make_mess"]},
        "timeout": 5,
    }
    source = read_one(tmp_path, entry, PORT="81", TOKEN="t0p")
    assert isinstance(source, McpConfig)
    assert source.url == "http://127.0.0.1:81/mcp"
    assert source.headers["Authorization"].get_secret_value() == "Bearer t0p"
    assert source.headers["X-Team"].get_secret_value() == "qa"
    names = ("make_part", "make_mess", "get", "get_all")
    assert [source.tools.allows(name) for name in names] == [True, False, True, False]
    assert "t0p" not in repr(source)


def test_a_command_source(tmp_path: Path) -> None:
    source = read_one(tmp_path, {"command": "serve", "args": ["--x"], "env": {"A": "${B}"}}, B="1")
    assert isinstance(source, McpConfig)
    assert (source.command, source.args) == ("serve", ("--x",))
    assert source.env["A"].get_secret_value() == "1"


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ({}, r"mcpServers\.shop: give either 'url' or 'command'"),
        ({"url": "http://x", "command": "y"}, r"mcpServers\.shop: give either"),
        ({"url": "ftp://x"}, r"mcpServers\.shop\.url: 'ftp://x' is not an http"),
        ({"url": "http://x:port/"}, r"mcpServers\.shop\.url"),
        ({"url": "http://me:pass@x/"}, r"mcpServers\.shop\.url: an address must not hold"),
        ({"url": "http://x", "headers": {"A": "${GONE}"}}, r"headers\.A: .* GONE is not set"),
        ({"url": "http://x", "header": {}}, r"mcpServers\.shop\.header: there is no such setting"),
        ({"url": "http://x", "tools": {"only": []}}, r"mcpServers\.shop\.tools\.only: there is no"),
        ({"url": "http://x", "timeout": 0}, r"mcpServers\.shop\.timeout: .*greater than 0"),
        ({"url": "http://x", "type": "sse"}, r"mcpServers\.shop\.type: 'sse' is not supported"),
        ({"url": "http://x", "args": ["a"]}, r"mcpServers\.shop: 'args'.* go with 'command'"),
        ({"command": "x", "headers": {"A": "b"}}, r"mcpServers\.shop: 'headers' go with 'url'"),
    ],
)
def test_a_mistake_is_named_with_its_place(
    tmp_path: Path, entry: dict[str, Any], says: str
) -> None:
    with pytest.raises(ConfigurationError, match=says):
        read_one(tmp_path, entry)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", r"sources\.json: line 1, column 2: not valid JSON"),
        ("[]", r"sources\.json: needs an object"),
        ('{"servers": {}}', r'needs an object \{"mcpServers"'),
        ('{"mcpServers": {"a": {}, "a": {}}}', "'a' is there twice"),
        ('{"mcpServers": {"a b": {"url": "http://x"}}}', r"mcpServers\.a b: a name is letters"),
        ('{"mcpServers": {"a": 3}}', r"mcpServers\.a: has to be an object"),
    ],
)
def test_a_file_that_is_wrong_as_a_whole(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(ConfigurationError, match=says):
        read_sources(written(tmp_path, text), {})


def test_a_missing_file_and_one_that_is_no_text(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot read"):
        read_sources(tmp_path / "none.json", {})
    (tmp_path / "sources.json").write_bytes(b'{"\xff')
    with pytest.raises(ConfigurationError, match="byte 2 is not UTF-8"):
        read_sources(tmp_path / "sources.json", {})


BASE = {"pre": {"url": "http://127.0.0.1:8000"}}


def test_an_openapi_source_with_its_environments(tmp_path: Path) -> None:
    auth = {"type": "oauth2", "client_id": "me", "client_secret": "${S}", "token_url": "/token"}
    entry = {
        "type": "openapi",
        "document": "shop.yaml",
        "environments": {"pre": {**BASE["pre"], "headers": {"X-Team": "qa"}, "auth": auth}},
        "approval": "trusted",
        "scope": "project",
        "project": "shop",
        "owner": "ann",
    }
    source = read_one(tmp_path, entry, S="t0p")
    assert isinstance(source, OpenApiConfig)
    assert source.document == str(tmp_path / "shop.yaml")
    assert source.served == ("pre",)
    assert (source.approval, source.scope, source.owner) == ("trusted", "project", "ann")
    assert "t0p" not in repr(source)


def test_a_python_source_and_an_mcp_server_for_each_environment(tmp_path: Path) -> None:
    source = read_one(tmp_path, {"type": "python", "module": "shop.tools", "path": "lib"})
    assert isinstance(source, PythonConfig)
    assert (source.module, source.path) == ("shop.tools", str(tmp_path / "lib"))
    server = read_one(tmp_path, {"environments": BASE, "headers": {"X-Team": "qa"}})
    assert isinstance(server, McpConfig)
    assert server.in_environment("pre").url == "http://127.0.0.1:8000"


def test_another_address_is_another_source_and_a_secret_is_not_told(tmp_path: Path) -> None:
    def entry(url: str) -> dict[str, Any]:
        auth = {"type": "bearer", "token": "${T}"}
        return {
            "type": "openapi",
            "document": "d",
            "environments": {"pre": {"url": url, "auth": auth}},
        }

    one = read_one(tmp_path, entry("http://a"), T="x").fingerprint
    assert one == read_one(tmp_path, entry("http://a"), T="y").fingerprint
    assert one != read_one(tmp_path, entry("http://b"), T="x").fingerprint


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ({"type": "openapi"}, r"shop\.document: Field required"),
        ({"type": "openapi", "document": "d"}, r"shop: needs environments\.NAME\.url"),
        (
            {"type": "openapi", "document": "d", "environments": {"pre": {"url": "/x"}}},
            r"environments\.pre\.url: '/x' is not an http",
        ),
        (
            {"type": "openapi", "document": "http://me:p@x/", "environments": BASE},
            r"shop\.document: an address must not hold",
        ),
        ({"type": "python", "module": "a b"}, r"shop\.module: "),
        ({"url": "http://x", "scope": "project"}, r"shop: 'scope' is project"),
        ({"url": "http://x", "scope": "mine"}, r"shop\.scope: "),
        ({"url": "http://x", "approval": "no"}, r"shop\.approval: "),
        ({"environments": {"pre": {}}}, r"shop: give either 'url' or 'command', or"),
        ({"command": "x", "environments": BASE}, r"shop: give either"),
    ],
)
def test_a_mistake_in_any_kind_is_named_with_its_place(
    tmp_path: Path, entry: dict[str, Any], says: str
) -> None:
    with pytest.raises(ConfigurationError, match=says):
        read_one(tmp_path, entry)


@pytest.mark.parametrize(
    ("auth", "says"),
    [
        ({"type": "magic"}, r"environments\.pre\.auth"),
        ({"type": "bearer", "token": "t0p"}, r"auth\.token: a secret must not stand"),
        ({"type": "basic", "username": "a", "password": "b"}, r"auth\.password: a secret"),
        (
            {"type": "login", "operation": "POST /in", "body": {"password": "b"}, "token": "t"},
            r"auth\.body\.password: a secret",
        ),
        ({"type": "login", "operation": "log in"}, r"auth\.login\.operation: "),
    ],
)
def test_authorisation_holds_no_secret_and_says_what_is_wrong(
    tmp_path: Path, auth: dict[str, Any], says: str
) -> None:
    situation = {"url": "http://127.0.0.1:8000", "auth": auth}
    entry = {"type": "openapi", "document": "d", "environments": {"pre": situation}}
    with pytest.raises(ConfigurationError, match=says) as caught:
        read_one(tmp_path, entry)
    assert "t0p" not in str(caught.value)
