"""Questions about the business, answered from its pages; and everything else, in kind."""

import pytest

from pipelines.consultation import answer, small_talk
from tests.trades.clinic import clinic
from tests.trades.library import library
from tests.trades.requests import consultation
from tool_registry.base.types import IntentType
from tool_registry.catalogue import Catalogue
from tool_registry.model import Document


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


WARD_PAGES = (
    Document(source="clinic", name="a.md", text="# 住院\n\n## 住院押金\n\n住院押金为三千元。\n"),
    Document(
        source="clinic",
        name="b.md",
        text="# Wards\n\n## Visiting hours of a ward\n\nA ward is open to visitors until nine.\n",
    ),
    Document(
        source="clinic", name="c.md", text="# 病房\n\n## 病房探视 ward\n\n病房探视到九点为止。\n"
    ),
)


def ward() -> Catalogue:
    return type(clinic())(clinic().tools, clinic().lexicon, clinic().environments, WARD_PAGES)


def test_a_page_in_the_language_of_the_question_comes_first() -> None:
    assert "until nine" in answer(consultation("What are the visiting hours of a ward?"), ward())
    assert "九点为止" in answer(consultation("病房探视到几点?", language="zh"), ward())


def test_a_page_in_another_language_only_is_quoted_and_said_to_be_so() -> None:
    told = answer(consultation("How much is the deposit (住院押金)?"), ward())
    assert told.startswith("There is a page on this only in Chinese")
    assert "三千元" in told


def test_what_a_question_takes_back_is_not_answered() -> None:
    read = consultation("How long does a fine, no, a loan run?")
    read = read.model_copy(update={"corrected": "How long does a loan run?"})
    assert "28 days" in answer(read, library())
