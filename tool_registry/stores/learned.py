"""What runs have shown of tools."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, delete, select

from tool_registry.base.caller import Caller
from tool_registry.base.sql import upsert
from tool_registry.stores.database import Repository, space_of, visible_to
from tool_registry.stores.rows import Learned
from tool_registry.stores.tables import learned, tools

ENOUGH = 20
"""Evidence is not counted beyond this, so that busy tools are not written for ever."""


class LearnedRepository(Repository):
    """Outputs that no schema declares, and lessons from failures."""

    def visible(self, caller: Caller, tool: str | None = None) -> list[Learned]:
        """Those of the tools that the caller sees, by tool, kind and path; or of one tool."""
        key = (learned.c.tool, learned.c.kind, learned.c.path)
        query = select(learned).join(tools, tools.c.id == learned.c.tool)
        query = query.where(visible_to(caller, tools)).order_by(*key)
        query = query if tool is None else query.where(learned.c.tool == tool)
        return [
            Learned(tool=r.tool, kind=r.kind, path=r.path, what=r.what, evidence=r.evidence)
            for r in self.database.rows(query)
        ]

    def note(self, caller: Caller, shown: Sequence[Learned]) -> bool:
        """Adds what one run has shown; True where something of it is new, and the pool changed.

        What is said of tools that the caller does not see is left out.
        """
        known = {(one.tool, one.kind, one.path): one for one in self.visible(caller)}
        mine = {row.id for row in self.database.rows(_seen(caller, {one.tool for one in shown}))}
        shown = [one for one in shown if one.tool in mine]
        fresh = [one for one in shown if _is_new(one, known.get((one.tool, one.kind, one.path)))]
        again = [
            one
            for one in shown
            if one not in fresh and known[one.tool, one.kind, one.path].evidence < ENOUGH
        ]
        if not fresh and not again:
            return False
        begin = self.database.changing if fresh else self.database.recording
        with begin(caller) as writing:
            rows = [{**one.model_dump(mode="json"), "at": writing.at} for one in (*fresh, *again)]
            changed = ("what", "at")
            upsert(writing.connection, learned, rows, replaced=changed, added=("evidence",))
        return bool(fresh)

    def forget(self, caller: Caller, tool: str) -> None:
        """Forgets all that runs have shown of a tool; NotThere where the caller sees none."""
        with self.database.changing(caller) as writing:
            row = writing.changed("edit", tools, tool)
            writing.connection.execute(delete(learned).where(learned.c.tool == tool))
            writing.note("forget", tool, space_of(row))


def _seen(caller: Caller, ids: set[str]) -> Select[Any]:
    return select(tools.c.id).where(visible_to(caller, tools), tools.c.id.in_(ids))


def _is_new(one: Learned, known: Learned | None) -> bool:
    return known is None or known.what != one.what
