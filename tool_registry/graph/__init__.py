"""The dependency graph of a catalogue: who yields what others need."""

from tool_registry.graph.graph import DependencyGraph
from tool_registry.graph.joins import WALKABLE, Join

__all__ = ["WALKABLE", "DependencyGraph", "Join"]
