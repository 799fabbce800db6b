"""Sentences about a service that was imported just now: its authors' names put values in place."""

import json
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.request import Request
from pipelines.flow.road import Road
from services.eval_wiring import private
from services.registry import read_environments
from services.sandbox_process import SandboxProcess
from services.settings import Settings
from services.wiring import open_system
from tests.trades.studio import Studio, studio
from tool_registry.base.caller import Caller
from tool_registry.base.ids import new_id

pytestmark = pytest.mark.anyio


@dataclass
class Office:
    """The chat over the demo and the studio."""

    road: Road
    studio: Studio

    async def said(self, *texts: str, shown: bool = False) -> Answer:
        """The answer to the last of these messages of a new conversation."""
        self.studio.fill()
        session, caller = new_id("session"), Caller(user="tomas")
        review = "always" if shown else "unasked"
        answers = [
            await self.road.run(
                Request(
                    text=text,
                    session_id=session,
                    request_id=new_id("request"),
                    caller=caller,
                    review=review,
                ),
                lambda event: None,
            )
            for text in texts
        ]
        return answers[-1]

    async def done(self, *texts: str) -> list[tuple[str, str, Any]]:
        """What the messages have changed, agreed to where it is asked whether it is meant."""
        answer = await self.said(*texts)
        if answer.choices and answer.choices[0].kind == "reading":
            answer = await self.said(*texts, "yes")
        assert answer.status is Status.SUCCEEDED, answer.question
        return self.studio.writes()


@asynccontextmanager
async def opened(demo: SandboxProcess, folder: Path, *, lists: bool) -> AsyncGenerator[Office]:
    """`lists`: bands can be listed, and not only be looked up by their ids."""
    async with AsyncExitStack() as stack:
        own = stack.enter_context(studio(folder))
        if not lists:
            document = json.loads(own.document.read_text("utf-8"))
            del document["paths"]["/bands"]["get"]
            own.document.write_text(json.dumps(document), "utf-8")
        settings = Settings(home=folder, mode="rules")
        places = [one.name for one in read_environments(settings).configured]
        entry = {
            "type": "openapi",
            "document": str(own.document),
            "approval": "trusted",
            "environments": {name: {"url": own.url} for name in places},
        }
        file = folder / "sources.json"
        entries = {"commerce": {"url": demo.url}, "studio": entry}
        file.write_text(json.dumps({"mcpServers": entries}), "utf-8")
        settings = private(settings, folder, file)
        system = await stack.enter_async_context(open_system(settings))
        yield Office(await system.road(), own)


@pytest.fixture(scope="module")
async def office(
    demo: SandboxProcess, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Office]:
    async with opened(demo, tmp_path_factory.mktemp("studio"), lists=True) as one:
        yield one


@pytest.fixture(scope="module")
async def unlisted(
    demo: SandboxProcess, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Office]:
    async with opened(demo, tmp_path_factory.mktemp("unlisted"), lists=False) as one:
        yield one


ROOM = {"band_id": 3, "room": "R07", "day": "2026-12-05"}


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("book a session for band 3 in room R07 on 2026-12-05 for 4 hours, daily",
         {**ROOM, "hours": 4}),
        ("book a session for band 3 with room R07 on 2026-12-05, daily", ROOM),
        ("book a room for band 3 at R07 on 2026-12-05, daily", ROOM),
        ("book a session for band 3 with room R07 on December 5, 2026, daily", ROOM),
    ],
)  # fmt: skip
async def test_a_value_behind_an_arguments_name_is_that_arguments(
    office: Office, text: str, sent: dict[str, Any]
) -> None:
    assert await office.done(text) == [("POST", "/sessions", sent)]


async def test_an_id_is_put_where_it_is_taken_though_nothing_lists_such_things(
    unlisted: Office,
) -> None:
    text = "book a session for it with room R03 on 2026-12-10"
    made = {"name": "Puffins", "genre": "rock"}
    room = {"band_id": 4, "room": "R03", "day": "2026-12-10"}
    writes = await unlisted.done("register a rock band called Puffins in daily", text)
    assert writes == [("POST", "/bands", made), ("POST", "/sessions", room)]


async def test_it_is_so_beside_another_goal(office: Office) -> None:
    text = (
        "register a rock band called Puffins and book a session for it"
        " with room R03 on 2026-12-10, daily"
    )
    made = {"name": "Puffins", "genre": "rock"}
    room = {"band_id": 4, "room": "R03", "day": "2026-12-10"}
    assert await office.done(text) == [("POST", "/bands", made), ("POST", "/sessions", room)]


async def test_a_name_or_a_unit_beside_its_value_is_used(office: Office) -> None:
    text = "book a session for band 3 with room R07 on 2026-12-05 for 4 hours, daily"
    answer = await office.said(text)
    assert answer.intent is not None
    assert answer.intent.unread == ()


async def test_a_number_behind_the_name_of_a_kind_is_its_id(office: Office) -> None:
    changed = ("PATCH", "/sessions/100/status", {"status": "finished"})
    assert await office.done("set session 100 to finished in daily") == [changed]


@pytest.mark.parametrize("reply", ["R07", "room R07"])
async def test_a_reply_fills_what_was_asked_for(office: Office, reply: str) -> None:
    text = "book a session for band 3 in daily on 2026-12-05"
    asked = await office.said(text)
    assert asked.question is not None
    assert "Room code such as R11" in asked.question
    assert await office.done(text, reply) == [("POST", "/sessions", ROOM)]


@pytest.mark.parametrize("text", ["bill band 3 in daily", "register band 3 in daily"])
async def test_what_is_there_is_not_made_once_more(office: Office, text: str) -> None:
    answer = await office.said(text)
    assert (answer.status, office.studio.writes()) == (Status.NEEDS_INPUT, [])
    answer = await office.said(text, "25")
    assert office.studio.writes() == []


async def test_a_number_is_no_name_of_what_is_made(office: Office) -> None:
    answer = await office.said("register band 9 in daily")
    assert (answer.status, office.studio.writes()) == (Status.NEEDS_INPUT, [])
    made = await office.done("register a jazz band 9 in daily", "Skuas")
    assert [(path, sent["name"]) for _, path, sent in made] == [("/bands", "Skuas")]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("list the rehearsals of band 1 in daily", "rehearsals"),
        ("show the insurance of band 1, daily", "insurance"),
        ("查一下乐队1的排练记录,日常环境", "排练记录"),
    ],
)
async def test_what_a_look_leaves_out_is_told(office: Office, text: str, left: str) -> None:
    answer = await office.said(text)
    assert left in (answer.question or answer.summary.text)


@pytest.mark.parametrize("text", ["look up band 1, daily", "show me band 3 in daily please"])
async def test_a_look_that_leaves_out_nothing_tells_nothing(office: Office, text: str) -> None:
    answer = await office.said(text)
    assert answer.status is Status.SUCCEEDED
    assert answer.intent is not None
    assert answer.intent.unread == ()


@pytest.mark.parametrize("reply", ["no, a choral one", "make it a choral band"])
async def test_one_value_of_a_closed_set_corrects_what_waits(office: Office, reply: str) -> None:
    answer = await office.said("register a jazz band named Skuas in daily", reply, shown=True)
    assert [one.arguments["genre"] for one in answer.chain] == ["choral"]
    assert office.studio.writes() == []


async def test_what_denies_its_value_corrects_nothing(office: Office) -> None:
    answer = await office.said(
        "register a jazz band named Skuas in daily", "not a jazz one", shown=True
    )
    assert office.studio.writes() == []
    assert [one.arguments["genre"] for one in answer.chain] in ([], ["jazz"])
