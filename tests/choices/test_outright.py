"""A sentence that speaks of one tool outright is that tool's, whatever the reader makes of it."""

import pytest

from pipelines.clarification.outright import told_outright
from pipelines.contracts.intent import IntentResult
from pipelines.intent.reader import shipped_reader
from pipelines.onboarding.planning import Sentence
from pipelines.onboarding.why import why
from services.finding import open_finder
from services.settings import Settings
from tests.governance.catalogues import commerce
from tool_registry.catalogue import Catalogue


def told(library: Catalogue, settings: Settings, text: str) -> IntentResult | None:
    reading = shipped_reader(library).read(text)
    assert reading is not None
    return told_outright(reading, library, open_finder(settings), None)


@pytest.mark.parametrize(
    ("text", "tool", "values"),
    [
        ("Lend book 74 to reader 21 in pre", "lendBook", {"book_id": "74", "reader_id": "21"}),
        ("Take back the book of loan 13 in pre", "returnBook", {"loan_id": "13"}),
    ],
)
def test_it_is_a_request_for_that_tool_with_what_it_says(
    library: Catalogue, settings: Settings, text: str, tool: str, values: dict[str, str]
) -> None:
    found = told(library, settings, text)
    assert found is not None
    (goal,) = found.goals
    refs = (goal.object, *goal.related)
    assert goal.tool == f"catalogue/{tool}"
    assert {i.argument: i.value for ref in refs for i in ref.identifiers} == values


@pytest.mark.parametrize(
    "text",
    [
        "Lend book 74 to reader 21",  # nowhere
        "Lend a book to reader 21 in pre",  # which book?
        "Lend book 74 to reader 21 in pre, and fax it over",  # a second deed
        "Do something with book 74 in pre",  # any of several tools
    ],
)
def test_what_leaves_something_open_is_left_to_the_reader(
    library: Catalogue, settings: Settings, text: str
) -> None:
    assert told(library, settings, text) is None


@pytest.mark.parametrize(
    "text",
    ["给用户1234发0张满50减20的优惠券,预发", "给用户null发一张满50减20的优惠券,预发"],
)
def test_what_cannot_be_is_asked_about_and_not_left_out(settings: Settings, text: str) -> None:
    assert told(commerce(), settings, text) is None


def test_what_is_lent_out_makes_a_loan(library: Catalogue) -> None:
    resources = library.resources("pre")
    assert [one.noun for one in resources.named("loan")] == ["loan"]
    assert [one.noun for one in resources.named("book")] == ["book"]


def test_what_a_delete_method_does_is_called_as_its_author_calls_it(library: Catalogue) -> None:
    assert "cancel" in library.tools["catalogue/cancelHold"].actions


@pytest.mark.parametrize(
    ("text", "tool", "other"),
    [
        ("Lend book 74 to reader 21 in pre", "lendBook", "returnBook"),
        ("Take back the book of loan 13 in pre", "returnBook", "lendBook"),
    ],
)
@pytest.mark.anyio
async def test_trying_a_tool_goes_the_road_of_the_chat(
    library: Catalogue, settings: Settings, text: str, tool: str, other: str
) -> None:
    asked, finder = Sentence(id="why", text=text), open_finder(settings)
    *_, planned = await why(f"catalogue/{tool}", asked, library, finder=finder)
    assert (planned.stage, planned.passed) == ("planner", True), planned.says
    *_, beside = await why(f"catalogue/{other}", asked, library, finder=finder)
    assert not beside.passed
    assert library.tools[f"catalogue/{tool}"].title in beside.says[0]


def test_a_state_that_something_is_to_be_in_is_not_left_out(settings: Settings) -> None:
    assert told(commerce(), settings, "把订单1303推到末态,预发") is None
