"""Rows that nothing names: two bare values a line, or one behind the other in a sentence."""

from collections.abc import Sequence
from dataclasses import replace

from pipelines.contracts.intent import Goal, IntentResult
from pipelines.intent.dialogue.gathering import refs_of
from pipelines.intent.dialogue.row_faults import Fault
from pipelines.intent.dialogue.row_likeness import like
from pipelines.intent.dialogue.row_readings import RowRead
from pipelines.intent.dialogue.row_texts import Columns, Told
from pipelines.intent.dialogue.row_values import DOUBTED, ByHeader
from pipelines.intent.dialogue.rows import Rows
from pipelines.intent.dialogue.tables import Table, pasted_pairs, row_of
from pipelines.messages import say
from tool_registry.vocabulary.language import language_of
from tool_registry.vocabulary.parallels import NUMBER, Parallels, parallels

_END = " ,\uff0c:\uff1a"
"""What ends a sentence in front of its rows."""


def of_pairs(text: str, rows: Rows) -> IntentResult | None:
    """Lines of an id and a value, where the sentence leaves one value open; None for others."""
    table = pasted_pairs(text)
    if table is None:
        return None
    at = table.named_at or 0
    value = say(language_of(table.head), "rows.column", number=2 - at)
    columns = Columns(("id", value) if at == 0 else (value, "id"), at)
    named = replace(table, names=columns.labels)
    ways = ByHeader(named, columns, table.head, rows.catalogue, rows.read, rows.acts).taken()
    if isinstance(ways, Fault) or len(ways) != 1:
        return None
    # Which column is the id, and what the other one says, nobody has said: it is seen first.
    return rows.joined(list(ways[0].rows)).model_copy(update={"confidence": DOUBTED})


def of_parallels(text: str, rows: Rows) -> IntentResult | None:
    """A sentence that says the same of several things with other values, each as a sentence of its
    own; None where it is read as so many already, or any of them as something else."""
    found = parallels(text)
    if found is None or _is_read(text, len(found.units), rows):
        return None
    return _as_sentences(found, rows) or _as_rows(found, rows)


def pointing(table: Table, rows: Rows) -> Table:
    """The table, whose sentence points at its rows where it says how many these are."""
    read = rows.read(table.head)
    refs = [ref for goal in read.goals for ref in goal.related] if read else []
    counted = [ref.span for ref in refs if ref.quantity == len(table.rows) and ref.span]
    if not counted or table.head.count(counted[0].text) != 1:
        return table
    words = counted[0].text
    these = say(language_of(table.head), "rows.these", words=words)
    return replace(table, head=table.head.replace(words, these))


def _is_read(text: str, count: int, rows: Rows) -> bool:
    plain = rows.read(text)
    if plain is None:
        return True
    lacks = plain.unread or plain.unassigned or any(one.blocking for one in plain.missing)
    return len(plain.goals) == count and not lacks


def _as_sentences(found: Parallels, rows: Rows) -> IntentResult | None:
    said = [_told(found, unit) for unit in found.units]
    own = [rows.line(one.text) for one in said]
    at = next((at for at, one in enumerate(own) if one is not None), None)
    if at is None or (model := own[at]) is None:
        return None
    reads = [_like(model, said[at], told) or one for told, one in zip(said, own, strict=True)]
    known = [one for one in reads if one is not None and not one.reading.negative]
    if len(known) < len(said) or len({_shape(one.reading) for one in known}) > 1:
        return None
    goals = [goal for one in known for goal in one.reading.goals]
    apart = len({_names(goal) for goal in goals}) == len(goals)
    return rows.joined(known) if apart and not _counts_all(goals, found) else None


def _told(found: Parallels, unit: str) -> Told:
    """What is said of one, with its numbers as the cells."""
    text = f"{found.before}{unit}{found.after}".replace("\n", " ")
    at = len(found.before)
    places = ((at + one.start(), at + one.end()) for one in NUMBER.finditer(unit))
    return Told(text, tuple(places))


def _like(model: RowRead, of: Told, told: Told) -> RowRead | None:
    """What a sentence means as the model does, where that can be said of its numbers."""
    reading = like(model.reading, of, told)
    return RowRead(told, reading) if reading is not None else None


def _shape(reading: IntentResult) -> tuple[object, ...]:
    """What all have in common; a bare id has no kind in one and the right one in another."""
    [goal] = reading.goals
    told = ((ref.role, *sorted(str(c.attribute) for c in ref.constraints)) for ref in refs_of(goal))
    return reading.environment, goal.function, goal.object.type, *told


def _names(goal: Goal) -> tuple[str, ...]:
    return tuple(one.value for ref in refs_of(goal) for one in ref.identifiers)


def _counts_all(goals: Sequence[Goal], found: Parallels) -> bool:
    """True where a number beside the rows says how many these are, not how many each gets."""
    count = len(goals)
    told = all(count in (goal.quantity, *(ref.quantity for ref in refs_of(goal))) for goal in goals)
    return told and not all(str(count) in NUMBER.findall(unit) for unit in found.units)


def _as_rows(found: Parallels, rows: Rows) -> IntentResult | None:
    cells = [row_of(unit, at) for at, unit in enumerate(found.units, 1)]
    told = [one for one in cells if one is not None]
    if len(told) < len(cells) or not found.before.strip():
        return None
    head = found.before.rstrip(_END).lstrip()
    return _known(rows, pointing(Table(f"{head}{found.after}", (), tuple(told)), rows))


def _known(rows: Rows, table: Table) -> IntentResult | None:
    read = rows.of_table(table)
    if not isinstance(read, IntentResult) or read.negative:
        return None
    return read if len(read.goals) == len(table.rows) else None
