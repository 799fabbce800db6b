"""What is remembered of a user beyond one conversation: things, values and past conversations.

It is offered, never used by itself. A user's own in one project and one environment: nothing
crosses any of them. Bounded: see `KEPT`, `UNUSED` and `weight`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict
from sqlalchemy import ColumnElement, Connection, Row, delete, select, update

from pipelines.runs.preferences import preferences_of
from pipelines.runs.store import RunStore
from pipelines.runs.tables import recollections
from tool_registry.base.caller import Caller
from tool_registry.base.ids import digest
from tool_registry.base.redaction import find_secrets, has_mask, mask, mask_text
from tool_registry.base.sql import insert_new, noting, reading
from tool_registry.base.types import JsonValue

RecollectionKind: TypeAlias = Literal["thing", "value", "talk"]
KEPT: Mapping[RecollectionKind, int] = {"thing": 200, "value": 200, "talk": 100}
"""Entries of a kind that one user has in one project and environment, at most."""
UNUSED = 180 * 86_400.0
"""Seconds after which an entry goes that was neither used nor named by its user."""
HALF_LIFE = 30 * 86_400.0
"""Seconds after which a use counts half."""
NAME = 60
"""Characters of a name, at most."""
_WORDS = 300


class Recollection(BaseModel):
    """One entry."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    kind: RecollectionKind
    environment: str
    entity: str
    """Canonical name of what it is about; empty where it is about no thing."""
    attributes: dict[str, JsonValue]
    """`thing`: what singles it out. `value`: `tool`, `path` and `value`, as the tool takes it.
    `talk`: `title`, `summary` and `things`."""
    words: str
    """The sentence that it comes from."""
    name: str
    """What its user calls it; empty where nobody has named it."""
    session_id: str
    """The conversation in which it was used last."""
    uses: int
    first_at: float
    last_at: float
    """Seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Noted:
    """What a run gives to remember; the same `key` again is one use more."""

    kind: RecollectionKind
    environment: str
    entity: str
    key: tuple[JsonValue, ...]
    attributes: Mapping[str, JsonValue]


class LongTermMemory:
    """The entries of all users; each question is about those of one."""

    def __init__(self, store: RunStore) -> None:
        self._store = store

    def is_on(self, caller: Caller) -> bool:
        """False where the user does not want anything to be remembered."""
        return preferences_of(self._store, caller).memory != "off"

    def note(self, caller: Caller, session_id: str, words: str, found: Sequence[Noted]) -> None:
        """Keeps what a run gives; an entry with a secret in it is not kept."""
        told = [one for one in found if not _is_secret(one)]
        if not told or not self.is_on(caller):
            return
        with noting(self._store.engine) as connection:
            for one in told:
                self._keep(connection, caller, session_id, mask_text(words)[:_WORDS], one)
            places: set[tuple[str, RecollectionKind]] = {(o.environment, o.kind) for o in told}
            for environment, kind in places:
                self._evict(connection, caller, environment, kind)

    def entries(
        self,
        caller: Caller,
        *,
        kind: RecollectionKind | None = None,
        environment: str | None = None,
    ) -> list[Recollection]:
        """The user's own, those that weigh most first."""
        asked = [*_mine(caller)]
        asked += [recollections.c.kind == kind] if kind is not None else []
        asked += [recollections.c.environment == environment] if environment is not None else []
        with reading(self._store.engine) as connection:
            rows = connection.execute(select(recollections).where(*asked)).all()
        now = self._store.clock.now()
        fresh = [row for row in rows if row.name or now - row.last_at < UNUSED]
        return [_entry(row) for row in sorted(fresh, key=lambda row: _rank(row, now))]

    def get(self, caller: Caller, id: str) -> Recollection | None:
        """The user's own entry of that id, or None."""
        query = select(recollections).where(*_mine(caller), recollections.c.id == id)
        with reading(self._store.engine) as connection:
            row = connection.execute(query).one_or_none()
        return _entry(row) if row is not None else None

    def rename(self, caller: Caller, id: str, name: str) -> Recollection | None:
        """Gives it the user's own name, or none; None where the user has no such entry."""
        mine = (*_mine(caller), recollections.c.id == id)
        with self._store.engine.begin() as connection:
            connection.execute(update(recollections).where(*mine).values(name=name[:NAME]))
        return self.get(caller, id)

    def forget(self, caller: Caller, ids: Iterable[str] | None = None) -> int:
        """Deletes these of the user's entries, or all: also those of other projects. How many."""
        mine = (recollections.c.tenant == caller.tenant, recollections.c.user == caller.user)
        chosen = () if ids is None else (recollections.c.id.in_(list(ids)),)
        with self._store.engine.begin() as connection:
            return connection.execute(delete(recollections).where(*mine, *chosen)).rowcount

    def forget_talk(self, caller: Caller, session_id: str) -> None:
        """Forgets what is remembered of one conversation as such."""
        talk = (recollections.c.kind == "talk", recollections.c.session_id == session_id)
        mine = (recollections.c.tenant == caller.tenant, recollections.c.user == caller.user)
        with self._store.engine.begin() as connection:
            connection.execute(delete(recollections).where(*mine, *talk))

    def take_back(self, caller: Caller, gone: Sequence[Noted]) -> None:
        """Forgets what only the run had given that is undone now."""
        ids = [_id(caller, one) for one in gone]
        once = (*_mine(caller), recollections.c.id.in_(ids), recollections.c.uses == 1)
        with noting(self._store.engine) as connection:
            connection.execute(delete(recollections).where(*once, recollections.c.name == ""))

    def _keep(
        self, connection: Connection, caller: Caller, session_id: str, words: str, one: Noted
    ) -> None:
        now = self._store.clock.now()
        id = _id(caller, one)
        told = {
            "attributes": dict(one.attributes),
            "words": words,
            "session_id": session_id,
            "last_at": now,
        }
        place = {"tenant": caller.tenant, "user": caller.user, "project": project_of(caller)}
        kind = {"kind": one.kind, "environment": one.environment, "entity": one.entity}
        row = {"id": id, **place, **kind, **told, "name": "", "uses": 1, "first_at": now}
        if insert_new(connection, recollections, row) is not None:
            return
        known = select(recollections.c.attributes).where(recollections.c.id == id)
        before = connection.execute(known.with_for_update()).scalar_one()
        told["attributes"] = _merged(one.kind, before, one.attributes)
        again = update(recollections).where(recollections.c.id == id)
        connection.execute(again.values(**told, uses=recollections.c.uses + 1))

    def _evict(
        self, connection: Connection, caller: Caller, environment: str, kind: RecollectionKind
    ) -> None:
        now = self._store.clock.now()
        columns = (recollections.c[n] for n in ("id", "name", "uses", "last_at"))
        place = (recollections.c.environment == environment, recollections.c.kind == kind)
        rows = connection.execute(select(*columns).where(*_mine(caller), *place)).all()
        kept = [row for row in rows if row.name or now - row.last_at < UNUSED]
        kept = sorted(kept, key=lambda row: _rank(row, now))[: KEPT[kind]]
        gone = [row.id for row in set(rows) - set(kept)]
        if gone:
            connection.execute(delete(recollections).where(recollections.c.id.in_(gone)))


def weight(uses: int, last_at: float, now: float) -> float:
    """What an entry weighs: its uses, which count half after every `HALF_LIFE` without one."""
    return float(uses * 0.5 ** (max(0.0, now - last_at) / HALF_LIFE))


def project_of(caller: Caller) -> str:
    """The project that the caller's requests count for; empty for somebody without one."""
    return caller.projects[0] if caller.projects else ""


def _rank(row: Row[Any], now: float) -> tuple[bool, float, float, str]:
    """Named ones first, then by weight; of equal ones the later."""
    return not row.name, -weight(row.uses, row.last_at, now), -row.last_at, row.id


def _merged(
    kind: RecollectionKind, before: Mapping[str, JsonValue], now: Mapping[str, JsonValue]
) -> dict[str, JsonValue]:
    """What was known stays known of a thing; a talk keeps the title that it began with."""
    title = {"title": before["title"]} if kind == "talk" and "title" in before else {}
    return {**(before if kind == "thing" else {}), **now, **title}


def _is_secret(one: Noted) -> bool:
    told = dict(one.attributes)
    return has_mask(mask(told)) or any(find_secrets(str(value)) for value in told.values())


def _id(caller: Caller, one: Noted) -> str:
    mine = [caller.tenant, caller.user, project_of(caller)]
    return digest([*mine, one.environment, one.kind, one.entity, list(one.key)])[:32]


def _mine(caller: Caller) -> tuple[ColumnElement[bool], ...]:
    return (
        recollections.c.tenant == caller.tenant,
        recollections.c.user == caller.user,
        recollections.c.project == project_of(caller),
    )


def _entry(row: Row[Any]) -> Recollection:
    told = {name: getattr(row, name) for name in Recollection.model_fields}
    return Recollection.model_validate(told)
