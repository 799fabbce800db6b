"""Kinds of a thing, identifiers by their looks, and outcomes that authors leave unsaid."""

from tests.parsing.catalogues import Document, parse, raw, text
from tool_registry.vocabulary.concept import THING
from tool_registry.vocabulary.lexicon import Kind

GEAR = {"gear_mark": text("Mark on the gear", pattern="^[A-Z]{2}-[0-9]{4}$")}
KIND = {"kind": text("Kind of gear", enum=["tent", "stove"])}
FIND = raw("find_gear", "Finds gear", GEAR | KIND, title="Find gear")
LEND = raw(
    "lend_tent",
    "Lends a tent to a climber",
    GEAR | {"climber_id": text("Climber, like K-1044")},
    title="Lend a tent",
)


def test_a_value_of_a_closed_set_of_kinds_names_the_thing() -> None:
    catalogue = parse(FIND, LEND)
    lend = catalogue.tools["s/lend_tent"]
    assert lend.objects[0] == "gear"
    assert [mark.value for mark in lend.discriminators] == ["tent"]
    kind = catalogue.lexicon.concept(Kind.VALUE, "tent")
    assert kind is not None
    assert (kind.entity, THING in kind.flags) == ("gear", True)
    assert catalogue.lexicon.concept(Kind.ENTITY, "tent") is None


def test_a_key_whose_values_look_like_codes_identifies() -> None:
    slot = parse(FIND, LEND).tools["s/lend_tent"].needs[0]
    assert (slot.entity, slot.attribute) == ("gear", "id")


def test_a_bare_code_tells_its_thing() -> None:
    lexicon = parse(FIND, LEND).lexicon
    found = {
        code: lexicon.codes.thing(code) for code in ("TN-0042", "k-1044", "K-99", "X-99", "77")
    }
    named = {code: concept.name if concept else None for code, concept in found.items()}
    known = {"TN-0042": "gear", "k-1044": "climber", "K-99": "climber"}
    assert named == known | {"X-99": None, "77": None}


def test_a_glossary_tells_what_identifies_and_what_is_a_kind() -> None:
    page = Document(
        source="s",
        name="words",
        text="| Term | Also called | Meaning |\n| --- | --- | --- |\n"
        "| gear | equipment | has a stamp |\n| stamp | brand | identifies the gear |\n"
        "| stove | burner | gear of kind stove |\n",
    )
    repair = raw("repair_gear", "Repairs gear", {"stamp": text("")}, title="Repair gear")
    make = raw("create_stove", "", {"stamp": text("")}, title="Create a stove")
    catalogue = parse(repair, make, documents=(page,))
    slot = catalogue.tools["s/repair_gear"].needs[0]
    assert (slot.entity, slot.attribute) == ("gear", "id")
    stove = catalogue.lexicon.concept(Kind.VALUE, "burner")
    assert stove is not None
    assert (stove.name, stove.entity) == ("stove", "gear")
    assert catalogue.tools["s/create_stove"].objects[0] == "gear"


def test_the_participle_of_the_verb_is_the_outcome_nobody_wrote() -> None:
    status = text("Status of the permit", enum=["drafted", "cancelled"])
    get = raw(
        "get_permit", "", {"permit_id": text("")}, title="Get permit", results={"status": status}
    )
    cancel = raw("cancel_permit", "", {"permit_id": text("")}, title="Cancel permit")
    change = parse(get, cancel).tools["s/cancel_permit"].states[0]
    assert (change.entity, change.before, change.after) == ("permit", (), "cancelled")


def test_long_runs_of_capitals_are_read_at_once() -> None:
    slot = text("Climber, one of " + "AB1CD2-" * 400 + "x", pattern="^" + "[A-Z]-" * 400 + "$")
    tool = raw("get_climber", "", {"climber_id": slot}, title="Get climber")
    assert parse(tool).lexicon.codes.thing("AB1CD2") is None
