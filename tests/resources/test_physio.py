"""Sentences to a clinic's API that somebody imported: times, limits, and how it is spoken of."""

from collections.abc import AsyncGenerator
from datetime import datetime

import pytest

from pipelines.contracts.answer import Status
from pipelines.reasoning.arguments.allowed import allowed
from tests.resources.desk import Desk, desk
from tool_registry.model import Slot

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
async def running(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Desk]:
    async with desk("physio", tmp_path_factory.mktemp("physio")) as one:
        yield one


@pytest.fixture
def clinic(running: Desk) -> Desk:
    running.service.reset()
    return running


@pytest.mark.parametrize("zone", [None, "Asia/Shanghai"])
async def test_a_time_told_in_another_zone_is_the_time_that_was_sent(
    clinic: Desk, zone: str | None
) -> None:
    said = "book a laser appointment for patient Tom Brown, starts at 2026-12-03 09:15, in daily"
    answer = await clinic.says(said, approved=True, zone=zone)
    assert answer.status is Status.SUCCEEDED, answer.summary.text
    assert len(clinic.told("_shown")) == 1


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("book a 45 minute massage appointment for Tom Brown in room 3 in daily", "starts at"),
        (
            "book a laser appointment for patient Tom Brown, starts at 2026-12-03 09:15, in daily",
            None,
        ),
    ],
)
async def test_what_a_tool_needs_and_nobody_said_is_named(
    clinic: Desk, said: str, left: str | None
) -> None:
    answer = await clinic.says(said)
    [reasons] = [one.reasons for one in answer.candidates if one.role == "main"]
    assert ("everything that it needs is given" in reasons) == (left is None)
    assert (f"not said yet: {left}" in reasons) == (left is not None)


async def test_a_request_that_a_tool_serves_is_told_from_one_that_none_does(clinic: Desk) -> None:
    said = "book a 45 minute massage appointment for Tom Brown in room 3 in daily"
    for text, served in ((said, True), ("print appointment 100 in daily", False)):
        answer = await clinic.says(text)
        assert any(one.serves for one in answer.candidates) is served


async def test_a_value_beyond_its_limits_is_told_with_them(clinic: Desk) -> None:
    said = "book a laser appointment for patient Tom Brown with duration 500 minutes in daily"
    answer = await clinic.says(said)
    assert answer.question == (
        "“500” cannot be the duration of an appointment, so nothing was run. "
        "What is the duration? It can be: 10 minutes to 120 minutes"
    )


@pytest.mark.parametrize(
    ("slot", "zh", "en"),
    [
        (Slot(path="a", minimum=1, maximum=5), "1～5", "1 to 5"),
        (Slot(path="a", minimum=100, unit="fen"), "至少 1 元", "1 yuan or more"),
        (Slot(path="a", maximum=9), "最多 9", "9 or less"),
        (
            Slot(path="a", max_length=40),
            "最多 40 个字符的文字",
            "a text of 40 characters at most",
        ),
        (
            Slot(path="a", format="date-time"),
            "日期和时间，例如 2026-12-31 09:15",
            "a day and a time such as 2026-12-31 09:15",
        ),
        (Slot(path="a"), "", ""),
    ],
)
def test_what_an_argument_takes_is_said_in_words(slot: Slot, zh: str, en: str) -> None:
    assert (allowed(slot, "zh"), allowed(slot, "en")) == (zh, en)


LATER = "starting 2030-12-03 at 09:15, in daily"


@pytest.mark.parametrize(
    ("said", "sent"),
    [
        (
            f"book a laser appointment for Maria Lopez with duration 45 minutes, {LATER}",
            {
                "patient_name": "Maria Lopez",
                "kind": "laser",
                "duration_minutes": 45,
                "starts_at": "2030-12-03T09:15:00+00:00",
            },
        ),
        (
            f"book an appointment for patient Tom Brown, kind massage, {LATER}",
            {
                "patient_name": "Tom Brown",
                "kind": "massage",
                "starts_at": "2030-12-03T09:15:00+00:00",
            },
        ),
    ],
)
async def test_a_person_of_no_record_is_the_name_that_the_tool_takes(
    clinic: Desk, said: str, sent: dict[str, object]
) -> None:
    answer = await clinic.says(said, zone="UTC")
    assert [one.arguments for one in answer.chain] == [sent], answer.question


async def test_words_of_a_time_are_sent_as_a_time(clinic: Desk) -> None:
    said = "book a laser appointment for Tom Brown starting tomorrow at 10:30, in daily"
    answer = await clinic.says(said, zone="UTC")
    [sent] = [str(one.arguments["starts_at"]) for one in answer.chain]
    assert datetime.fromisoformat(sent).strftime("%H:%M") == "10:30"


@pytest.mark.parametrize("said", ["cancel appointment 100 in daily", "取消预约100，日常"])
async def test_a_verb_stands_for_the_state_that_it_leads_to(clinic: Desk, said: str) -> None:
    first = f"book a laser appointment for Tom Brown {LATER}"
    assert (await clinic.says(first, approved=True)).status is Status.SUCCEEDED
    answer = await clinic.says(said, approved=True)
    assert (answer.status, clinic.log[-1]) == (
        Status.SUCCEEDED,
        {"changed": 100, "status": "cancelled"},
    )
