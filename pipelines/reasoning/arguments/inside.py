"""Objects inside a body that may be left out: once one value of theirs is sent, others must be."""

from collections.abc import Collection, Mapping

from tool_registry.base.types import JsonValue, as_list, as_object
from tool_registry.model import Slot, ToolEssentialModel

_HOPS = 8
Schema = Mapping[str, JsonValue]


def wanted_beside(tool: ToolEssentialModel, sent: Collection[str]) -> list[Slot]:
    """Optional slots that become required because something beside them is sent."""
    begun = {path[: at + 1] for path in sent for at, char in enumerate(path) if char == "."}
    return [
        slot
        for slot in tool.needs
        if not slot.required
        and slot.path not in sent
        and slot.path.rpartition(".")[0] + "." in begun
        and _requires(tool.input_schema, slot)
    ]


def _requires(schema: Schema, slot: Slot) -> bool:
    node = _resolved(schema, schema)
    *parents, last = slot.path.replace("[]", "").split(".")
    for name in parents:
        node = _resolved(schema, as_object(as_object(node.get("properties")).get(name)))
        if "items" in node:
            node = _resolved(schema, as_object(node.get("items")))
    names = node.get("required")
    return isinstance(names, list) and last in names


def _resolved(root: Schema, node: Schema) -> Schema:
    """The schema behind local references and a wrapper that only allows null besides."""
    for _ in range(_HOPS):
        reference = node.get("$ref")
        if isinstance(reference, str):
            node = _at(root, reference)
            continue
        branches = [b for word in ("anyOf", "oneOf", "allOf") for b in _objects(node.get(word))]
        real = [branch for branch in branches if branch.get("type") != "null"]
        if "properties" in node or len(real) != 1:
            break
        node = real[0]
    return node


def _at(root: Schema, reference: str) -> Schema:
    node = root
    for part in reference.removeprefix("#").strip("/").split("/"):
        node = as_object(node.get(part.replace("~1", "/").replace("~0", "~")))
    return node


def _objects(value: JsonValue) -> list[Schema]:
    return [as_object(item) for item in as_list(value)]
