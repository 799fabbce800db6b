"""What was chosen for which words, seen and taken back from outside."""

from tests.services.commands import Zhizao
from tests.services.serving import Client

PACKET = "给用户1234发红包20元,预发环境"


def test_it_is_seen_and_taken_back_in_the_terminal(zhizao: Zhizao) -> None:
    zhizao.run("ask", PACKET, "--session", "s")
    done = zhizao.run("ask", "2", "--session", "s", "--json")
    assert done.json["status"] == "succeeded"
    [kept] = zhizao.run("choices", "--json").json
    assert "1234" not in kept["words"]
    assert "预发" not in kept["words"]
    assert kept["title"] in zhizao.run("choices").out
    assert zhizao.run("choices", "--forget", kept["id"]).code == 0
    assert zhizao.run("choices", "--json").json == []
    gone = zhizao.run("choices", "--forget", kept["id"])
    assert (gone.code, kept["id"] in gone.err) != (0, False)


def test_it_is_seen_and_taken_back_over_http(service: Client) -> None:
    assert service.request("GET", "/api/choices") == (200, [])
    assert service.request("DELETE", "/api/choices/nothing")[0] == 404
