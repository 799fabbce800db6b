"""Values that show what they are: never given for an argument that is something else."""

import pytest

from pipelines.reasoning.arguments.shapes import could_be, may_show
from pipelines.reasoning.arguments.values import fit
from pipelines.reasoning.planner.state import Fact
from tests.planner.library import library
from tool_registry.base.types import JsonValue
from tool_registry.model import Slot

TITLE = Slot(path="title", attribute="title")
MAIL = "ann.lee@example.com"


def fits(value: JsonValue, slot: Slot, unit: str | None = None, named: str | None = None) -> bool:
    return fit(Fact("f", named, value, unit=unit), slot, library().lexicon) is not None


@pytest.mark.parametrize(
    ("value", "slot", "unit"),
    [
        (MAIL, TITLE, None),
        (MAIL, Slot(path="headline"), None),
        (MAIL, Slot(path="phone", attribute="phone"), None),
        (MAIL, Slot(path="start", format="date"), None),
        ("https://docs.example/a", TITLE, None),
        ("https://docs.example/a", Slot(path="mail", format="email"), None),
        ("+44 20 7946 0958", Slot(path="name", attribute="name"), None),
        ("2026-12-01", TITLE, None),
        ("2026-12-01", Slot(path="color", attribute="color"), None),
        (50, TITLE, "yuan"),
        (50, Slot(path="quantity", type="integer", attribute="quantity"), "dollar"),
    ],
)
def test_a_value_goes_into_no_argument_of_another_attribute(
    value: JsonValue, slot: Slot, unit: str | None
) -> None:
    assert not fits(value, slot, unit)


@pytest.mark.parametrize(
    ("value", "slot", "unit"),
    [
        (MAIL, Slot(path="contact.email", attribute="email", format="email"), None),
        (MAIL, Slot(path="login", attribute="name", description="Login name or e-mail"), None),
        (MAIL, Slot(path="remark", attribute="remark"), None),
        (MAIL, Slot(path="assignee"), None),
        ("https://docs.example/a", Slot(path="icon", description="Where the icon is"), None),
        ("13800138000", Slot(path="userId", attribute="id"), None),
        ("2026-12-01", Slot(path="due", attribute="end_date", format="date"), None),
        ("2026-12-01", Slot(path="arrival"), None),
        (50, Slot(path="price", type="number", attribute="price", unit="yuan"), "yuan"),
        ("Emma", TITLE, None),
        (7, Slot(path="quantity", type="integer", attribute="quantity"), None),
    ],
)
def test_a_value_goes_where_it_belongs_or_where_nothing_else_is_said(
    value: JsonValue, slot: Slot, unit: str | None
) -> None:
    assert fits(value, slot, unit)


def test_what_the_sentence_names_is_taken_as_it_is() -> None:
    assert fits(MAIL, TITLE, named="title")
    assert not fits(MAIL, TITLE, named="email")


def test_a_field_of_another_attribute_shows_nothing_of_such_a_value() -> None:
    assert not may_show(MAIL, None, "title")
    assert may_show(MAIL, None, "email")
    assert may_show(MAIL, None, "assignee")
    assert may_show("Emma", None, "title")


@pytest.mark.parametrize(
    ("value", "attribute", "can"),
    [
        ("13800000001", "phone", True),
        ("1234", "phone", False),
        ("1234", "email", False),
        (MAIL, "email", True),
        ("1234", "account", True),
        ("1234", "colour", True),
    ],
)
def test_a_bare_number_is_no_phone_number_though_one_is_asked_for(
    value: str, attribute: str, can: bool
) -> None:
    assert could_be(value, attribute) is can
