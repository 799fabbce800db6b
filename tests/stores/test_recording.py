"""What the events of a run say of tools, and how a service without Redis says what it lacks."""

from pathlib import Path
from typing import Any

import pytest

from pipelines.contracts.events import Event, StepFinished, StepStarted, ToolRead
from pipelines.contracts.lessons import Lesson
from services.recording import RunNotes, learned_of
from services.settings import Settings
from services.wiring import Health, open_system
from tests.stores.shelves import Shop
from tests.workshop.running import free_port
from tests.workshop.tools import MAKE, TOOLS
from tool_registry.sources.result import Failure

pytestmark = pytest.mark.anyio


def notes_of(*events: Event) -> RunNotes:
    notes = RunNotes(TOOLS)
    for event in events:
        notes.hear(event)
    return notes


def finished(tool: str, status: str, output: Any = None, failure: Any = None) -> StepFinished:
    return StepFinished(step="s1", tool=tool, status=status, output=output, failure=failure)


def test_outputs_that_nobody_declares_are_learned_from_results() -> None:
    undeclared = MAKE.id.replace("make_part", "make_keyed_part")
    body = {"parts": [{"id": 7, "ok": True, "size": None}], "price": 1.5, "owner": "Ann"}
    notes = notes_of(StepStarted(step="s1", tool=MAKE.id), finished(undeclared, "done", body))
    [first] = learned_of(notes, [])
    assert "Ann" not in first.model_dump_json()
    assert first.what["properties"]["price"] == {"type": "number"}
    assert set(first.what["properties"]["parts"]["items"]["properties"]) == {"id", "ok", "size"}
    assert learned_of(notes, [first]) == [first]


def test_what_a_tool_did_not_accept_is_kept_without_its_words() -> None:
    lesson = Lesson(tool=MAKE.id, path="size", kind="required", words="Ann needs a size")
    [kept] = learned_of(RunNotes(TOOLS, lessons=[lesson]), [])
    assert (kept.kind, kept.path, kept.what["kind"]) == ("lesson", "size required", "required")
    assert "Ann" not in kept.model_dump_json()


def test_declared_outputs_and_failed_calls_teach_nothing() -> None:
    notes = notes_of(
        StepStarted(step="s1", tool=MAKE.id),
        finished(MAKE.id, "done", {"data": {"partId": "p"}}),
        StepStarted(step="s1", tool=MAKE.id),
        finished("workshop/get_part", "failed", {"secret": 1}),
    )
    assert notes.results == {}


def test_failures_are_kept_by_kind_and_code_without_the_servers_words() -> None:
    failure = Failure(kind="unknown", code="503", message="user 17 has no such part")
    notes = notes_of(
        StepStarted(step="s1", tool=MAKE.id),
        finished(MAKE.id, "unknown", None, failure),
        finished(MAKE.id, "skipped"),
    )
    use = notes.uses[MAKE.id]
    assert (use.succeeded, use.failed, use.failure) == (0, 1, "unknown 503")


def test_reading_what_is_not_there_says_nothing_against_the_tool_that_reads() -> None:
    no = Failure(kind="business", code="NOT_FOUND", message="")
    gone = Failure(kind="refused_connection", message="")
    tool = "workshop/get_part"
    reads = (ToolRead(tool=tool, ok=False, failure=one, milliseconds=20) for one in (no, gone))
    [use] = notes_of(*reads).uses.values()
    assert (use.succeeded, use.failed, use.failure) == (1, 1, "refused_connection")
    assert use.latency_ms == 40


def test_a_huge_result_is_learned_in_part() -> None:
    deep: Any = "x"
    for _ in range(50):
        deep = {"in": deep}
    wide = {f"field{number}": number for number in range(500)}
    notes = RunNotes(TOOLS, results={MAKE.id: [{"deep": deep, "list": [wide] * 1000}]})
    [kept] = learned_of(notes, [])
    assert len(kept.model_dump_json()) < 500


@pytest.mark.needs("redis-server")
async def test_a_service_without_its_redis_is_degraded_and_not_unready(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    shop.declare()
    settings = Settings(
        home=tmp_path / "home",
        sources=tmp_path / "sources.json",
        redis=f"redis://:geheim@127.0.0.1:{free_port()}/0",
    )
    async with open_system(settings) as system:
        assert await system.cache.get("00") is None
        await system.tell()
        health = await system.health()
    assert health.blocking == {}
    assert set(health.degraded) == {"changes", "parsed tools"}
    assert all("cannot be reached" in said for said in health.degraded.values())
    assert "geheim" not in str(health)


async def test_a_service_on_one_machine_lacks_nothing(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    shop.declare()
    settings = Settings(home=tmp_path / "home", sources=tmp_path / "sources.json")
    async with open_system(settings) as system:
        assert await system.health() == Health()
