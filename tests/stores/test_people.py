"""People, their roles and keys; and the audit, which notices what is done to it."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from sqlalchemy import text

from tests.stores.filling import OWN, PUBLIC, fill
from tests.workshop.clock import HandClock
from tool_registry.base.caller import Caller, Role, Scope
from tool_registry.stores.errors import Forbidden, NobodyThere, NotThere, Refused
from tool_registry.stores.space import Space
from tool_registry.stores.store import RegistryStore

HOST = Caller()
"""The user of the machine, before there are any people."""


@pytest.fixture
def team(store: RegistryStore) -> RegistryStore:
    """One person of each role; `owner` owns the project press."""
    for role in Role:
        store.people.add(HOST, role.value, role)
    store.people.join(HOST, "owner", "press", Role.OWNER)
    store.people.join(HOST, "author", "press", Role.AUTHOR)
    return store


def known(store: RegistryStore, name: str) -> Caller:
    found = store.people.known_as("local", name)
    assert found is not None
    return found


VERBS: dict[str, Callable[[RegistryStore, Caller], Any]] = {
    "add": lambda s, c: s.people.add(c, "new", Role.TESTER),
    "set_role": lambda s, c: s.people.set_role(c, "tester", Role.OWNER),
    "lock_out": lambda s, c: s.people.set_active(c, "tester", False),
    "key_for_another": lambda s, c: s.keys.create(c, "guest", "k", ["run"]),
    "join_press": lambda s, c: s.people.join(c, "tester", "press", Role.TESTER),
    "leave_press": lambda s, c: s.people.leave(c, "author", "press"),
    "join_forge": lambda s, c: s.people.join(c, "tester", "forge", Role.TESTER),
    "key_for_oneself": lambda s, c: s.keys.create(c, c.user, "k", ["run"]),
    "link": lambda s, c: s.accounts.link(c, "guest", "slack", "T1/U1"),
    "unlink": lambda s, c: s.accounts.unlink(c, "slack", "T1/U9"),
}
GRID = {
    "add": "- - - y",
    "set_role": "- - - y",
    "lock_out": "- - - y",
    "key_for_another": "- - - y",
    "join_press": "- - y y",
    "leave_press": "- - y y",
    "join_forge": "- - - y",
    "key_for_oneself": "y y y y",
    "link": "- - - y",
    "unlink": "- - - y",
}
"""Columns: tester, author, owner, admin."""


@pytest.mark.parametrize(("verb", "role"), list(product(VERBS, Role)))
def test_each_role_does_with_people_what_the_grid_says(
    team: RegistryStore, verb: str, role: Role
) -> None:
    team.people.add(HOST, "guest", Role.TESTER)
    team.accounts.link(HOST, "guest", "slack", "T1/U9")
    caller = known(team, role.value)
    if GRID[verb].split()[list(Role).index(role)] == "y":
        VERBS[verb](team, caller)
        assert team.audit.visible(HOST)[0].who == role.value
    else:
        with pytest.raises(Forbidden):
            VERBS[verb](team, caller)


def test_people_are_seen_by_administrators_owners_of_their_project_and_themselves(
    team: RegistryStore,
) -> None:
    seen = {role: [p.name for p in team.people.visible(known(team, role))] for role in Role}
    assert seen == {
        "tester": ["tester"],
        "author": ["author"],
        "owner": ["author", "owner"],
        "admin": ["admin", "author", "owner", "tester"],
    }


def test_nothing_of_another_tenant_is_seen_or_changed(team: RegistryStore) -> None:
    far = Caller(tenant="far")
    assert team.people.visible(far) == []
    assert team.keys.visible(far) == []
    with pytest.raises(NobodyThere):
        team.people.set_role(far, "tester", Role.ADMIN)
    assert known(team, "tester").role is Role.TESTER


@pytest.mark.parametrize("name", ["", "local", "zhizao", "a b", "x" * 200, "a/b", "tester"])
def test_a_name_that_cannot_be_or_is_taken_is_refused(team: RegistryStore, name: str) -> None:
    with pytest.raises(Refused):
        team.people.add(HOST, name, Role.TESTER)


def test_a_person_is_a_caller_with_the_own_projects_and_roles(team: RegistryStore) -> None:
    owner = known(team, "owner")
    assert (owner.projects, owner.role_in(Scope.PROJECT, "press")) == (("press",), Role.OWNER)
    team.people.leave(HOST, "owner", "press")
    assert known(team, "owner").projects == ()


def test_a_key_opens_for_its_person_until_it_expires_or_is_revoked(
    team: RegistryStore, clock: HandClock
) -> None:
    text, kept = team.keys.create(HOST, "tester", "ci", ["run"], clock.now() + 60)
    lasting, other = team.keys.create(HOST, "tester", "page", ["read", "run"])
    holder = team.keys.holder(text)
    assert holder is not None
    assert (holder[0].user, holder[1].permissions) == ("tester", ("read", "run"))
    clock.jump(61)
    assert team.keys.holder(text) is None
    assert team.keys.holder(lasting) is not None
    team.keys.revoke(known(team, "tester"), other.id)
    assert team.keys.holder(lasting) is None
    assert kept.id in {key.id for key in team.keys.visible(HOST)}
    assert not team.keys.any()


def test_who_is_locked_out_has_no_key_any_more_not_even_when_let_in_again(
    team: RegistryStore,
) -> None:
    text, _ = team.keys.create(HOST, "author", "ide", ["read"])
    team.people.set_active(HOST, "author", False)
    assert team.keys.holder(text) is None
    team.people.set_active(HOST, "author", True)
    assert team.keys.holder(text) is None


def test_a_key_that_is_wrong_in_any_part_opens_nothing(team: RegistryStore) -> None:
    text, kept = team.keys.create(HOST, "author", "ide", ["read"])
    wrong = ["", "zk", "zk_", f"zk_{kept.id}", f"zk_{kept.id}_", text[:-1], text + "x", text[3:]]
    wrong += [text.replace("zk_", "xx_"), text.upper(), "zk_\ud800_x", f"{text} "]
    assert [team.keys.holder(one) for one in wrong] == [None] * len(wrong)


def test_the_secret_of_a_key_is_stored_nowhere(team: RegistryStore) -> None:
    key, _ = team.keys.create(HOST, "author", "ide", ["read"])
    secret = key.split("_", 2)[2]
    with team.database.engine.begin() as connection:
        told = [
            str(row)
            for table in ("api_keys", "audit", "people")
            for row in connection.execute(text(f"SELECT * FROM {table}"))
        ]
    assert told
    assert not any(secret in row for row in told)


def test_a_key_of_somebody_else_is_none_that_one_could_revoke(team: RegistryStore) -> None:
    text, kept = team.keys.create(HOST, "author", "ide", ["read"])
    with pytest.raises(NotThere):
        team.keys.revoke(known(team, "tester"), kept.id)
    assert team.keys.holder(text) is not None


TAMPERING = {
    "a changed row": "UPDATE audit SET who = 'nobody' WHERE id = (SELECT max(id) - 1 FROM audit)",
    "a row taken out": "DELETE FROM audit WHERE id = (SELECT max(id) - 1 FROM audit)",
    "a changed time": "UPDATE audit SET at = at + 1 WHERE id = (SELECT min(id) FROM audit)",
}


@pytest.mark.parametrize("done", TAMPERING)
def test_the_audit_notices_what_is_done_to_it(team: RegistryStore, done: str) -> None:
    fill(team, PUBLIC)
    assert team.audit.verify().is_whole
    with team.database.engine.begin() as connection:
        connection.execute(text(TAMPERING[done]))
    check = team.audit.verify()
    assert (check.is_whole, check.broken_at is not None) == (False, True)


def test_rows_cut_off_at_the_end_are_noticed_by_a_hash_that_was_noted(team: RegistryStore) -> None:
    noted = team.audit.verify().head
    team.people.add(HOST, "late", Role.TESTER)
    assert team.audit.verify(noted).is_whole
    with team.database.engine.begin() as connection:
        connection.execute(text("DELETE FROM audit WHERE id > (SELECT min(id) FROM audit)"))
    assert team.audit.verify().is_whole
    assert not team.audit.verify(noted).is_whole


def test_rows_from_before_the_chain_stand_outside_of_it(store: RegistryStore) -> None:
    fill(store, OWN)
    with store.database.engine.begin() as connection:
        connection.execute(text("UPDATE audit SET chain = NULL"))
    before = store.audit.verify()
    fill(store, Space(tenant="local", scope=Scope.PROJECT, project="press"))
    after = store.audit.verify()
    assert (before.rows, after.outside, after.is_whole) == (0, before.outside, True)
    assert after.rows > 0


def test_an_owner_sees_of_members_nothing_but_what_they_are_in_the_owners_projects(
    team: RegistryStore,
) -> None:
    team.people.join(HOST, "author", "secret", Role.TESTER)
    seen = {one.name: one.projects for one in team.people.visible(known(team, "owner"))}
    assert seen == {"author": {"press": Role.AUTHOR}, "owner": {"press": Role.OWNER}}
    assert team.people.visible(known(team, "author"))[0].projects.keys() == {"press", "secret"}
