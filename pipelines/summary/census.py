"""Counting: the lists of an owner's things before and after, so that extra and lost ones show."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, cast

from pipelines.contracts.chain import Step, ToolChain
from pipelines.contracts.resolution import resolve
from pipelines.summary.facts import Known, Subject, entity_of
from pipelines.summary.readback import Inquiry, Read, fill, inquiries
from pipelines.summary.report_terms import says_not_found
from pipelines.summary.rows import Row, rows_of
from tool_registry.base.types import FunctionType, JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.graph.places import in_one_place
from tool_registry.model import ToolEssentialModel

Ids: TypeAlias = frozenset[str]

MAX_LISTS = 2
"""So many lists are read for one thing that is made."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """Ids that lists held before the run, by the call that lists them."""

    lists: Mapping[str, Ids] = field(default_factory=dict[str, Ids])

    def as_json(self) -> JsonValue:
        """To be kept with the run."""
        return {call: [*sorted(ids)] for call, ids in self.lists.items()}

    @classmethod
    def restored(cls, kept: JsonValue) -> "Baseline":
        """What `as_json` gave; nothing is known where nothing was kept."""
        lists = cast("dict[str, list[str]]", kept or {})
        return cls({call: frozenset(ids) for call, ids in lists.items()})


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

    Only tools without effects are called; an owner who is yet to be created has nothing. Where
    what is to be created has a name that somebody gave it, those of that name are noted, too.
    """
    lists: dict[str, Ids] = {}
    bodies = await _readable_bodies(chain, catalogue, read)
    for step in _creating(chain, catalogue):
        tool = catalogue.tools[step.tool]
        known = tuple(_planned(step, catalogue, bodies))
        entity = entity_of(step, tool)
        owned = owner_inquiries(tool, entity, known, catalogue, chain.environment)
        given = [k for k in known if step.arguments[k.slot or ""].source != "generated"]
        named = name_inquiries(tool, entity, given, catalogue, chain.environment)
        for inquiry in (*(each for _, each in owned), *named):
            if signature(inquiry) not in lists:
                ids = await held(inquiry, entity, catalogue, chain.environment, read)
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
    for owner, inquiry in owner_inquiries(
        subject.tool, subject.entity, subject.known, catalogue, environment
    ):
        ids = await held(inquiry, subject.entity, catalogue, environment, read)
        if ids is not None:
            new = any((k.entity, str(k.value)) in fresh for k in subject.known if k.entity == owner)
            earlier = frozenset[str]() if new else before.lists.get(signature(inquiry))
            found.append(Listed(inquiry.tool.title, owner, ids, earlier))
    return found


def owner_inquiries(
    acting: ToolEssentialModel,
    entity: str,
    known: Sequence[Known],
    catalogue: Catalogue,
    environment: str,
) -> list[tuple[str, Inquiry]]:
    """Owner entity and the call that lists what the tool acts on of that owner."""
    found: list[tuple[str, Inquiry]] = []
    for owner in sorted({k.entity for k in known if k.slot} - {entity}):
        about = [k for k in known if k.entity == owner and k.slot]
        for tool in catalogue.graph.owner_lists(entity, owner, environment):
            if not in_one_place(acting, tool):
                continue
            arguments = fill(tool, about, environment, entity)
            if arguments is not None:
                found.append((owner, Inquiry(tool, arguments)))
                break
    return found[:MAX_LISTS]


def name_inquiries(
    tool: ToolEssentialModel,
    entity: str,
    known: Sequence[Known],
    catalogue: Catalogue,
    environment: str,
) -> list[Inquiry]:
    """Calls that find what the tool makes by something else that singles it out than its id."""
    asked = inquiries(tool, entity, known, catalogue, environment)
    return [inquiry for inquiry in asked if inquiry.by == "name"][:1]


def _creating(chain: ToolChain, catalogue: Catalogue) -> Iterator[Step]:
    for step in chain.steps:
        if step.function is FunctionType.CREATE and step.tool in catalogue.tools:
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


async def held(
    inquiry: Inquiry, entity: str, catalogue: Catalogue, environment: str, read: Read
) -> Ids | None:
    """Ids of what the call shows; None where it does not tell."""
    rows = await rows_shown(inquiry, entity, catalogue, environment, read)
    if rows is None or any(row.id is None for row in rows):
        return None
    return frozenset(str(row.id) for row in rows)


async def rows_shown(
    inquiry: Inquiry, entity: str, catalogue: Catalogue, environment: str, read: Read
) -> tuple[Row, ...] | None:
    """What the call shows of the entity; None where its result cannot be read."""
    result = await read(inquiry.tool, environment, inquiry.arguments)
    failure = result.failure
    if failure and failure.kind == "business" and says_not_found(failure.code, failure.message):
        return ()
    identifiers = catalogue.graph.identifiers(entity)
    return rows_of(inquiry.tool, result.body, entity, identifiers) if result.ok else None
