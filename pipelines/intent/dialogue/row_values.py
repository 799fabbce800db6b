"""Rows whose columns are matched by their headers: the sentence is read once, for what it wants,
and each row adds its own name and values. What no reader has to guess, none gets wrong."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pipelines.contracts.intent import Constraint, EntityRef, Goal, Identifier, IntentResult, Span
from pipelines.intent.dialogue.columns import names_kind
from pipelines.intent.dialogue.gathering import refs_of, with_refs
from pipelines.intent.dialogue.headers import Meaning, is_measured, meanings, value_in
from pipelines.intent.dialogue.lists import points_at_list
from pipelines.intent.dialogue.row_faults import Fault, contradicting, unread
from pipelines.intent.dialogue.row_likeness import like
from pipelines.intent.dialogue.row_readings import RowRead, is_whole, settled
from pipelines.intent.dialogue.row_texts import Columns, Told, Way, behind, framed
from pipelines.intent.dialogue.tables import Row, Table
from pipelines.messages.labels import attribute_label
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.language import language_of
from tool_registry.vocabulary.lexicon import Kind

Read = Callable[[str], IntentResult | None]
DOUBTED = 0.0
"""How sure a reading is of which the person has to see what it comes to."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The rows in one of the ways in which the columns can be taken."""

    labels: Mapping[int, str]
    """Column → what it is taken for, where its header does not say it."""
    rows: tuple[RowRead, ...]


@dataclass(frozen=True, slots=True)
class _Frame:
    """The sentence as it is read for one row, and what it means without the row's values."""

    way: Way
    told: Told
    reading: IntentResult
    names: bool
    """True where the row's name is in the sentence; False where it stands behind it."""


@dataclass(frozen=True, slots=True)
class ByHeader:
    """Reads one table."""

    table: Table
    columns: Columns
    head: str
    catalogue: Catalogue
    read: Read
    acts: Callable[[str], bool]

    def taken(self) -> list[Taken] | Fault:
        """The rows, in every way in which the columns can be taken; [] where the headers do not
        tell, or the sentence alone is not clear."""
        frame = next(self._frames(), None)
        if frame is None:
            return []
        [goal] = frame.reading.goals
        if goal.function is not FunctionType.CREATE:
            return []
        names = {at: self.columns.labels[at] for at in self.columns.values()}
        if not names or not all(names.values()):
            return []
        found: list[Taken] = []
        for way in meanings(names, goal, self.catalogue, frame.reading.environment):
            told = _Rows(self, frame, way).all()
            if isinstance(told, Fault):
                return told
            if not told:
                return []
            unsure = {at: self.label(one) for at, one in way.items() if not one.is_sure}
            found.append(Taken(unsure, tuple(told)))
        return found

    def label(self, meant: Meaning) -> str:
        """What an attribute is called."""
        language = language_of(self.table.head)
        return attribute_label(self.catalogue.lexicon, meant.attribute, language)

    def _frames(self) -> Iterator[_Frame]:
        """The sentence with the row's name where it points at the list, or behind it; then without
        the words that point."""
        row, language = self.table.rows[0], language_of(self.table.head)
        for way in framed(self.head, self.columns.named_at, language, self.acts):
            told = way.told(row)
            reading = self._settled(told.text)
            if reading is not None and _is_clear(reading):
                yield _Frame(way, told, reading, names=True)
        for text in (self.head, *_without_pointer(self.head)):
            reading = self._settled(text)
            named = self._named(reading) if reading is not None else None
            if reading is None or named is None or not _is_clear(named):
                continue
            if text == self.head or self._says_the_same(reading):
                yield _Frame(Way(text), Way(text).told(row), reading, names=False)

    def _settled(self, text: str) -> IntentResult | None:
        reading = self.read(text)
        return settled(reading, points_at_list) if reading is not None else None

    def _says_the_same(self, shorter: IntentResult) -> bool:
        """True where the words that were left out say nothing of what is to be done."""
        whole = self.read(self.head)
        if whole is None or len(whole.goals) != 1 or whole.negative or whole.goals[0].asked:
            return False
        one, [other] = whole.goals[0], shorter.goals
        same = (one.action, one.function) == (other.action, other.function)
        return same and whole.environment == shorter.environment

    def _named(self, reading: IntentResult) -> IntentResult | None:
        """With the name of the first row, where one thing is open that it can name."""
        span = Span(start=0, end=0, text="")
        return self.with_name(reading, self.table.rows[0].cells[self.columns.named_at], span)

    def with_name(self, reading: IntentResult, name: str, span: Span) -> IntentResult | None:
        """The reading with a row's name for the one thing that has none."""
        if len(reading.goals) != 1:
            return None
        goal = reading.goals[0]
        refs = list(refs_of(goal))
        header = self.columns.labels[self.columns.named_at]
        kinds = self._kinds(header)
        bare = [at for at, ref in enumerate(refs) if self._is_open(goal, ref, kinds)]
        if len(bare) != 1:
            return None
        one = Identifier(attribute=self._attribute(header), value=name, span=span)
        told = {"identifiers": (one,), "reference": None, "quantity": None}
        refs[bare[0]] = refs[bare[0]].model_copy(update=told)
        return reading.model_copy(update={"goals": (with_refs(goal, refs),)})

    def _is_open(self, goal: Goal, ref: EntityRef, kinds: set[str]) -> bool:
        """True for somebody or something of these kinds that nothing singles out; what is made has
        no name yet."""
        makes = goal.function is FunctionType.CREATE and ref is goal.object
        plain = not (ref.identifiers or ref.constraints or ref.made_by)
        return plain and not makes and (ref.type in kinds if kinds else ref is not goal.object)

    def _kinds(self, header: str) -> set[str]:
        matches = self.catalogue.lexicon.scan(header)
        return {c.name for m in matches for c in m.concepts if c.kind is Kind.ENTITY}

    def _attribute(self, header: str) -> str | None:
        if names_kind(header, self.catalogue):
            return None
        found = self.catalogue.lexicon.lookup(header, Kind.ATTRIBUTE)
        return next((one.name for one in found if one.name != "id"), None)


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows in one way to take the columns."""

    by: ByHeader
    frame: _Frame
    way: Mapping[int, Meaning]

    def all(self) -> list[RowRead] | Fault:
        """Every row; [] where a cell is nothing that the argument takes."""
        said = self._said_besides()
        if isinstance(said, Fault):
            return said
        found: list[RowRead] = []
        for row in self.by.table.rows:
            one = self._row(row, said)
            if one is None or isinstance(one, Fault):
                return one or []
            found.append(one)
        return found

    def _said_besides(self) -> list[Constraint] | Fault:
        """The values of the sentence that the rows say again; a fault where they say another."""
        [goal] = self.frame.reading.goals
        again: list[Constraint] = []
        for one in goal.object.constraints:
            rivals = {at for at, meant in self.way.items() if meant.attribute == one.attribute}
            if any(self._is_told_by(at, one) for at in self.way):
                again.append(one)
            elif rivals:
                return self._contradicted(rivals.pop(), one)
        return again

    def _is_told_by(self, at: int, said: Constraint) -> bool:
        """True where each row has that value in the column: its header says better what it is."""
        values = [self._value(row, at) for row in self.by.table.rows]
        number = isinstance(said.value, int | float)
        same = self.way[at].attribute == said.attribute or said.unit == self.way[at].unit
        return (
            same
            and (number or said.attribute is not None)
            and all(value is not None and value[0] == said.value for value in values)
        )

    def _contradicted(self, at: int, said: Constraint) -> Fault:
        rows = self.by.table.rows
        row = next(one for one in rows if (self._value(one, at) or (None,))[0] != said.value)
        return contradicting(row, self.by.columns, at, said.span.text, self.frame.reading.language)

    def _value(self, row: Row, at: int) -> tuple[object, str | None] | None:
        return value_in(row.cells[at], self.way[at], self.by.catalogue.lexicon)

    def _row(self, row: Row, again: Sequence[Constraint]) -> RowRead | Fault | None:
        base = self._base(row)
        if base is None:
            return None
        told = self._told(row)
        values: list[Constraint] = []
        for at, meant in self.way.items():
            value = value_in(row.cells[at], meant, self.by.catalogue.lexicon)
            if value is None:
                return None
            if not is_measured(value[1], meant):
                return unread(row, self.by.columns, [at], None, base.language)
            values.append(
                Constraint(
                    attribute=meant.attribute, value=value[0], unit=value[1], span=_span(told, at)
                )
            )
        reading = base
        if not self.frame.names:
            at = self.by.columns.named_at
            reading = self.by.with_name(base, row.cells[at], _span(told, at))
        return RowRead(told, self._with(reading, told, values, again)) if reading else None

    def _base(self, row: Row) -> IntentResult | None:
        """What the sentence means for a row, without its values."""
        told = self.frame.way.told(row)
        known = like(self.frame.reading, self.frame.told, told)
        if known is not None:
            return known
        reading = self.by.read(told.text)
        reading = settled(reading, points_at_list) if reading is not None else None
        return reading if reading is not None and _is_clear(reading) else None

    def _told(self, row: Row) -> Told:
        """The row's sentence, with its values behind."""
        columns, labels = self.by.columns, list(self.by.columns.labels)
        for at, meant in self.way.items():
            labels[at] = labels[at] if meant.is_sure else self.by.label(meant)
        called = Columns(tuple(labels), columns.named_at, columns.left_out)
        shown = [] if self.frame.names else [called.cell(called.named_at)]
        cells = [*shown, *(called.cell(at) for at in self.way)]
        return behind(self.frame.way, cells, self.frame.reading.language).told(row)

    def _with(
        self,
        reading: IntentResult,
        told: Told,
        values: Sequence[Constraint],
        again: Sequence[Constraint],
    ) -> IntentResult:
        """With the row's values, in place of those of the sentence that are the same."""
        gone = {(one.attribute, str(one.value)) for one in again}
        [goal] = reading.goals
        held = goal.object.constraints
        kept = [one for one in held if (one.attribute, str(one.value)) not in gone]
        thing = goal.object.model_copy(update={"constraints": (*kept, *values)})
        after = goal.model_copy(update={"object": thing})
        sure = all(one.is_sure for one in self.way.values())
        update = {"text": told.text, "corrected": "", "goals": (after,)}
        confidence = reading.confidence if sure else min(reading.confidence, DOUBTED)
        return reading.model_copy(update={**update, "confidence": confidence})


def _is_clear(reading: IntentResult) -> bool:
    return is_whole(reading) and not reading.unread and not reading.negative


def _span(told: Told, at: int) -> Span:
    start, end = told.places[at]
    return Span(start=start, end=end, text=told.text[start:end])


def _without_pointer(head: str) -> Iterator[str]:
    """The sentence without the first words that point at the list; then without what stands in
    front of them, too."""
    points = [points_at_list(head, at, at + 1) for at in range(len(head))]
    if True in points:
        start = points.index(True)
        end = next((at for at in range(start, len(head)) if not points[at]), len(head))
        yield f"{head[:start]}{head[end:]}".strip()
        yield head[end:].strip()
