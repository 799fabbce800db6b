"""What is asked back, and that the sentence shown can be sent back."""

import re
from typing import Any

from pipelines.contracts.intent import IntentResult
from pipelines.intent.reader.marks import Mark
from tests.intent.world import ENVIRONMENTS
from tests.reader.marking import aside, mark, read
from tests.trades.library import library
from tool_registry.base.types import IntentType

CREATE, OPERATE, QUERY = IntentType.CREATE_DATA, IntentType.OPERATE_DATA, IntentType.QUERY_DATA


def shown(result: IntentResult) -> str:
    """The full sentence inside the first question."""
    found = re.search(r"[「“]([^「“]+)[」”]$", result.missing[0].question)
    assert found is not None
    return found.group(1)


def asked(result: IntentResult) -> list[str]:
    return [one.name for one in result.missing]


def made(text: str, words: str, **known: Any) -> IntentResult:
    """`create a user`, with the words of that thing."""
    verb = "create" if text.isascii() else "造"
    marks = [
        mark(text, verb, "ACT", -1, "step", action="create", does="create"),
        mark(text, words, "OBJ", 0, "object", entity="用户"),
    ]
    return read(text, CREATE, marks, **known)


def given(text: str, *more: Mark) -> list[Mark]:
    """`issue a coupon to user 1234`, with more marks."""
    return [
        mark(text, "issue", "ACT", -1, "step", action="issue", does="create"),
        mark(text, "coupon", "OBJ", 0, "object", entity="优惠券"),
        mark(text, "user", "OBJ", 0, "to", entity="用户"),
        *more,
    ]


def test_questions_speak_the_language_of_the_request() -> None:
    assert made("造一个用户", "用户", language="zh").missing[0].question.startswith("请问")
    assert made("create a user", "user").missing[0].question.startswith("Which environment")


def test_the_shown_sentence_closes_a_gap_of_environment() -> None:
    again = made(shown(made("create a user", "user")), "user")
    assert (again.missing, again.environment) == ((), "pre")


def test_an_unknown_environment_is_named_in_the_question() -> None:
    question = made("在灰度环境造一个用户", "用户", language="zh").missing[0].question
    assert "灰度" in question
    assert "预发" in question


def test_two_environments_are_a_question_and_never_a_guess() -> None:
    for result in (
        made("create a user in pre and in daily", "user"),
        made("create a user in pre", "user", chosen="daily"),
    ):
        assert result.environment is None
        assert asked(result) == ["environment"]
        assert made(shown(result), "user").environment in ENVIRONMENTS.names


def test_the_environment_beside_the_sentence_counts() -> None:
    assert made("create a user", "user", chosen="daily").environment == "daily"


def test_production_is_refused_without_a_question() -> None:
    result = made("create a user in prod", "user")
    assert (result.production, result.missing) == (True, ())


def test_a_receiver_that_is_not_singled_out_is_asked_for_with_a_blank() -> None:
    text = "issue a coupon to the user in pre"
    result = read(text, CREATE, given(text))
    assert asked(result) == ["recipient"]
    assert "____" in shown(result)


def test_a_thing_that_exists_is_singled_out_with_a_blank() -> None:
    text = "query the order in pre"
    verb = mark(text, "query", "ACT", -1, "step", action="query", does="query")
    result = read(text, QUERY, [verb, mark(text, "order", "OBJ", 0, "object", entity="订单")])
    assert asked(result) == ["订单.identifier"]
    assert shown(result) == "query the order ____ in pre"


def test_waiving_identifiers_does_not_waive_the_environment() -> None:
    text = "issue a coupon, create what is missing"
    marks = given(f"{text} user")[:2]
    assert asked(read(text, CREATE, marks, (aside(text, "create what is missing", "supply"),))) == [
        "environment"
    ]


def test_a_number_that_cannot_be_made_is_asked_about() -> None:
    text = "issue 0 coupons to user 1234 in pre"
    more = mark(text, "1234", "ID", 2, "id"), mark(text, "0", "QTY", 1, "n")
    assert asked(read(text, CREATE, given(text, *more))) == ["quantity"]


def test_a_contradiction_is_asked_about_with_both_sides() -> None:
    text = "issue a coupon to user 1234 in pre, 50 off 20"
    more = (
        mark(text, "1234", "ID", 2, "id"),
        mark(text, "50", "VAL", 1, "val", attribute="amount"),
        mark(text, "20", "VAL", 1, "val", attribute="threshold"),
    )
    result = read(text, CREATE, given(text, *more))
    assert all(words in result.missing[0].question for words in ("50", "20"))
    assert shown(result) == "issue a coupon to user 1234 in pre, ____ off ____"


def test_do_it_and_do_not_do_it_is_asked_about() -> None:
    text = "create a user but do not create a user, pre"
    marks = [
        mark(text, "create", "ACT", -1, "step", action="create", does="create"),
        mark(text, "user", "OBJ", 0, "object", entity="用户"),
        mark(text, "create@2", "ACT", -1, "step", action="create", does="create"),
        mark(text, "user@2", "OBJ", 2, "object", entity="用户"),
    ]
    result = read(text, CREATE, marks, (aside(text, "do not create a user", "forbid"),))
    assert asked(result) == ["contradiction"]
    assert "do not create a user" in result.missing[0].question


def test_code_in_the_place_of_an_id_is_quoted_and_the_id_asked_for() -> None:
    text = "query order $(id) in pre"
    verb = mark(text, "query", "ACT", -1, "step", action="query", does="query")
    result = read(text, QUERY, [verb, mark(text, "order", "OBJ", 0, "object", entity="订单")])
    assert "$(id)" in result.missing[0].question
    assert shown(result) == "query order ____ in pre"


def test_a_thing_is_asked_for_by_what_its_own_tools_know_it_by() -> None:
    def question(text: str, noun: str, entity: str) -> str:
        marks = [
            mark(text, "delete", "ACT", -1, "step", action="delete", does="delete"),
            mark(text, noun, "OBJ", 0, "object", entity=entity),
        ]
        known = library().graph.identifiers
        return read(text, OPERATE, marks, identifiers=known).missing[0].question

    book = question("delete the book in pre-release", "book", "book")
    assert book.startswith("Which book do you mean? Please give its id.")
    reader = question("delete the reader in pre-release", "reader", "reader")
    assert reader.startswith("Which reader do you mean? Please give its id or ")
    unheard = question("delete the thing in pre-release", "thing", "thing")
    assert "phone" not in unheard
