"""Questions about the business, answered from its pages; and everything else, in kind."""

import pytest

from pipelines.consult import answer, small_talk
from tests.trades.clinic import clinic
from tests.trades.library import library
from tests.trades.requests import consultation
from tool_registry.base.types import IntentType


def ask(text: str, kind: IntentType = IntentType.CONSULT_TOOL) -> str:
    return answer(consultation(text, kind), library())


def test_the_section_that_answers_is_quoted_with_its_page() -> None:
    assert ask("How long does a loan run?") == (
        "From “House rules · Loans”:\nA loan runs for 28 days and can be renewed once."
    )


def test_a_comparison_finds_the_section_that_speaks_of_both_sides() -> None:
    told = ask("What is the difference between the reading room and the lending desk?")
    assert told.startswith("From “House rules · Reading room and lending desk”")


def test_a_comparison_that_no_section_makes_quotes_one_for_each_side() -> None:
    question = consultation("线上问诊和到院就诊有什么区别?", language="zh")
    told = answer(question, clinic())
    assert "通过视频看医生" in told
    assert "提前十分钟签到" in told


def test_a_page_is_quoted_without_lines_about_hidden_parameters() -> None:
    told = answer(consultation("怎么退号?", language="zh"), clinic())
    assert "原路退回" in told
    assert "mcp" not in told.casefold()


def test_what_the_pages_do_not_say_is_said_to_be_unknown() -> None:
    assert ask("What is the capital of France?").startswith("The business pages that I have do not")


def test_an_empty_house_has_no_answers_and_no_error() -> None:
    empty = type(library())({}, library().lexicon, library().environments, ())
    told = answer(consultation("What can you do?"), empty)
    assert "No tools are connected yet" in told
    assert "do not answer this" in answer(consultation("What is a loan?"), empty)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("What's the weather like today?", "Sorry, I cannot help with that"),
        ("Write me a poem about the sea, please", "Sorry, I cannot help with that"),
        ("Knock knock! Who's there? haha", "😄"),
        ("Good morning", "Hello"),
        ("Thank you so much", "You are welcome"),
    ],
)
def test_everything_else_is_answered_in_kind(text: str, says: str) -> None:
    assert says in ask(text, IntentType.OTHER)


def test_a_request_is_no_small_talk() -> None:
    assert small_talk("create a shipment of this history book", "en") is None
    assert small_talk("查询订单", "zh") is None
