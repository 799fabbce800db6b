"""Misspelt and colloquial words, and words that are strange to a catalogue."""

import pytest

from pipelines.filter import candidates
from pipelines.filter.finder import CatalogueFinder
from pipelines.intent.reader import read_alone
from tests.trades.library import library
from tool_registry.vocabulary.colloquial import sayings
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon
from tool_registry.vocabulary.packs import load_packs
from tool_registry.vocabulary.sounds import rough_sound, shape, sound
from tool_registry.vocabulary.spelling import Spelling

LEXICON = Lexicon(load_packs(("general", "commerce")))
SPELLING = Spelling(LEXICON, lambda: ["reconcile the settlement"], frozenset({"oder"}))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("查一下订但9", "查一下订单9"),  # the same sound
        ("查一下优会券9", "查一下优惠券9"),
        ("查一下dingdan", "查一下订单"),  # by its sounds
        ("show my ordr", "show my order"),
        ("show the oder 7", "show the order 7"),  # a word elsewhere, but one letter is missing
        ("show teh order 7", "show the order 7"),  # three letters, turned
        ("reconcile the setlement", "reconcile the settlement"),
    ],
)
def test_a_misspelt_word_is_read_as_one_that_the_catalogue_has(typed: str, meant: str) -> None:
    assert SPELLING.plain(typed) == meant


@pytest.mark.parametrize(
    "right",
    [
        "创建一个订单",
        "create a delivery order",
        "show the order of Lauren",
        "query user tb_ordr_7",
        "订单已完成",
    ],
)
def test_what_is_right_or_a_value_stays_as_it_is(right: str) -> None:
    assert SPELLING.plain(right) == right


def test_a_colloquial_word_is_said_plainly() -> None:
    assert SPELLING.plain("nuke order 7") == "delete order 7"
    assert SPELLING.plain("撸一个订单") == "创建订单"


def test_a_word_that_the_catalogue_has_keeps_the_meaning_that_it_has_there() -> None:
    own = LEXICON.extended([Concept(Kind.ENTITY, "nuke")])
    assert Spelling(own, tuple, ()).plain("show nuke 7") == "show nuke 7"


def test_every_saying_names_its_source_and_how_sure_it_is() -> None:
    found = list(sayings())
    assert sum(len(one.words) for one in found) >= 500
    assert all(one.source and 0 < one.confidence <= 1 for one in found)
    assert all(word.strip() == word and word for one in found for word in one.words)


def test_sounds_and_looks_of_ideographs() -> None:
    assert [sound(char) for char in "订单阿座a龘"] == ["ding", "dan", "a", "zuo", None, None]
    assert rough_sound("商") == rough_sound("三")
    assert shape("末") == shape("未") != shape("天")


def test_a_misspelt_request_finds_its_tool_and_says_how_it_was_read() -> None:
    catalogue, finder = library(), CatalogueFinder()
    text = "shwo the lones of reader R1"
    intent = read_alone(text, catalogue)
    found = candidates(intent, catalogue, finder=finder)
    mains = {one.tool: one for one in found if one.role == "main"}
    assert "library/listReaderLoans" in mains
    told = [reason for one in mains.values() for reason in one.reasons]
    assert any("the sentence is read as" in reason for reason in told)


@pytest.mark.parametrize(
    "text",
    [
        "please reserve a flight to Paris and rent a car at the airport",
        "what is the weather in Berlin tomorrow",
        pytest.param(
            "please book a flight to Paris and rent a car at the airport",
            marks=pytest.mark.xfail(reason="the verb `book` counts as the thing"),
        ),
    ],
)
def test_a_request_of_another_trade_gets_no_tool(text: str) -> None:
    catalogue, finder = library(), CatalogueFinder()
    intent = read_alone(text, catalogue)
    found = candidates(intent, catalogue, finder=finder)
    assert [one.tool for one in found if one.role == "main"] == []


def test_strange_words_are_told_from_those_that_name_something() -> None:
    indexed = CatalogueFinder().of(library())
    assert indexed.strangers("show the reader and the loan", library()) == (2, 0)
    assert indexed.strangers("reserve a hospital ward for the patient", library())[1] >= 2


@pytest.mark.parametrize("code", ["HB-K221", "HB_7", "x.HB", "a/HB/3"])
def test_letters_of_a_code_are_no_word_of_their_own(code: str) -> None:
    assert SPELLING.plain("发一个HB") == "发一个红包"
    assert SPELLING.plain(f"list the permits of {code}") == f"list the permits of {code}"
