"""Inference: who helps whom in a catalogue of free names, and everything that a tool leans on."""

from collections.abc import Iterable
from functools import cached_property

from tool_registry.graph.conditions import Conditions
from tool_registry.graph.values import LIKELY, Link, Values
from tool_registry.model import ToolEssentialModel


class Inference:
    """Links that names, kinds and conditions suggest. For people: planners do not walk them."""

    def __init__(self, tools: Iterable[ToolEssentialModel]) -> None:
        self._tools = {tool.id: tool for tool in tools}
        self._held: dict[tuple[str, float], tuple[Link, ...]] = {}

    def links(
        self, tool: str, least: float = LIKELY, environment: str | None = None
    ) -> tuple[Link, ...]:
        """What helps the tool at least that surely: values for its arguments, and conditions.

        `environment`: only providers that run there; None: all."""
        if (tool, least) not in self._held:
            self._held[(tool, least)] = self._found(self._tools[tool], least)
        return tuple(k for k in self._held[(tool, least)] if self._runs(k.provider, environment))

    def closure(
        self, tool: str, least: float = LIKELY, environment: str | None = None
    ) -> frozenset[str]:
        """Ids of all tools that the tool leans on, directly or through others; without itself."""
        seen, waiting = {tool}, [tool]
        while waiting:
            fresh = {k.provider for k in self.links(waiting.pop(), least, environment)} - seen
            seen |= fresh
            waiting += fresh
        return frozenset(seen - {tool})

    def _found(self, tool: ToolEssentialModel, least: float) -> tuple[Link, ...]:
        held = [link for link in self._conditions.links(tool) if link.confidence >= least]
        logged_in = {link.slot for link in held if link.why == "session"}
        values = [k for k in self._values.links(tool, least) if k.slot not in logged_in]
        return (*values, *held)

    def _runs(self, tool: str, environment: str | None) -> bool:
        return environment is None or environment in self._tools[tool].environments

    @cached_property
    def _values(self) -> Values:
        return Values(self._tools.values())

    @cached_property
    def _conditions(self) -> Conditions:
        return Conditions(self._tools.values())
