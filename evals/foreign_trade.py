"""A business that is none of ours: an OpenAPI service with a log of its writes, as a bench."""

import json
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.request import Request, urlopen

from tool_registry.base.types import JsonValue

Row = dict[str, Any]


class ForeignTrade:
    """The service at a port of this machine; `serving` runs it."""

    def __init__(self, name: str, port: int) -> None:
        self.name = name
        self.port = port
        self.url = f"http://127.0.0.1:{port}"

    def entry(self, environments: Iterable[str]) -> JsonValue:
        """Its entry in a sources file, as `zhizao tools import openapi` makes it."""
        situations: Mapping[str, JsonValue] = {name: {"url": self.url} for name in environments}
        return {
            "type": "openapi",
            "document": f"{self.url}/openapi.json",
            "environments": dict(situations),
            "approval": "trusted",
        }

    def reset(self) -> None:
        """Back to its first data, with an empty log."""
        self._call("/_reset", "POST")

    def outcome(self, since: int, known: frozenset[str]) -> list[JsonValue]:
        """What became of each record after that entry of the log, in the order first touched.

        A record that was written several times counts once, as it is at the end; one whose id
        is not `known` was created."""
        last: dict[tuple[str, str, str], Row] = {}
        log: list[Row] = self._call("/_effects", "GET")
        for entry in log:
            if entry["seq"] > since:
                key = (entry["env"], entry["entity"], entry["id"])
                last[key] = {**entry, "first": last.get(key, entry).get("first", entry)}
        return [_effect(entry, known) for entry in last.values()]

    def _call(self, path: str, method: str) -> Any:
        with urlopen(Request(self.url + path, method=method), timeout=5) as response:
            return json.load(response)


def _effect(entry: Row, known: frozenset[str]) -> JsonValue:
    after = entry["state_after"]
    created = entry["id"] not in known
    change = {
        "op": "delete" if after is None else "create" if created else "update",
        "before": None,
        "after": after,
    }
    first = entry["first"]
    return {
        "seq": entry["seq"],
        "environment": entry["env"],
        "tool": first["operation"],
        "arguments": first["arguments"],
        "entity": entry["entity"],
        "id": entry["id"],
        "change": change,
        "unordered": True,  # what one call writes along with its record is in the service's order
    }
