"""The instances that a run made, changed or read, as data."""

from collections.abc import Sequence
from dataclasses import replace

from pipelines.contracts.answer import DataItem
from pipelines.messages.discretion import is_hidden
from pipelines.summary.judged_run import JudgedRun, Seen
from pipelines.summary.parts import parts_of
from pipelines.summary.phrases import times, values
from pipelines.summary.reading import Found
from pipelines.summary.requirements import rules_of
from pipelines.summary.rows import Cell, Key, Row
from tool_registry.base.types import JsonValue


def data_items(judged: JudgedRun, found: Sequence[Found]) -> tuple[DataItem, ...]:
    """First what was made or changed, as it is now, then what was read."""
    latest = {
        place: _made(judged, each)
        for place, each in zip(made_places(judged), judged.seen, strict=True)
    }
    shown = [each for each in found if not rules_of(judged, each)]
    read = [_item(judged, row, row.id) for each in shown for row in each.rows or ()]
    return (*latest.values(), *read)


def made_places(judged: JudgedRun) -> list[int]:
    """For each that was seen, where it stands among the data: one thing stands there once."""
    names = [
        (each.subject.entity, made_id(each) or f"?{number}")
        for number, each in enumerate(judged.seen)
    ]
    order = {name: place for place, name in enumerate(dict.fromkeys(names))}
    return [order[name] for name in names]


def _made(judged: JudgedRun, seen: Seen) -> DataItem:
    """What is known of one instance: what was read back wins over what the acting tool told."""
    item = _item(judged, row_of(seen), made_id(seen))
    return item.model_copy(update={"came_of": "created" if seen.subject.created else "changed"})


def made_id(seen: Seen) -> str | None:
    """The instance's id: read back, else as the acting tool or its call tells it."""
    return row_of(seen).id or seen.subject.id


def row_of(seen: Seen) -> Row:
    """The instance's values: read back, told by the acting tool, or sent."""
    subject = seen.subject
    told = dict(subject.row.cells) if subject.row else dict[Key, Cell]()
    read = dict(seen.evidence.row.cells) if seen.evidence.row else dict[Key, Cell]()
    sent = {(k.entity, k.attribute): Cell(k.value, k.unit) for k in subject.known if k.slot}
    cells = {key: _in_sent_unit(cell, sent.get(key)) for key, cell in {**told, **read}.items()}
    lists = next((row.lists for row in (seen.evidence.row, subject.row) if row and row.lists), ())
    return Row(subject.entity, cells or sent, subject.identifiers, lists)


def _in_sent_unit(cell: Cell, sent: Cell | None) -> Cell:
    """A value without a unit is taken in the unit in which the tool was told it."""
    return cell if cell.unit or sent is None else replace(cell, unit=sent.unit)


def _item(judged: JudgedRun, row: Row, instance: str | None) -> DataItem:
    return DataItem(
        entity=row.entity,
        id=instance,
        attributes=_attributes(row),
        values=dict(values(judged, row, instance)),
        times=dict(times(judged, row, instance)),
        parts=tuple(parts_of(judged, row)),
    )


def _attributes(row: Row) -> dict[str, JsonValue]:
    return {
        _name(row, key): cell.value
        for key, cell in row.cells.items()
        if cell.value is not None and key != (row.entity, "id") and not is_hidden(cell.name)
    }


def _name(row: Row, key: Key) -> str:
    entity, attribute = key
    return attribute if entity == row.entity else f"{entity}.{attribute}"
