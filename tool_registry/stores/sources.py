"""Sources that were registered at run time."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Row, delete, insert, or_, select, update

from tool_registry.base.caller import Caller, Scope
from tool_registry.base.ids import canonical, digest
from tool_registry.base.redaction import find_secrets
from tool_registry.base.types import JsonValue
from tool_registry.stores.database import Repository, Writing, space_of, visible_to
from tool_registry.stores.errors import Refused
from tool_registry.stores.permissions import check, may
from tool_registry.stores.rows import Admission, SourceRow, ToolStatus
from tool_registry.stores.space import Space
from tool_registry.stores.tables import (
    declarations,
    edits,
    findings,
    learned,
    requests,
    sightings,
    sources,
    submissions,
    tools,
    usage,
)
from tool_registry.stores.tools import admit

Entry = dict[str, JsonValue]


class SourceRepository(Repository):
    """Registered sources, with everything that is known of their tools."""

    def visible(self, caller: Caller) -> list[SourceRow]:
        """Those that the caller sees, own ones first, then by name."""
        rows = self.database.rows(select(sources).where(visible_to(caller, sources)))
        return sorted(map(_source, rows), key=lambda row: (row.space.rank, row.id))

    def serving(self, caller: Caller) -> list[SourceRow]:
        """Enabled ones that have, or may have, tools in the caller's pool, own ones first.

        Among them are sources that the caller does not see, with tools published to the caller; or
        with public tools that were retired, for who may take them back.
        """
        wanted = [ToolStatus.PUBLISHED.value]
        if may(caller, "approve", Space.of(caller, Scope.PUBLIC)):
            wanted.append(ToolStatus.RETIRED.value)
        published = select(tools.c.source).where(
            visible_to(caller, tools), tools.c.status.in_(wanted)
        )
        shown = or_(visible_to(caller, sources), sources.c.id.in_(published))
        rows = self.database.rows(select(sources).where(sources.c.enabled, shown))
        return sorted(map(_source, rows), key=lambda row: (row.space.rank, row.id))

    def current(self, ids: Collection[str]) -> dict[str, int]:
        """Of these, the enabled ones: id → revision of the last change. Not to be shown."""
        known = (sources.c.enabled, sources.c.id.in_(ids))
        query = select(sources.c.id, sources.c.revision).where(*known)
        return {row.id: row.revision for row in self.database.rows(query)}

    def get(self, caller: Caller, id: str) -> SourceRow:
        """One of them; NotThere where the caller sees none of that id."""
        return _source(self.database.sees(caller, sources, id))

    def add(
        self,
        caller: Caller,
        name: str,
        entry: Entry,
        space: Space,
        *,
        enabled: bool = True,
        admission: Admission | None = None,
    ) -> SourceRow:
        """Registers a source; Refused where the space has one of that name, or for a
        secret, Forbidden where the caller may not register any there.

        `admission`: the states of its tools from the first moment on.
        """
        check(caller, "register", space, caller.user)
        _check_secrets(name, entry)
        id = space.name_of(name)
        with self.database.changing(caller) as writing:
            if writing.connection.execute(select(sources).where(sources.c.id == id)).first():
                raise Refused(f"there is a source '{id}' already: change or remove it")
            row = SourceRow(
                id=id,
                name=name,
                entry=entry,
                space=space,
                enabled=enabled,
                created_at=writing.at,
                created_by=caller.user,
                revision=writing.revision,
            )
            values = row.model_dump(mode="json", exclude={"space"}) | space.model_dump(mode="json")
            writing.connection.execute(insert(sources).values(**values))
            if admission is not None:
                admit(writing, admission)
            writing.note("register", id, space, entry=_noted(entry))
        return row

    def change(
        self, caller: Caller, id: str, entry: Entry, admission: Admission | None = None
    ) -> SourceRow:
        """Gives a source another entry, and its tools new states; without, they are looked at
        again."""
        _check_secrets(id, entry)
        return self._update(caller, id, "change", admission, entry=entry)

    def enable(self, caller: Caller, id: str, enabled: bool) -> SourceRow:
        """Takes a source into the pool, or out of it, with all that is known of it kept."""
        what = "enable" if enabled else "disable"
        return self._update(caller, id, what, enabled=enabled)

    def remove(self, caller: Caller, id: str) -> SourceRow:
        """Forgets a source and everything that is known of its tools, but for the audit."""
        with self.database.changing(caller) as writing:
            row = _source(writing.changed("remove", sources, id))
            _forget(writing, id)
            writing.connection.execute(delete(sources).where(sources.c.id == id))
            writing.note("remove", id, row.space)
        return row

    def _update(
        self,
        caller: Caller,
        id: str,
        what: str,
        admission: Admission | None = None,
        **values: JsonValue,
    ) -> SourceRow:
        with self.database.changing(caller) as writing:
            row = _source(writing.changed("change", sources, id))
            changed = {**values, "revision": writing.revision}
            writing.connection.execute(update(sources).where(sources.c.id == id).values(**changed))
            if admission is not None:
                admit(writing, admission)
            noted = {**values, "entry": _noted(values["entry"])} if "entry" in values else values
            writing.note(what, id, row.space, **noted)
        return row.model_copy(update=changed)


def _noted(entry: Entry) -> Entry:
    """The entry as the audit keeps it: a document in it is told by its hash."""
    return {**entry, "text": digest(entry["text"])} if "text" in entry else entry


def _source(row: Row[Any]) -> SourceRow:
    return SourceRow(
        id=row.id,
        name=row.name,
        entry=row.entry,
        space=space_of(row),
        enabled=row.enabled,
        created_at=row.created_at,
        created_by=row.created_by,
        revision=row.revision,
    )


def _forget(writing: Writing, source: str) -> None:
    own = select(tools.c.id).where(tools.c.source == source)
    for table in (declarations, edits, learned, findings, usage, requests):
        writing.connection.execute(delete(table).where(table.c.tool.in_(own)))
    for table in (tools, submissions):
        writing.connection.execute(delete(table).where(table.c.source == source))
    writing.connection.execute(delete(sightings).where(sightings.c.source == source))


def _check_secrets(name: str, entry: Entry) -> None:
    if kinds := find_secrets(canonical(entry)):
        raise Refused(
            f"the entry of '{name}' holds a secret ({', '.join(kinds)}): put it into an "
            "environment variable of the service and write ${VARIABLE}"
        )
