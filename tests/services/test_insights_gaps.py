"""What owners are told that no tool serves: only what was read, once, and to whom it is theirs."""

from pathlib import Path
from typing import Any

from pipelines.contracts.answer import Candidate, Choice, Status
from pipelines.contracts.intent import Constraint, Span
from services.sandbox_process import SandboxProcess
from services.settings import Settings
from tests.services.past_runs import reading
from tests.services.serving import serve_whole
from tests.services.test_insights import Office, office

__all__ = ["office"]
ELSE: dict[str, Any] = {
    "project": "press",
    "choices": (Choice(id="search", kind="search", text="None of these"),),
}
"""What is offered where no tool is for what was said."""


def test_words_that_nobody_understood_are_no_missing_tool(office: Office) -> None:
    left = (Span(start=0, end=4, text="asdf"),)
    odd = reading("优惠券").model_copy(update={"unread": left})
    said: dict[str, Any] = {"project": "press", "reason": "no_tool"}
    office.past.add("ann", Status.REFUSED, intent=odd, **said)
    office.past.add("ann", Status.REFUSED, intent=reading("飞船"), **said)
    [goal] = reading("").goals
    nothing = goal.object.model_copy(update={"type": None})
    blank = (goal.model_copy(update={"object": nothing}),)
    gibberish = reading("", None).model_copy(update={"goals": blank, "unread": left})
    office.past.add("ann", Status.NEEDS_INPUT, "asdf qwer 1234", intent=gibberish, **ELSE)
    nothing = reading("").model_copy(update={"goals": ()})
    office.past.add("ann", Status.NEEDS_INPUT, "qwer", intent=nothing, project="press")
    told = office.figures("pia")
    assert told["outcomes"] == {"reading": 3, "no_tool": 1}
    assert [one["entity"] for one in told["gaps"]] == ["飞船"]


def test_what_was_read_whole_and_no_tool_does_is_a_gap_however_unsure(office: Office) -> None:
    courier = reading("骑手", "daily").model_copy(update={"confidence": 0.1})
    card = reading("会员", "daily")
    said: dict[str, Any] = {"project": "press"}
    office.past.add("ann", Status.REFUSED, reason="no_tool", intent=courier, **said)
    office.past.add("ann", Status.NEEDS_INPUT, reason="dropped_words", intent=card, **said)
    told = office.figures("pia")
    assert told["outcomes"] == {"no_tool": 2}
    assert [(one["entity"], one["environment"]) for one in told["gaps"]] == [
        ("会员", "daily"),
        ("骑手", "daily"),
    ]


def test_what_a_tool_does_is_no_gap_where_only_its_arguments_were_amiss(office: Office) -> None:
    serving = Candidate(tool="press/makeCard", role="main", score=0.9, serves=("G1",))
    near = Candidate(tool="press/makeCard", role="main", score=0.5)
    for reason, served in (("no_tool", serving), ("dropped_words", serving), ("no_tool", near)):
        said: dict[str, Any] = {"project": "press", "reason": reason, "candidates": (served,)}
        office.past.add("ann", Status.NEEDS_INPUT, intent=reading("会员"), **said)
        office.past.add("ann", Status.REFUSED, intent=reading("优惠券"), **said)
    told = office.figures("pia")
    assert told["outcomes"] == {"asked": 2, "planning": 2, "no_tool": 2}
    assert {one["entity"]: one["requests"] for one in told["gaps"]} == {"会员": 1, "优惠券": 1}


def test_what_is_called_by_a_noun_that_is_no_kind_is_a_gap_of_that_name(office: Office) -> None:
    said: dict[str, Any] = {"project": "press", "reason": "dropped_words"}
    for words in ("a poster", "a postcard for 1234", "a key 4711x"):
        noun = words.split()[1] if words != "a key 4711x" else "4711x"
        kind = Constraint(attribute="type", value=noun, span=span_in(words, noun))
        [goal] = reading("商品").goals
        thing = goal.object.model_copy(update={"words": words, "constraints": (kind,)})
        goals = (goal.model_copy(update={"object": thing}),)
        office.past.add(
            "ann",
            Status.REFUSED,
            intent=reading("商品").model_copy(update={"goals": goals}),
            **said,
        )
    gaps = office.figures("pia")["gaps"]
    assert [(one["entity"], one["requests"]) for one in gaps] == [("商品", 2), ("poster", 1)]


def span_in(text: str, words: str) -> Span:
    at = text.index(words)
    return Span(start=at, end=at + len(words), text=words)


def test_the_list_of_gaps_is_the_table_of_the_figures(office: Office) -> None:
    [goal] = reading("").goals
    words = goal.object.model_copy(update={"type": None, "words": "an SMS"})
    sms = reading("").model_copy(
        update={
            "text": "send an SMS to 13800138000",
            "goals": (goal.model_copy(update={"action": "notify", "object": words}),),
        }
    )
    said: dict[str, Any] = {"project": "press"}
    past = office.past
    past.add("ann", Status.NEEDS_INPUT, "send an SMS to 13800138000", intent=sms, **ELSE)
    for _ in range(2):
        text = "build a spaceship in pre"
        past.add("ann", Status.REFUSED, text, reason="no_tool", intent=reading("飞船"), **said)
    past.add("eve", Status.REFUSED, project="forge", reason="no_tool", intent=reading("火车"))
    for who in ("pia", "eve", "otto"):
        table, listed = office.figures(who)["gaps"], office.gaps(who)
        assert {(one["entity"], one["environment"]): one["times"] for one in listed} == {
            (one["entity"], one["environment"]): one["requests"] for one in table
        }
    told = {one["entity"]: (one["action"], one["last_text"]) for one in office.gaps("pia")}
    assert told == {
        "飞船": ("create", "build a spaceship in pre"),
        "an SMS": ("notify", "send an SMS to …"),
    }
    texts = [one["last_text"] for one in office.gaps("otto")]
    assert texts == [None, None, None]


WORK = (
    "make everything ready for tomorrows regression pls",
    "把明天回归的都弄好",
    "帮我准备一下明天的回归",
)
TALK = (
    "hello",
    "thanks",
    "what a nice day",
    "我今天好累",
    "tell me a joke",
    "what tools can make coupons",
    "what's the weather today",
    "今天天气怎么样",
    "how do I cook rice",
)


def test_work_that_is_not_understood_counts_and_talk_does_not(
    tmp_path: Path, sandbox: SandboxProcess
) -> None:
    with serve_whole(Settings(home=tmp_path, sandbox_port=sandbox.port)) as client:
        for text in (*WORK, *TALK):
            client.request("POST", "/api/requests", {"text": text, "review": "unasked"})
        told = client.request("GET", "/api/insights")[1]["outcomes"]
        behind = client.request("GET", "/api/insights/runs?outcome=reading")[1]["runs"]
    assert told == {"reading": len(WORK), "answered": len(TALK)}
    assert {one["text"] for one in behind} == set(WORK)
