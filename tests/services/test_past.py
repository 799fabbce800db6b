"""Requests that succeeded are learned without their values, for those who may know of them."""

import pytest

from pipelines.contracts.answer import Answer, ChainStep, Status
from pipelines.contracts.request import Request
from pipelines.intent.reader import read_alone
from services.past import served_requests, space_of_request, without_values
from tests.services.commands import Zhizao
from tests.trades.library import library
from tool_registry.base.caller import Caller, Scope
from tool_registry.stores.store import RegistryStore

ISSUE = "给用户1234发放一张满50减20的优惠券,预发环境"


def answer(text: str, status: Status = Status.SUCCEEDED, **arguments: str) -> Answer:
    intent = read_alone(text, library())
    step = ChainStep(step="s1", tool="library/createFine", arguments={**arguments}, status="done")
    return Answer(run_id="r", session_id="s", status=status, intent=intent, chain=(step,))


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("create a fine for reader R0001 in daily", "R0001"),
        ('create a reader named "Ada Lovelace" in daily', "Lovelace"),
        ("create a reader with e-mail ada@example.com in daily", "example"),
        ("create a fine, token sk-0123456789abcdef0123456789abcdef, in daily", "sk-"),
    ],
)
def test_values_are_taken_out(text: str, gone: str) -> None:
    done = answer(text)
    assert done.intent is not None
    left = without_values(text, done, done.intent, library().lexicon)
    assert gone not in left
    assert "create a" in left


def test_an_argument_that_stands_in_the_sentence_is_taken_out_too() -> None:
    done = answer("create a fine over there for Mister Blue", reader="Mister Blue")
    [[text]] = served_requests(done, library().lexicon).values()
    assert "Blue" not in text


@pytest.mark.parametrize("status", [one for one in Status if one is not Status.SUCCEEDED])
def test_what_did_not_succeed_teaches_nothing(status: Status) -> None:
    assert served_requests(answer("create a fine in daily", status), library().lexicon) == {}


def asked_by(caller: Caller) -> Request:
    return Request(session_id="s", request_id="r", text="create a fine", caller=caller)


def test_a_team_shares_its_requests_and_others_keep_theirs() -> None:
    team = asked_by(Caller(user="ann", projects=("press",)))
    alone = asked_by(Caller(user="eve"))
    assert space_of_request(team).project == "press"
    assert (space_of_request(alone).scope, space_of_request(alone).owner) == (Scope.PERSONAL, "eve")


def test_a_run_that_succeeded_is_remembered_by_its_tool_for_its_user_alone(zhizao: Zhizao) -> None:
    assert zhizao.run("ask", ISSUE).code == 0
    stores = RegistryStore(zhizao.home / "registry.db")
    [(tool, texts)] = stores.requests.visible(Caller()).items()
    assert tool == "commerce/issueFullReductionCoupon"
    assert not any(sign.isdigit() for sign in texts[0])
    assert "优惠券" in texts[0]
    assert stores.requests.visible(Caller(user="somebody else")) == {}
    stores.close()
    shown = zhizao.run("tools", "show", tool, "--json")
    assert texts[0] not in shown.out
