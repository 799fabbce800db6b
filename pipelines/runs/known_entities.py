"""What a conversation remembers of a run: the entities it made, changed, read or was told of."""

from collections.abc import Iterator, Mapping, Sequence

from pipelines.contracts.chain import Step, ToolChain
from pipelines.contracts.conversation import Remembered
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel
from tool_registry.sources.paths import read


def entities_of(
    chain: ToolChain, bodies: Mapping[str, JsonValue], catalogue: Catalogue
) -> list[Remembered]:
    """Entities of the finished steps, the latest first, one per instance; `bodies` by step id."""
    gathered: dict[tuple[str, str], dict[str, str]] = {}
    for step in chain.steps:
        if step.id not in bodies:
            continue
        tool = catalogue.tools[step.tool]
        for entity, attributes in _told(step, tool, bodies[step.id], catalogue):
            key = (entity, attributes.get("id", "") or next(iter(attributes.values())))
            known = gathered.pop(key, {})
            gathered[key] = {**known, **attributes}
    return [
        Remembered(entity, attributes, chain.environment, words=attributes.get("id", ""))
        for (entity, _), attributes in reversed(gathered.items())
    ]


def _told(
    step: Step, tool: ToolEssentialModel, body: JsonValue, catalogue: Catalogue
) -> Iterator[tuple[str, dict[str, str]]]:
    """Arguments said by the user, then what the result tells of single instances."""
    entities = dict.fromkeys([s.entity for s in tool.needs] + [y.entity for y in tool.yields])
    for entity in entities:
        if entity is None:
            continue
        identifying = catalogue.graph.identifiers(entity)
        attributes = _said(step, tool, entity, identifying)
        attributes.update(_returned(tool, body, entity, identifying))
        if attributes:
            yield entity, attributes


def _said(
    step: Step, tool: ToolEssentialModel, entity: str, identifying: Sequence[str]
) -> dict[str, str]:
    return {
        slot.attribute: str(step.arguments[slot.path].value)
        for slot in tool.needs
        if slot.attribute is not None
        and slot.entity == entity
        and slot.attribute in identifying
        and slot.path in step.arguments
        and step.arguments[slot.path].value is not None
    }


def _returned(
    tool: ToolEssentialModel, body: JsonValue, entity: str, identifying: Sequence[str]
) -> dict[str, str]:
    found: dict[str, str] = {}
    for item in tool.yields:
        if item.attribute is None or item.attribute not in identifying or item.entity != entity:
            continue
        values = read(body, item.path)
        if len(values) == 1 and isinstance(values[0], str | int):
            found.setdefault(item.attribute, str(values[0]))
    return found
