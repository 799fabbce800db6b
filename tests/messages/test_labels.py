"""What a question calls a value: a bare program name only where nobody has a word for it."""

from typing import Any

import pytest

from pipelines.messages import Language
from pipelines.messages.labels import (
    argument_labels,
    called_label,
    choice_labels,
    missing_label,
    part_label,
    short_words,
    slot_label,
    tool_title,
    within_sentence,
    written,
)
from tests.parsing.catalogues import ENVIRONMENTS
from tool_registry.base.types import JsonValue
from tool_registry.building import build_catalogue
from tool_registry.catalogue import Catalogue
from tool_registry.model import RawTool, Slot
from tool_registry.parsing.edits import Edit, apply_edits
from tool_registry.vocabulary.lexicon import Lexicon
from tool_registry.vocabulary.packs import load_packs

PARCEL: dict[str, dict[str, Any]] = {
    "type": {"type": "string"},
    "kindCd": {"type": "string", "enum": ["A", "B"], "title": "Kind of the parcel"},
    "zt": {"type": "string", "description": "配送方式"},
    "wrap": {"type": "string", "description": "包装方式，例如纸箱"},
    "long1": {"type": "string", "description": "How long it is wrapped " + "and carried " * 9},
    "qq": {"type": "integer"},
    "frame_number": {"type": "string", "description": "Stored in upper case"},
    "due_date": {"type": "string", "description": "The day on which the parcel leaves"},
    "zone": {"type": "string", "enum": [f"Z{number}" for number in range(40)]},
}


@pytest.fixture(scope="module")
def parcels() -> Catalogue:
    schema = {"type": "object", "properties": PARCEL, "required": list(PARCEL)}
    tool = RawTool(
        source="shop",
        name="createParcel",
        description="Create a parcel.",
        input_schema=schema,
        environments=("daily",),
        method="POST",
        path="/parcels",
    )
    return build_catalogue([tool], (), ENVIRONMENTS, load_packs(("general",)))


def slot(parcels: Catalogue, key: str) -> Slot:
    [tool] = parcels.tools.values()
    return next(one for one in tool.needs if one.key == key)


@pytest.mark.parametrize(
    ("key", "language", "label"),
    [
        ("type", "zh", "类型"),
        ("type", "en", "type"),
        ("kindCd", "zh", "Kind of the parcel"),
        ("kindCd", "en", "Kind of the parcel"),
        ("zt", "zh", "配送方式"),
        ("zt", "en", "配送方式"),
        ("wrap", "zh", "包装方式"),
        ("qq", "zh", "qq"),
        ("due_date", "en", "end date"),
        ("due_date", "zh", "结束日期"),
    ],
)
def test_a_question_has_the_packs_word_or_the_authors(
    parcels: Catalogue, key: str, language: Language, label: str
) -> None:
    one = slot(parcels, key)
    assert part_label(parcels.lexicon, one.attribute or key, (one,), language) == label


HIVES: dict[str, dict[str, Any]] = {
    "keeper": {"type": "string", "title": "Keeper", "description": "Name of the beekeeper"},
    "hived_on": {"type": "string", "format": "date", "description": "Day the swarm was hived"},
    "state": {"type": "string", "enum": ["strong", "dead"]},
    "qty": {"type": "integer", "description": "How many there are of them there"},
    "tone": {"type": "string", "title": "Colour of the mark", "description": "colour, if any is"},
    "colony_id": {"type": "string"},
}


def test_a_plan_calls_arguments_as_their_document_does() -> None:
    raws = [
        RawTool(
            source="bees",
            name=f"{verb}_colony",
            description=f"{verb.capitalize()} a colony.",
            input_schema={"type": "object", "properties": HIVES},
            environments=("daily",),
        )
        for verb in ("create", "update")
    ]
    built = build_catalogue(raws, (), ENVIRONMENTS, load_packs(("general",)))
    for tool in built.tools.values():
        labels = argument_labels(built.lexicon, tool, "en")
        assert labels["keeper"] == "keeper"
        assert labels["hived_on"] == "hived on"
        assert labels["state"] == "state"
        assert labels["qty"] == "quantity"
        assert labels["tone"] == "Colour of the mark"
        assert labels["colony_id"] == "id"
        assert argument_labels(built.lexicon, tool, "zh")["state"] == "状态"
    tools = built.tools.values()
    called = [called_label(built.lexicon, "colony", "name", tools, one) for one in ("en", "zh")]
    assert called == ["keeper", "名称"]
    assert called_label(built.lexicon, "colony", "quantity", tools, "en") == "quantity"


def test_a_long_description_is_cut_and_named_in_forms_too(parcels: Catalogue) -> None:
    one = slot(parcels, "long1")
    label = slot_label(one, {})
    assert label.startswith("How long it is wrapped")
    assert label.endswith("…")
    assert len(label) <= 60
    assert slot_label(slot(parcels, "qq"), {}) == "qq"


def test_a_remark_on_a_value_is_no_name_of_it(parcels: Catalogue) -> None:
    frame = slot(parcels, "frame_number")
    assert slot_label(frame, {}) == "frame_number"
    assert short_words(frame) == ""
    assert short_words(slot(parcels, "kindCd")) == "Kind of the parcel"


def test_what_is_missing_is_named_by_the_tools_that_take_it(parcels: Catalogue) -> None:
    tools = parcels.tools.values()
    own = slot(parcels, "kindCd").attribute or "kindCd"
    told = missing_label(parcels.lexicon, f"parcel.{own}", tools, "zh")
    assert told == "包裹的“Kind of the parcel”"
    assert missing_label(parcels.lexicon, "parcel.type", tools, "zh") == "包裹类型"
    assert missing_label(parcels.lexicon, "environment", tools, "en") == "environment"


def test_of_a_closed_set_the_first_values_are_told(parcels: Catalogue) -> None:
    lexicon = parcels.lexicon
    assert choice_labels(lexicon, slot(parcels, "kindCd"), "zh") == ["A", "B"]
    assert choice_labels(lexicon, slot(parcels, "zone"), "zh")[11:] == ["Z11", "…"]
    assert choice_labels(lexicon, slot(parcels, "qq"), "zh") == []


@pytest.mark.parametrize(
    ("said", "zh", "en"),
    [
        ({}, "createParcel", "createParcel"),
        ({"title": "Send a box 寄包裹"}, "Send a box 寄包裹", "Send a box 寄包裹"),
        ({"title": "寄包裹"}, "寄包裹", "寄包裹"),
        ({"title": "寄包裹", "other_title": "Send a box"}, "寄包裹", "Send a box"),
        ({"other_title": "寄包裹"}, "寄包裹", "createParcel"),
    ],
)
def test_the_title_that_a_person_set_is_shown_in_both_languages(
    parcels: Catalogue, said: dict[str, str], zh: str, en: str
) -> None:
    [tool] = parcels.tools.values()
    edited = apply_edits(tool, [Edit(field=name, value=text) for name, text in said.items()])
    assert (tool_title(edited, "zh"), tool_title(edited, "en")) == (zh, en)


@pytest.mark.parametrize(
    ("label", "within"),
    [
        ("Full name of the patient", "full name of the patient"),
        ("Reason", "reason"),
        ("VAT number", "VAT number"),
        ("Apple Pay token", "Apple Pay token"),
        ("配送方式", "配送方式"),
    ],
)
def test_an_authors_capital_becomes_small_within_a_sentence(label: str, within: str) -> None:
    assert within_sentence(label) == within


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("name", ["unread", "contradiction", "reading"])
def test_what_is_open_of_a_sentence_is_told_in_words(
    parcels: Catalogue, name: str, language: Language
) -> None:
    told = missing_label(parcels.lexicon, name, parcels.tools.values(), language)
    assert name not in told
    assert told.isascii() == (language == "en")


def test_an_argument_called_so_keeps_its_name() -> None:
    mail = Slot(path="unread", type="boolean", description="Only unread ones")
    [tool] = build_catalogue(
        [RawTool(source="mail", name="list_mail", environments=("daily",))],
        (),
        ENVIRONMENTS,
        load_packs(("general",)),
    ).tools.values()
    taking = tool.model_copy(update={"needs": (mail,)})
    assert missing_label(Lexicon(()), "unread", [taking], "en") == "Only unread ones"


@pytest.mark.parametrize(
    ("value", "unit", "language", "told"),
    [
        (True, None, "en", "yes"),
        (False, None, "en", "no"),
        (True, None, "zh", "\u662f"),
        (5, None, "en", "5"),
        (5, "day", "en", "5 days"),
    ],
)
def test_what_is_so_or_not_is_written_as_yes_or_no(
    value: JsonValue, unit: str | None, language: Language, told: str
) -> None:
    assert written(value, unit, language) == told
