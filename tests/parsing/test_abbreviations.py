"""Names made of the initials of Chinese words."""

import pytest

from tests.parsing.catalogues import ENVIRONMENTS, raw, text
from tool_registry.base.types import FunctionType
from tool_registry.building import build_catalogue
from tool_registry.model import RawTool
from tool_registry.parsing.initials import initials
from tool_registry.vocabulary.lexicon import Concept, Kind

WORDS = [
    Concept(Kind.ACTION, "query", ("查询",), function=FunctionType.QUERY),
    Concept(Kind.ACTION, "revoke", ("撤销",), function=FunctionType.OPERATE),
    Concept(Kind.ACTION, "create", ("新建",), function=FunctionType.CREATE),
    Concept(Kind.ATTRIBUTE, "id", ("编号",)),
]
BOOK = raw("borrow", "", {"tsId": text("图书编号")}, title="查询图书")


def read(tool: RawTool) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Function, actions and objects of a tool beside one that names the book in full."""
    found = build_catalogue([BOOK, tool], (), ENVIRONMENTS, WORDS).tools[tool.id]
    return found.function.value, found.actions, found.objects


@pytest.mark.parametrize("name", ["xjts", "xj_ts", "xjTs", "tsxj"])
def test_verb_and_thing_are_read_from_their_initials(name: str) -> None:
    assert read(raw(name)) == ("create", ("create",), ("图书",))


def test_where_several_verbs_fit_only_what_the_source_tells_decides() -> None:
    assert read(raw("cxts"))[1:] == ((), ("图书",))
    assert read(raw("cxts", read_only=True)) == ("query", ("query",), ("图书",))


def test_words_and_unknown_letters_stay_what_they_are() -> None:
    assert read(raw("list"))[2] == ()
    assert read(raw("zzqq"))[2] == ()


def test_common_characters_have_initials_and_rare_ones_none() -> None:
    assert [initials(word) for word in ("查询订单", "优惠券", "甪直", "abc", "")] == [
        "cxdd",
        "yhq",
        None,
        None,
        "",
    ]
