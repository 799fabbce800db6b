"""Which synonyms documents and tools are read for, and which not."""

import pytest

from pipelines.filter.index.static import load_static
from pipelines.onboarding.synonyms.evidence import Known
from pipelines.onboarding.synonyms.in_documents import read_documents
from pipelines.onboarding.synonyms.in_tools import read_tools
from pipelines.onboarding.synonyms.proposals import Proposal, propose
from tool_registry.model import Document, RawTool
from tool_registry.vocabulary.lexicon import Lexicon
from tool_registry.vocabulary.packs import load_packs

KNOWN = Known(Lexicon(load_packs(("general",))), load_static())


def proposed(text: str) -> dict[str, list[str]]:
    """Name → the other words of what is proposed from a page."""
    page = Document(source="docs", name="page.md", text=text)
    return {one.name: one.words for one in propose(read_documents([page], KNOWN), KNOWN)}


@pytest.mark.parametrize(
    ("text", "name", "word"),
    [
        ("灯塔(lighthouse)由看守人管理。", "灯塔", "lighthouse"),
        ("每座新的灯塔(lighthouse)都要登记。", "灯塔", "lighthouse"),
        ("The lighthouse (灯塔) has a keeper.", "灯塔", "lighthouse"),
        ("Each Light Keeper Roster (LKR) is monthly.", "Light Keeper Roster", "LKR"),
        ("接口通过 LKR(Light Keeper Roster)下发。", "Light Keeper Roster", "LKR"),
        ("灯塔又称航标塔。", "灯塔", "航标塔"),
        ("A foghorn is also known as a siren.", "foghorn", "siren"),
        ("## 灯塔 Lighthouse", "灯塔", "Lighthouse"),
        ("| 术语 | 别名 |\n| --- | --- |\n| 灯塔 | 航标塔 |", "灯塔", "航标塔"),
    ],
)
def test_a_page_that_names_two_words_for_one_thing(text: str, name: str, word: str) -> None:
    assert word in proposed(text).get(name, []), proposed(text)


@pytest.mark.parametrize(
    "text",
    [
        "立即注册,即可开灯。",
        "灯塔编号(可选)是数字。",
        "开灯(lamp, minutes)会返回结果。",
        "```\n灯塔(lighthouse)\n```",
        'print("灯塔(lighthouse)")',
        "turnOn(灯塔)",
        "",
    ],
)
def test_a_page_that_names_none(text: str) -> None:
    assert proposed(text) == {}


def test_what_the_lexicon_knows_is_not_proposed_again() -> None:
    assert proposed("笔记本(notebook computer)和显示屏。") == {}


def test_a_new_word_for_a_known_thing_joins_it_and_one_that_means_another_is_marked() -> None:
    page = Document(source="docs", name="p.md", text="测试用户又称小号。\n打印机又称显示屏。")
    found = {one.name: one for one in propose(read_documents([page], KNOWN), KNOWN)}
    assert (found["user"].words, found["user"].section) == (["小号"], "entities")
    assert found["user"].sources == ["p.md:1"]
    assert found["printer"].conflicts == ["显示屏: monitor"]


def of_tools(*tools: RawTool) -> list[Proposal]:
    return propose(read_tools(tools, KNOWN), KNOWN)


def test_words_that_always_go_together_in_tools_mean_the_same() -> None:
    told = {"createBeacon": "创建航标", "deleteBeacon": "删除航标", "queryBeacon": "查询航标"}
    others = {"createHarbour": "创建港口", "deleteHarbour": "删除港口"}
    names = [RawTool(source="sea", name=n, title=t) for n, t in (told | others).items()]
    found = {one.name: one.words for one in of_tools(*names)}
    assert found["航标"] == ["beacon"]
    assert found["港口"] == ["harbour"]


def test_a_short_form_in_the_names_of_arguments_belongs_to_its_word() -> None:
    tools = [
        RawTool(
            source="sea",
            name=name,
            input_schema={"properties": {"vsl": {"description": f"Vessel of the {name}"}}},
        )
        for name in ("rope", "paint")
    ]
    assert [one.words for one in of_tools(*tools) if one.name == "vessel"] == [["vsl"]]
