"""What servers of many frameworks say of an argument, read for what it teaches."""

import pytest

from pipelines.execution.complaints import complaints
from tests.trades.orchard import orchard_catalogue
from tool_registry.model import Slot
from tool_registry.sources.result import Failure

CRATE = orchard_catalogue().tools["orchard/createCrate"]


def read(message: str = "", **fields: str) -> list[tuple[str, str, str | None]]:
    """(path, kind, format) of each complaint."""
    failure = Failure(kind="validation", message=message, fields=fields)
    return [(one.slot.path, one.kind, one.format) for one in complaints(failure, CRATE)]


@pytest.mark.parametrize(
    "words",
    [
        "Field required",
        "This field is required.",
        "may not be blank",
        "can't be blank",
        "must not be null",
        "The size field is required.",
        "is missing",
        "不能为空",
    ],
)
def test_something_is_required(words: str) -> None:
    assert [kind for _, kind, _ in read(size=words)] == ["required"]


@pytest.mark.parametrize(
    ("words", "form"),
    [
        ("Enter a valid email address.", "email"),
        ("value is not a valid email address: it has no @", "email"),
        ("Date has wrong format. Use one of these formats instead: YYYY-MM-DD.", "date"),
        ("Input should be a valid integer, unable to parse string as an integer", "integer"),
        ("Must be a valid UUID.", "uuid"),
        ("Enter a valid URL.", "uri"),
        ("Expected ISO 8601 date-time", "date-time"),
        ("must be a string", "text"),
        ("Expected a list of items", "wrap_list"),
        ("格式不正确,应为手机号", "phone"),
    ],
)
def test_a_form_is_wanted(words: str, form: str) -> None:
    assert read(picked=words) == [("picked", "format", form)]


@pytest.mark.parametrize(
    ("words", "values"),
    [
        ("must be one of: SMALL, LARGE", ("SMALL", "LARGE")),
        ("Input should be one of 'small' or 'large'", ("small", "large")),
        ("must be one of [small, medium, large]", ("small", "medium", "large")),
        ('"huge" is not a valid choice.', ()),
        ("可选值:小、大", ("小", "大")),
    ],
)
def test_a_value_of_a_closed_set_is_wanted(words: str, values: tuple[str, ...]) -> None:
    failure = Failure(kind="validation", fields={"size": words})
    (complaint,) = complaints(failure, CRATE)
    assert (complaint.kind, complaint.choices) == ("values", values)


def test_bounds_are_read() -> None:
    said = "Ensure this value is less than or equal to 40."
    (complaint,) = complaints(Failure(kind="validation", fields={"weight": said}), CRATE)
    assert (complaint.kind, complaint.maximum) == ("format", 40)


def test_an_argument_is_found_by_its_name_in_a_message_and_by_positions_in_a_path() -> None:
    assert read("Validation failed: size is required") == [("size", "required", None)]
    lines = CRATE.model_copy(update={"needs": (Slot(path="lines[].sku"), Slot(path="name"))})
    for path in ("lines[].sku", "lines.0.sku", "lines[0].sku", "sku"):
        failure = Failure(kind="validation", fields={path: "Field required"})
        assert [one.slot.path for one in complaints(failure, lines)] == ["lines[].sku"]


def test_what_is_said_of_nothing_in_particular_teaches_nothing() -> None:
    assert read("Bad Request") == []
    assert read(colour="is required") == []
    assert read(size="no") == []
