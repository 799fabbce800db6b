"""The agent card: who we are, to clients of both versions, and who may see more."""

from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from a2a.client.card_resolver import A2ACardResolver
from a2a.compat.v0_3 import types as old
from a2a.types import AgentCard, GetExtendedAgentCardRequest

from services.a2a import opening
from services.settings import Settings
from tests.a2a.talking import Agent, run, speaking
from tests.services.serving import Client, Stage, serve
from tool_registry.base.ids import new_id

CARD = "/.well-known/agent-card.json"


def card_of(service: Client) -> Any:
    return service.request("GET", CARD)[1]


def test_a_client_of_today_reads_interfaces_and_skills_in_both_languages(agent: Agent) -> None:
    async def work() -> AgentCard:
        async with httpx.AsyncClient() as http:
            return await A2ACardResolver(http, agent.url).get_agent_card()

    card = run(work)
    ways = {(one.protocol_binding, one.protocol_version) for one in card.supported_interfaces}
    assert ways == {(b, v) for b in ("JSONRPC", "HTTP+JSON") for v in ("1.0", "0.3")}
    assert {one.url for one in card.supported_interfaces} == {f"{agent.url}/a2a"}
    skills = {one.id: one for one in card.skills}
    assert skills.keys() == {"make", "query", "verify", "operate", "undo", "tools"}
    assert skills["make"].name == "造测试数据 / Make test data"
    assert all(len(one.examples) == 2 for one in card.skills)
    assert card.capabilities.streaming
    assert card.capabilities.push_notifications
    assert not card.security_requirements


@pytest.mark.slow
def test_each_example_of_the_card_is_a_task_that_is_completed(agent: Agent) -> None:
    for skill in card_of(agent.service)["skills"]:
        for text in skill["examples"] if skill["id"] != "undo" else ():
            told = {"messageId": new_id("m"), "role": "ROLE_USER", "parts": [{"text": text}]}
            task = agent.rpc("SendMessage", {"message": told})["result"]["task"]
            assert task["status"]["state"] == "TASK_STATE_COMPLETED", text


def test_a_client_of_0_3_reads_it_too(agent: Agent) -> None:
    card = old.AgentCard.model_validate(card_of(agent.service))
    assert (card.url, card.preferred_transport) == (f"{agent.url}/a2a", "JSONRPC")
    assert card.supports_authenticated_extended_card


def test_it_is_kept_for_a_while_and_not_sent_twice(agent: Agent) -> None:
    with closing(agent.service.connect()) as connection:
        connection.request("GET", CARD)
        first = connection.getresponse()
        first.read()
        tag = str(first.getheader("ETag"))
        assert first.getheader("Cache-Control") == "public, max-age=300"
        connection.request("GET", CARD, headers={"If-None-Match": tag})
        second = connection.getresponse()
        assert (second.status, second.read()) == (304, b"")
        assert second.getheader("ETag") == tag


def test_the_extended_card_tells_of_the_callers_tools(agent: Agent) -> None:
    async def work() -> AgentCard:
        async with speaking(agent.url) as client:
            return await client.get_extended_agent_card(GetExtendedAgentCardRequest())

    skills = {one.id for one in run(work).skills}
    assert any(one.endswith("/issueFullReductionCoupon") for one in skills)


@pytest.fixture
def login(tmp_path: Path) -> Generator[Client]:
    (tmp_path / "sources.json").write_text('{"mcpServers": {}}')
    settings = Settings(home=tmp_path, sources=tmp_path / "sources.json", login="required")
    with serve(settings, Stage()) as client:
        yield client


def test_where_people_log_in_the_card_names_the_key_and_is_open_to_all(login: Client) -> None:
    card = card_of(login)
    assert card["securitySchemes"]["key"]["httpAuthSecurityScheme"]["scheme"] == "bearer"
    assert card["securityRequirements"] == [{"schemes": {"key": {}}}]
    assert old.AgentCard.model_validate(card).security == [{"key": []}]


def test_foreign_hosts_and_pages_are_refused(agent: Agent) -> None:
    for headers in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):
        status, _ = agent.service.request("POST", "/a2a", {}, **headers)
        assert status in (421, 403)


def test_without_the_package_the_routes_say_what_to_install(
    agent: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(name: str) -> None:
        """As if it were not installed."""

    monkeypatch.setattr(opening, "find_spec", nothing)
    for method, path in (("GET", CARD), ("POST", "/a2a"), ("GET", "/a2a/tasks")):
        status, told = agent.service.request(method, path, {} if method == "POST" else None)
        assert (status, "zhizao[a2a]" in told["error"]["message"]) == (503, True)
