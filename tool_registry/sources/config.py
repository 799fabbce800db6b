"""The sources file: which MCP servers there are, in the `mcpServers` form that clients share.

`{"mcpServers": {"NAME": {"url": …} | {"command": …, "args": […], "env": {…}}}}`, with `headers`,
`tools.include`/`tools.exclude` (names or globs), `timeout` and `connect_timeout` in seconds.
`${NAME}` in any text stands for a variable, `${NAME:-default}` for one that may be missing.
"""

import json
import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, cast
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError

from tool_registry.base.errors import ConfigurationError
from tool_registry.base.ids import digest
from tool_registry.base.types import JsonValue

Seconds = Annotated[float, Field(gt=0, le=3600)]
_ROOT = "mcpServers"
_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")


class ToolChoice(BaseModel):
    """Which tools of a source are used: names or globs; `exclude` wins."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    include: tuple[str, ...] = ("*",)
    exclude: tuple[str, ...] = ()

    def allows(self, name: str) -> bool:
        """True for a tool that is included and not excluded."""
        if any(fnmatchcase(name, pattern) for pattern in self.exclude):
            return False
        return any(fnmatchcase(name, pattern) for pattern in self.include)


class SourceConfig(BaseModel):
    """One MCP server: `url` (streamable HTTP) or `command` (stdio), never both."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    id: str
    url: str | None = None
    command: str | None = None
    args: tuple[str, ...] = ()
    env: dict[str, SecretStr] = Field(default_factory=dict)
    """Variables for the command, beside a few harmless ones such as PATH."""
    cwd: str | None = None
    headers: dict[str, SecretStr] = Field(default_factory=dict)
    tools: ToolChoice = ToolChoice()
    timeout: Seconds = 30.0
    """Seconds for one call, unless the caller says otherwise."""
    connect_timeout: Seconds = 10.0
    """Seconds to connect and agree on a protocol version; starting the command included."""

    @property
    def place(self) -> str:
        """Where it is, for people: the URL without its query, or the command."""
        return (self.url or "").partition("?")[0] if self.url else self.command or ""

    @property
    def fingerprint(self) -> str:
        """Changes when another server, or another way to start it, is meant."""
        return digest([self.url, self.command, list(self.args), self.cwd, sorted(self.env)])


def read_sources(path: Path, variables: Mapping[str, str]) -> tuple[SourceConfig, ...]:
    """All sources of the file, in order; ConfigurationError names the place of what is wrong."""
    servers = _servers(path)
    return tuple(_source(path, name, entry, variables) for name, entry in servers.items())


def _servers(path: Path) -> dict[str, JsonValue]:
    try:
        data: JsonValue = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_unique)
    except OSError as error:
        raise ConfigurationError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"{path}: byte {error.start} is not UTF-8 text") from error
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise ConfigurationError(f"{path}: {place}: not valid JSON: {error.msg}") from error
    except ValueError as error:
        raise ConfigurationError(f"{path}: {error}") from error
    servers = cast("dict[str, JsonValue]", data).get(_ROOT) if isinstance(data, dict) else None
    if not isinstance(servers, dict):
        raise ConfigurationError(f'{path}: needs an object {{"{_ROOT}": {{…}}}} at its top')
    return cast("dict[str, JsonValue]", servers)


def _unique(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    names = [name for name, _ in pairs]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ValueError(f"'{twice}' is there twice in one object; keep one of them")
    return dict(pairs)


def _source(path: Path, name: str, entry: JsonValue, variables: Mapping[str, str]) -> SourceConfig:
    place = f"{path}: {_ROOT}.{name}"
    if not _NAME.fullmatch(name):
        raise ConfigurationError(f"{place}: a name is letters, digits, '_', '.' and '-'")
    if not isinstance(entry, dict):
        raise ConfigurationError(f"{place}: has to be an object with 'url' or 'command'")
    fields = cast("dict[str, JsonValue]", _filled(entry, place, variables))
    kind = fields.pop("type", None)
    try:
        config = SourceConfig.model_validate({**fields, "id": name})
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ConfigurationError(
            f"{place}.{where}: {_reason(first['type'], first['msg'])}"
        ) from None
    _check(config, kind, place)
    return config


def _reason(kind: str, message: str) -> str:
    return "there is no such setting" if kind == "extra_forbidden" else message


def _check(config: SourceConfig, kind: JsonValue, place: str) -> None:
    if (config.url is None) == (config.command is None):
        raise ConfigurationError(f"{place}: give either 'url' or 'command'")
    if kind not in (None, "http", "streamable-http", "streamable_http", "stdio"):
        raise ConfigurationError(f"{place}.type: {kind!r} is not supported; use http or stdio")
    if config.url is not None:
        if config.args or config.env or config.cwd:
            raise ConfigurationError(f"{place}: 'args', 'env' and 'cwd' go with 'command'")
        _check_url(config.url, place)
    elif config.headers:
        raise ConfigurationError(f"{place}: 'headers' go with 'url'")


def _check_url(url: str, place: str) -> None:
    parts = urlsplit(url)
    try:
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise ConfigurationError(f"{place}.url: '{url}' is not an http or https address")
    if parts.username or parts.password:
        hint = "put credentials into 'headers', by ${VARIABLE}"
        raise ConfigurationError(f"{place}.url: an address must not hold a password; {hint}")


def _filled(value: JsonValue, place: str, variables: Mapping[str, str]) -> JsonValue:
    """The value with all variables put in."""
    if isinstance(value, dict):
        fields = cast("dict[str, JsonValue]", value)
        return {key: _filled(item, f"{place}.{key}", variables) for key, item in fields.items()}
    if isinstance(value, list):
        items = cast("list[JsonValue]", value)
        return [_filled(item, f"{place}[{n}]", variables) for n, item in enumerate(items)]
    if not isinstance(value, str):
        return value

    def put(match: re.Match[str]) -> str:
        name, default = match.group(1), match.group(2)
        text: str | None = variables.get(name) or default
        if text is None:
            raise ConfigurationError(f"{place}: the environment variable {name} is not set")
        return text

    return _VARIABLE.sub(put, value)
