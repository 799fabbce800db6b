"""The dependency graph of a catalogue: who yields what others need.

What planners walk is here; what is only inferred, for people, is in `inference` and `edges`, and
is not loaded for a request."""

from tool_registry.graph.graph import DependencyGraph
from tool_registry.graph.joins import WALKABLE, Join

__all__ = ["WALKABLE", "DependencyGraph", "Join"]
