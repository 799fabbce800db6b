"""Finding words in a text, and joining what several sources call the same."""

from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon


def entity(name: str, *surfaces: str) -> Concept:
    return Concept(Kind.ENTITY, name, surfaces)


def found(lexicon: Lexicon, text: str) -> list[tuple[str, str]]:
    return [(match.text, match.concepts[0].name) for match in lexicon.scan(text)]


def test_long_words_win_over_the_short_ones_inside_them() -> None:
    lexicon = Lexicon([entity("订单"), entity("单号"), entity("订单号")])
    assert found(lexicon, "查订单号") == [("订单号", "订单号")]


def test_a_segmentation_without_leftovers_wins() -> None:
    lexicon = Lexicon([entity("选修课"), entity("选修"), entity("课程")])
    assert found(lexicon, "选修课程") == [("选修", "选修"), ("课程", "课程")]


def test_latin_words_are_whole_words_in_any_case_and_number() -> None:
    lexicon = Lexicon([entity("book"), entity("dine-in")])
    assert found(lexicon, "Books, bookcase, DINE IN and dine-in") == [
        ("Books", "book"),
        ("DINE IN", "dine-in"),
        ("dine-in", "dine-in"),
    ]


def test_verbs_are_found_in_all_their_forms() -> None:
    lexicon = Lexicon([Concept(Kind.ACTION, "apply", function=FunctionType.CREATE)])
    words = "apply applies applied applying"
    assert [text for text, _ in found(lexicon, words)] == words.split()


def test_full_width_and_folded_characters_keep_their_offsets() -> None:
    match = Lexicon([entity("vip")]).scan("给VIP发券")[0]
    assert (match.start, match.end, match.text) == (1, 4, "VIP")


def test_words_of_a_second_lexicon_compete_on_equal_terms() -> None:
    lexicon = Lexicon([Concept(Kind.ACTION, "order", ("下单",)), entity("在线")])
    places = Lexicon([Concept(Kind.ENVIRONMENT, "daily", ("线下",))])
    assert [m.text for m in lexicon.scan("在线下单", beside=places)] == ["在线", "下单"]
    assert [m.text for m in lexicon.scan("线下订单", beside=places)] == ["线下"]


def test_every_word_is_found_when_asked_for_overlaps() -> None:
    lexicon = Lexicon([entity("订单"), entity("单号"), entity("订单号")])
    assert [m.text for m in lexicon.overlapping("订单号")] == ["订单", "订单号", "单号"]


def test_a_shared_alias_leaves_two_meanings_apart() -> None:
    lexicon = Lexicon([entity("order", "单子"), entity("parcel", "单子")])
    assert [c.name for c in lexicon.lookup("单子")] == ["order", "parcel"]


def test_an_attribute_of_two_things_is_of_no_single_one() -> None:
    of_order = Concept(Kind.ATTRIBUTE, "status", entity="order")
    of_parcel = Concept(Kind.ATTRIBUTE, "status", ("state",))
    merged = Lexicon([of_order, of_parcel]).concept(Kind.ATTRIBUTE, "state")
    assert merged is not None
    assert merged.entity is None


def test_grammar_words_join_by_their_name_only() -> None:
    lexicon = Lexicon(
        [Concept(Kind.MARKER, "if", ("whether",)), Concept(Kind.MARKER, "whether", ("if",))]
    )
    assert [c.name for c in lexicon.lookup("if")] == ["whether"]
    assert lexicon.lookup("marker") == ()


def test_restored_concepts_are_taken_as_they_are() -> None:
    lexicon = Lexicon([entity("order", "trade"), entity("shop")])
    again = Lexicon.restored(lexicon.concepts)
    assert again.concepts == lexicon.concepts
    assert again.canonical(Kind.ENTITY, "trades") == "order"


def test_a_form_in_two_parts_is_kept_apart() -> None:
    lexicon = Lexicon([Concept(Kind.ACTION, "retire", ("take * offline",))])
    assert [(form.last, form.concept.name) for form in lexicon.splits] == [("offline", "retire")]
    assert "taking" in lexicon.splits[0].first


def test_states_named_by_a_deed_are_said_as_the_deed_too() -> None:
    paid = Concept(Kind.VALUE, "已付款", attribute="status")
    unpaid = Concept(Kind.VALUE, "未付款", attribute="status")
    lexicon = Lexicon([paid, unpaid])
    for words in ("付过款", "已经付款", "付款过"):
        assert lexicon.concept(Kind.VALUE, words) == paid
    for words in ("没付款", "还没付款", "没付过款"):
        assert lexicon.concept(Kind.VALUE, words) == unpaid


def test_a_bare_code_tells_its_thing_by_examples_then_by_its_letters() -> None:
    crate = Concept(Kind.ENTITY, "crate", flags=frozenset({"like:^QX-\\d+$"}), source="tools")
    lot, slot = (Concept(Kind.ENTITY, name, source="tools") for name in ("lot", "slot"))
    lexicon = Lexicon([crate, slot, entity("sled")])
    assert lexicon.codes.thing("QX-0417") == crate
    assert lexicon.codes.thing("QX-12") == crate
    assert lexicon.codes.thing("SL301") == slot, "a pack's things have no codes of their own"
    assert lexicon.extended([lot]).codes.thing("LT9") == lot
    assert lexicon.codes.thing("S3") is None, "one letter is short for too much"
    assert lexicon.extended([entity("sluice")]).codes.thing("SL301") == slot
    twin = Concept(Kind.ENTITY, "sluice", source="tools")
    assert Lexicon([slot, twin]).codes.thing("SL301") is None
