"""What HTTP APIs are about: kinds of records with their fields, their operations and the links
between them, derived from paths, methods and schemas; nothing about any particular API.

MCP tools that are no operations on paths have no resources: entities and joins speak for them."""

from tool_registry.graph.resources.building import resources_of
from tool_registry.graph.resources.model import Field, Operation, Place, Resource, Resources, Role

__all__ = ["Field", "Operation", "Place", "Resource", "Resources", "Role", "resources_of"]
