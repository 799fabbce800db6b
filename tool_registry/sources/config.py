"""The sources file: where tools come from, in the `mcpServers` form that MCP clients share.

`{"mcpServers": {"NAME": ENTRY}}`; what an entry may hold is in `entries.py`. `${NAME}` in any text
stands for a variable, `${NAME:-default}` for one that may be missing; secrets are given only so.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from pydantic import ValidationError

from tool_registry.base.errors import ConfigurationError
from tool_registry.base.types import JsonValue
from tool_registry.sources.entries import (
    A2aConfig,
    McpConfig,
    OpenApiConfig,
    PythonConfig,
    SourceConfig,
    is_web_address,
)

_ROOT = "mcpServers"
_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
_KINDS: dict[str, type[SourceConfig]] = {
    "http": McpConfig,
    "streamable-http": McpConfig,
    "streamable_http": McpConfig,
    "stdio": McpConfig,
    "openapi": OpenApiConfig,
    "python": PythonConfig,
    "a2a": A2aConfig,
}
_SECRET = re.compile(r"pass(word|wd)?|token|secret|client_secret|value|api_?key", re.IGNORECASE)
"""Names of settings inside `auth` that hold secrets; `token` of a login is a path instead."""
Object = dict[str, JsonValue]


def read_sources(path: Path, variables: Mapping[str, str]) -> tuple[SourceConfig, ...]:
    """All sources of the file, in order; ConfigurationError names the place of what is wrong.

    Relative paths of documents and modules are meant from the file's folder."""
    return tuple(
        read_source(name, entry, variables, place=f"{path}: {_ROOT}.{name}", folder=path.parent)
        for name, entry in read_entries(path).items()
    )


def read_source(
    name: str,
    entry: JsonValue,
    variables: Mapping[str, str],
    *,
    place: str,
    folder: Path | None = None,
) -> SourceConfig:
    """One entry, as it stands in a file or comes from a registration.

    `place` begins the message of the ConfigurationError that says what is wrong with it."""
    if not _NAME.fullmatch(name):
        raise ConfigurationError(f"{place}: a name is letters, digits, '_', '.' and '-'")
    if not isinstance(entry, dict):
        raise ConfigurationError(f"{place}: has to be an object with 'url', 'command' or 'type'")
    _check_secrets(cast("Object", entry), place)
    given = cast("Object", entry)
    # A document is nobody's settings: what looks like a variable in it is its author's word.
    settings = {key: value for key, value in given.items() if key != "text"}
    fields = cast("Object", _filled(settings, place, variables))
    fields |= {"text": given["text"]} if "text" in given else {}
    kind = fields.pop("type", None)
    model = _KINDS.get(kind) if isinstance(kind, str) else McpConfig if kind is None else None
    if model is None:
        known = ", ".join(("http", "stdio", "openapi", "python", "a2a"))
        raise ConfigurationError(f"{place}.type: {kind!r} is not supported; use one of {known}")
    try:
        config = model.model_validate({**fields, "id": name})
    except ValidationError as error:
        raise ConfigurationError(_first(error, place)) from None
    _check(config, place)
    return config.located(folder) if folder else config


def _first(error: ValidationError, place: str) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in first["loc"])
    if first["type"] == "extra_forbidden":
        return f"{place}{where}: there is no such setting"
    return f"{place}{where}: {first['msg'].removeprefix('Value error, ')}"


def read_entries(path: Path) -> Object:
    """The entries of a file by name, unchecked; ConfigurationError where it has none."""
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
    except RecursionError as error:
        raise ConfigurationError(f"{path}: objects are nested too deep in it") from error
    servers = cast("Object", data).get(_ROOT) if isinstance(data, dict) else None
    if not isinstance(servers, dict):
        raise ConfigurationError(f'{path}: needs an object {{"{_ROOT}": {{…}}}} at its top')
    return cast("Object", servers)


def _unique(pairs: list[tuple[str, JsonValue]]) -> Object:
    names = [name for name, _ in pairs]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ValueError(f"'{twice}' is there twice in one object; keep one of them")
    return dict(pairs)


def _check(config: SourceConfig, place: str) -> None:
    """What one setting alone does not show."""
    reason = config.problem()
    if reason is not None:
        raise ConfigurationError(f"{place}: {reason}")
    addresses = [("url", config.url)] if isinstance(config, McpConfig | A2aConfig) else []
    addresses += [(f"environments.{n}.url", one.url) for n, one in config.environments.items()]
    if isinstance(config, OpenApiConfig) and config.is_fetched:
        addresses.append(("document", config.document))
    for name, url in addresses:
        if url is not None:
            _check_url(url, f"{place}.{name}")


def _check_url(url: str, place: str) -> None:
    if not is_web_address(url):
        raise ConfigurationError(f"{place}: '{url}' is not an http or https address")
    if "@" in url.partition("//")[2].partition("/")[0]:
        hint = "put credentials into 'headers' or 'auth', by ${VARIABLE}"
        raise ConfigurationError(f"{place}: an address must not hold a password; {hint}")


def _check_secrets(entry: Object, place: str) -> None:
    """Secrets inside `auth` are written as variables, so that no file or database holds them."""
    environments = entry.get("environments")
    if not isinstance(environments, dict):
        return
    for name, one in cast("Object", environments).items():
        auth = cast("Object", one).get("auth") if isinstance(one, dict) else None
        if isinstance(auth, dict):
            _check_auth(cast("Object", auth), f"{place}.environments.{name}.auth")


def _check_auth(auth: Object, place: str) -> None:
    body: JsonValue = auth.get("body")
    login = auth.get("type") == "login"
    for name, value in auth.items():
        path_of_token = login and name == "token"
        plain = isinstance(value, str) and "${" not in value
        if plain and not path_of_token and _SECRET.fullmatch(name):
            hint = "put it into an environment variable and write ${VARIABLE} here"
            raise ConfigurationError(f"{place}.{name}: a secret must not stand in here; {hint}")
    if isinstance(body, dict):
        _check_auth({**cast("Object", body), "type": None}, f"{place}.body")


def _filled(value: JsonValue, place: str, variables: Mapping[str, str]) -> JsonValue:
    """The value with all variables put in."""
    if isinstance(value, dict):
        fields = cast("Object", value)
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
