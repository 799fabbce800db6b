"""What is told beside a wish: no wish itself, never lost, and what it names stays in play."""

import pytest

from pipelines.contracts.intent import IntentResult
from pipelines.intent import understand
from tests.intent.projection import goal_line
from tests.intent.world import ENVIRONMENTS
from tests.trades.marina import marina


def read(text: str) -> IntentResult:
    return understand(text, marina().lexicon, ENVIRONMENTS)


def remarks(result: IntentResult) -> list[str]:
    return [one.text for one in result.supplements if one.kind == "remark"]


@pytest.mark.parametrize(
    ("text", "goal", "told"),
    [
        ("MR7 取消吧,发错人了,预发", "cancel mooring #MR7", "发错人了"),
        ("SK1001 这人上回把电视砸了,预发里拉黑", "disable skipper #SK1001",
         "SK1001 这人上回把电视砸了"),
        ("MR7 的船长等到半夜也没来,预发里取消", "cancel mooring #MR7", "MR7 的船长等到半夜也没来"),
        ("The pump of MR7 drips. Cancel it in pre", "cancel mooring #MR7", "The pump of MR7 drips"),
        ("MR7 complained about the noise, so cancel it in pre", "cancel mooring #MR7",
         "MR7 complained about the noise"),
        ("昨天那笔50块收错了,泊位单号 MR7,麻烦在预发取消", "cancel 泊位单 #id:MR7",
         "昨天那笔50块收错了"),
        ("Cancel MR7 in pre, the client's on the phone", "cancel mooring #MR7",
         "the client's on the phone"),
    ],
)  # fmt: skip
def test_a_remark_is_told_and_wants_nothing(text: str, goal: str, told: str) -> None:
    result = read(text)
    assert remarks(result) == [told]
    assert [goal_line(one).split(" |")[0] for one in result.goals] == [goal]
    assert (result.missing, result.unread) == ((), ())


@pytest.mark.parametrize(
    "text",
    [
        "cancel MR7 in pre if it is old",
        "cancel MR7 in pre, only if the boat is away",
        "cancel MR7 in pre, it must stay visible",
        "make a skipper in pre, he is silver",
        "MR7 取消吧,如果船坏了的话,预发",
        "预发新建一个船长,银卡的",
    ],
)
def test_what_limits_or_describes_is_no_remark(text: str) -> None:
    assert remarks(read(text)) == []


def test_thanks_are_passed_over() -> None:
    result = read("pre. cancel MR7. thx")
    assert ([goal_line(one) for one in result.goals], result.unread) == (
        ["cancel mooring #MR7"],
        (),
    )


@pytest.mark.parametrize(
    "text", ["SK1001 拉黑,他的泊位单先别管,预发", "SK1001 拉黑,MR7 先别碰,预发"]
)
def test_what_is_let_alone_wants_nothing(text: str) -> None:
    result = read(text)
    assert [one.kind for one in result.negative] == ["forbid"]
    assert len(result.goals) == 1


def test_just_that_behind_a_prohibition_is_all() -> None:
    result = read("could you cancel MR7 in pre? No confirmation, just the mooring.")
    assert [goal_line(one) for one in result.goals] == ["cancel mooring #MR7"]
    assert [one.kind for one in result.supplements] == ["note"]


@pytest.mark.parametrize(
    ("text", "function"),
    [
        ("MR7 确认掉 预发", "operate"),
        ("confirm MR7, pre", "operate"),
        ("MR7 确认了吗 预发", "query"),
        ("confirm in pre that MR7 is held", "verify"),
    ],
)
def test_a_word_for_looking_does_what_the_tools_do_with_it(text: str, function: str) -> None:
    assert [goal.function.value for goal in read(text).goals] == [function]


@pytest.mark.parametrize(
    "text", ["cast MR7 off in pre", "cast off MR7 in pre", "MR7 办离泊 预发", "帮 MR7 离泊 预发"]
)
def test_a_deed_is_known_by_its_path_and_its_title(text: str) -> None:
    assert [goal.action for goal in read(text).goals] == ["cast off: mooring"]


def test_a_deed_cut_short_is_the_one_that_begins_so() -> None:
    assert [goal.action for goal in read("IT5 冲掉 预发").goals] == ["冲账: item"]


def test_a_condition_on_a_deed_is_no_wish_for_it() -> None:
    [goal] = read("if somebody has cast MR7 off then cancel it in pre").goals
    assert goal_line(goal) == "cancel mooring #MR7 ~if somebody has cast MR7"


@pytest.mark.parametrize("text", ["cancel MR7 in pre", "pre: cancel MR7"])
def test_a_code_behind_a_verb_that_is_a_noun_elsewhere_keeps_its_thing(text: str) -> None:
    assert read(text).goals[0].object.type == "mooring"


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("预发来个新船长,叫吴桐,银卡的", "create 船长 x1 name=吴桐 level=silver"),
        ("which moorings are held in pre", "query mooring status=已保留"),
        ("mark MR7 as held in pre", "advance mooring #MR7 → 已保留"),
        ("SK1001 gets a mooring in pre", "create mooring x1 | recipient skipper #SK1001"),
    ],
)
def test_what_stands_apart_is_said_of_the_thing(text: str, goal: str) -> None:
    assert [goal_line(one) for one in read(text).goals] == [goal]
