"""Resources out of tools: which operations belong together, and what each of them does."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from tool_registry.base.types import Effect
from tool_registry.graph.resources.api_terms import spoken, words
from tool_registry.graph.resources.fields import inputs_of, told_by, united
from tool_registry.graph.resources.links import Targets, linked
from tool_registry.graph.resources.model import Field, Operation, Place, Resource, Resources, Role
from tool_registry.graph.resources.places import Spot, spots
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.vocabulary.text import split_identifier

_BY_METHOD: dict[tuple[str, bool], Role] = {
    ("GET", False): "list",
    ("GET", True): "read",
    ("POST", False): "create",
    ("POST", True): "change",
    ("PUT", False): "create",
    ("PATCH", True): "change",
    ("PUT", True): "replace",
    ("DELETE", True): "delete",
}


def resources_of(tools: Iterable[ToolEssentialModel], environment: str) -> Resources:
    """The resources of all HTTP operations that may be called in an environment."""
    by_source: defaultdict[str, list[ToolEssentialModel]] = defaultdict(list)
    for tool in tools:
        if tool.method and tool.path and environment in tool.environments:
            by_source[tool.source].append(tool)
    found = [_Building(source, own) for source, own in sorted(by_source.items())]
    resources = [one for building in found for one in building.resources.values()]
    operations = [op for one in resources for op in one.operations]
    return Resources(resources, {op.tool.id: op for op in operations})


class _Building:
    """The resources of one source, put together."""

    def __init__(self, source: str, tools: Sequence[ToolEssentialModel]) -> None:
        self.source = source
        self.tools = sorted(tools, key=lambda tool: (len(tool.path or ""), tool.id))
        self.spots = spots(self.tools)
        self.resources: dict[str, Resource] = {}
        self.at: dict[tuple[str, ...], Resource] = {}
        self._gather()
        for tool in self.tools:
            self._place(tool)
        for one in self.resources.values():
            one.fields = united(f for op in _telling(one) for f in told_by(op.tool, one.noun))
            one.entity = _entity(one)
            one.id_place = _id_place(one)
        self._link()
        self.resources = {k: one for k, one in self.resources.items() if _is_resource(one)}

    # ---- collections

    def _gather(self) -> None:
        """A resource for each collection; a part of another thing that is also one by itself is
        that one."""
        bases = sorted({spot.base for spot in self.spots.values()}, key=len)
        alone = [base for base in bases if "{}" not in base]
        for base in bases:
            noun = Spot(base, (), item=False).noun
            same = [one for one in alone if one != base and Spot(one, (), item=False).noun == noun]
            if "{}" in base and same:
                self.at[base] = self.at[same[0]]
                continue
            key = f"{self.source}:/{'/'.join(base)}"
            self.at[base] = self.resources[key] = Resource(key, noun, noun)

    def _is_shared(self, base: tuple[str, ...]) -> bool:
        """A part of another thing that is also a collection by itself."""
        return "{}" in base and not self.at[base].key.endswith(f":/{'/'.join(base)}")

    # ---- operations

    def _place(self, tool: ToolEssentialModel) -> None:
        spot = self.spots.get(tool.id)
        if spot is None:
            return
        resource = self.at[spot.base]
        slots = {slot.path: slot for slot in tool.needs}
        inside = [name for name, _ in spot.parameters if name in slots]
        inputs = inputs_of(tool, resource.noun, set(inside))
        subject = slots[inside[-1]] if inside and spot.item else None
        role = _role(tool, spot, inputs, subject)
        owners = self._owners(spot, slots, subject)
        if role in ("create", "change", "replace", "act", "delete") and self._is_shared(spot.base):
            tied = self._tied(tool, spot, resource, role, inputs, subject, owners)
            if tied is not None:
                tied[0].operations.append(tied[1])
                return
        tail = spot.tail
        resource.operations.append(
            Operation(tool, role, resource.key, inputs, subject, owners, tail=tail)
        )

    def _owners(
        self, spot: Spot, slots: dict[str, Slot], subject: Slot | None
    ) -> tuple[Field, ...]:
        found: list[Field] = []
        for name, base in spot.parameters:
            owner = self.at.get(base)
            slot = slots.get(name)
            if slot is None or slot is subject or owner is None or slot.environment:
                continue
            wants = _wanted(slot.key, owner.noun)
            found.append(Field((name,), owner.noun, slot, owner.key, wants, refers=True))
        return tuple(found)

    def _tied(
        self,
        tool: ToolEssentialModel,
        spot: Spot,
        other: Resource,
        role: Role,
        inputs: tuple[Field, ...],
        subject: Slot | None,
        owners: tuple[Field, ...],
    ) -> tuple[Resource, Operation] | None:
        """The operation that ties a record of the collection by itself to the one that it is under,
        or parts them; None where it makes or changes one."""
        own = self.resources.get(owners[-1].target or "") if owners else None
        slot = owners[-1].slot if owners else None
        if own is None or slot is None or own is other:
            return None
        ties: Role = "unlink" if tool.method == "DELETE" else "link"
        if subject is not None and role != "act":
            wants = _wanted(subject.key, other.noun)
            tie = Field((subject.path,), other.noun, subject, other.key, wants, refers=True)
        else:
            named = [one for one in inputs if _names_one(one, other)]
            alone = len(inputs) == 1 and tool.method != "PATCH"
            makes = any(self.at[s.base] is other and _makes(s, t) for t, s in self._all())
            if not named or not (alone or makes):
                return None
            tie = replace(named[0], target=other.key)
        rest = tuple(one for one in inputs if one.path != tie.path)
        made = Operation(
            tool, ties, own.key, (tie, *rest), slot, owners[:-1], linked=other.key, tail=spot.tail
        )
        return own, made

    def _all(self) -> list[tuple[ToolEssentialModel, Spot]]:
        return [(t, self.spots[t.id]) for t in self.tools if t.id in self.spots]

    # ---- links

    def _link(self) -> None:
        targets = Targets([one for one in self.resources.values() if one.lists])
        for one in self.resources.values():
            one.fields = {f.place: f for f in linked(one.fields.values(), one, targets)}
            one.operations = [
                replace(op, inputs=_tied_inputs(op, one, targets)) for op in one.operations
            ]


def _tied_inputs(op: Operation, own: Resource, targets: Targets) -> tuple[Field, ...]:
    """What a linking operation ties stays what it is."""
    return tuple(one if one.target else targets.of(one, own) for one in op.inputs)


def _makes(spot: Spot, tool: ToolEssentialModel) -> bool:
    return tool.method == "POST" and not spot.item and "{}" not in spot.base


def _names_one(one: Field, other: Resource) -> bool:
    """`tag_id`, `tag`, `id` in the body: which one is tied."""
    whole = " ".join(split_identifier(one.place[-1]))
    return one.name == other.noun or whole in words("identifying")[:6]


def _wanted(key: str, noun: str) -> str:
    """What of its record a parameter of a path is: `{ticket-id}` → id, `{tag}` → id."""
    said = split_identifier(key)
    own = [word for word in said if word not in noun.split(" ")]
    return spoken(" ".join(own)) if own else "id"


def _role(
    tool: ToolEssentialModel, spot: Spot, inputs: tuple[Field, ...], subject: Slot | None
) -> Role:
    reads = tool.effect is Effect.NONE and not tool.function.writes
    if spot.tail and spot.does is None:
        return "read" if reads else "act"
    if reads:
        many = any(one.many for one in tool.yields) or not tool.yields
        one = spot.item or spot.does == "read"
        return "list" if not one and (many or spot.does == "list") else "read"
    if spot.does in ("create", "change", "delete"):
        return spot.does
    if spot.does is not None:
        return "act"
    return _BY_METHOD.get((tool.method or "", subject is not None), "act")


def _telling(one: Resource) -> list[Operation]:
    return one.of("list", "read", "create", "change", "replace")


def _is_resource(one: Resource) -> bool:
    """A collection that is listed, or of which single records are read, made or changed."""
    return bool(one.of("list", "create")) and (bool(one.lists) or len(one.operations) > 1)


def _entity(one: Resource) -> str:
    """What its collection is called, where a tool is about that: to lend a book makes a loan; else
    what its tools are about."""
    if any(one.noun in op.tool.objects for op in one.operations):
        return one.noun
    for role in ("create", "list", "read", "delete", "change", "replace"):
        for op in one.of(role):
            if op.tool.objects and not op.owners:
                return op.tool.objects[0]
    return one.noun


def _id_place(one: Resource) -> Place:
    """The field that the paths of its records take; else the usual ones."""
    subjects = [op.subject for op in one.operations if op.subject is not None]
    for slot in subjects:
        place = next((p for p in one.fields if p[-1] == slot.key), None)
        said = _wanted(slot.key, one.noun)
        place = place or next((p for p in one.fields if len(p) == 1 and spoken(p[0]) == said), None)
        if place is not None:
            return place
    plain = {p: field for p, field in one.fields.items() if len(p) == 1}
    own = [p for p, field in plain.items() if _is_own_id(field, one)]
    usual = [p for name in words("identifying") for p in plain if spoken(p[0]) == name]
    refers = [p for p, field in plain.items() if field.refers]
    return next(iter((*own, *usual, *refers)), ("id",))


def _is_own_id(field: Field, one: Resource) -> bool:
    """`customer_id` of a customer, where no path takes it."""
    return (field.told.entity, field.told.attribute) == (one.entity, "id")
