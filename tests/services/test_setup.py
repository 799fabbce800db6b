"""Setting up: who started the service makes the first administrator on the page, once."""

import json
import re
import urllib.request
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from evals.child_process import free_port
from services.setting_up import SECONDS, TRIES, SettingUp
from services.settings import Settings
from tests.services.commands import Zhizao, wait_for
from tests.services.serving import Client, Stage, serve
from tests.services.test_identity import post_form
from tests.workshop.clock import HandClock
from tests.workshop.hostile import bodies
from tests.workshop.waiting import PATIENCE
from tool_registry.base.caller import Caller, Role
from tool_registry.stores.errors import Refused
from tool_registry.stores.store import RegistryStore

KEY = re.compile(r"zk_[0-9a-f]{12}_[A-Za-z0-9_-]{43}")


@dataclass
class New:
    """A service that nobody has set up."""

    client: Client
    offer: SettingUp
    clock: HandClock
    stores: RegistryStore

    def send(self, code: str, name: str, **headers: str) -> tuple[int, dict[str, str], str]:
        return post_form(self.client, "/setup", {"code": code, "name": name}, **headers)

    def look(self, path: str = "/setup") -> tuple[int, str]:
        with closing(self.client.connect()) as connection:
            connection.request("GET", path)
            response = connection.getresponse()
            return response.status, response.getheader("Location") or response.read().decode()


@pytest.fixture
def new(tmp_path: Path, clock: HandClock) -> Generator[New]:
    (tmp_path / "sources.json").write_text('{"mcpServers": {}}')
    settings = Settings(
        home=tmp_path, sources=tmp_path / "sources.json", login="required", login_rate=0
    )
    offer = SettingUp.offered(clock)
    with (
        serve(settings, Stage(), offer) as client,
        closing(RegistryStore(tmp_path / "registry.db")) as stores,
    ):
        yield New(client, offer, clock, stores)


def test_the_first_person_is_an_administrator_with_a_key_that_is_shown_once(new: New) -> None:
    assert new.look("/login") == (303, "/setup")
    assert new.look()[0] == 200
    code = new.offer.code
    status, headers, page = new.send(f" {code.lower().replace('-', ' ')} ", "ann")
    [key] = set(KEY.findall(page))
    assert (status, headers["cache-control"]) == (200, "no-store")
    _, me = new.client.request("GET", "/api/me", Authorization=f"Bearer {key}")
    assert (me["user"], me["role"], "people" in me["permissions"]) == ("ann", "admin", True)
    cookie = headers["Set-Cookie"].partition(";")[0]
    assert key not in cookie
    assert new.client.request("GET", "/api/me", Cookie=cookie)[1]["user"] == "ann"
    rows = new.stores.audit.visible(Caller())
    assert [row.what for row in rows] == ["create_key", "create_key", "set_up"]
    assert (rows[-1].subject, rows[-1].who) == ("ann", "local")
    assert code not in str(rows)
    assert new.stores.audit.verify().is_whole


def test_it_is_gone_behind_that_like_a_page_that_never_was(new: New) -> None:
    code = new.offer.code
    assert new.send(code, "ann")[0] == 200
    assert new.send(code, "eve")[0] == new.look()[0] == 404
    assert new.look()[1].replace("/setup", "/setupp") == new.look("/setupp")[1]
    assert new.look("/login")[0] == 200
    assert [one.name for one in new.stores.people.visible(Caller())] == ["ann"]


def test_ten_at_once_make_one_administrator(new: New) -> None:
    code, names = new.offer.code, [f"ann{number}" for number in range(10)]
    with ThreadPoolExecutor(10) as pool:
        done = list(pool.map(partial(new.send, code), names))
    assert sorted(status for status, _, _ in done) == [200] + [404] * 9
    [one] = new.stores.people.visible(Caller())
    assert one.role is Role.ADMIN
    [page] = [page for status, _, page in done if status == 200]
    assert KEY.search(page)


def test_several_processes_at_once_make_one_administrator(tmp_path: Path) -> None:
    def begin(number: int) -> bool:
        with closing(RegistryStore(tmp_path / "registry.db")) as stores:
            with suppress(Refused):
                stores.people.begin(Caller(), f"ann{number}")
                return True
            return False

    RegistryStore(tmp_path / "registry.db").close()
    with ThreadPoolExecutor(10) as pool:
        assert sum(pool.map(begin, range(10))) == 1


def test_a_wrong_code_is_told_and_too_many_end_the_offer(new: New) -> None:
    code = new.offer.code
    for number in range(TRIES):
        wrong = code[:number] + ("2" if code[number] != "2" else "3") + code[number + 1 :]
        status, _, page = new.send(wrong if code[number] != "-" else "", "ann")
        assert status == 401
        assert "That is not the set-up code" in page
        assert code not in page
        assert 'value="ann"' in page
    assert new.send(code, "ann")[0] == new.look()[0] == 404
    assert new.stores.people.visible(Caller()) == []


def test_an_hour_later_the_offer_is_over(new: New) -> None:
    new.clock.jump(0, SECONDS - 1)
    assert new.look()[0] == 200
    new.clock.jump(0, 1)
    assert new.send(new.offer.code, "ann")[0] == 404


@pytest.mark.parametrize("name", ["", "local", "a b", "<b>", "x" * 101, "\0", "../x", " "])
def test_what_is_no_name_is_told_and_costs_nothing(new: New, name: str) -> None:
    status, _, page = new.send(new.offer.code, name, **{"Accept-Language": "zh"})
    assert (status, "这个名字不能用" in page) == (422, True)
    assert "<b>" not in page
    assert new.send(new.offer.code, "ann")[0] == 200


def test_where_people_were_added_meanwhile_nobody_is_made(new: New) -> None:
    new.stores.people.add(Caller(), "bob", Role.TESTER)
    assert new.send(new.offer.code, "ann")[0] == 404
    assert [one.name for one in new.stores.people.visible(Caller())] == ["bob"]


def test_nothing_else_is_open_before_it_is_set_up(new: New) -> None:
    for path in ("/api/me", "/api/tools", "/v1/models", "/api/people"):
        assert new.look(path)[0] == 401


def test_tries_of_one_address_are_limited(tmp_path: Path, clock: HandClock) -> None:
    (tmp_path / "sources.json").write_text('{"mcpServers": {}}')
    settings = Settings(
        home=tmp_path, sources=tmp_path / "sources.json", login="required", login_rate=2
    )
    offer = SettingUp.offered(clock)
    with serve(settings, Stage(clock=clock), offer) as client:
        sent = [post_form(client, "/setup", {"code": "x", "name": "ann"}) for _ in range(4)]
        assert [status for status, _, _ in sent] == [401, 401, 429, 429]
        assert sent[-1][1]["retry-after"] == "30"
        assert offer.tries == 2


@pytest.mark.parametrize("path", ["/setup", "/login"])
def test_two_thousand_hostile_forms_are_no_error_and_have_no_effect(new: New, path: str) -> None:
    statuses: set[int] = set()
    with closing(new.client.connect()) as connection:
        for told in bodies({"code": "x", "name": "ann", "key": "zk_"}, 2000):
            body = told if isinstance(told, bytes) else _form(told)
            kind = {"Content-Type": "application/x-www-form-urlencoded"}
            try:
                connection.request("POST", path, body, kind)
                response = connection.getresponse()
                response.read()
            except (ConnectionError, TimeoutError):
                connection.close()
                continue
            statuses.add(response.status)
            new.offer.tries = 0
    assert statuses <= {401, 413, 422}
    assert 401 in statuses
    assert new.stores.people.visible(Caller()) == []
    assert new.stores.keys.visible(Caller()) == []


def _form(told: dict[str, Any]) -> bytes:
    """As browsers send it; what is no text as text."""
    fields = (
        (name, value if isinstance(value, str) else json.dumps(value))
        for name, value in told.items()
    )
    return "&".join(
        f"{name}={quote(value.encode('utf-8', 'surrogatepass'))}" for name, value in fields
    ).encode()


def test_the_service_shows_the_code_where_it_is_started(zhizao: Zhizao) -> None:
    port = free_port()
    told = {"ZHIZAO_LOGIN": "required", "ZHIZAO_PORT": str(port), "PYTHONUNBUFFERED": "1"}
    process = zhizao.start("serve", "--setup", **told)
    try:
        assert process.stdout is not None
        process.stdout.readline()
        line = process.stdout.readline().decode()
        [code] = re.findall(r"code: (\S+)$", line)
        assert f"http://127.0.0.1:{port}/setup" in line
        wait_for(lambda: process.poll() is not None or _answers(port))
        with closing(Client(port).connect()) as connection:
            kind = {"Content-Type": "application/x-www-form-urlencoded"}
            connection.request("POST", "/setup", f"code={code}&name=ann", kind)
            assert connection.getresponse().status == 200
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)
    again = zhizao.run("people", "list", "--json").json
    assert [(one["name"], one["role"]) for one in again] == [("ann", "admin")]


def _answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz") as response:
            return bool(response.status == 200)
    except OSError:
        return False


def test_with_a_login_service_there_is_no_set_up(zhizao: Zhizao) -> None:
    done = zhizao.run(
        *("serve", "--setup", "--port", str(free_port())),
        ZHIZAO_OIDC_ISSUER="https://login.example",
        ZHIZAO_OIDC_CLIENT_ID="zhizao",
    )
    assert (done.code, "zhizao people link" in done.err) == (1, True)
