"""Requests that a user keeps to say them again, with blanks for what differs each time."""

from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict
from sqlalchemy import ColumnElement, delete, select, update

from pipelines.runs.store import RunStore
from pipelines.runs.tables import favourites
from tool_registry.base.caller import Caller
from tool_registry.base.ids import digest
from tool_registry.base.sql import reading, upsert

KEPT = 200
"""Of one user, at most."""
NAME = 60
TEXT = 2000
"""Characters, at most."""


class Favourite(BaseModel):
    """One request."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    text: str
    """What is said; `{{what}}` is a blank, to be filled each time."""
    name: str
    """What its user calls it; empty: nothing."""
    environment: str | None
    """Where it is to run; None: where its sentence says."""
    uses: int
    at: float
    """When it was kept or used last; seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Favourites:
    """Those of one store."""

    store: RunStore

    def of(self, caller: Caller) -> list[Favourite]:
        """The caller's own, what is used most first."""
        order = (favourites.c.uses.desc(), favourites.c.at.desc())
        with reading(self.store.engine) as connection:
            query = select(favourites).where(*_mine(caller)).order_by(*order)
            rows = connection.execute(query).all()
        return [_favourite(row) for row in rows]

    def keep(
        self,
        caller: Caller,
        text: str,
        name: str,
        environment: str | None,
        *,
        replaces: str | None = None,
    ) -> Favourite:
        """Keeps a request, or names it anew where one with the same words is kept. `replaces`: id
        of the one that is worded anew, whose uses it takes over."""
        id = digest([caller.tenant, caller.user, text])[:32]
        now = self.store.clock.now()
        told = {"text": text, "name": name, "environment": environment, "at": now}
        with self.store.engine.begin() as connection:
            uses = 0
            if replaces not in (None, id):
                gone = delete(favourites).where(*_one(caller, replaces or ""))
                uses = connection.execute(gone.returning(favourites.c.uses)).scalar() or 0
            row = {"id": id, "tenant": caller.tenant, "user": caller.user, "uses": uses, **told}
            upsert(connection, favourites, [row], replaced=tuple(told), added=("uses",))
            kept = connection.execute(select(favourites).where(*_one(caller, id))).one()
        return _favourite(kept)

    def use(self, caller: Caller, id: str) -> bool:
        """Counts that it was said again; False where the caller has none of that id."""
        told = {"uses": favourites.c.uses + 1, "at": self.store.clock.now()}
        with self.store.engine.begin() as connection:
            changed = connection.execute(update(favourites).where(*_one(caller, id)).values(**told))
        return changed.rowcount > 0

    def drop(self, caller: Caller, id: str) -> bool:
        """Keeps it no longer; False where the caller has none of that id."""
        with self.store.engine.begin() as connection:
            return connection.execute(delete(favourites).where(*_one(caller, id))).rowcount > 0


def _mine(caller: Caller) -> tuple[ColumnElement[bool], ...]:
    return favourites.c.tenant == caller.tenant, favourites.c.user == caller.user


def _one(caller: Caller, id: str) -> tuple[ColumnElement[bool], ...]:
    return (*_mine(caller), favourites.c.id == id)


def _favourite(row: object) -> Favourite:
    return Favourite.model_validate({name: getattr(row, name) for name in Favourite.model_fields})
