"""Named types of results: what they are of, what identifies it, and its words in both languages."""

from functools import cache

from tests.parsing.catalogues import ENVIRONMENTS
from tests.parsing.operations import INTEGER, STRING, operation
from tool_registry.base.types import JsonValue
from tool_registry.building import build_catalogue
from tool_registry.catalogue import Catalogue
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
