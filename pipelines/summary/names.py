"""What records are called: results that a run has seen tell the names behind identifiers."""

from collections.abc import Iterator, Mapping
from typing import cast
from urllib.parse import urlsplit

from pipelines.contracts.execution import StepRecord
from pipelines.summary.report_terms import describes_itself, naming_keys
from pipelines.summary.rows import Cell, Row
from tool_registry.base.types import JsonValue

_DEEPEST = 6


def names_seen(records: Mapping[str, StepRecord]) -> dict[str, str]:
    """Identifier → name, of everything that the run's results show with both."""
    found: dict[str, str] = {}
    for record in records.values():
        for each in _objects(record.body, 0):
            key = next((k for k in ("id", "uuid", "pk") if isinstance(each.get(k), str)), None)
            name = next((each[k] for k in naming_keys() if isinstance(each.get(k), str)), None)
            if key is not None and name:
                found[str(each[key])] = str(name)
    return found


def is_machinery(row: Row, cell: Cell) -> bool:
    """True for what an API tells of its own representation: addresses and types of records."""
    return describes_itself(cell.name) or _is_address(row, cell)


def _is_address(row: Row, cell: Cell) -> bool:
    """A web address with the identifier of the record, or of one that it refers to, in its path."""
    if not isinstance(cell.value, str) or not cell.value.startswith(("http://", "https://")):
        return False
    segments = set(urlsplit(cell.value).path.split("/"))
    ids = {str(other.value) for (_, name), other in row.cells.items() if name == "id"}
    return not segments.isdisjoint(ids)


def _objects(body: JsonValue, depth: int) -> Iterator[dict[str, JsonValue]]:
    if depth > _DEEPEST:
        return
    if isinstance(body, list):
        for item in cast("list[JsonValue]", body):
            yield from _objects(item, depth + 1)
    elif isinstance(body, dict):
        whole = cast("dict[str, JsonValue]", body)
        yield whole
        for value in whole.values():
            yield from _objects(value, depth + 1)
