"""Deeds on records that exist, and on what the sentence has made before."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.grounded.atoms import Atom
from pipelines.grounded.bench import MOST, Bench, NotRead, head_words, use
from pipelines.grounded.choosing import Described, named
from pipelines.grounded.live import Record
from pipelines.grounded.newness import Wish
from pipelines.grounded.states import Change
from pipelines.grounded.supplying import Supplier
from pipelines.grounded.surfaces import Option
from pipelines.grounded.words import pattern
from pipelines.grounded.world import Kind, Operation
from pipelines.grounded.writing import Made
from pipelines.planner.chain import Binding
from pipelines.planner.resources.chain import Stuck
from tool_registry.base.types import FunctionType


@dataclass(slots=True)
class Changer:
    """Plans what is done to records."""

    bench: Bench
    supplier: Supplier

    def change(self, wish: Wish, kind: Kind) -> None:
        own = [one for one in self.bench.made if one.kind == kind.key]
        named_here = named(wish.atoms, kind.key)
        if own and not named_here and wish.operation is not None:
            self._on_made(wish, kind, own[-1])
            return
        for record, words in self._subjects(wish, kind):
            self._on_record(wish, kind, record, words)
            self.bench.chooser.touched.append(record)

    def _subjects(self, wish: Wish, kind: Kind) -> list[tuple[Record, str]]:
        for atoms in (wish.atoms, self.bench.reading.pool):
            strange = next((a for a in atoms if a.strange == kind.key), None)
            if strange is not None:
                raise self.bench.not_found(kind, strange)
            told = named(atoms, kind.key)
            if len(told) > 1 and any(pattern("either").fullmatch(a.text) for a in atoms):
                raise self.bench.which_of(kind, [r for _, records in told for r in records])
            if told:
                return [self.bench.one_of(atom, records) for atom, records in told]
        last = self.bench.chooser.last(kind.key)
        described = self.bench.chooser.described(
            kind, [*wish.atoms, *self.bench.reading.pool], wish.target
        )
        if last is not None and not described.atoms:
            return [(last, last.id)]
        return self._by_description(wish, kind)

    def _by_description(self, wish: Wish, kind: Kind) -> list[tuple[Record, str]]:
        self._namesakes(kind, [*wish.atoms, *self.bench.reading.pool])
        own = [a for a in wish.atoms if a is not wish.head]
        told = self.bench.chooser.described(kind, own, wish.target)
        if not told.owners:
            more = self.bench.chooser.described(kind, self.bench.reading.pool, wish.target)
            told = Described(told.options, more.owners)
        every = any(a.is_("all") and not a.is_("any") for a in wish.atoms)
        if not told.atoms and not every:
            raise self.bench.which(kind)
        wanted = {a.key for a in wish.operation.args} if wish.operation else set[str]()
        options = tuple(o for o in told.options if o[1].key not in wanted or self._is_state(o[1]))
        found = self.bench.chooser.fitting(kind, Described(options, told.owners))
        if len(found) > 1 and wish.operation is not None:
            able = [r for r in found if self._able(wish, kind, r)]
            found = able or found
        if not found:
            raise self.bench.none_fits(kind)
        found = [r for r in found if (r.kind, r.id) not in self.bench.reading.excluded]
        if len(found) > 1 and not every:
            raise self.bench.which_of(kind, found)
        for atom in told.atoms:
            atom.used = True
        words = ", ".join(a.text for a in told.atoms) or self.bench.writer.spoken(kind)
        return [(record, words) for record in found[:MOST]]

    def _namesakes(self, kind: Kind, atoms: Sequence[Atom]) -> None:
        """A name that several have is asked about."""
        targets = {f.target for f in kind.fields.values()}
        for atom in atoms:
            if len(atom.records) > 1 and any(r.kind in targets for r in atom.records):
                raise self.bench.called(atom, atom.records)

    def _is_state(self, option: Option) -> bool:
        state = self.bench.world.kinds[option.kind].state
        return state is not None and state.key == option.key

    def _able(self, wish: Wish, kind: Kind, record: Record) -> bool:
        change = self._change_of(wish, kind)
        if change is None or kind.state is None:
            return True
        return (
            self.bench.states.way(kind, str(record.value(kind.state.key)), change.after) is not None
        )

    def _change_of(self, wish: Wish, kind: Kind) -> Change | None:
        changes = self.bench.states.changes.get(kind.key, [])
        same = [c for c in changes if c.operation is wish.operation]
        aimed = [c for c in same if wish.target is None or c.after == wish.target.raw]
        if len(aimed) > 1 or (same and not aimed):
            raise NotRead  # which state it is to set is not said
        return next(iter(aimed), None)

    def _on_record(self, wish: Wish, kind: Kind, record: Record, words: str) -> None:
        for atom in wish.atoms:
            if record in atom.records:
                atom.used = True
        if not self.bench.holds(wish, record):
            return
        change = self._change_of(wish, kind)
        binding = self.bench.writer.named(record, words)
        if change is None or kind.state is None:
            self.call(wish, kind, wish.operation, binding, record)
            return
        place = (kind.key, record.id)
        now = self.bench.now.get(place, str(record.value(kind.state.key)))
        self.bench.now[place] = change.after
        use(wish)
        if now == change.after:
            self.bench.note("already", kind, record, now)
            return
        way = self._way(wish, kind, record, now, change)
        for one in way:
            self.call(wish, kind, one.operation, binding, record, one)

    def _way(
        self, wish: Wish, kind: Kind, record: Record, now: str, change: Change
    ) -> Sequence[Change]:
        """The changes that lead to what is wanted; several only where a state is asked for."""
        way = self.bench.states.way(kind, now, change.after)
        free = wish.what == "reach" or any(a.is_("change") for a in wish.atoms)
        if way is None or (len(way) > 1 and not free):
            thing = self.bench.writer.spoken(kind)
            raise self.bench.writer.stuck(
                "forbidden", "otherwise", thing=thing, id=record.id, state=now
            )
        return way

    def _on_made(self, wish: Wish, kind: Kind, made: Made) -> None:
        assert wish.operation is not None
        self.call(wish, kind, wish.operation, self.bench.writer.made(made), None)

    def call(
        self,
        wish: Wish,
        kind: Kind,
        one: Operation | None,
        subject: Binding,
        record: Record | None,
        change: Change | None = None,
    ) -> None:
        if one is None or one.subject is None:
            raise NotRead
        self.supplier.allowed(one)
        source = self.bench.source(wish)
        ids = (record.id,) if record is not None else ()
        arguments = self.bench.filler.fill(one, source, changes=record)
        arguments |= self.supplier.referred(wish, one, source, record)
        if change is not None and change.sets is not None:
            words = next((a.text for a in wish.atoms if wish.target in a.options), change.after)
            place = one.args[_place(one, change.sets)].slot.path
            arguments[place] = self.bench.writer.said(change.after, words)
            source.values[change.sets] = change.after
        self.supplier.complete(one, arguments, kind, makes=False, seed="")
        if one.role == "update" and not arguments:
            raise self._lacks_change(wish, one, kind)
        goal = self.bench.writer.goal(FunctionType.OPERATE, kind, head_words(wish), ids)
        step = self.bench.writer.step(
            one, kind, {one.subject.slot.path: subject, **arguments}, goal
        )
        self.bench.writer.check(step, kind, "answered")
        self.bench.check_values(step, kind, one, source)

    def _lacks_change(self, wish: Wish, one: Operation, kind: Kind) -> Stuck:
        """`change her phone`: the value is asked for."""
        keys = [k for a in [*wish.atoms, *self.bench.reading.pool] for k in sorted(a.labels)]
        key = next((k for k in keys if one.arg(k)), None)
        if key is None:
            raise NotRead
        for atom in [*wish.atoms, *self.bench.reading.pool]:
            atom.used = atom.used or key in atom.labels
        return self.bench.writer.stuck(
            "missing",
            "lacking",
            ask=True,
            thing=self.bench.writer.spoken(kind),
            part=self.bench.part(one.arg(key)),
        )


def _place(one: Operation, key: str) -> int:
    return next(n for n, arg in enumerate(one.args) if arg.key == key)
