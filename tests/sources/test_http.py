"""Only addresses that somebody allowed are reached: traps, redirects, names that change."""

import pytest

from tests.workshop.api import Act, Api, Asked, Reply, serving
from tool_registry.base.environment import Environment
from tool_registry.base.http import Http, HttpFailure
from tool_registry.base.http_addresses import Allowance

pytestmark = pytest.mark.anyio
TRAPS = [
    "http://127.0.0.1:{port}/",
    "http://localhost:{port}/",
    "http://2130706433:{port}/",
    "http://0x7f000001:{port}/",
    "http://0x7f.0.0.1:{port}/",
    "http://0177.0.0.1:{port}/",
    "http://127.1:{port}/",
    "http://127.0.1:{port}/",
    "http://127.8.9.10:{port}/",
    "http://0.0.0.0:{port}/",
    "http://0:{port}/",
    "http://[::1]:{port}/",
    "http://[::]:{port}/",
    "http://[::ffff:127.0.0.1]:{port}/",
    "http://[::ffff:7f00:1]:{port}/",
    "http://[64:ff9b::7f00:1]:{port}/",
    "http://[64:ff9b::a9fe:a9fe]/",
    "http://[2002:7f00:1::]:{port}/",
    "http://[2001:0:7f00:1::]:{port}/",
    "http://169.254.169.254/latest/meta-data/",
    "http://2852039166/latest/",
    "http://100.100.100.200/latest/meta-data/",
    "http://168.63.129.16/",
    "http://[fd00:ec2::254]/",
    "http://10.0.0.1:{port}/",
    "http://172.16.0.1:{port}/",
    "http://192.168.0.1:{port}/",
    "http://100.64.0.1:{port}/",
    "http://192.0.0.8:{port}/",
    "http://224.0.0.1:{port}/",
    "http://255.255.255.255:{port}/",
    "http://[fe80::1]:{port}/",
    "http://[fc00::1]:{port}/",
    "http://[ff02::1]:{port}/",
    "http://user@127.0.0.1:{port}/",
    "http://example.com@127.0.0.1:{port}/",
    "http://127.0.0.1.:{port}/",
    "http://①②⑦.⓪.⓪.①:{port}/",
    "file:///etc/passwd",
    "ftp://127.0.0.1:{port}/",
    "gopher://127.0.0.1:{port}/",
    "http://",
    "//127.0.0.1:{port}/",
]
NEVER = [
    "http://169.254.169.254/",
    "http://100.100.100.200/",
    "http://[::ffff:127.0.0.1]:{port}/",
    "http://0.0.0.0:{port}/",
    "http://[64:ff9b::7f00:1]:{port}/",
]


def welcome(_: Asked) -> Reply:
    return Reply(body={"secret": 1})


def to(api: Api) -> Act:
    return lambda _: Reply(302, headers={"location": api.url})


@pytest.mark.parametrize("trap", TRAPS)
async def test_nothing_reaches_an_address_that_nobody_allowed(trap: str) -> None:
    with serving(welcome) as canary:
        port = canary.url.rpartition(":")[2]
        http = Http(Allowance(), connect_timeout=0.5)
        with pytest.raises(HttpFailure) as caught:
            await http.fetch(trap.format(port=port), seconds=2)
        await http.close()
        assert canary.asked == []
        assert not caught.value.sent
        assert str(caught.value)


@pytest.mark.parametrize("address", NEVER)
async def test_some_addresses_are_not_reached_even_when_allowed(address: str) -> None:
    with serving(welcome) as canary:
        url = address.format(port=canary.url.rpartition(":")[2])
        http = Http(Allowance.of([url], hosts=["0.0.0.0/0", "::/0"]), connect_timeout=0.5)
        with pytest.raises(HttpFailure, match="never called"):
            await http.send("GET", url, seconds=2)
        assert canary.asked == []


async def test_the_owners_own_address_is_reached_and_no_other_port() -> None:
    with serving(welcome) as mine, serving(welcome) as other:
        http = Http(Allowance.of([mine.url]))
        assert (await http.send("GET", mine.url, seconds=2)).status == 200
        with pytest.raises(HttpFailure, match="no owner allowed"):
            await http.send("GET", other.url, seconds=2)
        await http.close()
    assert (len(mine.asked), len(other.asked)) == (1, 0)


@pytest.mark.parametrize("rule", ["127.0.0.0/8", "127.0.0.1", "127.0.0.1:{port}"])
async def test_hosts_of_an_environment_are_reached(rule: str) -> None:
    with serving(welcome) as api:
        port = api.url.rpartition(":")[2]
        http = Http(Allowance(hosts=(rule.format(port=port),)))
        assert (await http.send("GET", api.url, seconds=2)).status == 200
        await http.close()


@pytest.mark.parametrize("host", ["http://x", "a b", "10.0.0.0/99", "x/8", ""])
def test_a_host_that_is_none_is_no_configuration(host: str) -> None:
    with pytest.raises(ValueError, match=r"host|network|prefix"):
        Environment(name="pre", hosts=(host,))
    good = ("build-7.lan", "db:5432", "[::1]:80", "fc00::1", "10.1.0.0/16")
    assert Environment(name="pre", hosts=good).hosts == good


async def test_a_redirect_is_judged_like_any_address() -> None:
    with serving(welcome) as canary, serving(to(canary)) as door:
        http = Http(Allowance.of([door.url]))
        with pytest.raises(HttpFailure, match="no owner allowed"):
            await http.fetch(door.url, seconds=2)
        await http.close()
    assert canary.asked == []


async def test_redirects_end() -> None:
    with serving(lambda _: Reply(302, headers={"location": "/again"})) as door:
        http = Http(Allowance.of([door.url]))
        with pytest.raises(HttpFailure, match="more than 3 redirects"):
            await http.fetch(door.url, seconds=2)
        await http.close()
    assert len(door.asked) == 4


async def test_credentials_stay_at_the_host_that_they_are_for() -> None:
    with serving(welcome) as other, serving(to(other)) as door:
        http = Http(Allowance.of([door.url, other.url]))
        await http.fetch(door.url, seconds=2, headers={"authorization": "Bearer t"})
        await http.close()
    assert "authorization" in door.asked[0].headers
    assert "authorization" not in other.asked[0].headers


async def test_a_name_is_resolved_once_and_the_judged_address_is_the_one_called() -> None:
    answers = [["127.0.0.1"], ["10.9.8.7"]]

    async def resolve(host: str, port: int) -> list[str]:
        return answers.pop(0)

    with serving(welcome) as api:
        port = api.url.rpartition(":")[2]
        http = Http(Allowance(hosts=("127.0.0.1",)), resolve=resolve)
        assert (await http.send("GET", f"http://shop.test:{port}/", seconds=2)).status == 200
        await http.close()
    assert api.asked[0].headers["host"] == f"shop.test:{port}"
    assert answers == [["10.9.8.7"]]


async def test_of_several_addresses_only_allowed_ones_are_tried() -> None:
    async def resolve(host: str, port: int) -> list[str]:
        return ["10.9.8.7", "127.0.0.1"]

    with serving(welcome) as api:
        port = api.url.rpartition(":")[2]
        http = Http(Allowance(hosts=("127.0.0.1",)), resolve=resolve)
        assert (await http.send("GET", f"http://shop.test:{port}/", seconds=2)).status == 200
        await http.close()


async def test_a_long_answer_is_cut_off() -> None:
    def endless(_: Asked) -> Reply:
        return Reply(body=b"x" * 3_000_000)

    with serving(endless) as api:
        http = Http(Allowance.of([api.url]), limit=1024 * 1024)
        with pytest.raises(HttpFailure, match="longer than 1 MB") as caught:
            await http.send("GET", api.url, seconds=5)
        await http.close()
    assert caught.value.sent


async def test_a_refused_connection_never_left(api_gone: str) -> None:
    http = Http(Allowance.of([api_gone]))
    with pytest.raises(HttpFailure) as refused:
        await http.send("GET", api_gone, seconds=2)
    assert not refused.value.sent


@pytest.fixture
def api_gone() -> str:
    with serving(welcome) as api:
        url: Api = api
    return url.url
