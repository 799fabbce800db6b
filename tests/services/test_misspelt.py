"""A sentence with misspelt words is read by the words that are meant; a change is asked about."""

from tests.services.commands import Zhizao
from tests.services.serving import Client


def test_a_look_is_at_the_thing_whose_name_was_misspelt(service: Client) -> None:
    done = service.chat("查询订旦1305 日常")
    assert done["status"] == "succeeded", done["summary"]["text"]
    [step] = done["chain"]
    assert (step["tool"], step["arguments"]["orderId"]) == ("commerce/getOrderDetail", "1305")


def test_a_change_is_offered_as_it_is_meant_and_made_once_it_is_agreed_to(
    service: Client, zhizao: Zhizao
) -> None:
    asked = service.chat("create a paid dine-in oder for user 1234 in pre")
    assert asked["status"] == "needs_input"
    assert asked["choices"][0]["kind"] == "reading"
    assert "daodian order for user 1234, until it is “paid”" in asked["choices"][0]["text"]
    assert zhizao.effects() == []
    done = service.chat("yes", asked["session_id"])
    assert done["status"] == "succeeded", done["summary"]["text"]
    assert [one["tool"] for one in zhizao.effects()][-1] == "payOrder"


def test_what_is_forbidden_in_misspelt_words_stays_forbidden(
    service: Client, zhizao: Zhizao
) -> None:
    asked = service.chat("create a dine-in oder for user 1234 in pre, but do not pay the oder")
    service.chat("yes", asked["session_id"])
    assert [one["tool"] for one in zhizao.effects()] == ["createDaodianOrder"]
