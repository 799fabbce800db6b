"""Which measures a condition compares: `boats over 70` may be of any price that a boat has."""

from pipelines.contracts.intent import Constraint
from pipelines.summary.rows import Cell, Row
from tool_registry.vocabulary.conversions import conversion_between
from tool_registry.vocabulary.text import fold, split_identifier

_ORDERS = ("gt", "ge", "lt", "le")


def measures_compared(row: Row, wanted: Constraint, said: str) -> dict[str, Cell]:
    """The numbers of the row in a unit like that of a comparison: the one whose name stands in the
    words of the goal, `said`; else all of them, by attribute. Empty for other conditions."""
    unit = wanted.unit
    if wanted.operator not in _ORDERS or unit is None:
        return {}
    alike = {
        name: cell
        for (entity, name), cell in row.cells.items()
        if entity == row.entity and cell.unit and conversion_between(unit, cell.unit)
    }
    named = {
        key: cell for key, cell in alike.items() if any(one in fold(said) for one in _names(cell))
    }
    return named if len(named) == 1 else alike


def _names(cell: Cell) -> list[str]:
    told = (fold(cell.label), " ".join(split_identifier(cell.name)))
    return [one for one in told if one]
