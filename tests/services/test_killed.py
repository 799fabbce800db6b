"""`zhizao ask` killed between a tool's effect and its record, then `zhizao runs resume`."""

import contextlib
import json
import sqlite3
from typing import Any

import pytest

from tests.services.commands import Zhizao
from tests.workshop.waiting import wait_for

pytestmark = pytest.mark.slow

SENTENCE = "给用户1234创建一个地址,预发"
MAKER = "createUserAddress"
READER = "listUserAddresses"


def effects(zhizao: Zhizao) -> list[dict[str, Any]]:
    return json.loads(zhizao.sandbox.run(["effects", "--json"]))


def is_sent(zhizao: Zhizao) -> bool:
    """True once the call is on its way, as the ledger says."""
    file = zhizao.home / "runs.db"
    if not file.exists():
        return False
    with contextlib.closing(sqlite3.connect(file)) as database, contextlib.suppress(sqlite3.Error):
        query = "SELECT count(*) FROM ledger WHERE state = 'sent' AND tool LIKE ?"
        return bool(database.execute(query, (f"%/{MAKER}",)).fetchone()[0])
    return False


@pytest.fixture
def interrupted(zhizao: Zhizao) -> str:
    """Id of a run whose process was killed after the effect and before the answer."""
    zhizao.run("tools", "list")  # the catalogue is kept, so what follows starts quickly
    zhizao.sandbox.run(["fault", "set", MAKER, "--kind", "latency", "--seconds", "4", "--after"])
    process = zhizao.start("ask", SENTENCE, "--yes", "--json")
    try:
        wait_for(lambda: is_sent(zhizao))
        wait_for(lambda: bool(effects(zhizao)))
    finally:
        process.kill()
        process.communicate()
    zhizao.sandbox.run(["fault", "clear"])
    (run,) = zhizao.run("runs", "list", "--json").json
    assert run["status"] == "running"
    return run["run_id"]


def test_what_was_made_is_found_again_and_not_made_twice(zhizao: Zhizao, interrupted: str) -> None:
    resumed = zhizao.run("runs", "resume", interrupted, "--json")
    assert (resumed.code, resumed.json["status"]) == (0, "succeeded")
    (made,) = effects(zhizao)
    assert resumed.json["summary"]["data"][0]["id"] == made["id"]


def test_where_nobody_can_tell_it_asks_and_a_later_resume_finds_out(
    zhizao: Zhizao, interrupted: str
) -> None:
    zhizao.sandbox.run(["fault", "set", READER, "--kind", "error-before"])
    resumed = zhizao.run("runs", "resume", interrupted, "--json")
    assert (resumed.code, resumed.json["status"]) == (4, "unknown")
    assert resumed.json["question"]
    assert len(effects(zhizao)) == 1
    zhizao.sandbox.run(["fault", "clear"])
    again = zhizao.run("runs", "resume", interrupted, "--json")
    assert (again.code, again.json["status"]) == (0, "succeeded")
    assert len(effects(zhizao)) == 1
