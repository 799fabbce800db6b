"""Who changed what, and when. Each row carries a hash of itself and of the chain before it, so that
none can be changed, taken out or put in between afterwards without being noticed."""

from typing import Any

from sqlalchemy import Row, and_, or_, select

from tool_registry.base.caller import Caller, Role
from tool_registry.base.types import JsonValue
from tool_registry.stores.database import Repository, chained, space_of, visible_to
from tool_registry.stores.people import deployment
from tool_registry.stores.rows import AuditRow, ChainCheck
from tool_registry.stores.tables import audit


class AuditRepository(Repository):
    """The audit; rows are added by the repositories that change something, in its transaction."""

    def visible(
        self, caller: Caller, *, subject: str | None = None, limit: int = 100
    ) -> list[AuditRow]:
        """Rows of the spaces that the caller sees, the newest first; for administrators those about
        people and keys, too."""
        seen = visible_to(caller, audit)
        if caller.role is Role.ADMIN:
            own = deployment(caller)
            seen = or_(seen, and_(audit.c.tenant == own.tenant, audit.c.owner == own.owner))
        query = select(audit).where(seen).order_by(audit.c.id.desc())
        query = query if subject is None else query.where(audit.c.subject == subject)
        return [_row(row) for row in self.database.rows(query.limit(limit))]

    def verify(self, head: str | None = None) -> ChainCheck:
        """Whether all rows are as they were written.

        `head`: a hash noted earlier, which has to be in the chain still: rows that were cut off at
        the end are not noticed otherwise."""
        before: str | None = None
        rows = outside = 0
        found = head is None
        for row in self.database.rows(select(audit).order_by(audit.c.id)):
            if row.chain is None and before is None:
                outside += 1
                continue
            if row.chain != chained(before, _written(row)):
                return ChainCheck(rows=rows, outside=outside, head=before, broken_at=row.id)
            before, rows = row.chain, rows + 1
            found = found or before == head
        return ChainCheck(rows=rows, outside=outside, head=before, cut_off=not found)


def _written(row: Row[Any]) -> dict[str, JsonValue]:
    """What the hash is of, as it was when the row was added."""
    space = space_of(row).model_dump(mode="json")
    told = {"who": row.who, "what": row.what, "subject": row.subject, "at": row.at}
    return {**space, **told, "detail": row.detail}


def _row(row: Row[Any]) -> AuditRow:
    return AuditRow(
        id=row.id,
        space=space_of(row),
        who=row.who,
        what=row.what,
        subject=row.subject,
        detail=row.detail,
        at=row.at,
        chain=row.chain,
    )
