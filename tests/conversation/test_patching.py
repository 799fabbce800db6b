"""Other values and answers by hand-made marks: the readings that each makes there."""

import pytest

from pipelines.contracts.intent import IntentResult
from tests.conversation.states import (
    CREATE,
    OPERATE,
    bare,
    cancelled,
    coupons,
    only_one,
    said,
    short,
    user_and_coupon,
)
from tests.reader.marking import follow, mark, read

# ---- change --------------------------------------------------------------------------------


def test_a_value_takes_the_slot_of_its_attribute() -> None:
    text = "no, threshold 100"
    marks = [
        *bare(text, "100", attribute="threshold"),
        mark(text, "threshold", "ATT", 0, "att"),
    ]
    reading = only_one(said(coupons(), follow(text, "change", marks)))
    assert short(reading) == ["issue 2 100 20 1234"]


def test_a_bare_number_that_two_values_fit_is_a_choice_and_never_the_user_s_id() -> None:
    text = "Sorry, I meant 30"
    found = said(coupons("one"), follow(text, "change", bare(text, "30")))
    assert [short(one.reading) for one in found] == [
        ["issue 1 30 20 1234"],
        ["issue 1 50 30 1234"],
    ]


def test_a_slot_in_which_it_would_contradict_the_rest_is_none() -> None:
    text = "Sorry, I meant 150"
    reading = only_one(said(coupons("one"), follow(text, "change", bare(text, "150"))))
    assert short(reading) == ["issue 1 150 20 1234"]


@pytest.mark.parametrize("text", ["150, not 20", "not 20, I meant 150"])
def test_the_value_that_a_message_names_is_the_one_that_it_replaces(text: str) -> None:
    reading = only_one(said(coupons(), follow(text, "change", bare(text, "150"))))
    assert short(reading) == ["issue 2 50 150 1234"]


def test_it_is_replaced_also_where_it_is_read_as_a_value_itself() -> None:
    text = "not 20 but 25"
    marks = [*bare(text, "20"), *bare(text, "25")]
    reading = only_one(said(coupons(), follow(text, "change", marks)))
    assert short(reading) == ["issue 2 50 25 1234"]


def test_a_number_instead_of_the_user_s_is_the_user_s() -> None:
    text = "not 1234, I meant 1243"
    reading = only_one(said(coupons(), follow(text, "change", bare(text, "1243"))))
    assert short(reading) == ["issue 2 50 20 1243"]


def test_another_receiver_takes_the_place_of_all_before() -> None:
    text = "for 5678 instead"
    marks = [mark(text, "5678", "ID", -1, "to", attribute="id")]
    reading = only_one(said(coupons(whom=("1234", "4321")), follow(text, "change", marks)))
    assert short(reading) == ["issue 2 50 20 5678"]


def test_another_count() -> None:
    text = "make it 5"
    marks = [
        mark(text, "make", "ACT", -1, "step", action="update", does="operate"),
        mark(text, "it", "REF", 0, "object"),
        mark(text, "5", "QTY", 1, "n"),
    ]
    reading = only_one(said(coupons(), follow(text, "change", marks)))
    assert short(reading) == ["issue 5 50 20 1234"]


def test_another_environment_keeps_all_else() -> None:
    text = "in daily instead"
    reading = only_one(said(coupons(), follow(text, "change", [mark(text, "daily", "ENV")])))
    assert (reading.environment, short(reading)) == ("daily", ["issue 2 50 20 1234"])


def test_production_is_refused_also_as_a_change() -> None:
    reading = only_one(said(coupons(), follow("in production instead", "change")))
    assert reading.production


def test_an_environment_that_nobody_knows_is_no_patch() -> None:
    text = "in uat7 instead"
    assert said(coupons(), follow(text, "change", [mark(text, "uat7", "ENV")])) == []


def test_a_value_of_a_kind_that_was_not_said_before_is_added() -> None:
    text = "and takeaway please"
    marks = bare(text, "takeaway", attribute="channel", value="channel=外卖")
    reading = only_one(said(coupons(), follow(text, "change", marks), "waiting"))
    assert short(reading) == ["issue 2 50 20 外卖 1234"]


def test_a_bare_number_for_which_there_is_no_slot_is_no_patch() -> None:
    text = "oh, 150"
    assert said(cancelled("71"), follow(text, "change", bare(text, "150"))) == []


def test_of_what_was_carried_out_only_what_differs_is_done_again() -> None:
    text = "no, amount 30"
    marks = [*bare(text, "30", attribute="amount"), mark(text, "amount", "ATT", 0, "att")]
    made = {"用户": ("901",), "优惠券": ("8001",)}
    reading = only_one(said(user_and_coupon(), follow(text, "change", marks), made=made))
    assert short(reading) == ["issue 1 50 30 901"]


def test_where_it_is_not_known_what_was_made_nothing_is_done_again() -> None:
    text = "no, amount 30"
    marks = [*bare(text, "30", attribute="amount"), mark(text, "amount", "ATT", 0, "att")]
    assert said(user_and_coupon(), follow(text, "change", marks)) == []


def test_something_else_that_is_to_be_done_is_no_change_of_values() -> None:
    text = "cancel it instead"
    marks = [
        mark(text, "cancel", "ACT", -1, "step", action="cancel", does="operate"),
        mark(text, "it", "REF", 0, "object"),
    ]
    assert said(coupons(), follow(text, "change", marks)) == []


def test_what_is_left_of_an_earlier_change_is_changed_again() -> None:
    text = "for 5678 instead"
    first = only_one(
        said(
            coupons(), follow(text, "change", [mark(text, "5678", "ID", -1, "to", attribute="id")])
        )
    )
    text = "not 5678, 8765"
    again = only_one(said(first, follow(text, "change", bare(text, "8765"))))
    assert short(again) == ["issue 2 50 20 8765"]


def test_every_value_stands_where_its_words_are() -> None:
    text = "not 20, I meant 150"
    reading = only_one(said(coupons(), follow(text, "change", bare(text, "150"))))
    refs = (reading.goals[0].object, *reading.goals[0].related)
    spans = [one.span for ref in refs for one in (*ref.constraints, *ref.identifiers)]
    assert [reading.text[one.start : one.end] for one in spans] == [one.text for one in spans]
    assert "20" not in reading.meant.split("150")[0]


# ---- answer --------------------------------------------------------------------------------


def without_receiver() -> IntentResult:
    """`issue two coupons 50-20`, which lacks who gets them and where."""
    text = "issue two coupons 50-20"
    return read(
        text,
        CREATE,
        [
            mark(text, "issue", "ACT", -1, "step", action="issue", does="create"),
            mark(text, "coupons", "OBJ", 0, "object", entity="优惠券"),
            mark(text, "two", "QTY", 1, "n"),
            mark(text, "50", "VAL", 1, "val", attribute="threshold"),
            mark(text, "20", "VAL", 1, "val", attribute="amount"),
        ],
    )


def test_a_receiver_and_an_environment_close_the_question() -> None:
    state = without_receiver()
    assert [one.name for one in state.missing] == ["recipient", "environment"]
    text = "user 1234, pre"
    marks = [
        mark(text, "user", "OBJ", -1, "to", entity="用户"),
        mark(text, "1234", "ID", 0, "id", attribute="id"),
        mark(text, "pre", "ENV"),
    ]
    reading = only_one(said(state, follow(text, "answer", marks), "asked"))
    assert (reading.missing, reading.environment) == ((), "pre")
    assert short(reading) == ["issue 2 50 20 1234"]


def test_half_an_answer_leaves_the_other_half_open() -> None:
    text = "in pre"
    reading = only_one(
        said(without_receiver(), follow(text, "answer", [mark(text, "pre", "ENV")]), "asked")
    )
    assert [one.name for one in reading.missing] == ["recipient"]


def test_a_value_that_planning_asked_for_goes_there_and_nowhere_else() -> None:
    text = "it's 150, thanks"
    patch = said(
        coupons(), follow(text, "answer", bare(text, "150")), "asked", missing=("店铺.id",)
    )
    assert [(short(one.reading), one.given) for one in patch] == [
        (["issue 2 50 20 1234"], {"店铺.id": "150"})
    ]


def test_a_bare_number_answers_who_is_meant_where_nothing_else_is_asked() -> None:
    text = "cancel the order in pre"
    state = read(
        text,
        OPERATE,
        [
            mark(text, "cancel", "ACT", -1, "step", action="cancel", does="operate"),
            mark(text, "order", "OBJ", 0, "object", entity="订单"),
            mark(text, "pre", "ENV"),
        ],
    )
    reading = only_one(said(state, follow("150", "answer", bare("150", "150")), "asked"))
    assert (short(reading), reading.missing) == (["cancel 1 150"], ())


def test_one_of_those_that_fit_a_description_is_picked_by_its_name() -> None:
    text = "refund the paid order of user 1234, daily"
    state = read(
        text,
        OPERATE,
        [
            mark(text, "refund", "ACT", -1, "step", action="refund", does="operate"),
            mark(text, "paid", "VAL", 2, "val", attribute="status", value="status=已支付"),
            mark(text, "order", "OBJ", 0, "object", entity="订单"),
            mark(text, "user", "OBJ", 2, "of", entity="用户"),
            mark(text, "1234", "ID", 3, "id", attribute="id"),
            mark(text, "daily", "ENV"),
        ],
    )
    answer = follow("8003", "answer", [mark("8003", "8003", "ID", -1, "step", attribute="id")])
    assert short(only_one(said(state, answer, "asked"))) == ["refund 1 已支付 8003 1234"]


def test_what_is_no_answer_to_the_question_changes_nothing() -> None:
    assert said(without_receiver(), follow("hm", "answer"), "asked") == []
