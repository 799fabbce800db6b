"""The people of a deployment: their role in it, and their projects with the role in each."""

import re
from typing import Any

from sqlalchemy import Row, delete, insert, select, update

from tool_registry.base.caller import Caller, Role, Scope
from tool_registry.base.sql import upsert
from tool_registry.stores.database import Repository, Writing
from tool_registry.stores.errors import Forbidden, NobodyThere, Refused
from tool_registry.stores.rows import Person
from tool_registry.stores.space import Space
from tool_registry.stores.tables import api_keys, memberships, people

_NAME = re.compile(r"\w[\w.@+-]{0,99}")
_RESERVED = ("local", "zhizao")
"""The user of a machine without people, and the program itself."""


class PeopleRepository(Repository):
    """Who there is. Administrators manage people, owners the members of their projects."""

    def visible(self, caller: Caller) -> list[Person]:
        """All people for administrators, by name; for others themselves and who is in a project
        that they own."""
        found = self.database.rows(select(people).where(people.c.tenant == caller.tenant))
        rows = select(memberships).where(memberships.c.tenant == caller.tenant)
        roles: dict[str, dict[str, Role]] = {}
        for row in self.database.rows(rows):
            roles.setdefault(row.name, {})[row.project] = Role(row.role)
        known = sorted((_person(row, roles.get(row.name, {})) for row in found), key=_by_name)
        return [_as_seen_by(caller, one) for one in known if _may_see(caller, one)]

    def known_as(self, tenant: str, name: str) -> Caller | None:
        """That person as a caller; None for somebody who is not there, or no longer active."""
        own = (people.c.tenant == tenant, people.c.name == name, people.c.active)
        found = self.database.rows(select(people).where(*own))
        if not found:
            return None
        mine = (memberships.c.tenant == tenant, memberships.c.name == name)
        rows = self.database.rows(select(memberships).where(*mine).order_by(memberships.c.project))
        return Caller(
            tenant=tenant,
            user=name,
            projects=tuple(row.project for row in rows),
            role=Role(found[0].role),
            project_roles=tuple((row.project, Role(row.role)) for row in rows),
        )

    def add(self, caller: Caller, name: str, role: Role) -> Person:
        """Somebody new; Refused where there is one of that name, Forbidden for all but
        administrators."""
        _must_administrate(caller)
        if not is_name(name):
            raise Refused(f"'{name}' cannot be the name of a person: letters, digits and . _ @ + -")
        with self.database.recording(caller) as writing:
            if self._row(writing, name) is not None:
                raise Refused(f"there is somebody called '{name}' already")
            person = self._insert(writing, name, role)
            _note(writing, "add_person", name, role=role.value)
        return person

    def any(self, tenant: str) -> bool:
        """True where there is somebody, locked out or not."""
        return bool(
            self.database.rows(select(people.c.name).where(people.c.tenant == tenant).limit(1))
        )

    def begin(self, caller: Caller, name: str) -> None:
        """The first person, an administrator; Refused where there is somebody already, however
        many try at once."""
        _must_administrate(caller)
        if not is_name(name):
            raise Refused(f"'{name}' cannot be the name of a person")
        with self.database.recording(caller) as writing:
            writing.alone()
            mine = select(people.c.name).where(people.c.tenant == caller.tenant).limit(1)
            if writing.connection.execute(mine).first() is not None:
                raise Refused("there is somebody already")
            self._insert(writing, name, Role.ADMIN)
            _note(writing, "set_up", name, role=Role.ADMIN.value)

    def set_role(self, caller: Caller, name: str, role: Role) -> None:
        """Gives somebody another role; NobodyThere where there is none of that name."""
        self._change(caller, name, "set_role", role=role.value)

    def set_active(self, caller: Caller, name: str, active: bool) -> None:
        """Locks somebody out, with all keys, or lets them in again."""
        self._change(caller, name, "let_in" if active else "lock_out", active=active)

    def join(self, caller: Caller, name: str, project: str, role: Role) -> None:
        """Makes somebody a member of a project, or changes their role in it."""
        _must_own(caller, project)
        if role is Role.ADMIN:
            raise Refused("a project has testers, authors and owners; admin is no role in one")
        with self.database.recording(caller) as writing:
            self._there(writing, name)
            key = {"tenant": caller.tenant, "name": name, "project": project}
            upsert(writing.connection, memberships, [{**key, "role": role}], replaced=("role",))
            _note(writing, "join", name, project=project, role=role.value)

    def leave(self, caller: Caller, name: str, project: str) -> None:
        """Ends a membership."""
        _must_own(caller, project)
        c = memberships.c
        own = (c.tenant == caller.tenant, c.name == name, c.project == project)
        with self.database.recording(caller) as writing:
            self._there(writing, name)
            if writing.connection.execute(delete(memberships).where(*own)).rowcount == 0:
                raise Refused(f"'{name}' is no member of '{project}'")
            _note(writing, "leave", name, project=project)

    def _change(self, caller: Caller, name: str, what: str, **values: str | bool) -> None:
        _must_administrate(caller)
        with self.database.recording(caller) as writing:
            self._there(writing, name)
            own = (people.c.tenant == caller.tenant, people.c.name == name)
            writing.connection.execute(update(people).where(*own).values(**values))
            if values.get("active") is False:
                ended = update(api_keys).where(api_keys.c.revoked_at.is_(None))
                mine = (api_keys.c.tenant == caller.tenant, api_keys.c.name == name)
                writing.connection.execute(ended.where(*mine).values(revoked_at=writing.at))
            _note(writing, what, name, **values)

    def _insert(self, writing: Writing, name: str, role: Role) -> Person:
        person = Person(name=name, role=role, active=True, created_at=writing.at)
        values = person.model_dump(mode="json", exclude={"projects"})
        values["tenant"] = writing.caller.tenant
        writing.connection.execute(insert(people).values(**values))
        return person

    def _there(self, writing: Writing, name: str) -> None:
        if self._row(writing, name) is None:
            raise NobodyThere(name)

    def _row(self, writing: Writing, name: str) -> Row[Any] | None:
        own = (people.c.tenant == writing.caller.tenant, people.c.name == name)
        return writing.connection.execute(select(people).where(*own)).first()


def is_name(text: str) -> bool:
    """True for what a person can be called."""
    return _NAME.fullmatch(text) is not None and text not in _RESERVED


def _may_see(caller: Caller, person: Person) -> bool:
    owned = {name for name, role in caller.project_roles if role.includes(Role.OWNER)}
    all_of_them = caller.role is Role.ADMIN
    return all_of_them or person.name == caller.user or not owned.isdisjoint(person.projects)


def _as_seen_by(caller: Caller, person: Person) -> Person:
    """Without the projects that are none of the caller's business."""
    if caller.role is Role.ADMIN or person.name == caller.user:
        return person
    seen = {name: role for name, role in person.projects.items() if name in caller.projects}
    return person.model_copy(update={"projects": seen})


def _must_administrate(caller: Caller) -> None:
    if caller.role is not Role.ADMIN:
        raise Forbidden("people", None, Role.ADMIN)


def _must_own(caller: Caller, project: str) -> None:
    if not caller.role_in(Scope.PROJECT, project).includes(Role.OWNER):
        raise Forbidden("members", Scope.PROJECT, Role.OWNER)


def _note(writing: Writing, what: str, name: str, **detail: str | bool) -> None:
    """People are nobody's but the deployment's: what becomes of them is in its own space."""
    writing.note(what, name, deployment(writing.caller), **detail)


def deployment(caller: Caller) -> Space:
    """The space of what is not about tools; only administrators see it."""
    return Space(tenant=caller.tenant, scope=Scope.PERSONAL, owner="zhizao")


def _person(row: Row[Any], projects: dict[str, Role]) -> Person:
    return Person(
        name=row.name,
        role=row.role,
        active=row.active,
        created_at=row.created_at,
        projects=projects,
    )


def _by_name(person: Person) -> str:
    return person.name
