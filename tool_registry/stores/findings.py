"""What checks have found in tools, kept as long as the tools do not change."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, select

from tool_registry.base.caller import Caller
from tool_registry.base.sql import upsert
from tool_registry.stores.database import Repository, space_of, visible_to
from tool_registry.stores.outdating import outdate
from tool_registry.stores.rows import FindingKind, Findings
from tool_registry.stores.tables import findings, tools


class FindingRepository(Repository):
    """Findings by tool and kind of check."""

    def visible(self, caller: Caller, tool: str | None = None) -> list[Findings]:
        """Those of the tools that the caller sees, by tool and kind; or of one tool."""
        query = select(findings).join(tools, tools.c.id == findings.c.tool)
        query = query.where(visible_to(caller, tools)).order_by(findings.c.tool, findings.c.kind)
        query = query if tool is None else query.where(findings.c.tool == tool)
        return [_findings(row) for row in self.database.rows(query)]

    def get(self, caller: Caller, tool: str, kind: FindingKind, hash: str) -> Findings | None:
        """What was found in the tool of that hash; None where nobody has looked yet."""
        found = self.visible(caller, tool)
        return next((one for one in found if (one.kind, one.hash) == (kind, hash)), None)

    def put(self, caller: Caller, found: Findings) -> None:
        """Keeps what was found, instead of what was found in an earlier form of the tool.

        NotThere where the caller sees no such tool.
        """
        with self.database.recording(caller) as writing:
            writing.seen(tools, found.tool)
            values = {**found.model_dump(mode="json"), "at": writing.at}
            upsert(writing.connection, findings, [values], replaced=("hash", "found", "at"))

    def keep(self, caller: Caller, found: Sequence[Findings]) -> None:
        """Keeps what changes how tools are understood: the pool is another one from now on.

        NotThere where the caller sees one of the tools not.
        """
        with self.database.changing(caller) as writing:
            for one in found:
                row = writing.changed("edit", tools, one.tool)
                values = {**one.model_dump(mode="json"), "at": writing.at}
                upsert(writing.connection, findings, [values], replaced=("hash", "found", "at"))
                outdate(writing, one.tool)
                writing.note(one.kind, one.tool, space_of(row), count=len(one.found))


def _findings(row: Row[Any]) -> Findings:
    return Findings(tool=row.tool, kind=row.kind, hash=row.hash, found=tuple(row.found))
