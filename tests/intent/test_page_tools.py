"""How people put values into the fields of the page before them: read whole, or not at all."""

from typing import Any

import pytest

from pipelines.contracts.page import HostPage, PageReading, PageTool, Words
from pipelines.contracts.request import InView
from pipelines.intent.page_tools import begun_for_page, read_for_page
from tests.trades.library import library

NOTE = PageTool(
    name="write_note",
    title=Words(zh="写便签", en="Write the note"),
    parameters={"properties": {"note": {"type": "string"}}, "required": ["note"]},
    labels={"note": Words(zh="便签", en="note")},
)
SHELF = PageTool(
    name="place",
    title=Words(zh="放到书架", en="Place it"),
    parameters={
        "properties": {
            "shelfNumber": {"type": "integer", "minimum": 1, "maximum": 40},
            "urgent": {"type": "boolean"},
            "side": {"type": "string", "enum": ["Left", "Right"]},
        }
    },
    labels={
        "shelfNumber": Words(zh="书架号", en="shelf number"),
        "urgent": Words(zh="加急", en="urgent"),
        "side": Words(zh="哪一侧", en="side"),
    },
)
CLEAR = PageTool(name="clear", title=Words(zh="重置页面", en="Reset the page"))
PAGE = HostPage(title="Desk", tools=(NOTE, SHELF, CLEAR))


def read(text: str) -> PageReading | None:
    view = InView(entity="book" if text.isascii() else "书", id="1", environment="pre")
    return read_for_page(text, PAGE, library(), in_view=view)


def values(text: str) -> dict[str, Any] | None:
    found = read(text)
    if found is None or found.asks is not None:
        return None
    assert all(one.span is None or one.words in text for one in found.values.values())
    return {path: one.value for path, one in found.values.items()}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("不对，便签改成别折角", {"note": "别折角"}),
        ('no, the note should be "no dog-ears"', {"note": "no dog-ears"}),
        ("便签里再改成 别折角", {"note": "别折角"}),
        ("书架号筛成 12，哪一侧选 Left", {"shelfNumber": 12, "side": "Left"}),
        ("put 12 shelf number on this book", {"shelfNumber": 12}),
    ],
)
def test_what_is_said_once_more_is_for_the_page_too(text: str, told: dict[str, Any]) -> None:
    assert values(text) == told


def test_a_number_that_cannot_be_is_asked_about_by_the_name_of_its_field() -> None:
    found = read("shelf number 99")
    assert found is not None
    assert found.asks is not None
    assert (found.asks.label, found.asks.problem) == (SHELF.labels["shelfNumber"], "page.too_much")


def test_words_for_to_do_it_are_no_value() -> None:
    found = read("把便签设一下")
    assert found is not None
    assert found.asks is not None
    assert found.asks.problem is None


@pytest.mark.parametrize(
    "text",
    [
        "把便签填成别折角",
        "便签改为别折角",
        "便签写别折角。",
        "在便签里填上“别折角”",
        "把别折角写进便签",
        "便签：别折角",
        "请把这本书的便签改成别折角，谢谢",
        "把表单里的便签填为别折角",
    ],
)
def test_a_value_is_put_into_a_field_in_chinese(text: str) -> None:
    assert values(text) == {"note": "别折角"}


@pytest.mark.parametrize(
    "text",
    [
        "set the note to keep flat",
        "fill in the note: keep flat",
        "Please change the note of this book to keep flat, thanks",
        'put "keep flat" in the note field',
        "note: keep flat",
        "the note should say keep flat.",
    ],
)
def test_a_value_is_put_into_a_field_in_english(text: str) -> None:
    assert values(text) == {"note": "keep flat"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("书架号填成12，加急设为是", {"shelfNumber": 12, "urgent": True}),
        ("set the shelf number to twelve and urgent to no", {"shelfNumber": 12, "urgent": False}),
        ("勾选加急", {"urgent": True}),
        ("untick urgent", {"urgent": False}),
        ("set side to left", {"side": "Left"}),
        ("清空便签", {"note": ""}),
        ("set the note to nothing", {"note": ""}),
        ("重置页面", {}),
        ("please reset the page", {}),
        ("便签写上海，别折角", {"note": "上海，别折角"}),
        ("便签填成“别折角，然后归还”", {"note": "别折角，然后归还"}),
        ("便签填成“别折角然后归还预发”", {"note": "别折角然后归还预发"}),
        (
            'set the note to "dry it and then return it in pre"',
            {"note": "dry it and then return it in pre"},
        ),
        ("set the note to strengthen the spine", {"note": "strengthen the spine"}),
    ],
)
def test_fields_of_every_kind(text: str, said: dict[str, Any]) -> None:
    assert values(text) == said


@pytest.mark.parametrize(
    "text",
    [
        "把便签填成别折角,预发环境",
        "把便签填成别折角，然后还书",
        "把便签填成别折角然后归还图书7",
        "便签改成轻拿轻放并且把图书归还",
        "便签写轻拿轻放同时归还图书7",
        "便签写轻拿轻放then归还图书7",
        "把便签填成轻拿轻放预发",
        "set the note to handle with care then return book 7",
        "set the note to handle with care and then return book 7",
        "set the note to handle with care in pre",
        "note: handle with care, shelf number: 3 then return book 7",
        "把图书123的便签填成别折角",
        "给读者R1借一本便签是别折角的书",
        "查询便签是别折角的图书",
        "find books whose note is keep flat in pre",
        "set the note of reader 5 to keep flat",
        "note",
        "便签",
        "",
        "把便签填成" + "长" * 600,
    ],
)
def test_what_says_anything_else_is_not_for_the_page(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize(
    ("text", "name", "problem"),
    [
        ("填一下便签", "page:write_note.note", None),
        ("fill in the note", "page:write_note.note", None),
        ("写便签", "page:write_note.note", None),
        ("书架号填成很多", "page:place.shelfNumber", "page.no_integer"),
        ("书架号填成1.5", "page:place.shelfNumber", "page.no_integer"),
        ("书架号填成99", "page:place.shelfNumber", "page.too_much"),
        ("set side to top", "page:place.side", "page.no_option"),
        ("加急设为大概", "page:place.urgent", "page.no_boolean"),
    ],
)
def test_what_is_lacking_or_does_not_fit_is_asked_for(
    text: str, name: str, problem: str | None
) -> None:
    found = read(text)
    assert found is not None
    assert found.asks is not None
    assert (found.asks.name, found.asks.problem) == (name, problem)


TICKET = PageTool(
    name="assign",
    title=Words(zh="分派", en="Assign it"),
    parameters={
        "properties": {
            "assignee": {"type": "string"},
            "urgency": {"type": "string", "enum": ["P0", "P1"]},
            "seats": {"type": "integer", "maximum": 9},
        },
        "required": ["assignee", "urgency"],
    },
    labels={
        "assignee": Words(zh="负责人", en="assignee"),
        "urgency": Words(zh="优先级", en="urgency"),
        "seats": Words(zh="座椅个数", en="seats"),
    },
)


@pytest.mark.parametrize(
    ("text", "said", "problem"),
    [
        ("负责人改成老板，优先级P0", {"assignee": "老板", "urgency": "P0"}, None),
        ("set the urgency to p1, assignee Tom", {"urgency": "P1", "assignee": "Tom"}, None),
        ("set the assignee to Tom and urgency P9", None, "page.no_option"),
        ("负责人改成老板，优先级高，别忘了", None, "page.no_option"),
        ("负责人老板", None, "none"),
    ],
)
def test_behind_one_value_another_needs_no_verb(
    text: str, said: dict[str, str] | None, problem: str | None
) -> None:
    found = read_for_page(text, HostPage(title="Desk", tools=(TICKET,)), library())
    if found is None:
        assert problem == "none"
        return
    told = {path: one.value for path, one in found.values.items()}
    assert (told if found.asks is None else None) == said
    assert (found.asks.problem if found.asks else None) == problem


@pytest.mark.parametrize("text", ["座椅 3 个", "座椅3", "座椅个数3", "座椅改成3个", "seats 3"])
def test_a_number_needs_no_verb_and_its_noun_no_counter(text: str) -> None:
    seats = TICKET.model_copy(
        update={"parameters": {"properties": {"seats": {"type": "integer", "maximum": 9}}}}
    )
    found = read_for_page(text, HostPage(title="Desk", tools=(seats,)), library())
    assert found is not None
    assert {path: one.value for path, one in found.values.items()} == {"seats": 3}


@pytest.mark.parametrize("text", ["便签里多给 3 个", "座椅 3 个的桌子", "座椅多给", "座椅 30 个"])
def test_what_is_no_number_of_it_is_not_for_the_page(text: str) -> None:
    seats = TICKET.model_copy(
        update={"parameters": {"properties": {"seats": {"type": "integer", "maximum": 9}}}}
    )
    assert read_for_page(text, HostPage(title="Desk", tools=(seats,)), library()) is None


ORDER = PageTool(
    name="fill_form",
    title=Words(zh="填写备注和餐具份数", en="Fill in the remark and the sets of cutlery"),
    parameters={
        "properties": {
            "remark": {"type": "string", "maxLength": 50},
            "cutlery": {"type": "integer", "maximum": 20},
        }
    },
    labels={
        "remark": Words(zh="备注", en="remark"),
        "cutlery": Words(zh="餐具份数", en="sets of cutlery"),
    },
    effect="fills",
)


def ordered(text: str) -> PageReading | None:
    return read_for_page(text, HostPage(title="Order", tools=(ORDER,)), library())


@pytest.mark.parametrize(
    ("text", "remark", "cutlery"),
    [
        ("备注填少冰，餐具份数填3份", "少冰", 3),
        ("set the remark to no onions and the sets of cutlery to 2", "no onions", 2),
        ("remark: extra napkins, and 3 sets of cutlery", "extra napkins", 3),
        ("备注写上少放辣，餐具要2份", "少放辣", 2),
        ("两份餐具，备注写不要葱", "不要葱", 2),
        ("备注：少冰，并且餐具要3份", "少冰", 3),
        ("备注少冰，餐具3份", "少冰", 3),
        ("one set of cutlery and remark: no onions", "no onions", 1),
        ("餐具要3份", None, 3),
        ("I want 3 sets of cutlery", None, 3),
        ("备注改成少辣，多给2份餐具", "少辣，多给2份餐具", None),
        ("remark: 3 sets of cutlery", "3 sets of cutlery", None),
    ],
)
def test_a_number_goes_to_what_it_counts(text: str, remark: str | None, cutlery: int) -> None:
    found = ordered(text)
    assert found is not None
    said = {path: one.value for path, one in found.values.items()}
    given = {"remark": remark, "cutlery": cutlery}
    assert said == {path: value for path, value in given.items() if value is not None}


@pytest.mark.parametrize(
    "text",
    [
        "餐具不要3份",
        "给1234发3份餐具",
        "餐具3份,预发环境",
        "餐具3份，备注少冰，然后保存",
        "备注少冰",
    ],
)
def test_what_says_more_than_a_number_is_not_for_the_page(text: str) -> None:
    assert ordered(text) is None


@pytest.mark.parametrize(
    ("text", "name", "problem"),
    [
        ("餐具要30份", "page:fill_form.cutlery", "page.too_much"),
        ("填写备注和餐具份数", "page:fill_form.remark", None),
    ],
)
def test_what_fills_nothing_in_is_asked_for(text: str, name: str, problem: str | None) -> None:
    found = ordered(text)
    assert found is not None
    assert found.asks is not None
    assert (found.asks.name, found.asks.problem) == (name, problem)


def test_what_parts_a_value_from_the_rest_is_none_of_it() -> None:
    assert values("封面有点旧，写到便签里") == {"note": "封面有点旧"}


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("把便签填成别折角，然后还书", True),
        ("便签改成轻拿轻放并且把图书归还", True),
        ("set the note to handle with care then return book 7", True),
        ("set the note to handle with care in pre", False),
        ("给读者R1借一本书然后归还", False),
        ("把便签填成别折角", False),
    ],
)
def test_a_sentence_that_goes_on_behind_a_field_begins_for_the_page(
    text: str, *, begins: bool
) -> None:
    view = InView(entity="书", id="1", environment="pre")
    found = begun_for_page(text, PAGE, library(), in_view=view)
    assert found == (NOTE if begins else None)


@pytest.mark.parametrize("end", ["a\nx", "便签:a\nx"])
def test_many_clauses_that_cannot_be_read_come_to_an_end(end: str) -> None:
    assert read("便签:a," * 96 + end) is None


def test_many_clauses_are_read_as_a_whole() -> None:
    numbers = [f"f{number}" for number in range(40)]
    tool = PageTool(
        name="many",
        title=Words(zh="填表", en="Fill it"),
        parameters={"properties": {key: {"type": "integer"} for key in numbers}},
    )
    text = ",".join(f"f{number}: {number}" for number in range(40))
    found = read_for_page(text, HostPage(title="Desk", tools=(tool,)), library())
    assert found is not None
    assert [one.value for one in found.values.values()] == list(range(40))


@pytest.mark.parametrize("label", ["<value>", "<name>", "(a", "\\1", "a|b", "[x"])
def test_a_field_may_have_any_label(label: str) -> None:
    tool = NOTE.model_copy(update={"labels": {"note": Words(zh=label, en=label)}})
    view = InView(entity=label, id="1", environment="pre")
    page = HostPage(title="Desk", tools=(tool,))
    for text in (f"把{label}填成别折角", f"把{label}里的{label}填成别折角"):
        found = read_for_page(text, page, library(), in_view=view)
        assert found is not None
        assert found.values["note"].value == "别折角"
