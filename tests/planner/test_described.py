"""Things that are described instead of named: read, singled out, and shown before they change;
and what lists are narrowed by."""

import pytest

from pipelines.contracts.chain import NoPlan, ToolChain
from pipelines.contracts.intent import Constraint, EntityRef
from tests.planner.library import asks, calls, known, must, planned, thing, wish
from tool_registry.base.types import JsonValue

LAST = must(None, 1).model_copy(update={"operator": "last"})
MEMBER = thing("member", known("id", "M-1"), role="owner")


def loans(*rows: tuple[str, str]) -> dict[str, JsonValue]:
    """(id, status) of each."""
    held: list[JsonValue] = [
        {"loanId": number, "memberId": "M-1", "bookId": "B-7", "status": status}
        for number, status in rows
    ]
    return {"list_member_loans": {"items": held}}


def approving(held: dict[str, JsonValue], *where: Constraint) -> ToolChain | NoPlan:
    loan: EntityRef = thing("loan", where=list(where))
    return planned(asks(wish("approve", "operate", loan, MEMBER)), reads=held)


def test_the_only_one_of_that_state_is_meant():
    held = loans(("L-1", "APPROVED"), ("L-2", "REQUESTED"))
    result = approving(held, must("status", "requested"))
    assert isinstance(result, ToolChain), result
    assert "loanId=L-2:derived" in calls(result)[0]


def test_the_last_one_is_meant_where_the_sentence_says_so():
    held = loans(("L-1", "REQUESTED"), ("L-2", "REQUESTED"))
    result = approving(held, must("status", "requested"), LAST)
    assert isinstance(result, ToolChain), result
    assert "loanId=L-2:derived" in calls(result)[0]


def test_that_one_of_somebody_is_a_description():
    loan = thing("loan", where=[must("status", "requested")])
    goal = wish("approve", "operate", loan.model_copy(update={"reference": "that"}), MEMBER)
    result = planned(asks(goal), reads=loans(("L-1", "APPROVED"), ("L-2", "REQUESTED")))
    assert "loanId=L-2:derived" in calls(result)[0]


def test_of_several_the_user_is_asked_which_one():
    held = loans(("L-1", "REQUESTED"), ("L-2", "REQUESTED"))
    result = approving(held, must("status", "requested"))
    assert isinstance(result, NoPlan)
    assert "L-1" in (result.question or "")
    assert "L-2" in (result.question or "")


@pytest.mark.parametrize("held", [loans(), loans(("L-1", "APPROVED"))])
def test_where_there_is_none_nothing_is_done(held: dict[str, JsonValue]):
    result = approving(held, must("status", "requested"))
    assert isinstance(result, NoPlan)
    assert result.reason == "data"


def test_a_code_that_only_the_results_explain_is_sent_as_the_code():
    loans_of = wish("list", "query", thing("loan", where=[must("status", "requested")]), MEMBER)
    assert "status=REQUESTED:derived" in calls(planned(asks(loans_of)))[0]


def test_what_is_known_of_one_list_narrows_no_other():
    other = thing("member", known("id", "M-2"), role="owner")
    first, second = (
        wish("list", "query", thing("loan"), whose, number=number)
        for number, whose in ((1, MEMBER), (2, other))
    )
    assert calls(planned(asks(first, second))) == [
        "list_member_loans(memberId=M-1:words)",
        "list_member_loans(memberId=M-2:words)",
    ]


def test_a_word_that_no_code_stands_for_is_not_passed_over():
    loans_of = wish("list", "query", thing("loan", where=[must("status", "purple")]), MEMBER)
    assert isinstance(planned(asks(loans_of)), NoPlan)
