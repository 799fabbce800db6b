"""Values that were said, in the form that a slot wants; values that nobody said."""

import re
from uuid import UUID

import pytest

from pipelines.reasoning.arguments.generate import generated, leads_outside
from pipelines.reasoning.arguments.values import fit
from pipelines.reasoning.planner.state import Fact
from tests.planner.library import library
from tool_registry.base.types import JsonValue
from tool_registry.model import Slot


def said(value: JsonValue, slot: Slot, unit: str | None = None) -> JsonValue:
    fitted = fit(Fact("f", slot.attribute, value, unit=unit), slot, library().lexicon)
    return fitted.value if fitted else None


@pytest.mark.parametrize("word", ["in-store", "In Store", "in_store", "IN_STORE", "inStore"])
def test_a_code_is_chosen_however_it_is_spelled(word: str) -> None:
    kinds = {"IN_STORE": (), "HOME_DELIVERY": ()}
    assert said(word, Slot(path="kind", values=kinds)) == "IN_STORE"


@pytest.mark.parametrize(
    ("word", "code"), [("高优先级", "HIGH"), ("high", "HIGH"), ("进行中", "IN_PROGRESS")]
)
def test_a_code_is_chosen_by_its_meaning_in_both_languages(word: str, code: str) -> None:
    codes = {"LOW": (), "HIGH": (), "IN_PROGRESS": ()}
    assert said(word, Slot(path="code", values=codes)) == code


@pytest.mark.parametrize(
    ("value", "slot", "sent"),
    [
        ("2026/12/01", Slot(path="due", format="date"), "2026-12-01"),
        ("20261201", Slot(path="due", format="date"), "2026-12-01"),
        ("soon", Slot(path="due", format="date"), None),
        ("tomorrow", Slot(path="due", format="date"), "tomorrow"),
        ("12", Slot(path="n", type="integer"), 12),
        (12, Slot(path="n"), "12"),
        ("a", Slot(path="tags", type="array", many=True), ["a"]),
        ("twelve", Slot(path="n", type="integer"), None),
        (7, Slot(path="n", type="integer", maximum=5), None),
    ],
)
def test_a_value_takes_the_form_of_the_slot(value: JsonValue, slot: Slot, sent: JsonValue) -> None:
    assert said(value, slot) == sent


def test_a_day_becomes_a_point_in_time() -> None:
    sent = said("2026-12-01", Slot(path="at", format="date-time"))
    assert str(sent).startswith("2026-12-01T00:00:00")


def test_an_amount_takes_the_unit_of_the_slot() -> None:
    assert said(12.5, Slot(path="amount", type="integer", unit="cent"), unit="dollar") == 1250


@pytest.mark.parametrize(
    ("slot", "shape"),
    [
        (Slot(path="mail", format="email"), r"[^@]+@example\.com"),
        (Slot(path="day", format="date"), r"\d{4}-\d\d-\d\d"),
        (Slot(path="contact.email", attribute="email"), r"[^@]+@example\.com"),
        (Slot(path="currency"), r"[A-Z]{3}"),
        (Slot(path="zip", pattern=r"^\d{5}$"), r"\d{5}"),
        (Slot(path="name", max_length=4), r".{4}"),
    ],
)
def test_what_nobody_said_is_drawn_in_the_shape_of_the_slot(slot: Slot, shape: str) -> None:
    value = generated(slot, "seed", "en")
    assert isinstance(value, str)
    assert re.fullmatch(shape, value)
    assert generated(slot, "seed", "en") == value


def test_an_identifier_is_drawn_only_where_its_form_says_that_callers_do() -> None:
    assert generated(Slot(path="id", attribute="id"), "seed", "en") is None
    assert UUID(str(generated(Slot(path="id", attribute="id", format="uuid"), "seed", "en")))


def test_a_pattern_that_no_simple_text_fits_is_left_to_the_user() -> None:
    assert generated(Slot(path="plate", pattern=r"^[A-Z]{2}-\d{3}-[a-z]$"), "seed", "en") is None


@pytest.mark.parametrize(
    "slot",
    [
        Slot(path="site", format="uri"),
        Slot(path="node", format="ipv4"),
        Slot(path="node", format="hostname"),
        Slot(path="place", attribute="url"),
        Slot(path="webhook"),
        Slot(path="config.callbackUrl"),
        Slot(path="notify_url2"),
        Slot(path="server_ip", pattern=r"^[0-9.]+$"),
        Slot(path="callback-address"),
        Slot(path="address", attribute="address", description="IP address or hostname of a node"),
        Slot(path="target", description="The URL to which events are posted"),
        Slot(path="notice", description="接收事件的回调地址"),
        Slot(path="hosts", type="array", many=True, required=True),
    ],
)
def test_an_address_of_something_outside_is_never_drawn(slot: Slot) -> None:
    assert leads_outside(slot) or slot.many
    assert generated(slot, "seed", "en") is None


@pytest.mark.parametrize(
    "slot",
    [
        Slot(path="webhook_name", attribute="name", description="Name of the webhook"),
        Slot(path="slug", description="Short text used in the URL of the page"),
        Slot(path="name", description="URL-friendly name"),
        Slot(path="code", description="网址里的短码"),
        Slot(path="address", attribute="address", description="Street and number"),
        Slot(path="comment", description="Why the domain is blocked"),
    ],
)
def test_what_only_speaks_of_an_address_is_none(slot: Slot) -> None:
    assert not leads_outside(slot)
    is_drawn = slot.path in ("webhook_name", "name", "address")
    assert (generated(slot, "seed", "en") is not None) == is_drawn


def test_a_name_is_drawn_and_words_that_nobody_said_are_not() -> None:
    assert generated(Slot(path="title", attribute="title"), "seed", "en")
    assert generated(Slot(path="plate", pattern="^[A-Z]{3}$"), "seed", "en")
    assert generated(Slot(path="fault", attribute="fault"), "seed", "en") is None


def test_a_closed_set_of_addresses_is_the_authors_own() -> None:
    assert generated(Slot(path="host", values={"eu": (), "us": ()}), "seed", "en") == "eu"


def test_a_length_of_another_kind_is_none_of_the_choices() -> None:
    days = Slot(path="days", type="integer", unit="day", values={"1": (), "7": (), "14": ()})
    assert said(2, days, unit="week") == 14
    assert said(7, days, unit="yuan") is None
