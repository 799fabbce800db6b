"""What sets a preference, and what only sounds like it."""

import pytest

from pipelines.intent.dialogue.preferring import is_about_preferences, preferred
from pipelines.runs.preferences import Preferences
from tests.planner.library import library
from tool_registry.base.environment import Environment, Environments

HERE = Environments(
    configured=(
        Environment(name="daily", words=("日常", "offline", "daily environment")),
        Environment(name="pre", words=("预发", "预发环境", "pre-release")),
    )
)
BEFORE = Preferences(environment="daily", approval="always")


def said(text: str, *, keep: bool = True) -> tuple[str, Preferences] | None:
    """The reply and what holds from then on; None where the sentence is about something else."""
    if not is_about_preferences(text):
        return None
    found = preferred(text, BEFORE, HERE, library().lexicon, keep=keep)
    if found is None:
        return None
    heard, after = found
    assert heard.reply is not None
    return heard.reply.text, after


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("以后默认用预发环境", {"environment": "pre"}),
        ("今天先到这,以后都用中文回答我哈", {"language": "zh"}),
        ("from now on answer in English, please", {"language": "en"}),
        ("default to pre-release from now on", {"environment": "pre"}),
        ("set my default environment to pre", {"environment": "pre"}),
        ("always use pre and answer in Chinese", {"environment": "pre", "language": "zh"}),
        ("from now on use pre unless I say otherwise", {"environment": "pre"}),
        ("以后默认用预发环境,除非我另外说", {"environment": "pre"}),
        ("从现在起只有删除才要问我", {"approval": "destructive"}),
    ],
)
def test_a_sentence_about_nothing_else_sets_it(text: str, changed: dict[str, str]) -> None:
    found = said(text)
    assert found is not None
    assert found[1] == Preferences.model_validate({**BEFORE.model_dump(), **changed})


@pytest.mark.parametrize(
    "text",
    [
        "set the default network of switch core-1 to pre",
        "set default gateway of router r7 to pre-release",
        "set the default environment of the printer to pre",
        "default environment of pipeline 12 is pre",
        "以后默认用预发环境的路由器R7",
        "把交换机SW-1的默认环境改为预发",
        "always restart node 4 in pre",
        "取消默认地址 A-12",
        "delete default address 12 in pre",
        "show my settings of device 9",
        "reset my defaults for printer P3",
    ],
)
def test_a_default_of_something_else_is_none_of_ours(text: str) -> None:
    assert said(text) is None


def test_where_only_the_plan_is_asked_for_nothing_is_stored_and_the_answer_says_so() -> None:
    for text in ("set my default environment to pre", "clear my preferences"):
        found = said(text, keep=False)
        assert found is not None
        assert found[1] == BEFORE
        assert "Nothing was stored" in found[0]


def test_all_are_shown_and_cleared() -> None:
    assert said("show my preferences please") == (
        "default environment: daily, language of answers: not set, approval: before every change",
        BEFORE,
    )
    cleared = said("清除我的偏好设置")
    assert cleared is not None
    assert cleared[1] == Preferences()
