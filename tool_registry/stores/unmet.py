"""What was asked for and cannot be done, for the owners of tools."""

from collections.abc import Sequence

from sqlalchemy import select

from tool_registry.base.caller import Caller
from tool_registry.base.redaction import mask_text
from tool_registry.base.sql import upsert
from tool_registry.stores.database import Repository, space_of, visible_to
from tool_registry.stores.rows import Unmet
from tool_registry.stores.tables import unmet


class UnmetRepository(Repository):
    """Unmet requests, counted by space, entity, action and environment."""

    def visible(self, caller: Caller) -> list[Unmet]:
        """Those of the spaces that the caller sees, the most frequent first."""
        query = select(unmet).where(visible_to(caller, unmet))
        query = query.order_by(unmet.c.times.desc(), unmet.c.entity, unmet.c.action)
        return [
            Unmet(
                space=space_of(row),
                entity=row.entity,
                action=row.action,
                environment=row.environment,
                times=row.times,
                last_text=row.last_text,
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
