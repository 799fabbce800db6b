"""What people have said about single fields of tools."""

from sqlalchemy import delete, select

from tool_registry.base.caller import Caller
from tool_registry.base.sql import upsert
from tool_registry.base.types import JsonValue
from tool_registry.stores.database import Repository, space_of, visible_to
from tool_registry.stores.errors import NotThere
from tool_registry.stores.outdating import outdate
from tool_registry.stores.rows import Edit
from tool_registry.stores.tables import edits, tools


class EditRepository(Repository):
    """Edits of tools; each wins over what every later parse says."""

    def visible(self, caller: Caller, tool: str | None = None) -> list[Edit]:
        """Those of the tools that the caller sees, by tool and path; or of one tool."""
        query = select(edits).join(tools, tools.c.id == edits.c.tool)
        query = query.where(visible_to(caller, tools)).order_by(edits.c.tool, edits.c.path)
        query = query if tool is None else query.where(edits.c.tool == tool)
        return [
            Edit(tool=row.tool, path=row.path, value=row.value, who=row.who, at=row.at)
            for row in self.database.rows(query)
        ]

    def put(self, caller: Caller, tool: str, path: str, value: JsonValue) -> Edit:
        """Sets one field; NotThere where the caller sees no such tool."""
        with self.database.changing(caller) as writing:
            row = writing.changed("edit", tools, tool)
            edit = Edit(tool=tool, path=path, value=value, who=caller.user, at=writing.at)
            changed = ("value", "who", "at")
            upsert(writing.connection, edits, [edit.model_dump()], replaced=changed)
            outdate(writing, tool)
            writing.note("edit", tool, space_of(row), path=path, value=value)
        return edit

    def remove(self, caller: Caller, tool: str, path: str) -> None:
        """Gives a field back to the parser; NotThere where there is no such edit."""
        with self.database.changing(caller) as writing:
            row = writing.changed("edit", tools, tool)
            which = (edits.c.tool == tool, edits.c.path == path)
            if writing.connection.execute(delete(edits).where(*which)).rowcount == 0:
                raise NotThere(f"{tool} {path}")
            outdate(writing, tool)
            writing.note("unedit", tool, space_of(row), path=path)
