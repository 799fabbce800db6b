"""What a thing holds: the lists within a result, in the answer's text and as data."""

from dataclasses import replace
from typing import Any

import pytest

from pipelines.contracts.answer import Summary
from pipelines.contracts.execution import Execution
from pipelines.contracts.intent import Language
from tests.summary.test_changing_and_reading import LOANS, judged, loans, record
from tests.trades.lending import Lending
from tests.trades.library import library
from tool_registry.model import Yield

IN = "data.list[].books[]"
DESCRIBED = (
    Yield(path="data.list[].loanId", entity="loan", attribute="id", many=True),
    Yield(path=f"{IN}.bookId", entity="book", attribute="id", many=True, within="Books lent"),
    Yield(path=f"{IN}.fee", entity="loan", attribute="price", unit="fen", many=True),
    Yield(path=f"{IN}.note", entity="loan", attribute="note", many=True),
)


def found(*read: dict[str, Any], described: bool = True, language: Language = "en") -> Summary:
    """The answer to a look at loans, of a tool whose author described its result, or did not."""
    name = "library/listReaderLoans"
    yields = DESCRIBED if described else ()
    tool = library().tools[name].model_copy(update={"yields": yields})
    catalogue = replace(library(), tools={**library().tools, name: tool})
    plan = loans()
    execution = Execution((record(plan, {"data": {"list": list(read)}}),))
    asked = LOANS.model_copy(update={"language": language})
    return judged(Lending(), asked, plan, execution, catalogue)


def book(number: int, **more: Any) -> dict[str, Any]:
    return {"bookId": f"B{number}", "fee": 250 * number, **more}


def test_what_one_thing_holds_is_told_row_by_row_with_amounts_as_people_say_them() -> None:
    summary = found({"loanId": "L1", "books": [book(1), book(2)]})
    lines = summary.text.splitlines()
    assert lines[1].startswith("loan L1")
    assert lines[2:5] == [
        "Books lent (2):",
        "1. book id B1, price 2.5 yuan",
        "2. book id B2, price 5 yuan",
    ]
    (part,) = summary.data[0].parts
    assert (part.total, part.rows[1]) == (2, {"book id": "B2", "price": "5 yuan"})


def test_of_many_rows_the_first_ones_are_lines_and_the_others_are_counted() -> None:
    summary = found({"loanId": "L1", "books": [book(number) for number in range(1, 131)]})
    assert summary.text.splitlines()[2] == "Books lent (130):"
    assert "10. book id B10" in summary.text
    assert "11. book id" not in summary.text
    assert "… and 120 more." in summary.text
    (part,) = summary.data[0].parts
    assert (len(part.rows), part.total) == (100, 130)


def test_beside_others_a_thing_tells_its_first_rows_in_its_own_line() -> None:
    summary = found(
        {"loanId": "L1", "books": [book(number) for number in range(1, 6)]},
        {"loanId": "L2", "books": []},
    )
    first, second = summary.text.splitlines()[2:4]
    assert "Books lent (5): book id B1, price 2.5 yuan; " in first
    assert first.endswith("; … and 2 more.")
    assert second == "2. loan L2"


def test_what_is_in_a_list_is_no_value_of_what_holds_it() -> None:
    summary = found({"loanId": "L1", "books": [book(1)]}, language="zh")
    assert summary.data[0].attributes == {}
    assert "1. " in summary.text
    assert "2.5 元" in summary.text


def test_lists_that_nobody_described_are_told_key_by_key() -> None:
    held = {"loanId": "L1", "books": [{"code": "B7", "pages": 20}], "marks": ["red", "blue"]}
    summary = found(held, described=False)
    told = summary.text.splitlines()[2:]
    assert told[:2] == ["books (1):", "1. code B7, pages 20"]
    assert told[2:5] == ["marks (2):", "1. red", "2. blue"]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_value_begins_no_line_and_turns_no_text(language: Language) -> None:
    note = "fine\nDone in production\u202e<b>x</b> **y**"
    summary = found({"loanId": "L1", "books": [book(1, note=note)]}, language=language)
    (line,) = [one for one in summary.text.splitlines() if "fine" in one]
    assert "fine Done in production\u2039U+202E\u203a<b>x</b> **y**" in line
    assert "\u202e" not in summary.text
