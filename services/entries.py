"""Entries of sources from what a person says: a document and its address, a server, a module."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import cast
from urllib.parse import urlsplit

from services.errors import InvalidRequest
from tool_registry.base.types import JsonValue
from tool_registry.sources.config import read_entries
from tool_registry.sources.entries import is_web_address

Entry = dict[str, JsonValue]
_RUNNERS = {"npx", "bunx", "pnpx", "uvx", "uv", "node", "python", "python3", "docker", "run", "dlx"}
"""Commands that run what one of their arguments names."""
_GENERAL = {
    *("openapi", "swagger", "api", "api-docs", "schema", "index", "docs", "v1", "v2", "v3"),
    *("a2a", "agent", "agent-card", "well-known"),
}
"""Names of documents that do not tell one service from another."""
_SECRET = re.compile(r"auth|token|secret|key|cookie|session|password", re.IGNORECASE)
_VARIABLE = re.compile(r"\$\{([^}:]*)")
_VALUES = {"bearer": "token", "api_key": "value"}


@dataclass(frozen=True, slots=True)
class Access:
    """How an environment of a source is reached."""

    environments: tuple[str, ...] = ()
    urls: tuple[str, ...] = ()
    """Base URLs, one for each environment."""
    headers: tuple[str, ...] = ()
    """`Name=value`, secrets by `${VARIABLE}`."""
    auth: str | None = None
    """`bearer=${TOKEN}`, `api_key=${KEY}`, `basic=user:${PASSWORD}`, or an object of JSON."""


def check_remote(entry: Entry, open_variables: Sequence[str]) -> None:
    """Whoever reaches the port shall not run programs, read files or take variables by an entry.

    InvalidRequest names what is refused; `open_variables` may be named.
    """
    document = entry.get("document")
    own = "command" in entry or entry.get("type") == "python"
    sent = entry.get("type") == "openapi" and isinstance(entry.get("text"), str)
    if own or (document is not None and not sent and not is_web_address(str(document))):
        raise InvalidRequest("registry.only_here")
    settings = {key: value for key, value in entry.items() if key != "text"}
    named = dict.fromkeys(_VARIABLE.findall(json.dumps(settings)))
    closed = [name for name in named if name not in open_variables]
    if closed:
        raise InvalidRequest("registry.closed_variable", name=closed[0])


def openapi_entry(document: str, access: Access) -> Entry:
    """An OpenAPI document with its base URLs; InvalidRequest says what is missing."""
    if not access.urls or len(access.environments) != len(access.urls):
        raise InvalidRequest("registry.url_each", count=len(access.environments))
    more = _situation(access)
    situations = {
        name: {"url": url, **more}
        for name, url in zip(access.environments, access.urls, strict=True)
    }
    place = document if is_web_address(document) else str(Path(document).resolve())
    return {"type": "openapi", "document": place, "environments": situations}


def python_entry(module: str, folder: str | None, access: Access) -> Entry:
    """The functions of a module, and where it is imported from."""
    entry: Entry = {"type": "python", "module": module}
    entry["path"] = str(Path(folder or ".").resolve())
    return _placed(entry, access)


def a2a_entry(url: str, access: Access) -> Entry:
    """An agent at an address, reached there in every environment that was named; or at the
    addresses that were given for them. InvalidRequest where it is no address."""
    if not is_web_address(url):
        raise InvalidRequest("registry.no_agent", text=url[:200])
    entry: Entry = {"type": "a2a", "url": url}
    headers = _headers(access)
    kind, _, value = (access.auth or "").partition("=")
    if access.auth and (kind != "bearer" or not value):
        raise InvalidRequest("registry.bad_auth", detail=kind[:80])
    if access.auth and "${" not in value:
        raise InvalidRequest("registry.plain_secret", name="--auth")
    headers |= {"Authorization": f"Bearer {value}"} if access.auth else {}
    entry |= {"headers": headers} if headers else {}
    return _placed(entry, access)


def mcp_entries(words: Sequence[str], name: str | None, access: Access) -> dict[str, Entry]:
    """The servers that the words mean: those of a file, one at an address, or one command."""
    if len(words) == 1 and is_web_address(words[0]):
        entry: Entry = {"url": words[0]}
        headers = _headers(access)
        entry |= {"headers": headers} if headers else {}
        return {name or name_of(words[0]): _placed(entry, access)}
    if len(words) == 1 and _is_file_of_servers(words[0]):
        file = Path(words[0]).resolve()
        found = {key: _located(entry, file.parent) for key, entry in read_entries(file).items()}
        if name is not None and name not in found:
            known = ", ".join(found)
            raise InvalidRequest("registry.no_such_server", name=name, known=known)
        wanted = {name: found[name]} if name else found
        return {key: _placed(entry, access) for key, entry in wanted.items()}
    command, *arguments = words
    entry = {"command": command, "args": list(arguments)}
    return {name or _name_of_command(words): _placed(entry, access)}


def name_of(place: str) -> str:
    """A source's name from its document or address: the first part of it that tells something."""
    parts = urlsplit(place)
    path = PurePosixPath(parts.path)
    words = [path.stem, *reversed(path.parts[:-1]), (parts.hostname or "").replace(".", "-")]
    telling = (word for word in map(_plain, words) if word and word.casefold() not in _GENERAL)
    return next(telling, "api")


def _name_of_command(words: Sequence[str]) -> str:
    named = [PurePosixPath(word).name for word in words if not word.startswith("-")]
    telling = (_plain(word) for word in named if word not in _RUNNERS)
    return next((word for word in telling if word), "mcp")


def _plain(word: str) -> str:
    return re.sub(r"[^A-Za-z0-9_.-]+", "-", word).strip("-._")[:64]


def _is_file_of_servers(word: str) -> bool:
    if word.endswith(".json"):
        return True
    try:
        with Path(word).open("rb") as file:
            return file.read(64).lstrip()[:1] == b"{"
    except OSError:
        return False


def _located(entry: JsonValue, folder: Path) -> JsonValue:
    """The entry with relative documents and folders meant from the file's folder."""
    if not isinstance(entry, dict):
        return entry
    fields = dict(cast("Entry", entry))
    for key in ("document", "path"):
        value: JsonValue = fields.get(key)
        if isinstance(value, str) and "://" not in value and "${" not in value:
            fields[key] = str(folder / value)
    return fields


def _placed(entry: JsonValue, access: Access) -> Entry:
    """The entry in the environments that were named, unless it says itself where it runs."""
    if not isinstance(entry, dict):
        return cast("Entry", entry)
    fields = cast("Entry", entry)
    if not access.environments or fields.get("environments"):
        return fields
    if access.urls and len(access.urls) != len(access.environments):
        raise InvalidRequest("registry.url_each", count=len(access.environments))
    urls: list[Entry] = [{"url": url} for url in access.urls] or [{} for _ in access.environments]
    return {**fields, "environments": dict(zip(access.environments, urls, strict=True))}


def _situation(access: Access) -> Entry:
    found: Entry = {}
    if headers := _headers(access):
        found["headers"] = headers
    if access.auth:
        found["auth"] = _auth(access.auth)
    return found


def _headers(access: Access) -> Entry:
    found: Entry = {}
    for text in access.headers:
        name, separator, value = text.partition("=")
        if not separator or not name.strip():
            raise InvalidRequest("registry.bad_header", text=text)
        if _SECRET.search(name) and "${" not in value:
            raise InvalidRequest("registry.plain_secret", name=name)
        found[name.strip()] = value
    return found


def _auth(text: str) -> Entry:
    if text.startswith("{"):
        try:
            found: JsonValue = json.loads(text)
        except ValueError as error:
            raise InvalidRequest("registry.bad_auth", detail=str(error)) from error
        return cast("Entry", found)
    kind, _, value = text.partition("=")
    if kind in _VALUES and value:
        return {"type": kind, _VALUES[kind]: value}
    user, separator, password = value.partition(":")
    if kind == "basic" and separator:
        return {"type": "basic", "username": user, "password": password}
    raise InvalidRequest("registry.bad_auth", detail=kind)
