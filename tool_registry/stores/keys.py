"""API keys: `zk_ID_SECRET`. Only a hash of the secret is kept; nobody can show a key again."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from typing import Any, get_args

from sqlalchemy import Row, insert, select, update

from tool_registry.base.caller import Caller, Role
from tool_registry.base.sql import noting
from tool_registry.stores.database import Database, Repository
from tool_registry.stores.errors import Forbidden, NotThere, Refused
from tool_registry.stores.people import PeopleRepository, deployment
from tool_registry.stores.rows import ApiKey, Permission
from tool_registry.stores.tables import api_keys

_KEY = re.compile(r"zk_(?P<id>[0-9a-f]{12})_(?P<secret>[A-Za-z0-9_-]{43})")
_LOOKED_AT = 60.0
"""Seconds between two notes that a key was used."""


class KeyRepository(Repository):
    """Keys of people. Whoever holds one is its person, as far as its permissions go."""

    def __init__(self, database: Database, people: PeopleRepository) -> None:
        super().__init__(database)
        self._people = people

    def visible(self, caller: Caller) -> list[ApiKey]:
        """The caller's own, for administrators everybody's; the newest first."""
        query = select(api_keys).where(api_keys.c.tenant == caller.tenant)
        if caller.role is not Role.ADMIN:
            query = query.where(api_keys.c.name == caller.user)
        rows = self.database.rows(query.order_by(api_keys.c.created_at.desc(), api_keys.c.id))
        return [_key(row) for row in rows]

    def any(self) -> bool:
        """True where some key is neither revoked nor expired."""
        now = self.database.clock.now()
        rows = self.database.rows(select(api_keys).where(api_keys.c.revoked_at.is_(None)))
        return any(_key(row).is_valid(now) for row in rows)

    def create(
        self,
        caller: Caller,
        name: str,
        label: str,
        permissions: Sequence[Permission],
        expires_at: float | None = None,
    ) -> tuple[str, ApiKey]:
        """A key for that person, and what is kept of it; seconds since 1970.

        Forbidden for somebody else's, but for administrators. Refused where there is no such
        person, and for a time that is over."""
        if name != caller.user and caller.role is not Role.ADMIN:
            raise Forbidden("keys", None, Role.ADMIN)
        if self._people.known_as(caller.tenant, name) is None:
            raise Refused(f"there is nobody called '{name}': add the person first")
        with self.database.recording(caller) as writing:
            if expires_at is not None and expires_at <= writing.at:
                raise Refused("the key would have expired already")
            secret = secrets.token_urlsafe(32)
            kept = ApiKey(
                id=secrets.token_hex(6),
                name=name,
                label=label,
                permissions=_with_implied(permissions),
                created_at=writing.at,
                expires_at=expires_at,
            )
            values = {**kept.model_dump(), "permissions": " ".join(kept.permissions)}
            values |= {"tenant": caller.tenant, "hash": _hash(secret)}
            writing.connection.execute(insert(api_keys).values(**values))
            told = {"person": name, "permissions": values["permissions"]}
            writing.note("create_key", kept.id, deployment(caller), **told)
        return f"zk_{kept.id}_{secret}", kept

    def revoke(self, caller: Caller, id: str) -> None:
        """Ends a key at once; NotThere for one that the caller does not see."""
        if id not in {key.id for key in self.visible(caller)}:
            raise NotThere(id)
        own = (api_keys.c.id == id, api_keys.c.revoked_at.is_(None))
        with self.database.recording(caller) as writing:
            writing.connection.execute(update(api_keys).where(*own).values(revoked_at=writing.at))
            writing.note("revoke_key", id, deployment(caller))

    def holder(self, text: str) -> tuple[Caller, ApiKey] | None:
        """Whose key that is; None for anything that is no key, or no longer a valid one."""
        parts = _KEY.fullmatch(text)
        if parts is None:
            return None
        rows = self.database.rows(select(api_keys).where(api_keys.c.id == parts["id"]))
        same = hmac.compare_digest(rows[0].hash if rows else "", _hash(parts["secret"]))
        now = self.database.clock.now()
        if not rows or not same or not _key(rows[0]).is_valid(now):
            return None
        person = self._people.known_as(rows[0].tenant, rows[0].name)
        if person is None:
            return None
        self._used(rows[0], now)
        return person, _key(rows[0])

    def _used(self, row: Row[Any], now: float) -> None:
        if now - (row.last_used_at or 0.0) > _LOOKED_AT:
            with noting(self.database.engine) as connection:
                own = update(api_keys).where(api_keys.c.id == row.id)
                connection.execute(own.values(last_used_at=now))


def _with_implied(permissions: Sequence[Permission]) -> tuple[Permission, ...]:
    """Who does something looks at what came of it; who manages people could make a key for all."""
    every: tuple[Permission, ...] = get_args(Permission)
    return every if "people" in permissions else tuple(dict.fromkeys(("read", *permissions)))


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("ascii")).hexdigest()


def _key(row: Row[Any]) -> ApiKey:
    return ApiKey(
        id=row.id,
        name=row.name,
        label=row.label,
        permissions=tuple(row.permissions.split()),
        created_at=row.created_at,
        expires_at=row.expires_at,
        revoked_at=row.revoked_at,
        last_used_at=row.last_used_at,
    )
