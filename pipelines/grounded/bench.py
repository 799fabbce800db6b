"""What planning has at hand: the world, what is said, what is written so far."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from pipelines.grounded.atoms import Atom
from pipelines.grounded.choosing import Chooser, refers
from pipelines.grounded.filling import Filler, Source
from pipelines.grounded.live import Live, Record
from pipelines.grounded.newness import Wish
from pipelines.grounded.reading import Reading
from pipelines.grounded.states import States
from pipelines.grounded.surfaces import Words
from pipelines.grounded.world import Arg, Kind, Operation, World
from pipelines.grounded.writing import Made, Writer
from pipelines.planner.chain import Step
from pipelines.planner.resources.chain import Stuck

MOST = 20
"""Things that one sentence may want made or changed."""


class NotRead(Exception):
    """Words are left that nothing accounts for: somebody else may understand them."""


class Unmet(Exception):
    """The condition of a wish does not hold: it is left out."""


@dataclass(slots=True)
class Bench:
    """Everything that the plan of one sentence is made from."""

    world: World
    words: Words
    states: States
    live: Live
    reading: Reading
    writer: Writer
    text: str
    seed: str
    today: date
    made: list[Made] = field(default_factory=list[Made])
    now: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    """(kind, id) → state that the plan has brought a record to so far."""
    picked: set[str] = field(default_factory=set[str])
    """Records that were taken because any would do."""
    chooser: Chooser = field(init=False)
    filler: Filler = field(init=False)

    def __post_init__(self) -> None:
        self.chooser = Chooser(self.world, self.live)
        self.filler = Filler(self.writer, self.live, self.today)

    def source(self, wish: Wish) -> Source:
        """The words that the calls of a wish may use."""
        return Source(wish.atoms, self.reading.pool, self.text, self.made)

    def said(self) -> list[Atom]:
        """All that the sentence says."""
        return [*(a for w in self.reading.wishes for a in w.atoms), *self.reading.pool]

    def holds(self, wish: Wish, record: Record) -> bool:
        """Whether the wish's condition does; a note tells where it does not."""
        near = [record, *self.chooser.neighbours(record)]
        for option, positive in wish.condition:
            about = next((r for r in near if r.kind == option.kind), None)
            about = about or self._referring(record, option.kind)
            if about is None:
                raise NotRead  # nothing tells whether the condition holds
            if (str(about.value(option.key)) == option.raw) != positive:
                kind = self.world.kinds[about.kind]
                self.note("unmet", kind, about, str(about.value(option.key)))
                return False
        return True

    def _referring(self, record: Record, kind: str) -> Record | None:
        """The one record of that kind that belongs to this one."""
        found = [r for r in self.live.records(kind) if refers(r, record)]
        return found[0] if len(found) == 1 else None

    def note(self, key: str, kind: Kind, record: Record, state: str) -> None:
        """For the user: why nothing more is done to a record."""
        thing = self.writer.spoken(kind)
        self.writer.notes.append(self.writer.say(key, thing=thing, id=record.id, state=state))

    def check_values(self, step: Step, kind: Kind, one: Operation, source: Source) -> None:
        """Every plain value that was said is read back."""
        for key, value in source.values.items():
            arg = one.arg(key)
            told = kind.fields[key].told.attribute if key in kind.fields else None
            if arg is not None and told == arg.slot.attribute and told != "id":
                self.writer.check_value(step, kind, told, value)

    # ---- questions ---------------------------------------------------------------------------

    def part(self, arg: Arg | None) -> str:
        """The argument as its author calls it, beside its name."""
        if arg is None:
            return ""
        label = self.writer.label(arg.slot.attribute or arg.key)
        return f"{label} ({arg.key})" if label != arg.key else arg.key

    def which(self, kind: Kind) -> Stuck:
        """Nothing says which record is meant."""
        return self.writer.stuck("missing", "which", ask=True, thing=self.writer.spoken(kind))

    def none_fits(self, kind: Kind) -> Stuck:
        """No record is as it is described."""
        return self.writer.stuck("data", "none_fits", ask=True, thing=self.writer.spoken(kind))

    def one_of(self, atom: Atom, records: Sequence[Record]) -> tuple[Record, str]:
        """The one record that a name means, and the name."""
        if len(records) > 1:
            raise self.called(atom, records)
        atom.used = True
        return records[0], atom.text

    def called(self, atom: Atom, records: Sequence[Record]) -> Stuck:
        """Several records have that name."""
        choices = ", ".join(record.id for record in records[:6])
        count = len(records)
        return self.writer.stuck(
            "ambiguous", "called", ask=True, name=atom.text, count=count, choices=choices
        )

    def which_of(self, kind: Kind, records: Sequence[Record]) -> Stuck:
        """Several records are as it is described."""
        choices = ", ".join(record.id for record in records[:6])
        thing, count = self.writer.spoken(kind), len(records)
        return self.writer.stuck(
            "ambiguous", "which_of", ask=True, thing=thing, count=count, choices=choices
        )

    def not_found(self, kind: Kind, atom: Atom) -> Stuck:
        """No list shows that identifier."""
        places, language = self.writer.catalogue.environments, self.writer.intent.language
        place = places.label(self.writer.environment, language)
        thing = self.writer.spoken(kind)
        return self.writer.stuck(
            "data", "not_found", ask=True, thing=thing, name=atom.text, environment=place
        )


def use(wish: Wish) -> None:
    """The words for the state that is wanted have been followed."""
    for atom in wish.atoms:
        atom.used = atom.used or wish.target in atom.options


def head_words(wish: Wish) -> str:
    """The verb that a wish is told by."""
    return wish.head.text if wish.head is not None else ""
