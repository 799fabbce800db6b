"""A source that calls nothing: its tools answer from a scenario, recordings or their schema."""

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from evals.mocking.from_schema import Filling
from evals.mocking.scenario import Scenario
from evals.mocking.world import World, folded, leaves
from tool_registry.base.types import JsonValue
from tool_registry.model import Document, RawTool
from tool_registry.sources.result import CallResult

_PLACED = re.compile(r"\{([^}]+)\}")


@dataclass
class Mocks:
    """What all mocked sources of a run share."""

    scenarios: tuple[Scenario, ...] = ()
    """The first that has an answer counts."""
    writes: Callable[[str], bool] = lambda tool: True
    """True for the id of a tool that would change something."""
    usual: Mapping[str, Mapping[str, JsonValue]] = field(
        default_factory=dict[str, Mapping[str, JsonValue]]
    )
    """Tool id → folded name of a result's field → a value of its closed set."""
    world: World = field(default_factory=World)
    log: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    """Calls that would have changed something, in the form of the sandbox's log."""
    _used: Counter[tuple[int, str, int]] = field(
        default_factory=Counter[tuple[int, str, int]], init=False
    )

    def reset(self) -> None:
        """Forgets everything that was called."""
        self.world, self._used = World(), Counter()
        self.log.clear()

    def answer(
        self, tool: RawTool, arguments: dict[str, JsonValue], environment: str
    ) -> CallResult:
        """What the tool answers."""
        result = self._scripted(tool.name, arguments) or self._made_up(tool, arguments)
        if result.ok and self.writes(tool.id):
            self.world.update(arguments, result.body)
            self._note(tool, arguments, environment)
        elif result.ok:
            self.world.learn(arguments, result.body)
        return result

    def _scripted(self, name: str, arguments: dict[str, JsonValue]) -> CallResult | None:
        for number, scenario in enumerate(self.scenarios):
            for place, one in enumerate(scenario.tools.get(name, ())):
                key = (number, name, place)
                if one.fits(arguments) and (one.times is None or self._used[key] < one.times):
                    self._used[key] += 1
                    return one.result()
        return None

    def _made_up(self, tool: RawTool, arguments: dict[str, JsonValue]) -> CallResult:
        given = {folded(name): value for name, value in leaves(arguments)}
        known = {**self.world.recall(arguments), **given}
        if (own := self._own_id(tool, given)) is not None:
            known["id"] = own
        schema = tool.output_schema or tool.learned_output
        if not schema:
            return CallResult.success(dict(leaves(arguments)))
        seed = f"{tool.id}:{json.dumps(arguments, sort_keys=True)}:{len(self.log)}"
        return CallResult.success(
            Filling(known, seed, self.usual.get(tool.id, {}), schema).result()
        )

    def _own_id(self, tool: RawTool, given: Mapping[str, JsonValue]) -> JsonValue:
        """The id of the thing that a call is about: what its path names last, or the only id that
        a read is given. None for a call that makes a thing: it gets an id of its own."""
        placed = _PLACED.findall(tool.path or "")
        if placed:
            return given.get(folded(placed[-1]))
        ids = [name for name in given if name.endswith("id")]
        return given[ids[0]] if len(ids) == 1 and not self.writes(tool.id) else None

    def _note(self, tool: RawTool, arguments: dict[str, JsonValue], environment: str) -> None:
        self.log.append(
            {
                "seq": len(self.log) + 1,
                "environment": environment,
                "tool": tool.name,
                "arguments": arguments,
                "entity": tool.name,
                "id": None,
                "change": {"op": "call", "before": None, "after": arguments},
            }
        )


class MockSource:
    """The tools of a source, none of which is ever called."""

    def __init__(self, tools: Mapping[str, RawTool], mocks: Mocks) -> None:
        """`tools`: by name."""
        self._tools = dict(tools)
        self._mocks = mocks

    async def list_tools(self) -> list[RawTool]:
        """The tools as they were listed."""
        return list(self._tools.values())

    async def list_documents(self) -> list[Document]:
        """None: pages are read from the source itself."""
        return []

    async def call(
        self,
        tool_name: str,
        arguments: Mapping[str, JsonValue],
        *,
        environment: str,
        plan: Mapping[str, JsonValue] | None = None,
        key: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 - nothing is waited for
    ) -> CallResult:
        """The mocked answer."""
        tool = self._tools.get(tool_name)
        if tool is None:
            return CallResult.failed("validation", f"no tool named {tool_name}")
        return self._mocks.answer(tool, dict(arguments), environment)

    async def close(self) -> None:
        """Nothing to close."""
