"""Calling the skills of a real agent, made with the official server, in all that it may do."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from a2a.types import AgentSkill

from services.opening import open_source
from tests.a2a.remote import Remote, remote_agent
from tests.workshop.running import free_port
from tool_registry.base.environment import Environment, Environments
from tool_registry.base.errors import CallNotSent, ConfigurationError
from tool_registry.model import RawTool
from tool_registry.sources.a2a.source import A2aSource
from tool_registry.sources.config import read_source
from tool_registry.sources.entries import A2aConfig
from tool_registry.sources.result import CallResult

WAYS = [(binding, version) for binding in ("JSONRPC", "HTTP+JSON") for version in ("1.0", "0.3")]
SKILL = "book_meeting_room"
WORDS = {"message": "a room for four"}


def run(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(work)


def source_of(remote: Remote, **more: Any) -> A2aSource:
    return A2aSource(A2aConfig.model_validate({"id": "rooms", "url": remote.url, **more}))


def called(remote: Remote, mode: str = "done", **more: Any) -> CallResult:
    remote.mode = mode
    told: dict[str, Any] = {"environment": "pre", "key": "k-1", "timeout": 30.0, **more}
    return run(source_of(remote).call(SKILL, WORDS, **told))


@pytest.mark.parametrize(("binding", "version"), WAYS)
def test_skills_are_tools_and_a_call_is_a_task_to_its_end(binding: str, version: str) -> None:
    with remote_agent(binding=binding, version=version) as remote:
        [tool] = run(source_of(remote).list_tools())
        assert isinstance(tool, RawTool)
        assert (tool.id, tool.title) == (f"rooms/{SKILL}", "Book a meeting room")
        assert "Examples: Book a meeting room for four" in tool.description
        assert tool.input_schema["required"] == ["message"]
        result = called(remote)
    assert result.ok
    assert result.body["data"] == {"roomBookingId": "B1", "seats": 4}
    assert result.body["text"] == "booked"
    [effect] = remote.effects
    assert (effect["id"], effect["text"]) == ("call-k-1", WORDS["message"])
    assert effect["metadata"] == {"skill": SKILL, "environment": "pre"}


@pytest.mark.parametrize("streaming", [True, False])
def test_an_agent_without_streams_is_asked_until_it_is_done(streaming: bool) -> None:
    from a2a.types import AgentCapabilities

    with remote_agent(capabilities=AgentCapabilities(streaming=streaming)) as remote:
        assert called(remote).ok
    assert len(remote.effects) == 1


@pytest.mark.parametrize(
    ("mode", "kind", "code", "words"),
    [
        ("failed", "unknown", "FAILED", "the door is stuck"),
        ("rejected", "business", "REJECTED", "no rooms here"),
        ("asks", "unknown", "INPUT_REQUIRED", "which floor?"),
        ("401", "refused_connection", "HTTP 401", "HTTP 401"),
        ("302", "refused_connection", "HTTP 302", "HTTP 302"),
        ("503", "unknown", "HTTP 503", "HTTP 503"),
        ("200", "unknown", "MALFORMED", ""),
    ],
)
def test_what_does_not_go_well_is_told_as_it_is(
    mode: str, kind: str, code: str, words: str
) -> None:
    with remote_agent() as remote:
        result = called(remote, mode)
        assert len(remote.canceled) == (mode == "asks")
    assert result.failure is not None
    assert (result.failure.kind, result.failure.code) == (kind, code)
    assert words in result.failure.message


def test_an_agent_that_does_not_answer_in_time_may_have_done_it() -> None:
    with remote_agent() as remote:
        result = called(remote, "hangs", timeout=0.5)
    assert result.failure is not None
    assert (result.failure.kind, result.failure.code) == ("unknown", "TIMEOUT")
    assert "it goes on with task" in result.failure.message


def test_an_agent_that_is_not_there_was_sent_nothing() -> None:
    config = A2aConfig(id="rooms", url=f"http://127.0.0.1:{free_port()}")
    result = run(A2aSource(config).call(SKILL, WORDS, environment="pre"))
    assert result.failure is not None
    assert result.failure.kind == "refused_connection"
    with pytest.raises(CallNotSent, match="rooms"):
        run(A2aSource(config).list_tools())


def test_where_a_card_points_elsewhere_that_has_to_be_allowed_and_gets_no_keys() -> None:
    headers = {"Authorization": "Bearer s3cret"}
    with remote_agent() as there, remote_agent() as here:
        here.card.supported_interfaces[0].url = f"{there.url}/rpc"
        source = source_of(here, headers=headers)
        result = run(source.call(SKILL, WORDS, environment="pre"))
        assert result.failure is not None
        assert result.failure.kind == "refused_connection"
        assert "private address" in result.failure.message
        assert (here.keys, there.keys) == (["Bearer s3cret"], [])
        allowed = A2aSource(source.config, (f"127.0.0.1:{there.port}",))
        assert run(allowed.call(SKILL, WORDS, environment="pre")).ok
        assert set(there.keys) == {None}


@pytest.mark.parametrize(
    "host", ["169.254.169.254", "10.1.2.3", "[::ffff:127.0.0.1]", "2130706433"]
)
def test_a_card_that_points_at_secrets_of_a_network_is_not_followed(host: str) -> None:
    with remote_agent() as remote:
        remote.card.supported_interfaces[0].url = f"http://{host}/rpc"
        result = called(remote)
    assert result.failure is not None
    assert result.failure.kind == "refused_connection"


def test_keys_go_to_the_agents_own_origin() -> None:
    with remote_agent() as remote:
        source = source_of(remote, headers={"Authorization": "Bearer s3cret"})
        assert run(source.call(SKILL, WORDS, environment="pre")).ok
    assert set(remote.keys) == {"Bearer s3cret"}


def test_skills_without_an_id_of_their_own_are_left_out_and_told() -> None:
    skills = [AgentSkill(id=id, name="x", description="x") for id in ("a", "", "a")]
    with remote_agent(skills=skills) as remote:
        source = source_of(remote)
        assert [one.name for one in run(source.list_tools())] == ["a"]
    assert [note.partition(": ")[2] for note in source.notes] == [
        "skill 2 is left out: it has no id",
        "skill 3 is left out: 'a' is taken",
    ]


def test_each_environment_has_its_own_agent() -> None:
    names = ("daily", "pre")
    known = Environments(configured=tuple(Environment(name=one, words=(one,)) for one in names))
    with remote_agent() as daily, remote_agent() as pre:
        urls = {"daily": {"url": daily.url}, "pre": {"url": pre.url}}
        config = read_source("rooms", {"type": "a2a", "environments": urls}, {}, place="test")
        source = open_source(config, known)
        [tool] = run(source.list_tools())
        assert tool.environments == ("daily", "pre")
        assert run(source.call(SKILL, WORDS, environment="pre")).ok
        elsewhere = run(source.call(SKILL, WORDS, environment="nowhere"))
    assert (len(daily.effects), len(pre.effects)) == (0, 1)
    assert elsewhere.failure.kind == "refused_connection"


@pytest.mark.parametrize(
    "entry",
    [
        {"type": "a2a"},
        {"type": "a2a", "url": "ftp://x"},
        {"type": "a2a", "url": "http://user:pass@x/"},
        {"type": "a2a", "environments": {"pre": {}}},
        {"type": "a2a", "url": "http://x", "command": "sh"},
        {
            "type": "a2a",
            "url": "http://x",
            "environments": {"pre": {"auth": {"type": "bearer", "token": "${T}"}}},
        },
    ],
)
def test_an_entry_that_cannot_be_is_refused(entry: Any) -> None:
    with pytest.raises(ConfigurationError):
        read_source("rooms", entry, {"T": "t"}, place="test")
