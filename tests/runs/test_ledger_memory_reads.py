"""The ledger of effects, conversation memory, and reads beside the plan."""

from typing import Any

import pytest

from pipelines.contracts.conversation import Remembered
from pipelines.contracts.events import Event, ToolRead
from pipelines.contracts.intent import IntentResult
from pipelines.contracts.request import Request
from pipelines.runs.errors import LeaseLost
from pipelines.runs.lease import Lease
from pipelines.runs.ledger import Call, Ledger
from pipelines.runs.memory import Memory, OpenQuestion
from pipelines.runs.reads import Reads
from pipelines.runs.store import RunStore
from tests.runs.worker import request
from tests.workshop.clock import HandClock
from tests.workshop.talking import Talking
from tests.workshop.tools import ENVIRONMENTS, TOOLS
from tool_registry.base.caller import Caller
from tool_registry.base.errors import GuardRefusal
from tool_registry.base.redaction import MASK
from tool_registry.base.types import IntentType
from tool_registry.sources.result import Failure
from tool_registry.sources.source import Sources


def call(**changed: Any) -> Call:
    fields: dict[str, Any] = {
        "tenant": "local",
        "environment": "pre",
        "step": "s1",
        "goal": "G1",
        "ordinal": 1,
        "tool": "workshop/make_part",
        "arguments": {"name": "bolt", "env": "pre"},
    }
    return Call(**{**fields, **changed})


def ledger_of(store: RunStore, key: str = "q-1") -> Ledger:
    begun = store.begin(request(key))
    assert begun.lease is not None
    return Ledger(store, begun.lease)


def test_a_row_goes_from_sent_to_its_outcome(store: RunStore) -> None:
    ledger = ledger_of(store)
    row, is_new = ledger.leave(call())
    assert (row.state, row.attempts, is_new) == ("sent", 1, True)
    assert row.sent_at is not None
    assert ledger.leave(call()) == (row, False)
    ledger.sent(row.key)
    ledger.ended(row.key, "done", {"id": 1})
    again, is_new = ledger.leave(call())
    assert (again.key, again.state, again.attempts, is_new) == (row.key, "done", 2, False)
    assert again.body == {"id": 1}


def test_a_failure_is_kept_and_secrets_are_not(store: RunStore) -> None:
    ledger = ledger_of(store)
    row, _ = ledger.leave(call())
    failure = Failure(kind="business", code="NO", message="bad: password=hunter22")
    ledger.ended(row.key, "failed", {"token": "Bearer abcdef0123456789"}, failure)
    kept = ledger.entries()[0]
    assert kept.failure == failure.model_copy(update={"message": f"bad: password={MASK}"})
    assert kept.body == {"token": f"Bearer {MASK}"}


def test_secrets_are_masked_however_deep_and_all_else_is_kept(store: RunStore) -> None:
    ledger = ledger_of(store)
    secret = "Bearer abcdef0123456789"
    row, _ = ledger.leave(call(arguments={"env": "pre", "ids": [1, "a", [secret, {"x": secret}]]}))
    ledger.ended(row.key, "done", {"items": [{"note": secret}, None, 2.5]})
    [kept] = ledger.entries()
    masked = f"Bearer {MASK}"
    assert kept.arguments == {"env": "pre", "ids": [1, "a", [masked, {"x": masked}]]}
    assert kept.body == {"items": [{"note": masked}, None, 2.5]}


def test_the_key_is_the_calls_identity() -> None:
    key = call().key("run-1")
    same = call(step="s9", arguments={"env": "pre", "name": "bolt"})
    assert same.key("run-1") == key
    others = [
        call(goal="G2"),
        call(ordinal=2),
        call(tool="workshop/make_spare_part"),
        call(environment="daily"),
        call(tenant="they"),
        call(arguments={"name": "nut", "env": "pre"}),
    ]
    keys = {key, call().key("run-2"), *(other.key("run-1") for other in others)}
    assert len(keys) == len(others) + 2


def test_the_same_read_in_two_steps_is_two_calls() -> None:
    assert call(read=True).key("r") != call(read=True, step="s2").key("r")


def test_who_lost_the_run_cannot_write_into_its_ledger(store: RunStore) -> None:
    ledger = ledger_of(store)
    row, _ = ledger.leave(call())
    store.release(Lease(row.run_id, epoch=1))
    with pytest.raises(LeaseLost):
        ledger.ended(row.key, "done")
    with pytest.raises(LeaseLost):
        ledger.leave(call(ordinal=2))
    assert [entry.state for entry in ledger.entries()] == ["sent"]


def test_a_conversation_remembers_the_latest_first_for_a_time(
    store: RunStore, clock: HandClock
) -> None:
    memory = Memory(store, hours=1)
    first = Remembered("part", {"id": "P1"}, "pre", words="P1")
    later = [Remembered("part", {"id": "P3"}, "pre"), Remembered("part", {"id": "P2"}, "daily")]
    memory.remember(request("q-1"), [first])
    clock.jump(wall=1800)
    memory.remember(request("q-2"), later)
    assert memory.recall(request("q-3")) == [*later, first]
    clock.jump(wall=1801)
    assert memory.recall(request("q-3")) == later


def test_conversations_and_tenants_are_apart(store: RunStore) -> None:
    memory = Memory(store)
    memory.remember(request("q-1"), [Remembered("part", {"id": "P1"}, "pre")])
    memory.ask(request("q-1"), OpenQuestion("make a part"))
    other = Request(text="x", session_id="other", request_id="q-2")
    they = request("q-3").model_copy(update={"caller": Caller(tenant="they")})
    for stranger in (other, they):
        assert memory.recall(stranger) == []
        assert memory.open_question(stranger) is None


def test_the_open_question_is_the_latest_until_it_is_settled(
    store: RunStore, clock: HandClock
) -> None:
    memory = Memory(store, hours=1)
    memory.ask(request("q-1"), OpenQuestion("make a part"))
    memory.ask(request("q-2"), OpenQuestion("paint a part"))
    assert memory.open_question(request("q-3")) == OpenQuestion("paint a part")
    memory.settle(request("q-3"))
    assert memory.open_question(request("q-3")) is None
    memory.ask(request("q-4"), OpenQuestion("make a part"))
    clock.jump(wall=3601)
    assert memory.open_question(request("q-5")) is None


def test_what_a_question_s_sentence_meant_is_kept_with_it_unless_it_holds_a_secret(
    store: RunStore,
) -> None:
    memory = Memory(store)
    meant = IntentResult(text="make a part", language="en", intent_type=IntentType.CREATE_DATA)
    memory.ask(request("q-1"), OpenQuestion("make a part", reading=meant))
    asked = memory.open_question(request("q-2"))
    assert asked is not None
    assert asked.reading == meant
    secret = meant.model_copy(update={"text": "make a part, password=hunter2-and-more"})
    memory.ask(request("q-3"), OpenQuestion("make a part", reading=secret))
    asked = memory.open_question(request("q-4"))
    assert asked is not None
    assert asked.reading is None


@pytest.mark.anyio
async def test_reading_is_told_and_writing_tools_are_not_read_with() -> None:
    told: list[Event] = []
    reads = Reads(
        Sources({"workshop": Talking({"data": {"partId": "P1"}})}),
        ENVIRONMENTS,
        told.append,
    )
    arguments = {"env": "pre", "partId": "P1"}
    result = await reads.read(TOOLS["workshop/get_part"], "pre", arguments)
    assert result.body == {"data": {"partId": "P1"}}
    read = ToolRead(
        tool="workshop/get_part",
        title=TOOLS["workshop/get_part"].title,
        environment="pre",
        arguments=arguments,
        ok=True,
    )
    [heard] = told
    assert isinstance(heard, ToolRead)
    assert heard.milliseconds > 0
    assert heard.model_copy(update={"milliseconds": 0.0}) == read
    with pytest.raises(GuardRefusal, match="may change something"):
        await reads.read(TOOLS["workshop/make_part"], "pre", {"env": "pre", "name": "x"})
    assert len(told) == 1
