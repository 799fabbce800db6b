"""What is known of the instance that a step made or changed: its arguments and its result."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from pipelines.contracts.chain import Step
from pipelines.contracts.execution import StepRecord
from pipelines.summary.rows import Cell, Row, rows_of
from tool_registry.base.types import FunctionType, JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.sources.paths import read as read_path


@dataclass(frozen=True, slots=True)
class Known:
    """One value of one instance, and in which role it was said (`old`, `new`, …)."""

    entity: str
    attribute: str
    value: JsonValue
    unit: str | None = None
    role: str | None = None
    slot: str | None = None
    """Path of the argument that carried it; None: it comes from a result."""


@dataclass(frozen=True, slots=True)
class Subject:
    """One instance that the run made, changed or removed, as the acting step knows it."""

    step: Step
    record: StepRecord
    tool: ToolEssentialModel
    entity: str
    known: tuple[Known, ...] = ()
    row: Row | None = None
    """What the acting tool itself told of it."""
    superseded: bool = False
    """True where a later step of the run changed the same instance again."""
    handed_on: bool = False
    """True where one of these steps serves another goal: how it ends is that one's matter."""
    created: bool = False
    identifiers: tuple[str, ...] = ("id",)
    """Attributes that single out instances of the entity, the best first."""

    @property
    def id(self) -> str | None:
        """The instance's id: told by the tool, or the one it was called with."""
        if self.row is not None and self.row.id is not None:
            return self.row.id
        for name in self.identifiers:
            ids = [k for k in self.known if (k.entity, k.attribute) == (self.entity, name)]
            if ids:
                return str(ids[0].value)
        return None

    def told_in(self, row: Row, known: Known) -> Cell | None:
        """What a row tells of a value that was sent: the field that is called as the argument is,
        whatever either was taken for, else the one of that attribute."""
        slot = next((slot for slot in self.tool.needs if slot.path == known.slot), None)
        own = row.called(slot.key, known.entity) if slot is not None else None
        return own or row.cells.get((known.entity, known.attribute))

    def values(self, entity: str | None, attribute: str | None, role: str | None) -> list[Known]:
        """What is known of that attribute: in that role if it was said in one, else in none."""
        same = [k for k in self.known if (k.entity, k.attribute) == (entity, attribute)]
        exact = [k for k in same if k.role == role]
        return exact or [k for k in same if k.role is None or role is None]


def subjects(
    steps: Sequence[Step], records: Mapping[str, StepRecord], catalogue: Catalogue
) -> list[Subject]:
    """The instances of all steps that were done and left an effect, in order."""
    done = [s for s in steps if s.id in records and records[s.id].status == "done"]
    found = [
        subject
        for step in done
        if step.function.writes and records[step.id].tool in catalogue.tools
        for subject in _of_step(step, records[step.id], catalogue)
    ]
    return [_marked(subject, found[index + 1 :]) for index, subject in enumerate(found)]


def _of_step(step: Step, record: StepRecord, catalogue: Catalogue) -> Iterator[Subject]:
    tool = catalogue.tools[record.tool]
    entity = entity_of(step, tool)
    sent = tuple(_sent(tool, entity, record.arguments))
    rows = own_rows(tool, record.body, entity, catalogue)
    identifiers = tuple(dict.fromkeys(("id", *catalogue.graph.identifiers(entity))))
    made = tool.function is FunctionType.CREATE and not _is_given(tool, entity, sent)
    subject = Subject(step, record, tool, entity, sent, created=made, identifiers=identifiers)
    for row in rows or [None]:
        told = tuple(_told(row)) if row is not None else ()
        yield replace(subject, row=row, known=(*sent, *told))


def _is_given(tool: ToolEssentialModel, entity: str, sent: Sequence[Known]) -> bool:
    """It made another thing out of one that was there: the label of a parcel."""
    other = tool.objects[:1] not in ((), (entity,))
    return other and any((one.entity, one.attribute) == (entity, "id") for one in sent)


def entity_of(step: Step, tool: ToolEssentialModel) -> str:
    """The entity that a step makes, changes or reads."""
    if step.produces is not None:
        return step.produces.entity
    return tool.objects[0] if tool.objects else tool.title


def own_rows(
    tool: ToolEssentialModel, body: JsonValue, entity: str, catalogue: Catalogue
) -> tuple[Row, ...]:
    """What the result of a step tells of its entity; of work waited for, the last answer does."""
    identifiers = catalogue.graph.identifiers(entity)
    rows = rows_of(tool, body, entity, identifiers)
    if not rows and tool.poll and tool.poll.tool in catalogue.tools:
        rows = rows_of(catalogue.tools[tool.poll.tool], body, entity, identifiers)
    return rows or ()


def _sent(
    tool: ToolEssentialModel, entity: str, arguments: Mapping[str, JsonValue]
) -> Iterator[Known]:
    for slot in tool.needs:
        if slot.environment or slot.hidden or slot.idempotency_key or slot.attribute is None:
            continue
        for value in argument(slot, arguments):
            yield Known(
                slot.entity or entity, slot.attribute, value, slot.unit, slot.role, slot.path
            )


def argument(slot: Slot, arguments: Mapping[str, JsonValue]) -> list[JsonValue]:
    """The values that a call had for a slot, from arguments by path or nested."""
    if slot.path in arguments:
        value = arguments[slot.path]
        return list(cast("list[JsonValue]", value)) if isinstance(value, list) else [value]
    return [v for v in read_path(dict(arguments), slot.path) if v is not None]


def _told(row: Row) -> Iterator[Known]:
    for (entity, attribute), cell in row.cells.items():
        yield Known(entity, attribute, cell.value, cell.unit)


def _marked(subject: Subject, later: Sequence[Subject]) -> Subject:
    again = [other for other in later if same_instance(subject, other)]
    other_goals = any(other.step.goal != subject.step.goal for other in again)
    return replace(subject, superseded=bool(again), handed_on=other_goals)


def same_instance(one: Subject, other: Subject) -> bool:
    """True where two steps acted on one thing."""
    if one.entity != other.entity:
        return False
    produced, again = one.step.produces, other.step.produces
    same_name = bool(produced and again and produced.instance == again.instance)
    return one.step.id != other.step.id and (
        same_name or (one.id is not None and one.id == other.id)
    )
