"""A thing has one id, whatever else of it is named by a key that ends so."""

from tests.parsing.operations import STRING, catalogue, operation
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue

KILN: JsonValue = {"type": "string", "description": "Kiln to fire, K1 (small) or K2 (large)"}


def studio(first: str) -> Catalogue:
    """Firings, of which `first` comes before their own id in a result."""
    firing: dict[str, JsonValue] = {first: KILN, "potter": STRING, "id": STRING}
    body: dict[str, JsonValue] = {first: KILN, "potter": STRING}
    return catalogue(
        operation(
            "book_firing", "POST /firings", body, firing, (first, "potter"),
            description="Books a kiln firing for a potter.",
        ),
        operation(
            "get_firing", "GET /firings/{id}", {"id": STRING}, firing,
            description="Look up a firing.",
        ),
        operation(
            "delete_firing", "DELETE /firings/{id}", {"id": STRING}, {},
            description="Delete a firing.",
        ),
    )  # fmt: skip


def test_what_its_description_takes_for_the_thing_is_not_its_id() -> None:
    tools = studio("kiln_id").tools
    given = {one.path: (one.entity, one.attribute) for one in tools["app/book_firing"].yields}
    asked = {one.path: (one.entity, one.attribute) for one in tools["app/book_firing"].needs}
    assert given["id"] == ("firing", "id")
    assert ("firing", "id") not in (given["kiln_id"], asked["kiln_id"])


def test_a_key_that_names_the_thing_stays_an_id_of_it() -> None:
    given = {one.path: one.attribute for one in studio("firing_id").tools["app/get_firing"].yields}
    assert given["firing_id"] == given["id"] == "id"
