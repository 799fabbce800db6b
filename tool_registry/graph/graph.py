"""The dependency graph: questions of filter, planner and owners, answered from one index."""

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property

from tool_registry.base.types import JsonValue
from tool_registry.graph import entities
from tool_registry.graph.joins import WALKABLE, Join, confidence
from tool_registry.graph.layers import layers
from tool_registry.model import Slot, ToolEssentialModel, Yield

_KEPT = 4096
"""So many answers to what fills an argument are kept."""


class DependencyGraph:
    """All joins between the tools of a catalogue; every answer is in a stable order."""

    def __init__(self, tools: Iterable[ToolEssentialModel], id_name: str = "id") -> None:
        self._tools = tuple(sorted(tools, key=lambda tool: tool.id))
        self._by_id = {tool.id: tool for tool in self._tools}
        self._id_name = id_name
        self._yields: defaultdict[tuple[str, str], list[tuple[str, Yield]]] = defaultdict(list)
        self._provided: dict[tuple[int, str | None], tuple[Slot, tuple[Join, ...]]] = {}
        for tool in self._tools:
            for item in tool.yields:
                if item.entity and item.attribute:
                    self._yields[(item.entity, item.attribute)].append((tool.id, item))

    def tool(self, tool_id: str) -> ToolEssentialModel:
        """The tool of that id; KeyError where there is none."""
        return self._by_id[tool_id]

    def providers(self, slot: Slot, environment: str | None) -> tuple[Join, ...]:
        """Yields that can fill the slot and may be walked, the surest first; None: anywhere."""
        # Every request asks for the same few; the slot is held, so that its id stays its own.
        key = (id(slot), environment)
        if key not in self._provided:
            if len(self._provided) >= _KEPT:
                self._provided.clear()
            self._provided[key] = slot, self._providers(slot, environment)
        return self._provided[key][1]

    def yielders(self, slot: Slot) -> frozenset[str]:
        """Ids of the tools of which a result holds that very attribute, in any environment."""
        return self._yielders.get((slot.entity, slot.attribute), frozenset())

    @cached_property
    def _yielders(self) -> dict[tuple[str | None, str | None], frozenset[str]]:
        found: defaultdict[tuple[str | None, str | None], set[str]] = defaultdict(set)
        for tool in self._tools:
            for item in tool.yields:
                found[(item.entity, item.attribute)].add(tool.id)
        return {what: frozenset(ids) for what, ids in found.items()}

    def _providers(self, slot: Slot, environment: str | None) -> tuple[Join, ...]:
        found: dict[tuple[str, str], Join] = {}
        for tool, item in self._yields.get((slot.entity or "", slot.attribute or ""), ()):
            if environment and environment not in self._by_id[tool].environments:
                continue
            sure = confidence(slot, item)
            if sure >= WALKABLE:
                found[(tool, item.path)] = Join(tool, item, sure)
        return tuple(sorted(found.values(), key=lambda j: (-j.confidence, j.tool, j.yielded.path)))

    def creators(self, entity: str, environment: str) -> tuple[ToolEssentialModel, ...]:
        """Tools that make instances of the entity."""
        return entities.creators(self._about(entity, environment), entity)

    def readers(self, entity: str, environment: str) -> tuple[ToolEssentialModel, ...]:
        """Query tools whose main object is the entity."""
        return entities.readers(self._about(entity, environment), entity)

    def transitions(self, entity: str, environment: str) -> tuple[ToolEssentialModel, ...]:
        """Tools that need the entity in a state, or leave it in one."""
        return entities.transitions(self._about(entity, environment), entity)

    def owner_lists(
        self, entity: str, owner: str, environment: str
    ) -> tuple[ToolEssentialModel, ...]:
        """Query tools that list the entity by its owner's identifier."""
        return entities.owner_lists(self._about(entity, environment), entity, owner)

    def identifiers(self, entity: str) -> tuple[str, ...]:
        """Attributes that single out instances, the id first."""
        return self._identifiers.get(entity, ())

    def layers(self) -> list[list[str]]:
        """Entities in the order in which they can be created."""
        needed: dict[str, frozenset[str]] = {}
        for entity in self.entities:
            ways = [
                {
                    s.entity
                    for s in entities.asked(tool)
                    if s.entity and s.attribute == self._id_name
                }
                for tool in entities.creators(self._tools, entity)
            ]
            needed[entity] = frozenset(set[str].intersection(*ways)) if ways else frozenset()
        return layers(needed)

    @cached_property
    def entities(self) -> tuple[str, ...]:
        """All entities that tools act on, need or yield."""
        found = {name for tool in self._tools for name in tool.objects}
        found |= {slot.entity for tool in self._tools for slot in tool.needs if slot.entity}
        found |= {item.entity for tool in self._tools for item in tool.yields if item.entity}
        return tuple(sorted(found))

    def as_json(self) -> JsonValue:
        """Entities, joins and layers as sorted JSON, for snapshots and for people."""
        return {
            "entities": {
                entity: {
                    "identifiers": list(self.identifiers(entity)),
                    "creators": [t.id for t in entities.creators(self._tools, entity)],
                    "readers": [t.id for t in entities.readers(self._tools, entity)],
                    "transitions": [t.id for t in entities.transitions(self._tools, entity)],
                }
                for entity in self.entities
            },
            "joins": {
                tool.id: {
                    slot.path: [f"{j.tool}:{j.yielded.path}" for j in found]
                    for slot in tool.needs
                    if (found := self.providers(slot, None))
                }
                for tool in self._tools
            },
            "layers": self.layers(),
        }

    def _about(self, entity: str, environment: str) -> list[ToolEssentialModel]:
        """Tools of the environment that act on the entity or say something of its states."""
        found = self._by_entity.get(entity, ())
        return [tool for tool in found if environment in tool.environments]

    @cached_property
    def _by_entity(self) -> dict[str, list[ToolEssentialModel]]:
        found: defaultdict[str, list[ToolEssentialModel]] = defaultdict(list)
        for tool in self._tools:
            for entity in {*tool.objects[:1], *(state.entity for state in tool.states)}:
                found[entity].append(tool)
        return dict(found)

    @cached_property
    def _identifiers(self) -> dict[str, tuple[str, ...]]:
        return entities.identifiers(self._tools, self._id_name)
