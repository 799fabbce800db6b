"""Which work on the registry a sentence asks for, in both languages."""

import pytest

from pipelines.intent.dialogue.reply_patterns import is_whole
from pipelines.onboarding.commands.form import Form
from pipelines.onboarding.commands.forms import asks_how, forms_of
from pipelines.onboarding.commands.reading import is_work
from tests.workshop.tools import ENVIRONMENTS


def first(text: str) -> Form | None:
    return next(forms_of(text), None)


@pytest.mark.parametrize(
    ("text", "act", "target"),
    [
        ("下线工具 make_part", "retire", "make_part"),
        ("请帮我把工具「做零件」下线吧", "retire", "做零件"),
        ("把 bench/make_part 下架", "retire", "bench/make_part"),
        ("retire the tool make_part, please", "retire", "make_part"),
        ("Please take the make_part tool offline.", "retire", "make_part"),
        ("删除工具 make_part", "retire", "make_part"),
        ("重新上线工具 make_part", "restore", "make_part"),
        ("恢复 make_part", "restore", "make_part"),
        ("bring back the tool make_part", "restore", "make_part"),
        ("put make_part back online", "restore", "make_part"),
        ("批准工具 make_part", "approve", "make_part"),
        ("approve make_part", "approve", "make_part"),
        ("发布 make_part 到公域", "publish", "make_part"),
        ("把工具 make_part 发布到项目 press", "publish", "make_part"),
        ("publish the tool make_part to the public pool", "publish", "make_part"),
        ("移除来源 bench", "remove", "bench"),
        ("remove the bench source", "remove", "bench"),
        ("unregister the MCP server bench", "remove", "bench"),
        ("把工具 make_part 的作者改成 张三", "edit", "make_part"),
        ("change the author of tool make_part to Ann", "edit", "make_part"),
        ("set make_part's title to Make a part", "edit", "make_part"),
        ("make_part 的作者是谁?", "author", "make_part"),
        ("工具 make_part 是谁写的", "author", "make_part"),
        ("Who wrote the tool make_part?", "author", "make_part"),
        ("工具 make_part 支持哪些环境", "environments", "make_part"),
        ("Which environments does make_part support?", "environments", "make_part"),
        ("为什么没有选工具 make_part 来 做一个零件,预发", "why", "make_part"),
        ("为什么不用 make_part 来做一个零件", "why", "make_part"),
        ("why was tool make_part not chosen for make a part in pre?", "why", "make_part"),
        ("why didn't you use make_part to make a part in pre", "why", "make_part"),
        ("为什么做一个零件,预发 没有用 make_part", "why", "make_part"),
        ("why make_part wasn't chosen for make a part in pre", "why", "make_part"),
        ("make_part 在哪些环境能用", "environments", "make_part"),
        ("Is the tool make_part available in pre?", "environments", "make_part"),
        ("你还不能造哪些东西?", "gaps", ""),
        ("哪些工具最近一直失败", "failing", ""),
        ("Which tools have been failing lately?", "failing", ""),
        ("哪些工具没人用", "unused", ""),
        ("which tools does nobody use", "unused", ""),
        ("有哪些工具冲突?", "conflicts", ""),
        ("Do any tools overlap?", "conflicts", ""),
        ("我有哪些工具", "mine", ""),
        ("Which tools do I have?", "mine", ""),
        ("哪些东西还不能造", "gaps", ""),
        ("What can't you create yet?", "gaps", ""),
    ],
)
def test_a_sentence_about_tools_is_read(text: str, act: str, target: str) -> None:
    form = first(text)
    assert form is not None
    assert (form.act, form.target) == (act, target)


def test_the_parts_of_a_sentence_are_kept_as_they_are() -> None:
    form = first("把工具 make_part 的 作者 改成 张三、李四。")
    assert form is not None
    assert (form.parts["field"], form.parts["value"]) == ("作者", "张三、李四")
    form = first("publish make_part to project press-2")
    assert form is not None
    assert form.parts["project"] == "press-2"
    form = first("为什么没有选工具 make_part 来 做3个零件,预发?")
    assert form is not None
    assert form.parts["said"] == "做3个零件,预发"


@pytest.mark.parametrize(
    "text",
    [
        "给用户1234发放一张满50减20的优惠券,预发环境",
        "查询订单1234下面的所有凭证状态,线下",
        "把订单1234推进到完结,线下",
        "哪些订单不能创建发票?",
        "为什么订单1234没有用优惠券?",
        "why was coupon 5 not used for order 1234",
        "create a user in pre",
        "which orders failed in pre",
        "approve refund 77 in pre",
        "我想接入一个工具",
        "我想下线,不对,接入一个工具",
        "add an image https://shop.example/a.png to item 2001",
        "今天天气怎么样",
    ],
)
def test_work_on_data_is_no_work_on_tools(text: str) -> None:
    assert not is_work(text, ENVIRONMENTS)


def test_words_that_name_no_tool_leave_the_target_empty() -> None:
    for text in ("我想下线一个工具", "take a tool offline", "retire tool"):
        form = first(text)
        assert form is None or not form.target


def test_asking_how_is_told_from_asking_for_it() -> None:
    assert asks_how("怎么下线工具?")
    assert asks_how("How do I take a tool offline?")
    assert not asks_how("下线工具 show_case")


@pytest.mark.parametrize("text", ["是", "是的", "好的,接入吧", "yes", "OK!", "确认", "go ahead"])
def test_agreements_are_understood(text: str) -> None:
    assert is_whole("assent", text)
    assert not is_whole("refusal", text)


@pytest.mark.parametrize(
    "text", ["是否支持预发", "yesterday's parts", "nothing", "好的零件有哪些都列出来给我看看吧"]
)
def test_other_messages_are_neither(text: str) -> None:
    assert not is_whole("assent", text)
    assert not is_whole("refusal", text)


def test_a_very_long_sentence_is_not_searched() -> None:
    assert list(forms_of("下线工具 " + "a " * 2000)) == []
