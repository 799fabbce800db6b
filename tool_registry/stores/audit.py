"""Who changed what in the registry, and when."""

from sqlalchemy import select

from tool_registry.base.caller import Caller
from tool_registry.stores.database import Repository, space_of, visible_to
from tool_registry.stores.rows import AuditRow
from tool_registry.stores.tables import audit


class AuditRepository(Repository):
    """The audit; rows are added by the repositories that change something, in its transaction."""

    def visible(
        self, caller: Caller, *, subject: str | None = None, limit: int = 100
    ) -> list[AuditRow]:
        """Rows of the spaces that the caller sees, the newest first."""
        query = select(audit).where(visible_to(caller, audit)).order_by(audit.c.id.desc())
        query = query if subject is None else query.where(audit.c.subject == subject)
        return [
            AuditRow(
                id=row.id,
                space=space_of(row),
                who=row.who,
                what=row.what,
                subject=row.subject,
                detail=row.detail,
                at=row.at,
            )
            for row in self.database.rows(query.limit(limit))
        ]
