"""A list whose rows have values of their own: each row is read as a sentence, all rows as one."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pipelines.contracts.intent import IntentResult, Missing
from pipelines.contracts.reader import IntentReader
from pipelines.intent.dialogue.columns import names_kind, singles_out
from pipelines.intent.dialogue.gathering import refs_of
from pipelines.intent.dialogue.headers import renamed
from pipelines.intent.dialogue.lists import points_at_list
from pipelines.intent.dialogue.row_faults import (
    Fault,
    Unclear,
    broken,
    comes_again,
    nameless,
    unread,
)
from pipelines.intent.dialogue.row_likeness import like
from pipelines.intent.dialogue.row_readings import (
    ENVIRONMENT,
    RowRead,
    is_whole,
    joined,
    lost,
    pointer_in,
    settled,
)
from pipelines.intent.dialogue.row_texts import (
    Columns,
    Told,
    Way,
    announced,
    braced,
    framed,
    ways,
)
from pipelines.intent.dialogue.row_values import DOUBTED, ByHeader
from pipelines.intent.dialogue.tables import Row, Table, is_value
from pipelines.messages import listed, say
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.language import Language, language_of
from tool_registry.vocabulary.lexicon import Kind

_ID = "id"
_SPEAKING = (Kind.ENTITY, Kind.ATTRIBUTE)
_MODELS = 5
"""So many rows are tried as the model of a later one."""


@dataclass(frozen=True, slots=True)
class _Found:
    """How a table's rows are told, the best way first, and a row that was read so."""

    columns: Columns
    ways: tuple[Way, ...]
    model: RowRead


@dataclass(frozen=True, slots=True)
class Rows:
    """Reads rows beside one catalogue."""

    catalogue: Catalogue
    reader: IntentReader
    environment: str | None = None
    """Chosen beside the sentence."""
    otherwise: str | None = None
    """Where it is to happen if nothing says so."""

    # ---- one sentence a line ---------------------------------------------------------------

    def of_lines(self, text: str) -> IntentResult | None:
        """Lines of which each says the same of another thing, as one reading; a first line may say
        something of all. None where any line is something else."""
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        if len(lines) < 2:
            return None
        first = self.line(lines[0])
        head, rest = (lines[0], lines[1:]) if first is None else ("", lines)
        reads: list[RowRead] = []
        for line in rest:
            read = self.line(line, head)
            if read is None or (reads and read.shape != reads[0].shape):
                return None
            reads.append(read)
        return self.joined(reads) if len(reads) > 1 else None

    def line(self, line: str, head: str = "") -> RowRead | None:
        """A line that is a whole request by itself, behind what the first one says of all."""
        named = say(language_of(line), "conversation.told", report=_open(head), told=line)
        text = named if head else line
        reading = self.read(text)
        if reading is None or reading.unread or not is_whole(reading):
            return None
        return RowRead(Told(text, ()), reading)

    def without_header(self, text: str) -> str:
        """The message without a line above its list that calls the things as it does itself."""
        head, *lines = [line.strip() for line in text.splitlines() if line.strip()]
        header = lines[0] if len(lines) > 1 else ""
        said = self._kinds(header)
        again = bool(said) and said <= self._kinds(head) and names_kind(header, self.catalogue)
        return "\n".join((head, *lines[1:])) if again else text

    def _kinds(self, text: str) -> set[str]:
        scanned = (one.of(Kind.ENTITY) for one in self.catalogue.lexicon.scan(text))
        return {one.name for one in scanned if one is not None}

    # ---- a table ---------------------------------------------------------------------------

    def gives_values(self, table: Table) -> bool:
        """True where a column says something that the sentence leaves open of what it wants: what
        only describes whoever gets it says nothing of that."""
        reading = self.read(table.head)
        goals = reading.goals if reading else ()
        told = {c.attribute for one in goals for ref in refs_of(one) for c in ref.constraints}
        kinds = {goal.object.type for goal in goals} - {None}
        every = self.catalogue.tools.values()
        tools = (tool for tool in every if not kinds or kinds & set(tool.objects))
        slots = (slot for tool in tools for slot in tool.needs)
        own = (one for one in slots if not kinds or one.entity in (None, *kinds))
        taken = {one.attribute for one in own} - {None, _ID}
        lookup = self.catalogue.lexicon.lookup
        names = (name for name in table.names if not singles_out(name, self.catalogue))
        named = {one.name for name in names for one in lookup(name, Kind.ATTRIBUTE)}
        if named & taken - told or braced(table.head, table.names)[1]:
            return True
        columns, head, _ = self._columns(table, self._named_at(table))
        return self._by_header(table, columns, head) is not None

    def called(self, table: Table, said: str) -> Table:
        """The table with its columns called as a message says that they are."""
        return replace(table, names=renamed(table.names, said, self.catalogue.lexicon))

    def of_table(self, table: Table) -> IntentResult | Fault | Unclear | None:
        """A table as one reading, or why it has none; None where nothing is to be changed."""
        said = self._in_braces(table)
        if isinstance(said, Fault):
            return said
        if said is None:
            named_at = self._named_at(table)
            columns, head, start = self._columns(table, named_at)
            known = self._by_header(table, columns, head)
            if known is not None:
                return known
            said = columns, list(ways(head, columns, start, language_of(table.head), self.acts))
        return self._by_words(table, *said)

    def _by_words(
        self, table: Table, columns: Columns, said: Sequence[Way]
    ) -> IntentResult | Fault | None:
        """Each row read as a sentence."""
        full = [row for row in table.rows if _is_full(row, columns.named_at)]
        if not full:
            return None
        models = dict.fromkeys((full[0], full[len(full) // 2], full[-1]))
        tried = [self._found(columns, said, row) for row in models]
        found = next((one for one in tried if isinstance(one, _Found)), tried[0])
        if not isinstance(found, _Found):
            # What a row lacks says more than what another one could not be read as.
            return (broken(table, columns) or found) if self._changes(table.head) else None
        fault = broken(table, columns, makes=_makes(found.model.reading))
        if fault is not None:
            return fault
        reads: list[RowRead] = []
        for row in table.rows:
            read = self._row(row, found, (found.model, *reads[:_MODELS]))
            if isinstance(read, Fault):
                return read
            reads.append(read)
        return self._whole(table, columns, reads)

    def _whole(self, table: Table, columns: Columns, reads: Sequence[RowRead]) -> IntentResult:
        """All rows; what comes to several things for one is seen before it is done."""
        whole = self.joined(list(reads))
        again = comes_again(table, columns.named_at)
        sure = min(whole.confidence, DOUBTED) if again else whole.confidence
        return whole.model_copy(update={"confidence": sure})

    def _by_header(
        self, table: Table, columns: Columns, head: str
    ) -> IntentResult | Fault | Unclear | None:
        """The rows by what their headers are to the tools; None where these do not tell."""
        if not table.names or broken(table, columns, makes=True) is not None:
            return None
        taken = ByHeader(table, columns, head, self.catalogue, self.read, self.acts).taken()
        if isinstance(taken, Fault):
            return taken
        readings = [(one.labels, self._whole(table, columns, one.rows)) for one in taken]
        if len(readings) < 2:
            return readings[0][1] if readings else None
        language = language_of(table.head)
        unclear = dict.fromkeys(at for labels, _ in readings for at in labels)
        told = listed(language, (columns.labels[at] for at in unclear))
        options = ((_taken_as(labels, columns, language), one) for labels, one in readings)
        return Unclear(say(language, "rows.which", columns=told), tuple(options))

    def _in_braces(self, table: Table) -> tuple[Columns, list[Way]] | Fault | None:
        """The sentence with a row's values where it has the headers in braces; None where it has
        none. Columns that it does not name are not wanted."""
        text, used, unknown = braced(table.head, table.names)
        if not used:
            return None
        language = language_of(table.head)
        if unknown:
            told, known = listed(language, unknown), listed(language, table.names)
            return Fault(say(language, "rows.no_column", columns=told, known=known))
        naming = (at for at in used if self._is_name(table.names[at]))
        named_at = next(naming, self._named_at(table))
        left_out = frozenset(range(table.width)) - {*used, named_at}
        pointing = framed(text, named_at, language, self.acts)
        said = [Way(text)] if named_at in used else list(pointing)
        return Columns(table.names, named_at, left_out), said

    def _is_name(self, header: str) -> bool:
        known = names_kind(header, self.catalogue) or singles_out(header, self.catalogue)
        return known or self._has_id(header)

    def _named_at(self, table: Table) -> int:
        """The column that names the things; one that counts the rows where no other one does."""
        names = list(enumerate(table.names))
        named = [at for at, name in names if self._has_id(name)]
        named += [at for at, name in names if names_kind(name, self.catalogue)]
        named += [at for at, name in names if singles_out(name, self.catalogue)]
        if named and self._counts_rows(table):
            named.sort(key=lambda at: at == 0)
        return next(iter(named), table.named_at or 0)

    def _has_id(self, name: str) -> bool:
        """True for the header of an id of anything."""
        said = (one.of(Kind.ATTRIBUTE) for one in self.catalogue.lexicon.scan(name))
        return any(one is not None and one.name == _ID for one in said)

    def _is_beside(self, table: Table, at: int, name: str) -> bool:
        """True for a column that says nothing of what is wanted: another name, a running number."""
        running = at == 0 and self._counts_rows(table)
        return running or (singles_out(name, self.catalogue) and not self._has_id(name))

    def _counts_rows(self, table: Table) -> bool:
        """True where the first column only counts the rows: its header speaks of no kind of things,
        and of nothing that these have."""
        scanned = self.catalogue.lexicon.scan(table.names[0]) if table.names else ()
        spoken = {(one.kind, one.name) for match in scanned for one in match.concepts}
        others = {kind for kind, name in spoken if (kind, name) != (Kind.ATTRIBUTE, _ID)}
        return bool(table.names) and table.is_numbered and not others & {*_SPEAKING}

    def _columns(self, table: Table, named_at: int) -> tuple[Columns, str, str]:
        """What the columns are called, by the header or by the sentence; with the sentence for
        each row, and how it announces the values."""
        names = enumerate(table.names)
        more = (at for at, name in names if at != named_at and self._is_beside(table, at, name))
        lexicon = self.catalogue.lexicon
        said, lookup = announced(table.head, lexicon, self.acts), lexicon.lookup
        if table.names:
            known = {one.name for name in table.names for one in lookup(name, Kind.ATTRIBUTE)}
            again = said is not None and said.words.keys() <= known
            head = said.head if said is not None and again else table.head
            return Columns(table.names, named_at, frozenset(more)), head, ""
        if said is None or len(said.words) != table.width - 1:
            return Columns(("",) * table.width, named_at), table.head, ""
        words = list(said.words.values())
        labels = (*words[:named_at], "", *words[named_at:])
        return Columns(labels, named_at), said.head, said.start

    def _found(self, columns: Columns, said: Sequence[Way], model: Row) -> _Found | Fault | None:
        """The ways to tell the rows in which the reader takes up all of one of them."""
        tried = list(self._tried(said, model))
        if not any(goal.function.writes for _, one in tried for goal in one.reading.goals):
            return None
        values = columns.values()
        bare = [at for at in values if not columns.labels[at] and is_value(model.cells[at])]
        if bare:
            return nameless(columns, bare, tried[0][1].reading.language)
        fit = [(way, one) for way, one in tried if self._is_taken_up(one, columns)]
        if not fit:
            return self._fault(model, columns, tried[0][1])
        fit.sort(key=lambda each: _doubt(each[1].reading))
        return _Found(columns, tuple(way for way, _ in fit), fit[0][1])

    def _tried(self, said: Iterable[Way], row: Row) -> Iterator[tuple[Way, RowRead]]:
        """The ways with what the reader makes of them; also without words for each row."""
        for way in said:
            read = self._told(way, row)
            if read is None:
                continue
            yield way, read
            plain = way.without(read.pointer)
            shorter = self._told(plain, row) if plain != way else None
            if shorter is not None:
                yield plain, shorter

    def _row(self, row: Row, found: _Found, models: Sequence[RowRead]) -> RowRead | Fault:
        """A row that says the same as the others: as one of the models does, or in the first way in
        which it is read so."""
        told = found.ways[0].told(row)
        for one in models:
            known = like(one.reading, one.told, told)
            if known is not None:
                return RowRead(told, known)
        reads = [one for way in found.ways if (one := self._told(way, row)) is not None]
        for one in reads:
            if self._is_taken_up(one, found.columns) and one.shape == found.model.shape:
                return one
        return self._fault(row, found.columns, reads[0])

    def _fault(self, row: Row, columns: Columns, read: RowRead) -> Fault:
        gone = lost(read, columns, self.catalogue.lexicon)
        return unread(row, columns, gone, read.reading, read.reading.language)

    # ---- reading ---------------------------------------------------------------------------

    def _told(self, way: Way, row: Row) -> RowRead | None:
        told = way.told(row)
        reading = self.read(told.text)
        if reading is None:
            return None
        return RowRead(told, settled(reading, points_at_list), pointer_in(reading))

    def _is_taken_up(self, read: RowRead, columns: Columns) -> bool:
        return is_whole(read.reading) and not lost(read, columns, self.catalogue.lexicon)

    def read(self, text: str) -> IntentResult | None:
        """What a sentence means, where it is to happen."""
        said = self.reader.read(text, environment=self.environment)
        if said is None or self.otherwise is None or said.environment or said.production:
            return said
        named = said.environment_words is not None
        return said if named else self.reader.read(text, environment=self.otherwise)

    def best_read(self, ways: Sequence[str], count: int) -> str | None:
        """Of several ways to say it of as many values, the one that the reader takes up best."""
        if len(ways) < 2:
            return next(iter(ways), None)
        return max(ways, key=lambda text: self._fit(text, count))

    def _fit(self, text: str, count: int) -> tuple[bool, bool, float]:
        read = self.read(text)
        if read is None:
            return False, False, 0
        lacks = {one.name for one in read.missing if one.blocking} - {ENVIRONMENT}
        return len(read.goals) == count, not (lacks or read.unread), read.confidence

    def _changes(self, text: str) -> bool:
        """True where the sentence beside the table wants something changed: no question of it."""
        read = self.read(text)
        return read is not None and any(goal.function.writes for goal in read.goals)

    def acts(self, text: str) -> bool:
        """True where the sentence says what is to be done."""
        read = self.read(text)
        return read is not None and any(goal.action_words for goal in read.goals)

    def joined(self, reads: list[RowRead]) -> IntentResult:
        """All rows; where none says where, that is asked for once."""
        language, places = reads[0].reading.language, self.catalogue.environments
        labels = listed(language, (places.label(name, language) for name in places.names))
        question = say(language, "intent.which_environment", environments=labels)
        missing = Missing(name=ENVIRONMENT, blocking=True, question=question)
        return joined(reads, self.catalogue.lexicon, (missing,))


def _doubt(reading: IntentResult) -> tuple[bool, bool, bool, float]:
    """The less, the better: says where, has its values with what it wants, leaves no word over, is
    sure."""
    apart = any(ref.constraints for goal in reading.goals for ref in goal.related)
    return reading.environment is None, apart, bool(reading.unread), -reading.confidence


def _makes(reading: IntentResult) -> bool:
    return all(goal.function is FunctionType.CREATE for goal in reading.goals)


def _taken_as(labels: Mapping[int, str], columns: Columns, language: Language) -> str:
    told = (
        say(language, "rows.taken_as", column=columns.labels[at], value=label)
        for at, label in labels.items()
    )
    return listed(language, told)


def _is_full(row: Row, named_at: int) -> bool:
    return all(row.cells) and is_value(row.cells[named_at])


def _open(head: str) -> str:
    return head.rstrip(" ,\uff0c;\uff1b:\uff1a.\u3002")
