"""The matrix: what can be done with which entity in which environment, and what is missing."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from tool_registry.base.types import FunctionType
from tool_registry.model import ToolEssentialModel

Place: TypeAlias = tuple[str, str, str]
"""Entity, function, environment."""

_NONE: Mapping[Place, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Row:
    """One entity in one environment."""

    entity: str
    environment: str
    tools: Mapping[FunctionType, tuple[str, ...]]
    """Every function → ids of the tools that do it; empty: a gap."""
    unmet: Mapping[FunctionType, int] = field(default_factory=dict[FunctionType, int])
    """Function → requests for it that no tool could serve; only where there were any."""

    @property
    def gaps(self) -> tuple[FunctionType, ...]:
        """Functions that no tool has here, those that were asked for most often first."""
        empty = [function for function, ids in self.tools.items() if not ids]
        return tuple(sorted(empty, key=lambda function: -self.unmet.get(function, 0)))


def matrix(
    tools: Iterable[ToolEssentialModel],
    environments: Iterable[str],
    unmet: Mapping[Place, int] = MappingProxyType({}),
) -> tuple[Row, ...]:
    """A row for every entity that is some tool's main object, or was asked for in vain.

    `unmet`: how many requests for an entity, function and environment no tool could serve."""
    held: defaultdict[Place, list[str]] = defaultdict(list)
    for tool in sorted(tools, key=lambda tool: tool.id):
        for environment in tool.environments if tool.objects else ():
            held[(tool.objects[0], tool.function.value, environment)].append(tool.id)
    places = tuple(dict.fromkeys((*environments, *sorted({place[2] for place in unmet}))))
    entities = sorted({place[0] for place in (*held, *unmet)})
    return tuple(_row(entity, place, held, unmet) for entity in entities for place in places)


def _row(
    entity: str, environment: str, held: Mapping[Place, list[str]], asked: Mapping[Place, int]
) -> Row:
    keys = {function: (entity, function.value, environment) for function in FunctionType}
    return Row(
        entity,
        environment,
        {function: tuple(held.get(key, ())) for function, key in keys.items()},
        {function: asked[key] for function, key in keys.items() if asked.get(key)},
    )
