"""What a call refers to, and what it must have that nobody said."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.grounded.atoms import Atom
from pipelines.grounded.bench import Bench, Unmet
from pipelines.grounded.choosing import Described
from pipelines.grounded.filling import Source, references
from pipelines.grounded.live import Record
from pipelines.grounded.newness import Wish
from pipelines.grounded.surfaces import Words
from pipelines.grounded.world import Arg, Kind, Operation, is_moment, is_reference
from pipelines.grounded.writing import Made
from pipelines.planner.chain import Binding
from pipelines.planner.frame import is_person
from pipelines.planner.generate import generated
from pipelines.planner.moments import day_of
from pipelines.planner.resources.chain import Stuck

_DATED = re.compile(r"\d{4}-\d{2}-\d{2}|\d{2}:\d{2}")
_SAME = ("same", "the same")
_MINE = (" my ", " mine ", " own ")


@dataclass(slots=True)
class Supplier:
    """Gives calls the arguments that are no plain values of the sentence."""

    bench: Bench

    def allowed(self, one: Operation, *, asked: bool = False) -> None:
        if one.name in self.bench.reading.forbidden and not asked:
            raise self.bench.writer.stuck("forbidden", "forbidden", title=one.tool.title)

    def referred(
        self, wish: Wish, one: Operation, source: Source, record: Record | None
    ) -> dict[str, Binding]:
        """The records that the call's arguments refer to."""
        args = [a for a in one.args if a.target is not None and not a.subject]
        atoms = list(source.atoms())
        self._not_strange(args, atoms)
        told = {id_: (a, r) for a in atoms for r in a.records if (id_ := (r.kind, r.id))}
        found = references(args, [r for a in atoms for r in self._sure(a, args)], self.bench.made)
        bindings: dict[str, Binding] = {}
        for arg in args:
            chosen = found.get(arg.slot.path)
            if isinstance(chosen, Record):
                atom, _ = told[(chosen.kind, chosen.id)]
                atom.used = True
                self._condition_on(wish, chosen)
                bindings[arg.slot.path] = self.bench.writer.named(chosen, atom.text)
            elif isinstance(chosen, Made):
                bindings[arg.slot.path] = self.bench.writer.made(chosen)
            elif arg.slot.required:
                bindings[arg.slot.path] = self._any(wish, one, arg, atoms, record)
        return bindings

    def _condition_on(self, wish: Wish, record: Record) -> None:
        """A condition that is about what the call refers to."""
        about = [c for c in wish.condition if c[0].kind == record.kind]
        if about and not self.bench.holds(wish, record):
            raise Unmet
        wish.condition = [c for c in wish.condition if c not in about]

    def _sure(self, atom: Atom, args: Sequence[Arg]) -> Sequence[Record]:
        """The record that an atom names; asked for where there are several."""
        kinds = {arg.target for arg in args}
        fitting = [r for r in atom.records if r.kind in kinds]
        if len(fitting) > 1:
            raise self.bench.called(atom, fitting)
        return fitting

    def _not_strange(self, args: Sequence[Arg], atoms: Sequence[Atom]) -> None:
        for arg in args:
            strange = next((a for a in atoms if a.strange and a.strange == arg.target), None)
            if strange is not None:
                raise self.bench.not_found(self.bench.world.kinds[strange.strange or ""], strange)

    def _any(
        self, wish: Wish, one: Operation, arg: Arg, atoms: Sequence[Atom], record: Record | None
    ) -> Binding:
        """A record of which any will do, as far as the sentence and the operation limit it."""
        kind = self.bench.world.kinds[arg.target or ""]
        told = self.bench.chooser.described(kind, atoms)
        demands = self.bench.states.demands.get((one.name, arg.key), frozenset())
        free = not self.bench.reading.free.isdisjoint({"*", kind.key, arg.key})
        specific = any(o for o in told.owners if o[1].kind != wish.kind)
        person = is_person(self.bench.writer.catalogue, kind.entity)
        if person and not free:
            raise self.bench.which(kind)
        if not (free or demands or specific):
            raise self.bench.which(kind)
        found = self._candidates(kind, arg, atoms, record, demands)
        if not found:
            raise self.bench.none_fits(kind)
        if len(found) > 1 and not (free or any(a.is_("any", "all") for a in atoms)):
            raise self.bench.which_of(kind, found)
        chosen = found[0]
        self.bench.picked.add(chosen.id)
        return self.bench.writer.picked(chosen)

    def _candidates(
        self,
        kind: Kind,
        arg: Arg,
        atoms: Sequence[Atom],
        record: Record | None,
        demands: frozenset[str],
    ) -> list[Record]:
        told = self.bench.chooser.described(kind, atoms)
        owners = [
            o for o in told.owners if any(f.target == o[1].kind for f in kind.fields.values())
        ]
        found = self.bench.chooser.fitting(kind, Described(told.options, tuple(owners)))
        if demands and kind.state is not None:
            found = [r for r in found if str(r.value(kind.state.key)) in demands]
        if record is not None:
            found = self._alike(found, kind, record, atoms)
        found = self._timed(found, atoms)
        for atom in (*(a for a, _ in told.options), *(a for a, _ in owners)):
            atom.used = True
        return [r for r in found if r.id not in self.bench.picked]

    def _alike(
        self, found: list[Record], kind: Kind, record: Record, atoms: Sequence[Atom]
    ) -> list[Record]:
        """`same doctor`: as with the one that the record has now."""
        same = any(a.text.lower() in _SAME for a in atoms)
        current = next((r for r in self.bench.live.records(kind.key) if _refers(record, r)), None)
        if current is None:
            return found
        nouns = {k for a in atoms for k in a.nouns}
        keys = [f.key for f in kind.fields.values() if same and f.target in nouns]
        return [
            r for r in found if r != current and all(r.value(k) == current.value(k) for k in keys)
        ]

    def _timed(self, found: list[Record], atoms: Sequence[Atom]) -> list[Record]:
        days = [a for a in atoms if a.shape == "date" and day_of(str(a.value), self.bench.today)]
        times = [a for a in atoms if a.shape == "time"]
        wanted = [str(day_of(str(a.value), self.bench.today)) for a in days[:1]]
        wanted += [str(a.value) for a in times[:1]]
        dated = any(_DATED.search(str(v)) for r in found for v in r.row.values())
        if not dated:
            return found
        kept = [r for r in found if all(any(w in str(v) for v in r.row.values()) for w in wanted)]
        for atom in (*days[:1], *times[:1]):
            atom.used = True
        return kept

    def polymorphic(self, one: Operation, arguments: dict[str, Binding], source: Source) -> None:
        """`charge for a case or an order, and its number`: of what is named or was just made."""
        loose = [
            a
            for a in one.args
            if a.target is None and a.slot.path not in arguments and _is_loose(a)
        ]
        if len(loose) != 1:
            return
        known = {k for k in self.bench.world.kinds if _mentions(loose[0], k, self.bench.words)}
        told = [(a, r) for a in source.atoms() for r in a.records if r.kind in known]
        if told:
            atom, record = told[0]
            atom.used = True
            arguments[loose[0].slot.path] = self.bench.writer.named(record, atom.text)
            self._sort_of(one, record.kind, arguments)
        elif made := [m for m in self.bench.made if m.kind in known]:
            arguments[loose[0].slot.path] = self.bench.writer.made(made[-1])
            self._sort_of(one, made[-1].kind, arguments)

    def _sort_of(self, one: Operation, kind: str, arguments: dict[str, Binding]) -> None:
        """The fixed value that stands for the kind of what is referred to."""
        for arg in one.args:
            raws = [raw for raw in arg.slot.values if self._stands_for(raw, kind, one)]
            if len(raws) == 1:
                arguments[arg.slot.path] = Binding(source="derived", detail=raws[0], value=raws[0])

    def _stands_for(self, raw: str, kind: str, one: Operation) -> bool:
        plain = raw.replace("_", " ").lower()
        if self.bench.words.nouns.get(plain, {}).get(kind, 9) <= 3:
            return True
        prefixes = {r.id[:2] for r in self.bench.live.records(kind)}
        texts = [arg.slot.description for arg in one.args]
        return any(f"{p}\u2026 for {raw}" in t for p in prefixes for t in texts)

    def complete(
        self,
        one: Operation,
        arguments: dict[str, Binding],
        kind: Kind,
        *,
        makes: bool,
        seed: str,
    ) -> None:
        """What the call must have and nobody said: drawn for something new, else asked for."""
        for arg in one.args:
            slot = arg.slot
            if (
                not slot.required
                or arg.subject
                or slot.path in arguments
                or slot.default is not None
            ):
                continue
            invented = makes and arg.target is None and not _is_loose(arg)
            mine = any(arg.key in a.labels and not a.used for a in self.bench.said())
            value = None
            invented = invented and (not is_moment(arg) or "*" in self.bench.reading.free)
            if invented and not (mine and self._is_mine()):
                value = generated(slot, f"{seed}/{slot.path}", self.bench.writer.intent.language)
            if value is None:
                raise self._lacks(arg, kind)
            arguments[slot.path] = Binding(source="generated", detail=str(value), value=value)

    def _is_mine(self) -> bool:
        """Values that only the speaker knows: `my own number`."""
        return any(word in f" {self.bench.text.lower()} " for word in _MINE)

    def _lacks(self, arg: Arg, kind: Kind) -> Stuck:
        thing, part = self.bench.writer.spoken(kind), self.bench.part(arg)
        if arg.target is not None:
            other = self.bench.world.kinds[arg.target]
            return self.bench.which(other)
        if arg.slot.values:
            choices = ", ".join(arg.slot.values)
            return self.bench.writer.stuck(
                "missing", "lacking_of", ask=True, thing=thing, part=part, choices=choices
            )
        return self.bench.writer.stuck("missing", "lacking", ask=True, thing=thing, part=part)


def _refers(record: Record, other: Record) -> bool:
    return any(str(v) == other.id for v in record.row.values() if str(v) != record.id)


def _is_loose(arg: Arg) -> bool:
    return arg.slot.type == "string" and not arg.slot.values and is_reference(arg.key)


def _mentions(arg: Arg, kind: str, words: Words) -> bool:
    told = arg.slot.description.lower()
    return any(
        w in told for w, kinds in words.nouns.items() if kinds.get(kind, 9) <= 1 and len(w) > 1
    )
