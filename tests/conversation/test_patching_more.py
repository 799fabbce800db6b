"""More and less by hand-made marks: the readings that each makes of what was understood."""

from tests.conversation.states import (
    cancelled,
    coupons,
    only_one,
    said,
    short,
    user_and_coupon,
)
from tests.reader.marking import aside, follow, mark

# ---- more ----------------------------------------------------------------------------------


def test_more_of_the_same_for_somebody_else() -> None:
    text = "same for 5678 and 8765"
    marks = [
        mark(text, "5678", "ID", -1, "to", attribute="id"),
        mark(text, "8765", "ID", 0, "id", attribute="id"),
    ]
    reading = only_one(said(coupons(), follow(text, "more", marks)))
    assert short(reading) == ["issue 2 50 20 5678", "issue 2 50 20 8765"]


def test_one_more_is_one() -> None:
    text = "one more"
    marks = [mark(text, "one", "QTY", -1, "step")]
    reading = only_one(said(coupons(), follow(text, "more", marks)))
    assert short(reading) == ["issue 1 50 20 1234"]


def test_more_of_one_kind_repeats_nothing_else() -> None:
    text = "two more coupons"
    marks = [
        mark(text, "coupons", "OBJ", -1, "step", entity="优惠券"),
        mark(text, "two", "QTY", 0, "n"),
    ]
    made = {"用户": ("901",), "优惠券": ("8001",)}
    reading = only_one(said(user_and_coupon(), follow(text, "more", marks), made=made))
    assert short(reading) == ["issue 2 50 20 901"]


def test_nothing_is_done_once_more_to_the_same_thing() -> None:
    assert said(cancelled("71"), follow("once more", "more")) == []


def test_the_same_is_done_to_another_thing() -> None:
    text = "same for 72"
    marks = [mark(text, "72", "ID", -1, "step", attribute="id")]
    assert short(only_one(said(cancelled("71"), follow(text, "more", marks)))) == ["cancel 1 72"]


# ---- drop ----------------------------------------------------------------------------------


def test_one_of_several_is_left_out_by_its_name() -> None:
    text = "leave 72 out"
    marks = [mark(text, "72", "ID", -1, "step", attribute="id")]
    reading = only_one(said(cancelled("71", "72", "73"), follow(text, "drop", marks), "waiting"))
    assert short(reading) == ["cancel 1 71", "cancel 1 73"]


def test_one_of_several_is_left_out_by_its_place() -> None:
    text = "leave out the second one"
    marks = [mark(text, "the second one", "REF", -1, "step")]
    reading = only_one(said(cancelled("71", "72", "73"), follow(text, "drop", marks), "waiting"))
    assert short(reading) == ["cancel 1 71", "cancel 1 73"]


def test_what_is_spared_is_left_out_and_what_is_named_beside_it_stays() -> None:
    text = "cancel 71 only, 72 stays"
    marks = [
        mark(text, "cancel", "ACT", -1, "step", action="cancel", does="operate"),
        mark(text, "71", "ID", 0, "object", attribute="id"),
    ]
    read_ = follow(text, "drop", marks, (aside(text, "72 stays", "keep"),))
    assert short(only_one(said(cancelled("71", "72"), read_, "waiting"))) == ["cancel 1 71"]


def test_fewer_of_them() -> None:
    text = "too many, two will do"
    marks = [mark(text, "two", "QTY", -1, "step")]
    reading = only_one(said(coupons("five"), follow(text, "drop", marks), "waiting"))
    assert short(reading) == ["issue 2 50 20 1234"]


def test_so_many_or_so_many_fewer_is_a_choice() -> None:
    text = "drop two"
    marks = [
        mark(text, "drop", "ACT", -1, "step", action="delete", does="delete"),
        mark(text, "two", "QTY", 0, "object"),
    ]
    found = said(coupons("five"), follow(text, "drop", marks), "waiting")
    assert [short(one.reading) for one in found] == [["issue 2 50 20 1234"], ["issue 3 50 20 1234"]]


def test_a_whole_step_is_left_out() -> None:
    text = "without the coupon"
    marks = [mark(text, "coupon", "OBJ", -1, "step", entity="优惠券")]
    reading = only_one(said(user_and_coupon(), follow(text, "drop", marks), "waiting"))
    assert short(reading) == ["create 1"]


def test_what_another_step_stands_on_cannot_be_left_out() -> None:
    text = "without the user"
    marks = [mark(text, "user", "OBJ", -1, "step", entity="用户")]
    assert said(user_and_coupon(), follow(text, "drop", marks), "waiting") == []


def test_what_is_done_already_cannot_be_left_out() -> None:
    text = "leave 72 out"
    marks = [mark(text, "72", "ID", -1, "step", attribute="id")]
    assert said(cancelled("71", "72"), follow(text, "drop", marks), "done") == []
