"""The last check before a call leaves."""

from typing import Any

import pytest

from tests.workshop.running import Running
from tests.workshop.talking import Talking
from tests.workshop.tools import ENVIRONMENTS, TOOLS
from tool_registry.base.errors import GuardRefusal
from tool_registry.base.redaction import MASK
from tool_registry.model import Slot, Yield
from tool_registry.sources.guard import check, guarded_call, undeclared
from tool_registry.sources.mcp_source import McpSource
from tool_registry.sources.source import Sources

MAKE = TOOLS["workshop/make_part"]
GOOD = {"env": "pre", "name": "bolt"}


def test_a_declared_call_in_its_environment_may_leave() -> None:
    check(MAKE, "pre", GOOD, ENVIRONMENTS)


@pytest.mark.parametrize(
    ("environment", "arguments", "says"),
    [
        ("prod", {**GOOD, "env": "prod"}, "'prod' is no configured environment"),
        ("pre", {**GOOD, "env": "daily"}, "'env' says daily, which is not 'pre'"),
        ("pre", {"name": "bolt"}, "'env' says nothing"),
        ("pre", {**GOOD, "colour": "red"}, "it declares no argument 'colour'"),
        ("pre", {**GOOD, "name": f"x {MASK}"}, "a secret that was not kept"),
    ],
)
def test_what_must_not_leave_is_named(
    environment: str, arguments: dict[str, Any], says: str
) -> None:
    with pytest.raises(GuardRefusal, match=rf"'workshop/make_part' was not called.*{says}"):
        check(MAKE, environment, arguments, ENVIRONMENTS)


def test_a_tool_of_one_environment_does_not_run_in_another() -> None:
    tool = MAKE.model_copy(update={"environments": ("daily",)})
    with pytest.raises(GuardRefusal, match=r"does not run in 'pre' \(it runs in: daily\)"):
        check(tool, "pre", GOOD, ENVIRONMENTS)


def test_a_default_environment_counts_as_said() -> None:
    slot = Slot(path="env", default="pre", environment={"daily": "daily", "pre": "pre"})
    tool = MAKE.model_copy(update={"needs": (slot,)})
    check(tool, "pre", {}, ENVIRONMENTS)
    with pytest.raises(GuardRefusal, match="says pre"):
        check(tool, "daily", {}, ENVIRONMENTS)


def test_undeclared_arguments_are_found_at_any_depth() -> None:
    row = {"type": "object", "properties": {"sku": {"type": "string"}}}
    schema = {"properties": {"buyer": row, "items": {"type": "array", "items": row}}}
    assert undeclared({"buyer": {"sku": "a"}, "items": [{"sku": "b"}]}, schema) is None
    assert undeclared({"buyer": {"name": "a"}}, schema) == "buyer.name"
    assert undeclared({"items": [{"sku": "a"}, {"id": 1}]}, schema) == "items[].id"
    assert undeclared({"x": 1}, {"type": "object"}) is None
    assert undeclared({"x": 1}, {"properties": {}, "additionalProperties": True}) is None


@pytest.mark.anyio
async def test_nothing_reaches_the_server_when_it_is_refused(workshop: Running) -> None:
    async with Sources({"workshop": McpSource(workshop.config())}) as sources:
        with pytest.raises(GuardRefusal):
            await guarded_call(MAKE, "prod", GOOD, sources=sources, environments=ENVIRONMENTS)
        assert workshop.effects() == []
        fine = await guarded_call(MAKE, "pre", GOOD, sources=sources, environments=ENVIRONMENTS)
        assert fine.ok
    with pytest.raises(GuardRefusal, match="no source 'workshop'"):
        await guarded_call(MAKE, "pre", GOOD, sources=Sources({}), environments=ENVIRONMENTS)


@pytest.mark.anyio
async def test_a_plain_text_instead_of_declared_fields_cannot_be_read() -> None:
    sources = Sources({"workshop": Talking({"text": "I made it"})})
    result = await guarded_call(MAKE, "pre", GOOD, sources=sources, environments=ENVIRONMENTS)
    assert result.failure is not None
    assert result.failure.kind == "unknown"
    wordy = MAKE.model_copy(update={"yields": (Yield(path="text"),)})
    assert (await guarded_call(wordy, "pre", GOOD, sources=sources, environments=ENVIRONMENTS)).ok
