"""An English catalogue in prose: no template, no glossary, bare ids."""

import pytest

from tests.parsing.catalogues import clinic
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot, StateChange, ToolEssentialModel


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return clinic()


def tool(catalogue: Catalogue, name: str) -> ToolEssentialModel:
    return catalogue.tools[f"s/{name}"]


def slot(catalogue: Catalogue, name: str, path: str) -> Slot:
    return next(s for s in tool(catalogue, name).needs if s.path == path)


def test_names_tell_function_and_object(catalogue: Catalogue) -> None:
    assert {t.name: (t.function.value, t.objects[0]) for t in catalogue.tools.values()} == {
        "register_patient": ("create", "patient"),
        "find_patient": ("query", "patient"),
        "book_appointment": ("create", "appointment"),
        "cancel_appointment": ("operate", "appointment"),
        "transfer_patient": ("operate", "patient"),
    }


def test_a_bare_id_takes_its_entity_from_the_path_or_the_tool(catalogue: Catalogue) -> None:
    patient = slot(catalogue, "book_appointment", "patient.id")
    assert (patient.entity, patient.attribute, patient.required) == ("patient", "id", True)
    found = next(y for y in tool(catalogue, "find_patient").yields if y.path == "id")
    assert (found.entity, found.attribute) == ("patient", "id")


def test_environment_words_in_capitals(catalogue: Catalogue) -> None:
    argument = tool(catalogue, "book_appointment").environment_slot
    assert argument is not None
    assert argument.environment == {"daily": "DAILY", "pre": "STAGING"}
    assert tool(catalogue, "book_appointment").environments == ("daily", "pre")


def test_only_in_one_environment(catalogue: Catalogue) -> None:
    assert tool(catalogue, "transfer_patient").environments == ("pre",)


def test_roles_of_two_of_a_kind(catalogue: Catalogue) -> None:
    wards = {
        s.role: (s.entity, s.attribute) for s in tool(catalogue, "transfer_patient").needs if s.role
    }
    assert wards == {"old": ("ward", "id"), "new": ("ward", "id")}


def test_one_of_two_arguments(catalogue: Catalogue) -> None:
    groups = {s.path: s.one_of for s in tool(catalogue, "find_patient").needs if s.one_of}
    assert groups == {"patient_id": "email|patient_id", "email": "email|patient_id"}


def test_a_unit_stated_once_for_the_tool(catalogue: Catalogue) -> None:
    assert slot(catalogue, "book_appointment", "fee").unit == "cent"


def test_words_of_an_enum_without_meanings(catalogue: Catalogue) -> None:
    kind = slot(catalogue, "book_appointment", "kind")
    assert kind.values == {"first_visit": ("first visit",), "follow_up": ("follow up",)}
    times = slot(catalogue, "book_appointment", "slots")
    assert (times.many, times.format) == (True, "date-time")


def test_states_and_what_cannot_be_undone(catalogue: Catalogue) -> None:
    cancel = tool(catalogue, "cancel_appointment")
    assert cancel.states == (
        StateChange(
            entity="appointment", attribute="status", before=("booked",), after="cancelled"
        ),
    )
    assert cancel.destructive
    assert not tool(catalogue, "register_patient").destructive


def test_a_result_told_in_prose(catalogue: Catalogue) -> None:
    register = tool(catalogue, "register_patient")
    assert register.function is FunctionType.CREATE
    told = [(y.path, y.entity, y.attribute) for y in register.yields]
    assert ("patient_id", "patient", "id") in told
