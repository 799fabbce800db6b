"""The arguments of one call, from what a sentence says around it."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from pipelines.executor.convert import conversion_between, convert
from pipelines.grounded.atoms import Atom
from pipelines.grounded.flags import speaks_of
from pipelines.grounded.live import Live, Record
from pipelines.grounded.words import pattern
from pipelines.grounded.world import Arg, Operation, is_moment
from pipelines.grounded.writing import Made, Writer
from pipelines.planner.chain import Binding
from pipelines.planner.generate import matches
from pipelines.planner.moments import day_of
from pipelines.planner.shapes import is_of_another
from tool_registry.base.types import JsonValue
from tool_registry.vocabulary.text import fold, is_ideograph, split_identifier

_MOST_NAME = 4
"""Signs of a name in Han, words of one in Latin."""


@dataclass(slots=True)
class Source:
    """The words that a call may use: its own segments', then what is said beside."""

    own: list[Atom]
    pool: list[Atom]
    text: str
    made: Sequence[Made] = ()
    values: dict[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    """What was said of plain arguments, to be checked."""
    taken: set[int] = field(default_factory=set[int])
    """Days that an argument of this call has already."""

    def atoms(self) -> Iterator[Atom]:
        """All of them; what is used already comes last."""
        whole = [*self.own, *self.pool]
        yield from (atom for atom in whole if not atom.used)
        yield from (atom for atom in whole if atom.used)


@dataclass(slots=True)
class Filler:
    """Fills the arguments of operations."""

    writer: Writer
    live: Live
    today: date

    def fill(
        self, one: Operation, source: Source, *, changes: Record | None = None
    ) -> dict[str, Binding]:
        """Bindings by slot path of all plain arguments that the words give.

        `changes`: the record whose fields are given new values."""
        found: dict[str, Binding] = {}
        args = [a for a in one.args if not a.subject and a.target is None]
        for arg in sorted(args, key=_order):
            binding = self._plain(arg, one, source, changes)
            if binding is not None:
                found[arg.slot.path] = binding
                source.values[arg.key] = binding.value
        return found

    def _plain(
        self, arg: Arg, one: Operation, source: Source, changes: Record | None
    ) -> Binding | None:
        slot = arg.slot
        if slot.values:
            return self._option(arg, one, source, changes)
        if slot.type == "boolean":
            return self._flag(arg, source)
        if is_moment(arg):
            return self._moment(arg, source)
        if slot.type in ("integer", "number"):
            return self._number(arg, source)
        if slot.many or slot.type == "array":
            return self._list(arg, source, changes)
        return self._phone(arg, source) or self._text(arg, one, source)

    # ---- fixed values ------------------------------------------------------------------------

    def _option(
        self, arg: Arg, one: Operation, source: Source, changes: Record | None
    ) -> Binding | None:
        """The value that is named; of several the last, which a change leads to."""
        told = [
            (atom, option)
            for atom in (*source.own, *source.pool)
            for option in sorted(atom.options, key=lambda o: o.raw)
            if option.key == arg.key and option.kind == one.kind and option.raw in arg.slot.values
        ]
        if not told:
            return None
        atom, option = told[-1]
        for other, first in told[:-1]:
            if changes is None or str(changes.value(arg.key)) == first.raw or first == option:
                other.used = True
        atom.used = True
        value: JsonValue = option.raw
        if arg.slot.type in ("integer", "number"):
            value = convert(arg.slot.type, option.raw)
        return self.writer.said(value, atom.text)

    def _flag(self, arg: Arg, source: Source) -> Binding | None:
        """Yes where the few words for the argument are said, no where they are denied."""
        found = [atom for atom in source.atoms() if not atom.used and speaks_of(atom, arg)]
        if not found:
            return None
        for atom in found:
            atom.used = True
        denied = pattern("without").search(source.text[: found[0].start]) is not None
        words = source.text[found[0].start : found[-1].end]
        return Binding(
            source="derived",
            detail=f"{words} → {not denied}",
            value=not denied,
            span=self.writer.span(words),
        )

    # ---- numbers and times -------------------------------------------------------------------

    def _number(self, arg: Arg, source: Source) -> Binding | None:
        """A number beside the argument's own word, else the only one where one is wanted."""
        labelled = _behind(arg, source)
        numbers = [a for a in source.atoms() if _is_number(a) and not a.used]
        if labelled is None and not (arg.slot.required and len(numbers) == 1):
            return None
        atom = labelled if labelled is not None and _is_number(labelled) else None
        atom = atom or (numbers[0] if len(numbers) == 1 else None)
        if atom is None or isinstance(atom.value, bool):
            return None
        value = _in_unit(atom, arg)
        if value is None:
            return None
        atom.used = True
        return self.writer.said(value, atom.text)

    def _moment(self, arg: Arg, source: Source) -> Binding | None:
        said = sorted(source.atoms(), key=lambda a: a.start)
        days = [a for a in said if a.shape == "date" and a.start not in source.taken]
        times = [a for a in source.atoms() if a.shape == "time"]
        if not days:
            return None
        day = day_of(str(days[0].value), self.today)
        if day is None:
            return None
        wants_time = arg.slot.format != "date" and (arg.slot.description or "")[-2:] != "DD"
        if "T" not in day and wants_time and not times and arg.slot.format != "date":
            return None
        value = f"{day}T{times[0].value}" if wants_time and times and "T" not in day else day
        days[0].used = True
        source.taken.add(days[0].start)
        words = days[0].text
        if times and value != day:
            times[0].used = True
            words = f"{words} {times[0].text}"
        formed: JsonValue = value
        if arg.slot.format in ("date", "date-time", "local_minutes", "local_seconds"):
            formed = convert(arg.slot.format, value)
        return Binding(
            source="derived",
            detail=f"{words} → {formed}",
            value=formed,
            span=self.writer.span(days[0].text),
        )

    # ---- texts -------------------------------------------------------------------------------

    def _phone(self, arg: Arg, source: Source) -> Binding | None:
        for shape in ("phone", "email", "url"):
            if shape in (arg.slot.attribute, arg.slot.format):
                atom = next((a for a in source.atoms() if a.shape == shape and not a.used), None)
                if atom is not None:
                    atom.used = True
                    return self.writer.said(str(atom.value), atom.text)
        return None

    def _text(self, arg: Arg, one: Operation, source: Source) -> Binding | None:
        words = _labelled_text(arg, source)
        if words is None and _names(arg) and one.role == "create":
            words = _name_in(source)
        if words is None and arg.slot.required and one.role != "create":
            words = _quoted(source)
        if words and arg.slot.pattern and not matches(arg.slot.pattern, words):
            return None
        named = any(arg.key in atom.labels for atom in source.atoms())
        if words and not named and is_of_another(words, None, arg.slot):
            return None
        return self.writer.said(words, words) if words else None

    def _list(self, arg: Arg, source: Source, changes: Record | None) -> Binding | None:
        """One more for a list; of a record that has some already, all of them with it."""
        words = _labelled_text(arg, source) or _put_into(arg, source)
        if not words:
            return None
        items: list[JsonValue] = [
            part for part in re.split(r"[、,，]| and ", words) if part.strip()
        ]
        known = changes.value(arg.key) if changes is not None else None
        adds = any(a.is_("make") or pattern("adds").match(a.text) for a in source.own)
        if adds and isinstance(known, list):
            items = [*known, *(item for item in items if item not in known)]
        return Binding(
            source="derived", detail=f"{words} → {items}", value=items, span=self.writer.span(words)
        )


def _order(arg: Arg) -> tuple[bool, bool]:
    """Closed sets and shapes first: they leave less open for texts."""
    return (arg.slot.type == "string" and not arg.slot.values, not arg.slot.required)


def _is_number(atom: Atom) -> bool:
    return atom.shape in ("number", "fact", "amount", "price", "quantity") and isinstance(
        atom.value, int | float
    )


def _in_unit(atom: Atom, arg: Arg) -> JsonValue:
    value: JsonValue = atom.value
    unit = arg.slot.unit
    if atom.unit and unit and atom.unit != unit:
        name = conversion_between(atom.unit, unit)
        if name is None:
            return None
        value = convert(name, value)
    if arg.slot.type == "integer" and isinstance(value, float):
        value = int(value) if value.is_integer() else None
    low, high = arg.slot.minimum, arg.slot.maximum
    if isinstance(value, int | float) and not isinstance(value, bool):
        fits = (low is None or value >= low) and (high is None or value <= high)
        return value if fits else None
    return None


def _behind(arg: Arg, source: Source) -> Atom | None:
    """What stands right behind the argument's word, small words left out."""
    for atoms in (source.own, source.pool):
        for place, atom in enumerate(atoms):
            if arg.key in atom.labels:
                rest = (a for a in atoms[place + 1 :] if a.content or a.unknown)
                found = next(rest, None)
                if found is not None:
                    atom.used = True
                return found
    return None


def _labelled_text(arg: Arg, source: Source) -> str | None:
    """`reason: …`, `name is …`: what follows the argument's word up to the next pause."""
    for atoms in (source.own, source.pool):
        for place, atom in enumerate(atoms):
            if arg.key not in atom.labels and not _is_noun_label(arg, atom):
                continue
            rest = atoms[place + 1 :]
            while (
                rest
                and rest[0].is_("becomes", "change", "light", "link")
                and not (rest[0].options or rest[0].unknown)
            ):
                rest = rest[1:]
            told = _unbroken(rest, source.text)
            if told and not any(one.is_("any") for one in atoms):
                for one in (atom, *told):
                    one.used = True
                return source.text[told[0].start : told[-1].end].strip()
    return None


def _is_noun_label(arg: Arg, atom: Atom) -> bool:
    """A word for a thing that also begins the author's word for the argument."""
    own = arg.slot.description[: len(atom.text)]
    return bool(atom.nouns) and len(atom.text) > 1 and fold(own) == fold(atom.text)


def _unbroken(atoms: Sequence[Atom], text: str) -> list[Atom]:
    found: list[Atom] = []
    for atom in atoms:
        if atom.labels or atom.records or (found and not _near(found[-1], atom, text)):
            break
        found.append(atom)
    return found


def _near(first: Atom, second: Atom, text: str) -> bool:
    return not text[first.end : second.start].strip(" ")


def _names(arg: Arg) -> bool:
    words = split_identifier(arg.key)
    return arg.slot.attribute in ("name", "title") or words[-1] in ("name", "title", "label")


def _name_in(source: Source) -> str | None:
    """Words in capitals, or an unknown word in Han, that nothing else accounts for."""
    unknown = [a for a in source.atoms() if a.unknown and not a.used]
    quoted = next((a for a in source.atoms() if a.shape == "quote" and not a.used), None)
    if quoted is not None:
        quoted.used = True
        return str(quoted.value)
    for place, atom in enumerate(unknown):
        if is_ideograph(atom.text[0]):
            name = pattern("is_called").sub("", atom.text)
            if 1 < len(name) <= _MOST_NAME and not _qualified(atom, source):
                atom.used = True
                return name
        elif atom.text[0].isupper():
            run = [atom]
            for after in unknown[place + 1 :]:
                if not (_near(run[-1], after, source.text) and after.text[0].isupper()):
                    break
                run.append(after)
            for one in run:
                one.used = True
            return source.text[run[0].start : run[-1].end]
    return None


def _qualified(atom: Atom, source: Source) -> bool:
    """A value or a count stands right before it, or it tells of a name: it is none itself."""
    if pattern("surname").match(atom.text):
        return True
    before = next((a for a in source.atoms() if a.end == atom.start), None)
    return before is not None and bool(before.options or before.shape == "number")


def _quoted(source: Source) -> str | None:
    atom = next((a for a in source.atoms() if a.shape == "quote" and not a.used), None)
    if atom is None:
        return None
    atom.used = True
    return str(atom.value)


def _put_into(arg: Arg, source: Source) -> str | None:
    """`add X to the list`: what stands between the verb and the word for the list."""
    for place, atom in enumerate(source.own):
        if arg.key in atom.labels:
            told = [a for a in source.own[:place] if (a.unknown or a.shape == "quote")]
            if told:
                for one in (atom, *told):
                    one.used = True
                return source.text[told[0].start : told[-1].end].strip("\"'“”")
    return None


def references(
    args: Iterable[Arg], records: Sequence[Record], made: Sequence[Made]
) -> Mapping[str, Record | Made]:
    """By slot path: the record that each argument refers to, where one is named or made."""
    found: dict[str, Record | Made] = {}
    taken: set[str] = set()
    for arg in args:
        fitting = [r for r in records if r.kind == arg.target and r.id not in taken]
        if fitting:
            found[arg.slot.path] = fitting[0]
            taken.add(fitting[0].id)
            continue
        own = [one for one in made if one.kind == arg.target]
        if own:
            found[arg.slot.path] = own[-1]
    return found
