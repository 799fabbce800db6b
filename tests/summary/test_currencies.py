"""Amounts in minor units are told in the currency that stands beside them."""

from typing import Any

import pytest

from pipelines.messages import Language
from pipelines.summary.judged_run import JudgedRun
from pipelines.summary.parts import parts_of
from pipelines.summary.phrases import values
from pipelines.summary.rows import Cell, ListWithin, Row
from tests.trades.library import library
from tests.trades.requests import chain
from tool_registry.vocabulary.currencies import in_major


def told(amount: Any, code: Any, language: Language = "en", unit: str = "cent") -> str:
    cells = {("fine", "amount"): Cell(amount, unit, name="amount")}
    if code is not None:
        cells["fine", "currency"] = Cell(code, name="currency")
    judged = JudgedRun(language, library(), chain([]), {}, ())
    return next(value for _, value in values(judged, Row("fine", cells), None))


@pytest.mark.parametrize(
    ("code", "english", "chinese"),
    [
        (None, "12.5 dollars", "12.5 美元"),
        ("USD", "12.5 dollars", "12.5 美元"),
        ("EUR", "12.5 euros", "12.5 欧元"),
        ("gbp", "12.5 pounds", "12.5 英镑"),
        ("CHF", "12.5 francs", "12.5 瑞士法郎"),
        ("SEK", "12.5 SEK", "12.5 SEK"),
        ("JPY", "1250 JPY", "1250 JPY"),
        ("KWD", "1.25 KWD", "1.25 KWD"),
    ],
)
def test_an_amount_is_told_in_the_currency_of_its_record(
    code: str | None, english: str, chinese: str
) -> None:
    assert told(1250, code) == english
    assert told(1250, code, "zh") == chinese


def test_an_amount_whose_own_words_name_a_currency_stays_in_that() -> None:
    assert told(1250, "USD", unit="eurocent") == "12.5 euros"
    assert in_major("many", "cent", "EUR") is None
    assert in_major(5, "cent", "no code") is None


def test_what_a_record_holds_is_told_in_the_currency_of_the_record() -> None:
    line = Row("line", {("line", "price"): Cell(300, "cent", name="price")})
    whole = Row(
        "fine",
        {("fine", "currency"): Cell("GBP", name="currency")},
        lists=(ListWithin("lines", "", (line,)),),
    )
    judged = JudgedRun("en", library(), chain([]), {}, ())
    (part,) = parts_of(judged, whole)
    assert part.rows == ({"price": "3 pounds"},)
