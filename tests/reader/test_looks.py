"""A look is told as one, a list lacks nothing, and a number belongs to the noun ahead of it."""

from functools import cache

import pytest

from pipelines.contracts.intent import IntentResult
from pipelines.intent.reader import read_alone
from services.settings import read_settings
from tests.governance.catalogues import commerce
from tests.trades.foreign_document import library_of_a_document
from tool_registry.base.types import IntentType
from tool_registry.catalogue import Catalogue


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    """The tools of somebody else's OpenAPI document."""
    folder = tmp_path_factory.mktemp("library")
    settings = read_settings({"ZHIZAO_HOME": str(folder)})
    return library_of_a_document(settings, folder)


@cache
def told(text: str) -> IntentResult:
    return read_alone(text, commerce())


@pytest.mark.parametrize("number", [3, 5, 7, 8, 9])
def test_what_only_looks_is_told_as_a_look(library: Catalogue, number: int) -> None:
    read = read_alone(f"get book {number} in daily", library)
    [goal] = read.goals
    assert (read.intent_type, goal.function.value) == (IntentType.QUERY_DATA, "query")
    assert [one.value for one in goal.object.identifiers] == [str(number)]


@pytest.mark.parametrize("text", ["show all books in daily", "show me all the readers in daily"])
def test_all_of_a_kind_need_not_be_singled_out(library: Catalogue, text: str) -> None:
    read = read_alone(text, library)
    assert [goal.action for goal in read.goals] == ["list"]
    assert read.missing == ()


@pytest.mark.parametrize(("number", "days"), [(5, 7), (7, 7), (3, 14), (8, 21)])
def test_a_number_behind_a_noun_names_that_thing(
    library: Catalogue, number: int, days: int
) -> None:
    text = f"lend book {number} to reader 7 for {days} days in daily"
    [goal] = read_alone(text, library).goals
    assert [one.value for one in goal.object.identifiers] == [str(number)]
    assert [(one.value, one.unit) for one in goal.object.constraints] == [(days, "day")]
    assert [i.value for ref in goal.related for i in ref.identifiers] == ["7"]


def test_a_verb_that_no_mark_holds_is_the_goal_s() -> None:
    read = told("finish this order")
    [goal] = read.goals
    assert (goal.action, goal.action_words) == ("complete", "finish")
    assert read.unread == ()


def test_somebody_who_has_things_is_asked_for_all_of_them() -> None:
    [goal] = told("does user 1234 have coupons in daily?").goals
    assert (goal.action, goal.function.value, goal.object.type) == ("list", "query", "优惠券")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("预发建一个用户,昵称叫测试小李", "测试小李"),
        ("给用户1234建一个退款中的外卖订单，预发", "退款中"),
    ],
)
def test_ideographs_that_run_on_are_one_value(text: str, value: str) -> None:
    [goal] = read_alone(text, commerce()).goals
    assert value in [one.value for one in goal.object.constraints]
