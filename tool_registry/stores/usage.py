"""What runs did with tools."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, select

from tool_registry.base.caller import Caller
from tool_registry.base.sql import upsert
from tool_registry.stores.database import Repository, visible_to
from tool_registry.stores.rows import Usage, Use
from tool_registry.stores.tables import tools, usage

_COUNTS = ("candidate", "chosen", "succeeded", "failed", "latency_ms")
_LAST = ("last_failure", "last_failed_at", "last_used_at")


class UsageRepository(Repository):
    """Counts by tool, over the runs of all who use it."""

    def visible(self, caller: Caller, tool: str | None = None) -> list[Usage]:
        """Those of the tools that the caller sees, by tool; or of one tool."""
        query = select(usage).join(tools, tools.c.id == usage.c.tool)
        query = query.where(visible_to(caller, tools)).order_by(usage.c.tool)
        query = query if tool is None else query.where(usage.c.tool == tool)
        return [_usage(row) for row in self.database.rows(query)]

    def of(self, caller: Caller, tool: str) -> Usage:
        """What runs did with one tool; nothing where it was never used, or cannot be seen."""
        return next(iter(self.visible(caller, tool)), Usage(tool=tool))

    def add(self, caller: Caller, uses: Sequence[Use]) -> None:
        """Adds what a run did; tools that the caller does not see are left out."""
        ids = {use.tool for use in uses}
        query = select(tools.c.id).where(visible_to(caller, tools), tools.c.id.in_(ids))
        with self.database.recording(caller) as writing:
            mine = {row.id for row in writing.connection.execute(query)}
            rows = [_values(use, writing.at) for use in uses if use.tool in mine]
            if rows:
                upsert(writing.connection, usage, rows, added=_COUNTS, latest=_LAST)


def _values(use: Use, at: float) -> dict[str, object]:
    values = use.model_dump(exclude={"failure"})
    called = use.succeeded + use.failed > 0
    return {
        **values,
        "last_failure": use.failure,
        "last_failed_at": at if use.failed else None,
        "last_used_at": at if called else None,
    }


def _usage(row: Row[Any]) -> Usage:
    return Usage.model_validate({name: getattr(row, name) for name in Usage.model_fields})
