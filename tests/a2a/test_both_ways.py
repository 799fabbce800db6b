"""One service as the tool of another one: our client against our server."""

import asyncio
from typing import Any

import pytest

from tests.a2a.talking import COUPON, Agent
from tool_registry.sources.a2a.source import A2aSource
from tool_registry.sources.entries import A2aConfig
from tool_registry.sources.result import CallResult


def called(agent: Agent, text: str, key: str, **more: Any) -> CallResult:
    source = A2aSource(A2aConfig(id="other", url=agent.url))
    told: dict[str, Any] = {"environment": "pre", "key": key, "timeout": 60.0, **more}
    return asyncio.run(source.call("make", {"message": text}, **told))


def test_a_call_that_is_repeated_under_its_key_is_one_coupon(agent: Agent) -> None:
    results = [called(agent, COUPON, "k-1") for _ in range(2)]
    [made] = agent.effects()
    for result in results:
        assert result.ok
        assert result.body["data"]["data"][0]["id"] == made["id"]


def test_the_environment_of_the_call_counts_where_the_words_name_none(agent: Agent) -> None:
    assert called(agent, "给用户1234发放一张满50减20的优惠券", "k-2").ok
    assert [one["environment"] for one in agent.effects()] == ["pre"]


def test_another_environment_in_the_words_is_not_carried_out(agent: Agent) -> None:
    result = called(agent, "给用户1234发放一张满50减20的优惠券，日常环境", "k-3")
    assert not result.ok
    assert agent.effects() == []


@pytest.mark.parametrize("environment", ["nowhere", "production"])
def test_an_environment_that_the_other_one_does_not_have_is_refused(
    agent: Agent, environment: str
) -> None:
    result = called(agent, COUPON, f"k-{environment}", environment=environment)
    assert result.failure is not None
    assert result.failure.kind in ("validation", "business")
    assert agent.effects() == []
