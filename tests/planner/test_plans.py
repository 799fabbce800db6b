"""How goals become chains: a library's tools, reads that really are asked, nothing executed."""

from collections.abc import Mapping

from pipelines.contracts.chain import NoPlan, ToolChain
from pipelines.contracts.conversation import Remembered
from pipelines.contracts.intent import Instruction
from tests.planner.library import (
    asks,
    calls,
    known,
    library,
    must,
    planned,
    thing,
    wish,
    words,
)
from tool_registry.base.types import JsonValue

MEMBER = thing("member", known("id", "M-1"), role="recipient")
BOOK = thing("book", known("id", "B-7"))
LOAN = thing("loan", known("id", "L-5"))


def test_what_the_sentence_says_becomes_the_arguments():
    result = planned(asks(wish("create", "create", thing("loan"), MEMBER, BOOK)))
    assert calls(result) == ["create_loan(memberId=M-1:words, bookId=B-7:words)"]


def test_a_member_named_by_email_is_looked_up_first():
    reader = thing("member", known("email", "a@b.io"), role="recipient")
    result = planned(asks(wish("create", "create", thing("loan"), reader, BOOK)))
    assert calls(result) == [
        "find_member_by_email(email=a@b.io:words)",
        "create_loan(memberId=s1:output, bookId=B-7:words)",
    ]


def test_a_bare_email_belongs_to_whom_an_email_identifies():
    reader = thing(None, known("email", "a@b.io"), role="recipient")
    result = planned(asks(wish("create", "create", thing("loan"), reader, BOOK)))
    assert calls(result)[0] == "find_member_by_email(email=a@b.io:words)"


def test_a_person_is_made_and_never_picked_but_a_book_is_found():
    result = planned(asks(wish("create", "create", thing("loan"))))
    assert [call.partition("(")[0] for call in calls(result)] == [
        "register_member",
        "list_books",
        "create_loan",
    ]
    assert isinstance(result, ToolChain)
    assert any("member" in note for note in result.notes)


def test_what_a_list_does_not_hold_is_made():
    result = planned(
        asks(wish("create", "create", thing("loan"), MEMBER)), reads={"list_books": {"items": []}}
    )
    assert [call.partition("(")[0] for call in calls(result)] == ["add_book", "create_loan"]


def test_necessary_things_are_made_where_the_sentence_says_so():
    supplement = Instruction(kind="create_required", text="make it", span=words("make it"))
    result = planned(
        asks(wish("create", "create", thing("loan"), MEMBER), supplements=[supplement])
    )
    assert "add_book" in calls(result)[0]


def test_a_forbidden_creation_is_asked_about_instead():
    negative = Instruction(
        kind="forbid", text="no new member", action="create", object="member", span=words("no")
    )
    result = planned(asks(wish("create", "create", thing("loan"), BOOK), negative=[negative]))
    assert isinstance(result, NoPlan)
    assert result.missing == ("member.id",)


def test_operating_on_something_never_makes_it():
    result = planned(asks(wish("approve", "operate", thing("loan"))))
    assert isinstance(result, NoPlan)
    assert result.reason == "missing"
    assert result.missing == ("loan.id",)


def test_the_conversation_provides_what_the_sentence_leaves_out():
    remembered = Remembered("loan", {"id": "L-9"}, "pre")
    result = planned(asks(wish("approve", "operate", thing("loan"))), memory=[remembered])
    assert calls(result) == ["approve_loan(loanId=L-9:remembered)"]


def test_nothing_is_remembered_across_environments():
    remembered = Remembered("loan", {"id": "L-9"}, "daily")
    result = planned(asks(wish("approve", "operate", thing("loan"))), memory=[remembered])
    assert isinstance(result, NoPlan)


def test_twins_are_asked_about():
    result = planned(asks(wish("create", "create", thing("card"), MEMBER)))
    assert isinstance(result, NoPlan)
    assert result.reason == "ambiguous"
    assert len(result.nearest) == 2


def test_a_stated_word_chooses_the_twin():
    card = thing("card", where=[must(None, "child")])
    result = planned(asks(wish("create", "create", card, MEMBER)))
    assert calls(result) == ["create_child_library_card(memberId=M-1:words)"]


def test_a_missing_twin_is_never_replaced_by_the_other():
    card = thing("card", where=[must(None, "child")])
    result = planned(
        asks(wish("create", "create", card, MEMBER)),
        catalogue=library(without=("create_child_library_card",)),
    )
    assert isinstance(result, NoPlan)
    assert "child" in result.text


def test_a_tool_of_another_environment_is_named_and_not_used():
    result = planned(asks(wish("book", "create", thing("room"), MEMBER)))
    assert isinstance(result, NoPlan)
    assert result.nearest == ("library/reserve_reading_room",)
    assert "daily" in result.text


def test_a_state_is_reached_from_where_the_thing_is():
    goal = wish("advance", "operate", LOAN, state=must("status", "handed out"))
    for present, expected in (
        ("REQUESTED", ["approve_loan(loanId=L-5:words)", "hand_out_loan(loanId=L-5:words)"]),
        ("APPROVED", ["hand_out_loan(loanId=L-5:words)"]),
        ("HANDED_OUT", []),
    ):
        result = planned(asks(goal), reads={"get_loan": {"loanId": "L-5", "status": present}})
        assert calls(result) == expected


def test_an_unreadable_thing_is_not_advanced():
    goal = wish("advance", "operate", LOAN, state=must("status", "handed out"))
    result = planned(asks(goal))
    assert isinstance(result, NoPlan)
    assert "no such thing" in result.text


def test_a_new_thing_is_brought_into_the_state_asked_for():
    loan = thing("loan", where=[must("status", "handed out")])
    result = planned(asks(wish("create", "create", loan, MEMBER, BOOK)))
    assert [call.partition("(")[0] for call in calls(result)] == [
        "create_loan",
        "approve_loan",
        "hand_out_loan",
    ]


def test_three_are_three_calls_that_share_what_they_need():
    result = planned(asks(wish("create", "create", thing("loan"), BOOK, count=3)))
    names = [call.partition("(")[0] for call in calls(result)]
    assert names == ["register_member", "create_loan", "create_loan", "create_loan"]
    assert isinstance(result, ToolChain)
    assert [step.ordinal for step in result.steps[1:]] == [1, 2, 3]


def test_each_generated_value_is_drawn_once_and_differs():
    result = planned(asks(wish("register", "create", thing("member"), count=2)))
    assert isinstance(result, ToolChain)
    mails = [step.arguments["email"] for step in result.steps]
    assert {binding.source for binding in mails} == {"generated"}
    assert len({binding.value for binding in mails}) == 2


def test_the_second_goal_uses_what_the_first_one_made():
    result = planned(
        asks(
            wish("register", "create", thing("member")),
            wish("create", "create", thing("loan"), BOOK, number=2),
        )
    )
    assert calls(result) == [
        "register_member()",
        "create_loan(memberId=s1:output, bookId=B-7:words)",
    ]


def test_words_that_no_tool_can_honour_stop_the_plan():
    loan = thing("loan", where=[must("colour", "green")])
    result = planned(asks(wish("create", "create", loan, MEMBER, BOOK)))
    assert isinstance(result, NoPlan)
    assert result.reason == "dropped_words"
    assert "green" in result.text


def test_an_unknown_thing_is_named():
    result = planned(asks(wish("create", "create", thing(None))))
    assert isinstance(result, NoPlan)
    assert result.reason == "no_tool"


def test_equal_inputs_give_the_same_frozen_chain():
    goal = wish("create", "create", thing("loan"))
    first, second = planned(asks(goal)), planned(asks(goal))
    assert isinstance(first, ToolChain)
    assert isinstance(second, ToolChain)
    assert first.digest == second.digest


def test_a_thing_is_asked_for_by_name_and_the_reply_is_looked_up():
    asked = planned(asks(wish("create", "create", thing("loan"), BOOK)), may_make=False)
    assert isinstance(asked, NoPlan)
    assert asked.missing == ("member.id",)
    told = planned(
        asks(wish("create", "create", thing("loan"), BOOK)),
        may_make=False,
        given={"member.id": "M-3"},
    )
    assert calls(told) == ["create_loan(memberId=M-3:words, bookId=B-7:words)"]


def test_the_new_one_is_never_taken_for_the_old_one():
    old, new = thing(None, known(None, "1"), role="old"), thing(None, known(None, "2"), role="new")
    for order in ((old, new), (new, old)):
        result = planned(asks(wish("swap", "operate", thing("badge"), *order)))
        assert calls(result) == ["swap_badge(oldMemberId=1:words, newMemberId=2:words)"]


def test_what_names_the_thing_asked_for_says_nothing_of_the_things_it_needs():
    loan = thing("loan", where=[must("name", "Summer")])
    result = planned(asks(wish("create", "create", loan)))
    assert isinstance(result, NoPlan)
    assert "Summer" in result.text


def test_a_denied_word_keeps_its_tool_out():
    card = thing("card", where=[must(None, "child").model_copy(update={"operator": "ne"})])
    result = planned(asks(wish("create", "create", card, MEMBER)))
    assert calls(result) == ["create_adult_library_card(memberId=M-1:words)"]


def test_a_list_leads_to_another_element_where_the_first_has_nothing():
    shelves = {"items": [{"shelfId": "S-1"}, {"shelfId": "S-2"}]}

    def boxes(arguments: Mapping[str, JsonValue]) -> JsonValue:
        held = [{"boxId": "X-9"}] if arguments["shelfId"] == "S-2" else []
        return {"items": held}

    result = planned(
        asks(wish("open", "operate", thing("box"))),
        reads={"list_shelves": shelves},
        answers={"list_boxes_of_shelf": boxes},
    )
    assert isinstance(result, NoPlan), "operating on a box never picks one at random"
    result = planned(
        asks(wish("create", "create", thing("parcel"), MEMBER)),
        reads={"list_shelves": shelves},
        answers={"list_boxes_of_shelf": boxes},
    )
    assert calls(result) == [
        "list_shelves()",
        "list_boxes_of_shelf(shelfId=s1:selected)",
        "create_parcel(memberId=M-1:words, boxId=s2:selected)",
    ]
    assert isinstance(result, ToolChain)
    assert result.steps[1].arguments["shelfId"].ordinal == 1


def test_whose_it_is_does_not_keep_it_from_asking_which_one():
    result = planned(asks(wish("approve", "operate", thing("loan"), MEMBER)))
    assert isinstance(result, NoPlan)
    assert result.missing == ("loan.id",)
    assert result.question


def test_a_thing_named_with_its_owner_is_looked_for_among_that_ones():
    shelf: JsonValue = {"items": [{"loanId": n, "status": "REQUESTED"} for n in ("L-4", "L-5")]}
    mine = asks(wish("approve", "operate", LOAN, MEMBER))
    result = planned(mine, reads={"list_member_loans": shelf})
    assert calls(result) == [
        "list_member_loans(memberId=M-1:words)",
        "approve_loan(loanId=s1:selected)",
    ]


def test_a_thing_that_its_owner_does_not_have_is_left_alone():
    mine = asks(wish("approve", "operate", LOAN, MEMBER))
    result = planned(mine, reads={"list_member_loans": {"items": [{"loanId": "L-4"}]}})
    assert isinstance(result, NoPlan)
    assert result.question is None
