"""How long something is to last goes to the argument that a tool calls by the unit alone."""

import pytest

from pipelines.contracts.chain import NoPlan
from pipelines.contracts.intent import Constraint
from tests.planner.library import asks, calls, known, library_with, planned, thing, wish, words
from tool_registry.model import RawTool


def lending(**beside: object) -> RawTool:
    """A tool that lends a book to a reader; `beside`: its other arguments."""
    ids = {"book_id": {"type": "string"}, "reader_id": {"type": "string"}}
    return RawTool(
        source="branch",
        name="lend_book",
        title="Lend a book to a reader",
        description="Lends a book to a reader.",
        input_schema={
            "type": "object",
            "properties": {**ids, **beside},
            "required": ["book_id", "reader_id"],
        },
    )


def lent(tool: RawTool, count: int, unit: str):
    """What `lend book 5 to reader 7 for …` comes to."""
    length = Constraint(attribute="validity", value=count, unit=unit, span=words(str(count)))
    book = thing("book", known("id", "5"), where=[length])
    goal = wish("lend", "operate", book, thing("reader", known("id", "7"), role="recipient"))
    return planned(asks(goal), catalogue=library_with([tool]))


@pytest.mark.parametrize(("count", "unit", "days"), [(7, "day", 7), (2, "week", 14)])
def test_a_length_of_time_is_the_number_of_days(count: int, unit: str, days: int) -> None:
    tool = lending(days={"type": "integer", "description": "For how many days"})
    [call] = calls(lent(tool, count, unit))
    assert f"days={days}:" in call


def test_another_length_is_not_filled_with_it() -> None:
    tool = lending(notice_days={"type": "integer", "description": "Days of notice"})
    assert isinstance(lent(tool, 7, "day"), NoPlan)
