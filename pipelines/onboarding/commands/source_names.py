"""What a source is called that nobody has given a name: by its address, module or command."""

import re
from collections.abc import Mapping
from typing import TypeAlias, cast
from urllib.parse import urlsplit

from tool_registry.base.types import JsonValue

Entry: TypeAlias = dict[str, JsonValue]
_NAME = re.compile(r"[^A-Za-z0-9_.-]+")
_PLAIN = re.compile(r"(?:openapi|swagger|api-docs|api|spec|index|schema|docs?|v?\d+(?:\.\d+)*)")


def is_url(text: str) -> bool:
    """True for the address of a server."""
    return text.lower().startswith(("http://", "https://"))


def name_of(entry: Entry) -> str:
    """A name made of where the source is."""
    if "module" in entry:
        return _tidy(str(entry["module"]))
    for key in ("document", "url"):
        if key in entry:
            return _tidy(_from_address(str(entry[key])))
    if "command" in entry:
        words = [str(word) for word in [entry["command"], *entry["args"]]]
        named = [word for word in words[1:] if not word.startswith("-")] or words
        return _tidy(named[0].rstrip("/").rsplit("/", 1)[-1])
    situations = cast("Mapping[str, Mapping[str, str]]", entry.get("environments", {}))
    addresses = [one["url"] for one in situations.values() if "url" in one]
    return _tidy(_from_address(addresses[0] if addresses else ""))


def _from_address(address: str) -> str:
    if is_url(address):
        parts = urlsplit(address)
        host = parts.hostname or ""
        return f"{host}-{parts.port}" if parts.port else host
    folders = [part.partition(".")[0] for part in address.split("/")[-1:]]
    folders = [*address.split("/")[:-1], *folders] if "/" in address else folders
    telling = [part for part in folders if part and not _PLAIN.fullmatch(part.casefold())]
    return telling[-1] if telling else address


def _tidy(name: str) -> str:
    return _NAME.sub("-", name).strip("-._")[:64] or "source"
