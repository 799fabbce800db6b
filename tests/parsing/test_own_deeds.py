"""Deeds and values as a catalogue's authors call them, in both of their languages."""

import pytest

from tests.trades.marina import marina
from tool_registry.base.types import FunctionType
from tool_registry.model import ToolEssentialModel
from tool_registry.parsing.glosses import bilingual
from tool_registry.vocabulary.lexicon import Kind


def tool(name: str) -> ToolEssentialModel:
    return marina().tools[f"app/{name}"]


@pytest.mark.parametrize(
    ("description", "raws", "told"),
    [
        ("G0 = plain 普通, G1 = silver 银卡", "G0 G1",
         {"G0": ("plain", "普通"), "G1": ("silver", "银卡")}),
        ("Type code: STD 标准, SUI Suite 套间", "STD SUI",
         {"STD": ("标准",), "SUI": ("Suite", "套间")}),
        ("draft 草稿, in 在泊 (moored)", "draft in",
         {"draft": ("草稿",), "in": ("在泊", "moored")}),
        ("true = 上班 on shift, false = 下班 off shift", "true false",
         {"true": ("上班", "on shift"), "false": ("下班", "off shift")}),
        ("open 待派 / done 已完成", "open done", {}),
        ("CASH - cash in notes, CARD - by card", "CASH CARD", {}),
        ("only G1 = silver 银卡 is told", "G0 G1", {}),
    ],
)  # fmt: skip
def test_a_gloss_in_two_languages_is_two_words(
    description: str, raws: str, told: dict[str, tuple[str, ...]]
) -> None:
    assert bilingual(description, raws.split()) == told


@pytest.mark.parametrize("word", ["silver", "银卡"])
def test_either_word_is_the_value(word: str) -> None:
    value = marina().lexicon.concept(Kind.VALUE, word)
    assert value is not None
    assert value.name == "silver"


def test_a_boolean_is_said_in_words() -> None:
    [slot] = [slot for slot in tool("setPass").needs if slot.path == "valid"]
    assert set(slot.values) == {"true", "false"}


@pytest.mark.parametrize(
    ("words", "name"), [("cast off", "castOff"), ("离泊", "castOff"), ("冲账", "voidItem")]
)
def test_path_title_and_outcome_name_the_deed(words: str, name: str) -> None:
    [deed] = [c for c in marina().lexicon.lookup(words, Kind.ACTION) if c.source == "tools"]
    assert deed.name in tool(name).actions


def test_what_stays_in_another_state_is_not_taken_away() -> None:
    assert tool("voidItem").function is FunctionType.OPERATE


def test_yes_and_no_are_explained_once_for_all() -> None:
    [told] = [one for one in tool("listPasses").needs if one.path == "valid"]
    assert set(told.values) == {"true", "false"}
