"""HTTP operations tell by verb and path what their authors do not write."""

from functools import cache

import pytest

from tests.parsing.operations import catalogue, concert_house, gym, operation
from tool_registry.base.types import Effect, FunctionType, JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot, ToolEssentialModel, Yield

house, sports = cache(concert_house), cache(gym)


def tool(catalogue: Catalogue, name: str) -> ToolEssentialModel:
    return catalogue.tools[f"app/{name}"]


def slot(tool: ToolEssentialModel, path: str) -> Slot:
    return next(slot for slot in tool.needs if slot.path == path)


def result(tool: ToolEssentialModel, path: str) -> Yield:
    return next(item for item in tool.yields if item.path == path)


@pytest.mark.parametrize(
    ("name", "function", "action", "effect"),
    [
        ("stock_pianos_list", FunctionType.QUERY, "list", Effect.NONE),
        ("stock_pianos_retrieve", FunctionType.QUERY, "query", Effect.NONE),
        ("stock_pianos_create", FunctionType.CREATE, "create", Effect.ONCE),
        ("stock_pianos_update", FunctionType.OPERATE, "update", Effect.IDEMPOTENT),
        ("stock_pianos_partial_update", FunctionType.OPERATE, "update", Effect.ONCE),
        ("stock_pianos_destroy", FunctionType.DELETE, "delete", Effect.IDEMPOTENT),
        ("stock_pianos_tune_create", FunctionType.OPERATE, "tune", Effect.ONCE),
    ],
)
def test_verb_and_path_tell_what_a_machine_made_name_does(
    name: str, function: FunctionType, action: str, effect: Effect
) -> None:
    found = tool(house(), name)
    assert (found.function, found.actions[0], found.effect) == (function, action, effect)
    assert found.objects[0] == "piano"
    assert found.destructive is (function is FunctionType.DELETE)


@pytest.mark.parametrize(
    ("name", "function", "objects"),
    [
        ("addMember", FunctionType.CREATE, ("member",)),
        ("getMemberById", FunctionType.QUERY, ("member",)),
        ("listLockers", FunctionType.QUERY, ("locker", "member")),
        ("rentLocker", FunctionType.CREATE, ("locker", "member")),
        ("findLockers", FunctionType.QUERY, ("locker",)),
        ("searchMembers", FunctionType.QUERY, ("member",)),
        ("unjam", FunctionType.OPERATE, ("locker",)),
        ("freeze_member", FunctionType.OPERATE, ("member",)),
        ("list_visits_api_v2_visits_get", FunctionType.QUERY, ("visit",)),
    ],
)
def test_names_made_by_people_and_paths_agree(
    name: str, function: FunctionType, objects: tuple[str, ...]
) -> None:
    found = tool(sports(), name)
    assert (found.function, found.objects) == (function, objects)


def test_a_path_parameter_singles_out_what_stands_before_it() -> None:
    for name, entity in (("listLockers", "member"), ("unjam", "locker")):
        id = slot(tool(sports(), name), "id")
        assert (id.entity, id.attribute, id.required) == (entity, "id", True)


def test_a_whole_number_named_like_a_thing_is_its_id() -> None:
    made = tool(house(), "stock_pianos_create")
    assert [(s.path, s.entity, s.attribute) for s in made.needs][2:4] == [
        ("hall", "hall", "id"),
        ("tuner", "tuner", "id"),
    ]
    seats = operation("seat", "POST /halls", {"seats": {"type": "integer"}})
    ids = operation("get_seat", "GET /seats/{seat_id}", {})
    counted = slot(tool(catalogue(seats, ids), "seat"), "seats")
    assert counted.attribute != "id"


def test_results_in_any_wrapper_belong_to_the_resource() -> None:
    listed = tool(house(), "stock_pianos_list")
    assert (result(listed, "results[].id").entity, result(listed, "count").attribute) == (
        "piano",
        "count",
    )
    assert result(tool(sports(), "findLockers"), "items[].member.id").entity == "member"
    assert result(tool(sports(), "addMember"), "data.memberId").entity == "member"


def test_paging_and_comparisons_of_filters_are_no_attributes() -> None:
    listed = tool(house(), "stock_pianos_list")
    for path in ("limit", "offset", "ordering", "name__ic"):
        assert (slot(listed, path).entity, slot(listed, path).attribute) == (None, None)
    assert (slot(listed, "name").entity, slot(listed, "name").attribute) == ("piano", "name")


def test_what_only_the_server_writes_is_never_needed() -> None:
    assert {"id", "display"}.isdisjoint(s.path for s in tool(house(), "stock_pianos_create").needs)
    assert "memberId" not in {s.path for s in tool(sports(), "addMember").needs}


def test_operations_on_a_whole_collection_are_told_from_those_on_one() -> None:
    marks = {
        name: [mark.value for mark in tool(house(), f"stock_pianos_{name}").discriminators]
        for name in ("bulk_destroy", "bulk_partial_update", "destroy", "update", "create")
    }
    assert [name for name, values in marks.items() if values == ["bulk"]] == [
        "bulk_destroy",
        "bulk_partial_update",
    ]
    assert not any(marks[name] for name in ("destroy", "update", "create"))


def test_numbers_of_closed_sets_mean_their_words() -> None:
    state = slot(tool(house(), "stock_pianos_create"), "state")
    assert state.values == {"1": ("tuned",), "2": ("worn",), "3": ("scrapped",)}
    size = slot(tool(sports(), "rentLocker"), "size")
    assert size.values == {"S": ("small",), "L": ("large",)}


def test_a_semicolon_ends_no_sentence_of_a_summary() -> None:
    told = "Calls off a job; one that is done stays; its parts go back. The owner is told."
    tools = catalogue(operation("cancel_job", "POST /jobs/{id}/cancel", description=told)).tools
    assert tools["app/cancel_job"].summary == told


def test_amounts_are_of_the_currency_that_the_document_names() -> None:
    told = {
        "price": "Price in euro cents",
        "deposit": "Deposit in cents (EUR)",
        "tip": "Tip in EUR",
        "tax_cents": "Tax",
    }
    amounts: dict[str, JsonValue] = {
        name: {"type": "integer", "description": text} for name, text in told.items()
    }
    plain = catalogue(operation("book_job", "POST /jobs", amounts))
    said = "Books a job. All amounts are in euros."
    euros = catalogue(operation("book_job", "POST /jobs", amounts, description=said))
    units = [
        {one.key: one.unit for one in all.tools["app/book_job"].needs} for all in (plain, euros)
    ]
    own = {"price": "eurocent", "deposit": "eurocent", "tip": "euro"}
    assert units == [own | {"tax_cents": "cent"}, own | {"tax_cents": "eurocent"}]


@pytest.mark.parametrize(
    ("said", "minor", "major"), [("GBP", "penny", "pound"), ("CHF", "rappen", "franc")]
)
def test_other_currencies_are_known_by_their_codes(said: str, minor: str, major: str) -> None:
    amounts: dict[str, JsonValue] = {
        "price": {"type": "integer", "description": f"Price in {said}"},
        "deposit": {"type": "integer", "description": f"Deposit in cents ({said})"},
        "tax_cents": {"type": "integer", "description": "Tax"},
    }
    told = f"Books a job. All amounts are in {said}."
    tool = catalogue(operation("book_job", "POST /jobs", amounts, description=told)).tools
    units = {one.key: one.unit for one in tool["app/book_job"].needs}
    assert units == {"price": major, "deposit": minor, "tax_cents": minor}
