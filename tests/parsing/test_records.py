"""Named types of results: what they are of, what identifies it, and its words in both languages."""

from functools import cache

import pytest

from tests.parsing.catalogues import ENVIRONMENTS
from tests.parsing.operations import INTEGER, STRING, operation
from tool_registry.base.types import JsonValue
from tool_registry.building import build_catalogue
from tool_registry.catalogue import Catalogue
from tool_registry.model import RawTool
from tool_registry.vocabulary.lexicon import Kind
from tool_registry.vocabulary.packs import load_packs

GUEST: dict[str, JsonValue] = {
    "type": "object",
    "title": "GuestOut",
    "properties": {
        "folio_no": {**STRING, "title": "Folio No"},
        "full_name": {**STRING, "title": "Full Name"},
    },
}
BED: dict[str, JsonValue] = {
    "type": "object",
    "title": "BedResponse",
    "properties": {"bed_ref": STRING, "floor": INTEGER, "folio_no": STRING},
}


def _page(of: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """As frameworks write it: each name is a title again."""
    return {"items": {"type": "array", "title": "Items", "items": of}}


@cache
def hostel() -> Catalogue:
    tools = [
        operation("listGuests", "GET /guests", results=_page(GUEST), title="住客列表"),
        operation("addGuest", "POST /guests", {"full_name": STRING}, dict(_inside(GUEST))),
        operation("closeFolio", "POST /folios/{folio_no}/close", results=dict(_inside(GUEST))),
        operation(
            "listBeds",
            "GET /beds",
            {"bed_ref": {**STRING, "description": "床位编号 – only this one, BD…"}},
            _page(BED),
        ),
        operation("shredFolio", "POST /guests/{folio_no}/shred", title="Shred a guest"),
    ]
    packs = load_packs(("general", "commerce"))
    return build_catalogue(tools, [], ENVIRONMENTS, packs)


def _inside(schema: dict[str, JsonValue]) -> dict[str, JsonValue]:
    return {"guest": schema}


def test_a_page_of_items_is_no_page_of_goods() -> None:
    told = {item.path: item.entity for item in hostel().tools["app/listBeds"].yields}
    assert told["items[].floor"] == "bed"


def test_what_a_type_begins_with_is_another_word_for_it() -> None:
    close = hostel().tools["app/closeFolio"]
    assert close.objects[0] == "guest"
    folio = next(slot for slot in close.needs if slot.path == "folio_no")
    assert (folio.entity, folio.attribute) == ("guest", "id")


def test_a_key_named_after_its_type_identifies_it() -> None:
    one = next(s for s in hostel().tools["app/listBeds"].needs if s.path == "bed_ref")
    assert (one.entity, one.attribute) == ("bed", "id")


def test_things_are_known_by_their_words_in_the_other_language() -> None:
    lexicon = hostel().lexicon
    assert lexicon.canonical(Kind.ENTITY, "床位") == "bed"
    assert lexicon.canonical(Kind.ENTITY, "访客") == "guest"


def test_the_beginning_of_a_code_tells_its_thing() -> None:
    bed = hostel().lexicon.codes.thing("BD07")
    assert bed is not None
    assert bed.name == "bed"


KEY: dict[str, JsonValue] = {**STRING, "title": "Crate No"}
CRATES = (
    operation("packCrate", "POST /crates", {"weight": INTEGER}, {"crate_no": KEY}),
    operation("shipCrate", "POST /crates/{crate_no}/ship"),
)


def _answering(type_name: str, source: str, title: str) -> RawTool:
    """A tool for crates whose answer is of that type, and begins with the crate's key."""
    answer = {"type": "object", "title": type_name, "properties": {"crate_no": KEY, "done": STRING}}
    tool = operation("doIt", "POST /crates/{crate_no}/do", title=title)
    return tool.model_copy(update={"source": source, "output_schema": answer})


@pytest.mark.parametrize(
    ("type_name", "source", "title"),
    [
        ("Ok", "app", "Weigh a crate"),
        ("Ack", "another", "Weigh a crate"),
        ("Parcel", "another", "Weigh a parcel"),
    ],
)
def test_a_new_tools_type_never_renames_what_other_tools_are_about(
    type_name: str, source: str, title: str
) -> None:
    packs = load_packs(("general",))
    before = build_catalogue(CRATES, [], ENVIRONMENTS, packs)
    new = _answering(type_name, source, title)
    after = build_catalogue([*CRATES, new], [], ENVIRONMENTS, packs)
    assert {id: after.tools[id] for id in before.tools} == dict(before.tools)
