"""Questions about the tools, answered from the catalogue."""

from pipelines.consultation import answer
from tests.trades.clinic import clinic
from tests.trades.library import library
from tests.trades.requests import consultation
from tool_registry.base.types import IntentType


def ask(text: str, environment: str | None = None) -> str:
    return answer(consultation(text, environment=environment), library())


def frage(text: str, environment: str | None = None) -> str:
    return answer(consultation(text, environment=environment, language="zh"), clinic())


def test_the_types_of_a_thing_are_numbered_for_each_environment() -> None:
    assert frage("你能创建哪些类型的预约单?").splitlines() == [
        "线下环境可以创建以下类型的预约单：",
        "1. 到院就诊预约单（工具「创建到院就诊预约单」）",
        "2. 线上问诊预约单（工具「创建线上问诊预约单」）",
        "",
        "预发环境可以创建以下类型的预约单：",
        "1. 线上问诊预约单（工具「创建线上问诊预约单」）",
        "",
        "需要的话，请回复完整的一句话，例如：“创建一个到院就诊预约单，线下”。",
    ]


def test_a_named_environment_is_the_only_one_answered_for() -> None:
    told = ask("Which types of books can you create in pre?", "pre")
    assert told == "In the pre-release environment there is no tool yet to create book."


def test_what_can_you_do_lists_every_thing_with_its_functions() -> None:
    told = ask("What can you do?")
    assert "fine: create, look up, verify" in told
    assert "book: create (only daily)" in told
    assert "daily, pre-release" in told


def test_what_can_be_done_with_one_kind_of_thing_is_listed_by_deed() -> None:
    told = frage("你都支持哪些预约单操作?").splitlines()
    assert told[0] == "预约单能做这些："
    assert told[1].startswith("1. 创建：")
    assert "创建到院就诊预约单" in told[1]
    assert told[-1].startswith("需要的话，请回复完整的一句话")
    assert any("取消预约单" in line for line in told)


def test_the_author_of_a_tool_is_named() -> None:
    assert ask("Who wrote the tool Create fine?") == "“Create fine” was written by Linus."
    assert frage("取消预约单是谁写的?") == "「取消预约单」的作者是黄芪。"


def test_a_tool_that_is_not_clear_is_asked_for_with_a_full_sentence() -> None:
    told = ask("Who wrote the tool for spaceships?")
    assert "Which tool do you mean?" in told
    assert "Who wrote the tool “" in told


def test_how_a_tool_is_used_shows_parameters_but_nothing_hidden() -> None:
    told = frage("创建线上问诊预约单怎么用?")
    assert "- fee（必填）：挂号费,单位:分" in told
    assert "支持的环境：线下、预发" in told
    assert "mcp" not in told.casefold()


def test_whether_an_environment_supports_something() -> None:
    assert ask("Does daily support creating books?", "daily").startswith("Yes.")
    refused = ask("Does pre support creating books?", "pre")
    assert refused.startswith("No.")
    assert "It is possible in: daily." in refused


def test_a_thing_no_tool_makes_is_said_plainly() -> None:
    assert "There is no tool to delete loan" in ask("Which types of loans can you delete?")


def test_onboarding_and_taking_offline_are_told_without_asking_for_an_environment() -> None:
    def how(text: str) -> str:
        return answer(consultation(text, IntentType.OPERATE_TOOL), library())

    assert "sources configuration file" in how("I want to onboard a tool")
    assert "exclude list" in how("How do I take a tool offline?")
    assert "zhizao tools list" in how("How can I see all tools?")
