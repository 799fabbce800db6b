"""Titles that say what a tool does in one language, then in the other."""

import pytest

from tests.parsing.catalogues import ENVIRONMENTS
from tests.parsing.operations import INTEGER, STRING, operation
from tool_registry.building import build_catalogue
from tool_registry.catalogue import Catalogue
from tool_registry.parsing.enums import meanings
from tool_registry.parsing.schema import flatten
from tool_registry.vocabulary.lexicon import Kind
from tool_registry.vocabulary.packs import load_packs


def clinic(title: str) -> Catalogue:
    """A look at one patient, by an author who writes that title."""
    record = {"id": INTEGER, "name": STRING}
    look = operation("get_patient", "GET /patients/{pid}", results=record, title=title)
    more = operation("add_patient", "POST /patients", {"name": STRING}, record)
    return build_catalogue([look, more], [], ENVIRONMENTS, load_packs(("general",)))


@pytest.mark.parametrize(
    "title",
    [
        "Look up a patient 查询宠物病历",
        "查询宠物病历 (Look up a patient)",
        "查询宠物病历/Look up a patient",
    ],
)
def test_both_halves_of_a_title_name_one_kind_of_things(title: str) -> None:
    catalogue = clinic(title)
    (kind,) = catalogue.tools["app/get_patient"].objects
    assert [one.name for one in catalogue.lexicon.lookup("宠物病历")] == [kind]
    assert kind in catalogue.tools["app/add_patient"].objects


def test_a_word_of_the_other_script_makes_no_second_title() -> None:
    catalogue = clinic("查询 SKU 病历")
    assert catalogue.lexicon.lookup("sku") == ()


def test_the_name_of_a_programs_type_is_no_name_of_a_value() -> None:
    state = {"title": "St", "type": "string", "enum": ["waiting", "done"]}
    schema = {
        "type": "object",
        "properties": {"status": {"$ref": "#/$defs/St"}},
        "$defs": {"St": state},
    }
    (field,) = flatten(schema)
    assert (field.description, [*field.closed]) == ("", ["waiting", "done"])


@pytest.mark.parametrize(("code", "word"), [("CASH", "现金"), ("DOG", "小狗")])
def test_a_code_is_known_by_the_nearest_word_of_the_other_language(code: str, word: str) -> None:
    method = {"type": "string", "enum": ["CASH", "DOG", "QX7"]}
    pay = operation("pay_bill", "POST /bills/{bill_id}/pay", {"method": method}, {"id": INTEGER})
    catalogue = build_catalogue([pay], [], ENVIRONMENTS, load_packs(("general",)))
    (slot,) = [one for one in catalogue.tools["app/pay_bill"].needs if one.key == "method"]
    (known,) = catalogue.lexicon.lookup(word, Kind.VALUE)
    assert known.name in slot.values[code]


@pytest.mark.parametrize(
    ("description", "words"),
    [
        (
            "归还状况：1 完好，2 轻微磨损，3 损坏",
            {"1": ("完好",), "2": ("轻微磨损",), "3": ("损坏",)},
        ),
        (
            "severity: 1 minor, 2 serious, 3 critical",
            {"1": ("minor",), "2": ("serious",), "3": ("critical",)},
        ),
        ("最多 2 次，逾期的不能续借", {}),
        ("takes 1 day, 2 days", {}),
        ("order of 3 items, 4 dishes", {}),
    ],
)
def test_codes_that_count_on_are_explained_by_what_stands_behind_each(
    description: str, words: dict[str, tuple[str, ...]]
) -> None:
    assert meanings({"type": "integer", "description": description}) == words


def test_what_is_required_for_some_values_only_need_not_be_sent() -> None:
    told = {"type": "string", "description": "Bank number. Required for bank_transfer."}
    pay = operation("pay_bill", "POST /bills/{bill_id}/pay", {"reference": told}, {"id": INTEGER})
    catalogue = build_catalogue([pay], [], ENVIRONMENTS, load_packs(("general",)))
    (slot,) = [one for one in catalogue.tools["app/pay_bill"].needs if one.key == "reference"]
    assert not slot.required


def test_a_zone_that_the_author_rules_out_once_is_sent_nowhere() -> None:
    begins = {"type": "string", "format": "date-time", "description": "Local time, no time zone."}
    times = {"begins": begins, "ends": {"type": "string", "format": "date-time"}}
    book = operation("book_visit", "POST /visits", times, {"id": INTEGER}, ("begins", "ends"))
    catalogue = build_catalogue([book], [], ENVIRONMENTS, load_packs(("general",)))
    needs = catalogue.tools["app/book_visit"].needs
    assert {one.format for one in needs if one.key in times} == {"local_seconds"}
