"""Entities of a catalogue: who creates, reads and moves them, and what singles them out."""

from collections import Counter, defaultdict
from collections.abc import Iterable

from tool_registry.base.types import FunctionType
from tool_registry.model import Slot, ToolEssentialModel


def creators(tools: Iterable[ToolEssentialModel], entity: str) -> tuple[ToolEssentialModel, ...]:
    """Creating tools whose main object is the entity."""
    return tuple(
        t for t in tools if t.function is FunctionType.CREATE and t.objects[:1] == (entity,)
    )


def readers(tools: Iterable[ToolEssentialModel], entity: str) -> tuple[ToolEssentialModel, ...]:
    """Query tools whose main object is the entity."""
    return tuple(
        t for t in tools if t.function is FunctionType.QUERY and t.objects[:1] == (entity,)
    )


def transitions(tools: Iterable[ToolEssentialModel], entity: str) -> tuple[ToolEssentialModel, ...]:
    """Tools that need or leave the entity in a state."""
    return tuple(t for t in tools if any(state.entity == entity for state in t.states))


def owner_lists(
    tools: Iterable[ToolEssentialModel], entity: str, owner: str
) -> tuple[ToolEssentialModel, ...]:
    """Query tools that list the entity by an identifier of its owner."""
    return tuple(
        tool
        for tool in readers(tools, entity)
        if any(slot.entity == owner for slot in asked(tool))
        and any(item.many for item in tool.yields if item.entity == entity)
    )


def asked(tool: ToolEssentialModel) -> tuple[Slot, ...]:
    """Required arguments that a user must give: no environment, nothing hidden, no key."""
    return tuple(
        slot
        for slot in tool.needs
        if (slot.required or slot.one_of)
        and not (slot.environment or slot.hidden or slot.idempotency_key)
    )


def identifiers(tools: Iterable[ToolEssentialModel], id_name: str) -> dict[str, tuple[str, ...]]:
    """Entity → attributes that single out one instance, the id first, then by use.

    The id always does, where tools take or give it. Another attribute does where a tool that reads
    or changes the entity needs it alone, and where a tool of another entity needs it to know which
    one is meant."""
    counted: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for tool in tools:
        for part in (*tool.needs, *tool.yields):
            if part.attribute == id_name and part.entity:
                counted[part.entity][id_name] += 1
        wanted = asked(tool)
        for slot in wanted:
            if slot.entity and slot.attribute and _refers(tool, slot):
                counted[slot.entity][slot.attribute] += 1
        alone = [slot for slot in wanted if not (slot.values or slot.type == "boolean")]
        single = len(alone) == 1 or (alone and all(slot.one_of for slot in alone))
        if tool.function is FunctionType.CREATE or not single:
            continue
        for slot in alone:
            if slot.entity and slot.attribute and _singles(tool, slot):
                counted[slot.entity][slot.attribute] += 1
    return {
        entity: tuple(sorted(uses, key=lambda name: (name != id_name, -uses[name], name)))
        for entity, uses in sorted(counted.items())
    }


def _refers(tool: ToolEssentialModel, slot: Slot) -> bool:
    """A required text that is an attribute of another thing than the tool's own refers to it."""
    return slot.type == "string" and not slot.values and slot.entity not in tool.objects[:1]


def _singles(tool: ToolEssentialModel, slot: Slot) -> bool:
    """What lists the very entity does not single out an instance of it."""
    lists_it = any(item.many and item.entity == slot.entity for item in tool.yields)
    return not lists_it
