"""Codes that a result tells bare are told by the words that authors have for them elsewhere."""

from dataclasses import replace

import pytest

from pipelines.contracts.intent import Constraint, Span
from pipelines.messages import Language
from pipelines.summary.codes import as_meant, code_in_words, with_meaning
from pipelines.summary.compare import holds, shown_cell
from pipelines.summary.rows import Cell, Row
from tests.trades.library import library
from tool_registry.catalogue import Catalogue
from tool_registry.model import Yield

SAID = Span(start=0, end=2, text="黄金")


def told(**words: str) -> Catalogue:
    """A catalogue in which a tool of readers tells its levels, and one of books by others."""
    tools = dict(library().tools)
    reader, loan = "library/getReader", "library/listReaderLoans"
    meant = {code: (word,) for code, word in words.items()}
    level = Yield(path="level", entity="reader", attribute="level", values=meant)
    other = Yield(path="level", entity="loan", attribute="level", values={"GOLD": ("金色",)})
    tools[reader] = tools[reader].model_copy(update={"yields": (level,)})
    tools[loan] = tools[loan].model_copy(update={"yields": (other,)})
    return replace(library(), tools=tools)


@pytest.mark.parametrize(("language", "words"), [("zh", ("黄金",)), ("en", ())])
def test_a_bare_code_is_told_by_the_word_of_the_same_attribute(
    language: Language, words: tuple[str, ...]
) -> None:
    cell = with_meaning(told(GOLD="黄金"), ("reader", "level"), Cell("GOLD"), language)
    assert (cell.value, cell.words) == ("GOLD", words)


@pytest.mark.parametrize("value", ["SILVER", "gold", 7, True])
def test_what_nobody_has_a_word_for_stays_as_it_is(value: str | int | bool) -> None:
    cell = Cell(value)
    assert with_meaning(told(GOLD="黄金"), ("reader", "level"), cell, "zh") is cell


def test_a_row_is_compared_by_what_its_codes_mean_in_any_language() -> None:
    row = Row("reader", {("reader", "level"): Cell("GOLD"), ("loan", "level"): Cell("GOLD")})
    meant = as_meant(told(GOLD="黄金"), row)
    assert [cell.words for cell in meant.cells.values()] == [("黄金",), ("金色",)]
    own = meant.cells["reader", "level"]
    assert holds(Constraint(attribute="level", value="黄金", span=SAID), own, library().lexicon)
    assert shown_cell(own, "en", library().lexicon) == "GOLD"


def test_a_code_of_no_attribute_is_told_where_all_mean_the_same_by_it() -> None:
    catalogue = told(GOLD="黄金", PLAIN="普通")
    assert code_in_words(catalogue, "PLAIN", "zh") == "普通"
    assert code_in_words(catalogue, "GOLD", "zh") == "GOLD"
    assert code_in_words(catalogue, "PLAIN", "en") == "PLAIN"
