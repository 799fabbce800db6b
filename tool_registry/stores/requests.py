"""Requests that tools have served, to find the tools by; without their values."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from sqlalchemy import and_, delete, select

from tool_registry.base.caller import Caller
from tool_registry.base.ids import digest
from tool_registry.base.sql import upsert
from tool_registry.stores.database import Repository, visible_to
from tool_registry.stores.space import Space
from tool_registry.stores.tables import requests, tools

MOST = 20
"""Different requests that are kept of a tool in each space; the latest stay."""


class RequestRepository(Repository):
    """Requests by tool and space: who sees the space sees them, if the tool too."""

    def visible(self, caller: Caller) -> dict[str, tuple[str, ...]]:
        """Tool → the requests that it served in the spaces that the caller sees, latest first."""
        query = select(requests).join(tools, tools.c.id == requests.c.tool)
        query = query.where(visible_to(caller, tools), visible_to(caller, requests))
        query = query.order_by(requests.c.at.desc(), requests.c.digest)
        found: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for row in self.database.rows(query):
            found[row.tool][row.text] = None
        return {tool: tuple(texts) for tool, texts in found.items()}

    def add(self, caller: Caller, space: Space, served: Mapping[str, Sequence[str]]) -> bool:
        """Notes requests by tool; True where one of them is new. Those of a space or of tools that
        the caller does not see are left out."""
        if not served or not space.is_open_to(caller):
            return False
        at = space.model_dump(mode="json")
        here = and_(*(requests.c[name] == value for name, value in at.items()))
        seen = select(tools.c.id).where(visible_to(caller, tools), tools.c.id.in_(served))
        with self.database.recording(caller) as writing:
            mine = [row.id for row in writing.connection.execute(seen)]
            held = select(requests.c.tool, requests.c.digest).where(here, requests.c.tool.in_(mine))
            known = {(row.tool, row.digest) for row in writing.connection.execute(held)}
            rows = [
                {**at, "tool": tool, "digest": digest(text), "text": text, "at": writing.at}
                for tool in mine
                for text in served[tool]
            ]
            if rows:
                upsert(writing.connection, requests, rows, replaced=("at",))
            new = {one["tool"] for one in rows if (one["tool"], one["digest"]) not in known}
            for tool in new:
                own = select(requests.c.digest).where(here, requests.c.tool == tool)
                latest = own.order_by(requests.c.at.desc(), requests.c.digest).limit(MOST)
                old = and_(here, requests.c.tool == tool, requests.c.digest.not_in(latest))
                writing.connection.execute(delete(requests).where(old))
        return bool(new)
