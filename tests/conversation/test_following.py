"""Dialogues said to the whole road, read by a scripted reader, judged by the sandbox's effects."""

import json
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from pipelines.contracts.answer import Answer
from pipelines.contracts.events import Event
from pipelines.contracts.reader import Turn
from pipelines.contracts.request import Request, Review
from pipelines.flow.road import Road
from pipelines.intent.reader.marks import Mark, Marks
from services.eval_wiring import sources_file
from services.sandbox_process import private_sandbox
from services.settings import Settings
from services.wiring import open_system
from tests.conversation.scripted import ScriptedReader
from tests.reader.marking import mark
from tool_registry.base.caller import Caller
from tool_registry.base.types import IntentType

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@dataclass(slots=True)
class Stage:
    """A road over the sandbox, and what happened there."""

    road: Road
    reader: ScriptedReader
    seen: Callable[[], list[dict[str, Any]]]
    say: Callable[..., Awaitable[Answer]]
    events: list[Event]


@pytest.fixture(scope="module")
async def stage(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Stage]:
    folder = tmp_path_factory.mktemp("following")
    with private_sandbox("commerce", folder / "sandbox") as sandbox:
        settings = Settings(
            home=folder / "home", mode="rules", sources=sources_file(sandbox, folder)
        )
        async with open_system(settings) as system:
            own = await system.road()
            reader = ScriptedReader(own.catalogue)
            road = Road(own.catalogue, own.sources, own.store, replace(own.options, reader=reader))
            events: list[Event] = []

            async def say(session: str, text: str, review: Review = "unasked") -> Answer:
                request = Request(
                    text=text,
                    session_id=session,
                    request_id=f"{session}: {text}",
                    caller=Caller(user=session),
                    review=review,
                )
                return await road.run(request, events.append)

            def seen() -> list[dict[str, Any]]:
                return json.loads(sandbox.run(["effects", "--json", "--since", "0"]))

            yield Stage(road, reader, seen, say, events)


def line(text: str, turn: Turn, *marks: Mark, sure: float = 1.0) -> dict[str, Marks]:
    """A message with what the reader takes it for."""
    kind = IntentType.QUERY_DATA if turn == "ask" else IntentType.CREATE_DATA
    return {text: Marks(text, kind, 1.0, turn, marks, (), sure)}


async def dialogue(
    stage: Stage,
    *texts: str,
    review: Review = "unasked",
    lines: Sequence[dict[str, Marks]] = (),
    **line: dict[str, Marks],
) -> tuple[list[Answer], list[dict[str, Any]]]:
    """The answers, and what was left behind, oldest first."""
    stage.reader.lines = {
        text: read for one in (*lines, *line.values()) for text, read in one.items()
    }
    since = len(stage.seen())
    answers = [await stage.say(f"of {texts}", text, review) for text in texts]
    return answers, stage.seen()[since:]


def coupons(effects: Sequence[dict[str, Any]]) -> list[tuple[object, ...]]:
    """Of each coupon that was made: for whom, threshold and amount in yuan, where."""
    made = [(one["change"]["after"], one["environment"]) for one in effects if _made(one, "coupon")]
    return [
        (one["havanaId"], one["thresholdAmount"] // 100, one["discountAmount"] // 100, place)
        for one, place in made
    ]


def users(effects: Sequence[dict[str, Any]]) -> list[str]:
    """Where each user was made."""
    return [one["environment"] for one in effects if _made(one, "user")]


def _made(effect: dict[str, Any], entity: str) -> bool:
    return effect["change"]["op"] == "create" and effect["entity"] == entity


GIVE = "send user 1234 a 50-20 dine-in coupon in pre"
GIVEN = ("1234", 50, 20, "pre")


# ---- other values --------------------------------------------------------------------------


async def test_a_number_that_could_be_either_is_a_choice_of_both(stage: Stage) -> None:
    text = "Sorry, I meant 30"
    meant = line(text, "change", mark(text, "30", "VAL", -1, "step"))
    answers, effects = await dialogue(stage, GIVE, text, "2", meant=meant)
    readings = [one.kind for one in answers[1].choices if one.kind == "reading"]
    assert (answers[1].status, readings) == ("needs_input", ["reading", "reading"])
    assert coupons(effects) == [GIVEN, ("1234", 50, 30, "pre")]


async def test_a_value_for_which_only_one_slot_can_be_goes_there(stage: Stage) -> None:
    text = "Sorry, I meant 150"
    meant = line(text, "change", mark(text, "150", "VAL", -1, "step"))
    _, effects = await dialogue(stage, GIVE, text, meant=meant)
    assert coupons(effects) == [GIVEN, ("1234", 150, 20, "pre")]


async def test_the_plan_tells_what_was_said_now_and_what_before(stage: Stage) -> None:
    text = "Sorry, I meant 150"
    meant = line(text, "change", mark(text, "150", "VAL", -1, "step"))
    answers, _ = await dialogue(stage, GIVE, text, meant=meant)
    [step] = answers[1].chain
    sources = {name: view.source for name, view in step.bindings.items()}
    assert (sources["threshold"], sources["reduce"], sources["havanaId"]) == (
        "derived",
        "remembered",
        "remembered",
    )
    assert "conversation" in step.bindings["env"].detail


async def test_one_reading_is_told_and_it_is_the_one_that_counts(stage: Stage) -> None:
    text = "Sorry, I meant 150"
    meant = line(text, "change", mark(text, "150", "VAL", -1, "step"))
    answers, _ = await dialogue(stage, GIVE, text, meant=meant)
    told = [
        one.intent
        for one in stage.events
        if one.type == "intent" and one.run_id == answers[1].run_id
    ]
    assert told == [answers[1].intent]


async def test_a_value_that_other_kinds_have_too_changes_what_was_spoken_of(stage: Stage) -> None:
    text = "no, takeaway"
    meant = line(
        text,
        "change",
        mark(text, "takeaway", "VAL", -1, "step", value="channel=外卖", entity="交易单"),
    )
    _, effects = await dialogue(stage, GIVE, text, meant=meant)
    made = [one["change"]["after"] for one in effects if one["change"]["op"] == "create"]
    assert [one.get("channel") for one in made if "couponType" in one] == ["DAODIAN", "WAIMAI"]
    assert [one["entity"] for one in effects if one["entity"] == "order"] == []


async def test_a_turn_that_is_not_sure_changes_nothing_unasked(stage: Stage) -> None:
    text = "one more"
    unsure = line(text, "more", mark(text, "one", "QTY", -1, "step"), sure=0.5)
    answers, effects = await dialogue(stage, GIVE, text, "yes", unsure=unsure)
    assert [one.status for one in answers[1:]] == ["needs_input", "succeeded"]
    assert coupons(effects) == [GIVEN, GIVEN]


# ---- answers -------------------------------------------------------------------------------


async def test_an_answer_closes_the_question_and_says_more(stage: Stage) -> None:
    text = "in pre, and for 5678 please"
    meant = line(text, "answer", mark(text, "pre", "ENV"), mark(text, "5678", "ID", -1, "to"))
    answers, effects = await dialogue(stage, "send a 50-20 dine-in coupon", text, meant=meant)
    assert [one.status for one in answers] == ["needs_input", "succeeded"]
    assert coupons(effects) == [("5678", 50, 20, "pre")]


@pytest.mark.parametrize("text", ["1234", "user 1234"])
async def test_a_name_alone_is_what_was_asked_for_whatever_turn_it_is_heard_as(
    stage: Stage, text: str
) -> None:
    marks = [mark(text, "1234", "ID", -1, "to")]
    if text.startswith("user"):
        marks = [
            mark(text, "user", "OBJ", -1, "of", entity="用户"),
            mark(text, "1234", "ID", 0, "id"),
        ]
    heard = line(text, "change", *marks)
    answers, _ = await dialogue(stage, "list coupons in daily", text, heard=heard)
    assert answers[0].question is not None, answers[0]
    assert answers[1].chain, answers[1]
    assert {one.arguments.get("havanaId") for one in answers[1].chain} == {"1234"}


# ---- more, less, consent -------------------------------------------------------------------


async def test_more_of_the_same(stage: Stage) -> None:
    text = "5678 wants what they got, twice"
    somebody, twice = mark(text, "5678", "ID", -1, "to"), mark(text, "twice", "QTY", -1, "step")
    _, effects = await dialogue(stage, GIVE, text, more=line(text, "more", somebody, twice))
    assert coupons(effects)[1:] == 2 * [("5678", 50, 20, "pre")]


@pytest.mark.parametrize(("turn", "verb"), [("more", "create"), ("change", "make")])
async def test_what_is_made_is_what_is_said_though_it_was_only_the_receiver_before(
    stage: Stage, turn: Turn, verb: str
) -> None:
    text = f"{verb} two users in pre"
    marks = [
        mark(text, verb, "ACT", -1, "step", action="create", does="create"),
        mark(text, "users", "OBJ", 0, "object", entity="用户"),
        mark(text, "two", "QTY", 1, "n"),
    ]
    _, effects = await dialogue(stage, GIVE, text, made=line(text, turn, *marks))
    assert coupons(effects) == [GIVEN]
    assert users(effects) == ["pre", "pre"]


async def test_less_of_a_plan_that_waits_and_then_a_yes(stage: Stage) -> None:
    less, yes = "two of them will do", "yes"
    lines = [line(less, "drop", mark(less, "two", "QTY", -1, "step"))]
    answers, effects = await dialogue(
        stage, "create three users in pre", less, yes, review="always", lines=lines
    )
    assert [one.status for one in answers] == ["needs_input", "needs_input", "succeeded"]
    assert users(effects) == ["pre", "pre"]


async def test_what_a_reader_takes_for_a_yes_runs_nothing(stage: Stage) -> None:
    text = "hold on, let me think"
    unsure = line(text, "yes", sure=1.0)
    _, effects = await dialogue(
        stage, "create three users in pre", text, review="always", unsure=unsure
    )
    assert effects == []


async def test_a_no_cancels_what_waits(stage: Stage) -> None:
    text = "better leave things as they are"
    answers, effects = await dialogue(
        stage, "create three users in pre", text, review="always", no=line(text, "no")
    )
    assert (answers[1].status, effects) == ("cancelled", [])


async def test_what_was_done_is_taken_back(stage: Stage) -> None:
    text = "wrong person, get rid of what you did"
    answers, effects = await dialogue(stage, GIVE, text, "yes", undo=line(text, "undo"))
    assert [one.status for one in answers] == ["succeeded", "needs_input", "succeeded"]
    assert [one["change"]["op"] for one in effects if one["entity"] == "coupon"][1:] == ["update"]


# ---- what was made -------------------------------------------------------------------------


async def test_work_on_what_was_made(stage: Stage) -> None:
    text = "now let them have a 50-20 dine-in coupon"
    meant = line(
        text,
        "new",
        mark(text, "let", "ACT", -1, "step", action="issue", does="create"),
        mark(text, "them", "REF", 0, "to"),
        mark(text, "coupon", "OBJ", 0, "object", entity="优惠券"),
        mark(text, "50", "VAL", 2, "val", attribute="threshold"),
        mark(text, "20", "VAL", 2, "val", attribute="amount"),
        mark(text, "dine-in", "VAL", 2, "val", attribute="channel", value="channel=到店"),
    )
    answers, effects = await dialogue(stage, "create a test user on pre", text, meant=meant)
    [user] = [one.id for one in answers[0].summary.data if one.entity == "用户"]
    assert coupons(effects) == [(user, 50, 20, "pre")]


async def test_what_was_not_made_is_not_found_among_what_somebody_has(stage: Stage) -> None:
    """1234 has an order that could be paid; the one that is meant was never made."""
    first = "给用户1234下一笔外卖单,地址用他公司的,预发"
    refused = line(
        first,
        "new",
        mark(first, "下", "ACT", -1, "step", action="create", does="create"),
        mark(first, "用户", "OBJ", 0, "to", entity="用户"),
        mark(first, "1234", "ID", 1, "id", attribute="id"),
        mark(first, "外卖", "VAL", 4, "val", attribute="channel", value="channel=外卖"),
        mark(first, "单", "OBJ", 0, "object", entity="交易单"),
        mark(first, "他公司", "VAL", 4, "val", attribute="address_text"),
    )
    pay = "支付一下"
    paid = line(pay, "new", mark(pay, "支付", "ACT", -1, "step", action="pay", does="operate"))
    answers, effects = await dialogue(stage, first, pay, lines=(refused, paid))
    assert "succeeded" not in [one.status for one in answers]
    assert effects == []


async def test_a_question_about_what_was_made_changes_nothing(stage: Stage) -> None:
    text = "and what state might it be in"
    meant = line(
        text,
        "ask",
        mark(text, "it", "REF", -1, "step"),
        mark(text, "state", "ASK", 0, "ask", attribute="status"),
    )
    answers, effects = await dialogue(stage, GIVE, text, meant=meant)
    assert answers[1].status == "succeeded"
    assert coupons(effects) == [GIVEN]


async def test_the_reader_is_told_what_was_said_before(stage: Stage) -> None:
    text = "and one more"
    stage.reader.heard.clear()
    answers, _ = await dialogue(stage, GIVE, text)
    told, brief = stage.reader.heard
    points = re.compile(r"\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}")
    # When something was done is to change nothing in what is heard.
    assert told == (GIVE, points.sub("2026-01-05 10:00:00", answers[0].summary.text))
    assert brief[0] == GIVE
    assert brief[1].endswith(f"coupon {answers[0].summary.data[0].id}")
