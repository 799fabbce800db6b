"""What is made only if there is none, what is made in a state, and who is no thing."""

import pytest

from pipelines.contracts.chain import NoPlan, ToolChain
from tests.planner.library import asks, calls, known, must, planned, thing, wish

MEMBER = thing("member", known("id", "M-1"), role="recipient")
LOANS = {"items": [{"loanId": "L-1", "memberId": "M-1", "bookId": "B-7", "status": "REQUESTED"}]}


@pytest.mark.parametrize(("held", "made"), [({"items": []}, True), (LOANS, False)])
def test_a_loan_is_made_only_if_the_member_has_none(held: dict[str, object], made: bool):
    loan = wish("create", "create", thing("loan"), MEMBER).model_copy(update={"if_none": True})
    result = planned(asks(loan), reads={"list_member_loans": held})  # pyright: ignore[reportArgumentType]
    assert isinstance(result, ToolChain)
    assert any(step.tool.endswith("create_loan") for step in result.steps) is made
    assert bool(result.notes) is not made


def test_what_cannot_be_looked_up_is_not_made_either():
    room = wish("book", "create", thing("reading room"), MEMBER)
    result = planned(asks(room.model_copy(update={"if_none": True})))
    assert isinstance(result, NoPlan)


def test_a_bare_number_of_whoever_gets_a_loan_is_no_book():
    somebody = thing(None, known(None, "55"), role="recipient")
    result = planned(asks(wish("create", "create", thing("loan"), somebody)))
    assert "bookId=55:words" not in (calls(result) if isinstance(result, ToolChain) else [])


def test_a_thing_is_made_in_the_state_that_it_begins_in():
    loan = thing("loan", where=[must("status", "requested")])
    book = thing("book", known("id", "B-7"))
    result = planned(asks(wish("create", "create", loan, MEMBER, book)))
    assert [call.partition("(")[0] for call in calls(result)] == ["create_loan"]


def test_each_of_several_is_brought_to_the_state_that_is_wanted():
    loan = thing("loan", where=[must("status", "handed out")])
    book = thing("book", known("id", "B-7"))
    result = planned(asks(wish("create", "create", loan, MEMBER, book, count=2)))
    assert [call.partition("(")[0] for call in calls(result)] == [
        "create_loan", "approve_loan", "hand_out_loan",
    ] * 2  # fmt: skip
