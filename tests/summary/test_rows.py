"""Reading instances out of results: with and without envelope, nested, undeclared, broken."""

from typing import Any

import pytest

from pipelines.summary.rows import Row, rows_of
from tests.trades.library import library
from tool_registry.model import ToolEssentialModel, Yield


def listing(*yields: Yield) -> ToolEssentialModel:
    """A listing tool with these yields."""
    tool = library().tools["library/listReaderLoans"]
    return tool.model_copy(update={"yields": yields})


LOANS = (
    Yield(path="data.reader.id", entity="reader", attribute="id"),
    Yield(path="data.list[].loanId", entity="loan", attribute="id", many=True),
    Yield(path="data.list[].books[].bookId", entity="book", attribute="id", many=True),
)
BODY: dict[str, Any] = {
    "reader": {"id": "R1"},
    "list": [
        {"loanId": "L1", "books": [{"bookId": "B1"}, {"bookId": "B2"}]},
        {"loanId": "L2", "books": []},
    ],
}


def ids(rows: tuple[Row, ...] | None) -> list[str | None]:
    assert rows is not None
    return [row.id for row in rows]


@pytest.mark.parametrize("body", [{"data": BODY}, BODY, {"code": 0, "result": BODY}])
def test_the_envelope_may_be_there_absent_or_another(body: dict[str, Any]) -> None:
    assert ids(rows_of(listing(*LOANS), body)) == ["L1", "L2"]


def test_every_row_knows_what_surrounds_it() -> None:
    books = rows_of(listing(*LOANS), {"data": BODY}, "book")
    assert ids(books) == ["B1", "B2"]
    assert books is not None
    told = [(row.cells[("loan", "id")].value, row.cells[("reader", "id")].value) for row in books]
    assert told == [("L1", "R1"), ("L1", "R1")]


def test_an_empty_list_is_an_answer_and_anything_else_is_not() -> None:
    assert rows_of(listing(*LOANS), {"data": {"list": []}}) == ()
    answers: list[Any] = ["<html>", None, 7, {"message": "ok"}, []]
    assert [rows_of(listing(*LOANS), answer) for answer in answers] == [None] * 5


def test_a_result_that_nobody_described_is_read_key_by_key() -> None:
    rows = rows_of(listing(), {"ok": True, "rows": [{"id": "L1", "due": "Monday", "notes": []}]})
    assert rows is not None
    assert {key[1]: cell.value for key, cell in rows[0].cells.items()} == {
        "id": "L1",
        "due": "Monday",
    }


def test_an_instance_without_an_id_is_known_by_what_singles_it_out() -> None:
    coded = listing(Yield(path="list[].code", entity="loan", attribute="code", many=True))
    assert ids(rows_of(coded, {"list": [{"code": "77"}]}, "loan", ("code",))) == ["77"]
