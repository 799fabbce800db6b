"""What was asked for and cannot be done, for the owners of tools."""

from collections.abc import Sequence

from sqlalchemy import and_, or_, select

from tool_registry.base.caller import Caller, Role, Scope
from tool_registry.base.redaction import mask_text
from tool_registry.base.sql import upsert
from tool_registry.stores.database import Repository, space_of, visible_to
from tool_registry.stores.rows import Unmet
from tool_registry.stores.tables import unmet


class UnmetRepository(Repository):
    """Unmet requests, counted by space, entity, action and environment."""

    def visible(self, caller: Caller) -> list[Unmet]:
        """Those of the spaces that the caller sees, the most frequent first; whoever owns the
        deployment is told of all projects, without the sentences of those they do not see."""
        counted = visible_to(caller, unmet)
        if caller.role.includes(Role.OWNER):
            of_projects = and_(unmet.c.tenant == caller.tenant, unmet.c.scope == Scope.PROJECT)
            counted = or_(counted, of_projects)
        query = select(unmet).where(counted)
        query = query.order_by(unmet.c.times.desc(), unmet.c.entity, unmet.c.action)
        return [
            Unmet(
                space=space_of(row),
                entity=row.entity,
                action=row.action,
                environment=row.environment,
                times=row.times,
                last_text=row.last_text if space_of(row).is_open_to(caller) else "",
                last_at=row.last_at,
            )
            for row in self.database.rows(query)
        ]

    def add(self, caller: Caller, requests: Sequence[Unmet]) -> None:
        """Counts requests; those of spaces that the caller does not see are left out."""
        with self.database.recording(caller) as writing:
            for one in requests:
                if not one.space.is_open_to(caller):
                    continue
                values = {
                    **one.model_dump(mode="json", exclude={"space"}),
                    **one.space.model_dump(mode="json"),
                    "last_text": mask_text(one.last_text),
                    "last_at": writing.at,
                }
                changed = ("last_text", "last_at")
                upsert(writing.connection, unmet, [values], replaced=changed, added=("times",))
