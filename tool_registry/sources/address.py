"""Where a source is and how its calls get there, for people who decide about its tools.

Addresses are told without their query, and of headers, variables and logins the names alone. What
an entry says otherwise is told as it was written, with variables as `${NAME}`: they may be secrets.
"""

import shlex
from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias, cast

from pydantic import Field

from tool_registry.base.redaction import mask, mask_text
from tool_registry.base.types import JsonValue
from tool_registry.model import Frozen
from tool_registry.sources.entries import (
    A2aConfig,
    McpConfig,
    OpenApiConfig,
    PythonConfig,
    SourceConfig,
)

Kind: TypeAlias = Literal["mcp", "openapi", "python", "a2a"]
_KINDS: tuple[tuple[type[SourceConfig], Kind], ...] = (
    (OpenApiConfig, "openapi"),
    (PythonConfig, "python"),
    (A2aConfig, "a2a"),
)
Object: TypeAlias = Mapping[str, JsonValue]


class Reach(Frozen):
    """How calls reach one environment."""

    environment: str
    """Its configured name."""
    url: str = ""
    """Empty: the source has one address for all."""
    headers: tuple[str, ...] = ()
    """Names of what every call carries."""
    arguments: dict[str, JsonValue] = Field(default_factory=dict[str, JsonValue])
    """Arguments that every call carries."""
    auth: str = ""
    """How it logs in: `bearer`, `basic`, `api_key`, `oauth2`, `login`; empty: not at all."""


class Address(Frozen):
    """Where a source is."""

    kind: Kind
    place: str
    """Address, command line, document or module."""
    headers: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    """Names of the variables that its process gets."""
    reaches: tuple[Reach, ...] = ()


def address_of(config: SourceConfig, entry: Object) -> Address:
    """Of a source, and of its entry as it stands in the sources file or the registry."""
    kinds: list[Kind] = [kind for of, kind in _KINDS if isinstance(config, of)]
    written = _fields(entry.get("environments"))
    return Address(
        kind=kinds[0] if kinds else "mcp",
        place=_place(config, entry),
        headers=_names(getattr(config, "headers", {})),
        variables=_names(getattr(config, "env", {})),
        reaches=tuple(
            Reach(
                environment=name,
                url=_without_query(one.url or ""),
                headers=_names(one.headers),
                arguments=_fields(mask(_fields(written.get(name)).get("arguments"))),
                auth=one.auth.type if one.auth else "",
            )
            for name, one in config.environments.items()
        ),
    )


def _place(config: SourceConfig, entry: Object) -> str:
    if isinstance(config, McpConfig) and config.command is not None:
        words = (str(one) for one in (entry.get("command"), *_items(entry.get("args"))))
        folder = f"cd {shlex.quote(config.cwd)} && " if config.cwd else ""
        return mask_text(folder + " ".join(map(_quoted, words)))
    if isinstance(config, PythonConfig):
        return f"{config.module} ({config.path})" if config.path else config.module
    url = config.url if isinstance(config, McpConfig | A2aConfig) else config.place
    return _without_query(url or "")


def _quoted(word: str) -> str:
    """As a shell takes it; `${NAME}` stays readable."""
    return word if "${" in word and " " not in word else shlex.quote(word)


def _without_query(url: str) -> str:
    """What follows the question mark may be a key."""
    address, mark, _ = url.partition("?")
    return mask_text(f"{address}?…" if mark else address)


def _names(named: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(named))


def _fields(value: JsonValue) -> dict[str, JsonValue]:
    return cast("dict[str, JsonValue]", value) if isinstance(value, dict) else {}


def _items(value: JsonValue) -> Iterable[JsonValue]:
    return cast("list[JsonValue]", value) if isinstance(value, list) else ()
