"""Accounts of people on chat platforms: who somebody is that writes to a bot."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, delete, select

from tool_registry.base.caller import Caller, Role
from tool_registry.base.sql import upsert
from tool_registry.stores.database import Database, Repository, Writing
from tool_registry.stores.errors import Forbidden, NobodyThere, Refused
from tool_registry.stores.people import PeopleRepository, deployment
from tool_registry.stores.rows import Account
from tool_registry.stores.tables import accounts, people

_LONGEST = 128


class AccountRepository(Repository):
    """Which account is whose. An account is one person's; a person may have several."""

    def __init__(self, database: Database, people: PeopleRepository) -> None:
        super().__init__(database)
        self._people = people

    def visible(self, caller: Caller) -> list[Account]:
        """All accounts for administrators, for others their own; by channel and account."""
        query = select(accounts).where(accounts.c.tenant == caller.tenant)
        if caller.role is not Role.ADMIN:
            query = query.where(accounts.c.name == caller.user)
        rows = self.database.rows(query.order_by(accounts.c.channel, accounts.c.account))
        return [_account(row) for row in rows]

    def holder(self, tenant: str, channel: str, account: str) -> Caller | None:
        """Whose account that is; None where it is nobody's, or of somebody who is locked out."""
        rows = self.database.rows(select(accounts).where(*_own(tenant, channel, account)))
        return self._people.known_as(tenant, rows[0].name) if rows else None

    def is_linked(self, tenant: str, channel: str, account: str) -> bool:
        """True where it is somebody's, locked out or not."""
        return bool(self.database.rows(select(accounts).where(*_own(tenant, channel, account))))

    def link(self, caller: Caller, name: str, channel: str, account: str) -> None:
        """Gives the account to that person, whoever had it before.

        NobodyThere where there is none of that name; Forbidden for all but administrators."""
        _must_administrate(caller)
        if not account or len(account) > _LONGEST:
            raise Refused(f"'{account[:40]}' cannot be an account: 1 to {_LONGEST} characters")
        with self.database.recording(caller) as writing:
            mine = (people.c.tenant == caller.tenant, people.c.name == name)
            if writing.connection.execute(select(people).where(*mine)).first() is None:
                raise NobodyThere(name)
            row = {"tenant": caller.tenant, "channel": channel, "account": account}
            values: Sequence[dict[str, str]] = [{**row, "name": name}]
            upsert(writing.connection, accounts, values, replaced=("name",))
            _note(writing, "link", name, channel, account)

    def unlink(self, caller: Caller, channel: str, account: str) -> None:
        """The account is nobody's from now on; Refused where it is so already."""
        _must_administrate(caller)
        with self.database.recording(caller) as writing:
            own = _own(caller.tenant, channel, account)
            row = writing.connection.execute(select(accounts).where(*own)).first()
            if row is None:
                raise Refused(f"the account '{account[:40]}' of {channel} is nobody's")
            writing.connection.execute(delete(accounts).where(*own))
            _note(writing, "unlink", row.name, channel, account)


def _own(tenant: str, channel: str, account: str) -> tuple[Any, ...]:
    c = accounts.c
    return (c.tenant == tenant, c.channel == channel, c.account == account)


def _must_administrate(caller: Caller) -> None:
    if caller.role is not Role.ADMIN:
        raise Forbidden("people", None, Role.ADMIN)


def _note(writing: Writing, what: str, name: str, channel: str, account: str) -> None:
    writing.note(what, name, deployment(writing.caller), channel=channel, account=account)


def _account(row: Row[Any]) -> Account:
    return Account(channel=row.channel, account=row.account, name=row.name)
