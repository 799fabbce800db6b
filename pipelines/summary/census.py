"""Counting: the lists of an owner's things before and after, so that extra and lost ones show."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pipelines.executor.resolve import resolve
from pipelines.planner.chain import Step, ToolChain
from pipelines.summary.facts import Known, Subject, entity_of
from pipelines.summary.readback import Inquiry, Read, fill
from pipelines.summary.rows import rows_of
from tool_registry.base.types import FunctionType, JsonValue
from tool_registry.catalogue import Catalogue

Ids: TypeAlias = frozenset[str]

MAX_LISTS = 2
"""So many lists are read for one thing that is made."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """Ids that lists held before the run, by the call that lists them."""

    lists: Mapping[str, Ids] = field(default_factory=dict[str, Ids])


@dataclass(frozen=True, slots=True)
class Listed:
    """One list after the run: what it holds, and what it held before (None: not read)."""

    tool: str
    owner: str
    after: Ids
    before: Ids | None


def signature(inquiry: Inquiry) -> str:
    """The same text for the same call."""
    arguments = json.dumps(dict(inquiry.arguments), sort_keys=True, ensure_ascii=False, default=str)
    return f"{inquiry.tool.id} {arguments}"


async def baseline(chain: ToolChain, catalogue: Catalogue, read: Read) -> Baseline:
    """What the owners of the things that the chain will create have of them now.

    Only tools without effects are called; an owner who is yet to be created has nothing.
    """
    lists: dict[str, Ids] = {}
    bodies = await _readable_bodies(chain, catalogue, read)
    for step in _creating(chain, catalogue):
        known = tuple(_planned(step, catalogue, bodies))
        entity = entity_of(step, catalogue.tools[step.tool])
        for _, inquiry in owner_inquiries(entity, known, catalogue, chain.environment):
            if signature(inquiry) not in lists:
                ids = await _ids(inquiry, entity, catalogue, chain.environment, read)
                if ids is not None:
                    lists[signature(inquiry)] = ids
    return Baseline(lists)


async def listed(
    subject: Subject,
    before: Baseline,
    fresh: Collection[tuple[str, str]],
    catalogue: Catalogue,
    environment: str,
    read: Read,
) -> list[Listed]:
    """The owner's lists that should now hold a created thing.

    `fresh` holds (entity, id) of what this run has made: such an owner had nothing before.
    """
    found: list[Listed] = []
    for owner, inquiry in owner_inquiries(subject.entity, subject.known, catalogue, environment):
        ids = await _ids(inquiry, subject.entity, catalogue, environment, read)
        if ids is not None:
            new = any((k.entity, str(k.value)) in fresh for k in subject.known if k.entity == owner)
            held = frozenset[str]() if new else before.lists.get(signature(inquiry))
            found.append(Listed(inquiry.tool.title, owner, ids, held))
    return found


def owner_inquiries(
    entity: str, known: Sequence[Known], catalogue: Catalogue, environment: str
) -> list[tuple[str, Inquiry]]:
    """Owner entity and the call that lists the entity's instances of that owner."""
    found: list[tuple[str, Inquiry]] = []
    for owner in sorted({k.entity for k in known if k.slot} - {entity}):
        about = [k for k in known if k.entity == owner and k.slot]
        for tool in catalogue.graph.owner_lists(entity, owner, environment):
            arguments = fill(tool, about, environment, entity)
            if arguments is not None:
                found.append((owner, Inquiry(tool, arguments)))
                break
    return found[:MAX_LISTS]


def _creating(chain: ToolChain, catalogue: Catalogue) -> Iterator[Step]:
    for step in chain.steps:
        if step.main and step.function is FunctionType.CREATE and step.tool in catalogue.tools:
            yield step


async def _readable_bodies(
    chain: ToolChain, catalogue: Catalogue, read: Read
) -> dict[str, JsonValue]:
    """Results of the chain's own reading steps, as far as they depend on no effect."""
    bodies: dict[str, JsonValue] = {}
    for step in chain.steps:
        tool = catalogue.tools.get(step.tool)
        if tool is None or tool.function.writes or step.main:
            continue
        arguments = _resolved(step, bodies)
        if arguments is not None:
            result = await read(tool, chain.environment, arguments)
            if result.ok:
                bodies[step.id] = result.body
    return bodies


def _resolved(step: Step, bodies: Mapping[str, JsonValue]) -> dict[str, JsonValue] | None:
    try:
        return {path: resolve(binding, bodies) for path, binding in step.arguments.items()}
    except LookupError:
        return None


def _planned(step: Step, catalogue: Catalogue, bodies: Mapping[str, JsonValue]) -> Iterator[Known]:
    """What the step's arguments will say, as far as it is known before the run."""
    tool = catalogue.tools[step.tool]
    entity = entity_of(step, tool)
    for slot in tool.needs:
        binding = step.arguments.get(slot.path)
        if binding is None or slot.attribute is None or slot.environment or slot.hidden:
            continue
        try:
            value = resolve(binding, bodies)
        except LookupError:
            continue
        owner = slot.entity or entity
        yield Known(owner, slot.attribute, value, slot.unit, slot.role, slot.path)


async def _ids(
    inquiry: Inquiry, entity: str, catalogue: Catalogue, environment: str, read: Read
) -> Ids | None:
    result = await read(inquiry.tool, environment, inquiry.arguments)
    identifiers = catalogue.graph.identifiers(entity)
    rows = rows_of(inquiry.tool, result.body, entity, identifiers) if result.ok else None
    if rows is None or any(row.id is None for row in rows):
        return None
    return frozenset(str(row.id) for row in rows)
