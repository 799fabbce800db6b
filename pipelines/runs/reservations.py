"""Things that a run took from among many are its user's, so that no two get the same one."""

from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict
from sqlalchemy import delete, select, update

from pipelines.contracts.request import Request
from pipelines.runs.store import RunStore
from pipelines.runs.tables import reservations
from tool_registry.base.caller import Caller
from tool_registry.base.ids import digest
from tool_registry.base.redaction import mask_text
from tool_registry.base.sql import insert_new, reading

SECONDS = 8 * 3600.0
"""So long a thing is reserved after it was taken last: a day at work."""
_WORDS = 300
_VALUE = 256
"""Characters of what is kept of a value, to be shown; the id is made of all of it."""


class Reservation(BaseModel):
    """One thing and whose it is for now."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    user: str
    environment: str
    entity: str
    """Canonical name of its kind."""
    value: str
    """What singles it out."""
    run_id: str
    """The run that took it last."""
    session_id: str
    words: str
    """The sentence of that run."""
    taken_at: float
    expires_at: float
    """Seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Reservations:
    """Those of one store. Safe with several processes: the database decides who was first."""

    store: RunStore

    def claim(
        self, request: Request, run_id: str, environment: str, entity: str, value: str
    ) -> Reservation:
        """Reserves the thing for the request's user, for `SECONDS` from now, where nobody else has
        it; returns who has it then."""
        caller, now = request.caller, self.store.clock.now()
        id = digest([caller.tenant, environment, entity, value])[:32]
        mine = {
            "user": caller.user,
            "run_id": run_id,
            "session_id": request.session_id,
            "words": mask_text(request.text)[:_WORDS],
            "taken_at": now,
            "expires_at": now + SECONDS,
        }
        place = {"environment": environment, "entity": entity, "value": value[:_VALUE]}
        row = {"id": id, "tenant": caller.tenant, **place, **mine}
        with self.store.engine.begin() as connection:
            connection.execute(delete(reservations).where(reservations.c.expires_at <= now))
            if insert_new(connection, reservations, row) is None:
                again = (reservations.c.id == id, reservations.c.user == caller.user)
                connection.execute(update(reservations).where(*again).values(**mine))
            held = connection.execute(select(reservations).where(reservations.c.id == id)).one()
        return _reservation(held)

    def of(self, caller: Caller) -> list[Reservation]:
        """What is reserved for the caller, the latest first."""
        now = self.store.clock.now()
        mine = (reservations.c.tenant == caller.tenant, reservations.c.user == caller.user)
        query = select(reservations).where(*mine, reservations.c.expires_at > now)
        with reading(self.store.engine) as connection:
            rows = connection.execute(query.order_by(reservations.c.taken_at.desc())).all()
        return [_reservation(row) for row in rows]

    def release(self, caller: Caller, id: str) -> bool:
        """Gives one back; False where none of that id is reserved for the caller."""
        mine = (reservations.c.tenant == caller.tenant, reservations.c.user == caller.user)
        with self.store.engine.begin() as connection:
            gone = connection.execute(delete(reservations).where(*mine, reservations.c.id == id))
        return gone.rowcount > 0

    def release_run(self, run_id: str) -> None:
        """Gives back what a run took and then did nothing with. Most runs took nothing: then
        nothing is written."""
        of_run = reservations.c.run_id == run_id
        with reading(self.store.engine) as connection:
            if connection.execute(select(reservations.c.id).where(of_run)).first() is None:
                return
        with self.store.engine.begin() as connection:
            connection.execute(delete(reservations).where(of_run))


def _reservation(row: object) -> Reservation:
    told = {name: getattr(row, name) for name in Reservation.model_fields}
    return Reservation.model_validate(told)
