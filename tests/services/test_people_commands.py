"""The commands for people, keys and the audit, as their page has them."""

import re
import shlex
import sqlite3
from contextlib import closing
from pathlib import Path

from evals.child_process import free_port
from tests.services.commands import Zhizao

PAGE = Path(__file__).parents[2] / "deploy" / "identity.md"


def test_the_pages_commands_make_people_and_a_key_that_lists_show(zhizao: Zhizao) -> None:
    [block] = re.findall(r"```bash\n(zhizao people add.*?)```", PAGE.read_text("utf-8"), re.S)
    commands = [shlex.split(line, comments=True)[1:] for line in block.splitlines()]
    done = [zhizao.run(*command) for command in commands if "serve" not in command]
    assert [one.code for one in done] == [0] * 4
    assert re.fullmatch(r"zk_[0-9a-f]{12}_\S{43}\n", done[-1].out)
    people = zhizao.run("people", "list", "--json").json
    assert [(p["name"], p["role"], p["projects"]) for p in people] == [
        ("ann", "admin", {}),
        ("bob", "tester", {"press": "author"}),
    ]
    [key] = zhizao.run("keys", "list", "--json").json
    assert key["permissions"] == ["read", "run", "tools"]
    assert "bob" in zhizao.run("keys", "list").out
    assert "bob" in zhizao.run("people", "list").out


def test_a_key_is_revoked_and_a_person_locked_out(zhizao: Zhizao) -> None:
    zhizao.run("people", "add", "kim")
    ids = [zhizao.run("keys", "create", "kim", "--for-ever").out.split("_")[1] for _ in range(2)]
    assert zhizao.run("keys", "revoke", ids[0]).code == 0
    assert zhizao.run("people", "lock", "kim").code == 0
    keys = zhizao.run("keys", "list", "--json").json
    assert [key["expires_at"] for key in keys] == [None, None]
    assert all(key["revoked_at"] for key in keys)
    assert zhizao.run("keys", "revoke", "nothing").code == 1


def test_the_audit_is_checked_against_a_hash_that_was_kept(zhizao: Zhizao) -> None:
    zhizao.run("people", "add", "kim")
    head = zhizao.run("audit", "verify", "--json").json["head"]
    zhizao.run("people", "add", "lee")
    assert zhizao.run("audit", "verify", "--head", head).code == 0
    assert "add_person" in zhizao.run("audit", "list", "--subject", "lee").out
    with closing(sqlite3.connect(zhizao.home / "registry.db")) as database, database:
        database.execute("UPDATE audit SET who = 'nobody' WHERE subject = 'kim'")
    broken = zhizao.run("audit", "verify", "--head", head)
    assert (broken.code, "tampered" in broken.out) == (1, True)


def test_nobody_of_that_name_is_one_sentence(zhizao: Zhizao) -> None:
    for command in (("people", "role", "zed", "owner"), ("people", "lock", "zed")):
        done = zhizao.run(*command)
        assert (done.code, done.err) == (1, "There is nobody called “zed”.\n")
    assert zhizao.run("keys", "create", "zed").code == 2


def test_the_service_refuses_to_be_reached_by_others_before_anybody_has_a_key(
    zhizao: Zhizao,
) -> None:
    refused = zhizao.run("serve", "--host", "0.0.0.0", "--port", str(free_port()))
    assert (refused.code, "nobody has a key yet" in refused.err) == (1, True)


def test_an_account_on_a_chat_platform_is_one_persons(zhizao: Zhizao) -> None:
    for name in ("kim", "lee"):
        zhizao.run("people", "add", name)
        assert zhizao.run("people", "link", name, "slack", "T1/U1").code == 0
    assert zhizao.run("people", "accounts").out == "slack:T1/U1 → lee\n"
    assert zhizao.run("people", "unlink", "slack", "T1/U1").code == 0
    assert zhizao.run("people", "accounts", "--json").json == []
    assert zhizao.run("people", "unlink", "slack", "T1/U1").code == 2
    assert zhizao.run("people", "link", "zed", "slack", "T1/U1").code == 1
    assert "unlink" in zhizao.run("audit", "list", "--subject", "lee").out


def test_a_key_for_less_than_its_persons_role_is_told_to_be_one(zhizao: Zhizao) -> None:
    zhizao.run("people", "add", "kim")
    zhizao.run("people", "join", "kim", "press", "--role", "author")
    zhizao.run("people", "add", "lee")
    less = zhizao.run("keys", "create", "kim")
    assert "acts as a tester" in less.err
    assert re.fullmatch(r"zk_[0-9a-f]{12}_\S{43}\n", less.out)
    whole = ("kim", "--permission", "run", "--permission", "tools")
    assert [zhizao.run("keys", "create", *one).err for one in (whole, ("lee",))] == ["", ""]
