"""Questions about what exists: which there are, how many, and whether something holds."""

from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.contracts.intent import Constraint, Goal
from pipelines.grounded.atoms import Atom
from pipelines.grounded.choosing import Chooser, Described, named
from pipelines.grounded.live import Record
from pipelines.grounded.newness import Wish
from pipelines.grounded.segments import denied
from pipelines.grounded.surfaces import Option
from pipelines.grounded.world import Arg, Kind, Operation, World, is_reference
from pipelines.grounded.writing import Writer
from pipelines.planner.chain import Binding
from tool_registry.base.types import FunctionType


@dataclass(slots=True)
class Asker:
    """Writes the calls that answer a question."""

    world: World
    chooser: Chooser
    writer: Writer

    def ask(self, wish: Wish, kind: Kind, pool: Sequence[Atom]) -> None:
        """The calls of a question about the records of a kind."""
        told = [(a, r) for key in self.world.kinds for a, rs in named(wish.atoms, key) for r in rs]
        own = [(atom, record) for atom, record in told if record.kind == kind.key]
        strange = next((a for a in wish.atoms if a.strange), None)
        if strange is not None:
            other = self.world.kinds[strange.strange or ""]
            place = self.writer.catalogue.environments
            label = place.label(self.writer.environment, self.writer.intent.language)
            thing, name = self.writer.spoken(other), strange.text
            raise self.writer.stuck("data", "not_found", environment=label, thing=thing, name=name)
        if own:
            for atom, record in told if wish.checks else own:
                atom.used = True
                self._one(wish, self.world.kinds[record.kind], record, atom)
        else:
            self._list(wish, kind, [*wish.atoms, *pool])

    # ---- one record --------------------------------------------------------------------------

    def _one(self, wish: Wish, kind: Kind, record: Record, atom: Atom) -> None:
        """What there is of a record, and whether it is as the sentence asks."""
        reading = self._by_id(kind)
        goal = self.writer.goal(FunctionType.QUERY, kind, "", (record.id,))
        if reading is not None:
            one, arg = reading
            arguments = {arg.slot.path: self.writer.named(record, atom.text)}
        else:
            one, arguments = self._among_all(kind, record, atom, goal), {}
        step = self.writer.step(one, kind, arguments, goal)
        self.writer.check(step, kind, "answered")
        self.chooser.touched.append(record)
        for other, option, negated in _asked_of(wish.atoms, atom, kind):
            other.used = True
            self._holds(wish, kind, record, option, negated)

    def _among_all(self, kind: Kind, record: Record, atom: Atom, goal: Goal) -> Operation:
        """The list that shows the record among others: no tool shows it alone."""
        listing = kind.listing
        if listing is None:
            raise self.writer.stuck("no_tool", "none", thing=self.writer.spoken(kind))
        told, span = kind.fields[kind.id_key].told, self.writer.span(atom.text)
        wanted = Constraint(attribute=told.attribute or told.key, value=record.id, span=span)
        self.writer.narrowed(goal, (wanted,))
        return listing

    def _by_id(self, kind: Kind) -> tuple[Operation, Arg] | None:
        for one in (*kind.of("read"), *kind.of("list")):
            arg = next((a for a in one.args if a.target == kind.key), None)
            others = any(a.slot.required and a is not arg for a in one.args)
            if arg is not None and not others:
                return one, arg
        return None

    def _holds(self, wish: Wish, kind: Kind, record: Record, option: Option, negated: bool) -> None:
        """Told as a check where it is to be verified, and in words where it is only asked."""
        field = kind.fields[option.key]
        state = str(record.value(option.key))
        if (state == option.raw) is not negated and _verifies(wish.atoms):
            step = self.writer.steps[-1]
            self.writer.check_value(step, kind, field.told.attribute, state)
        self.writer.notes.append(
            self.writer.say(
                "states",
                thing=self.writer.spoken(kind),
                id=record.id,
                part=self.writer.label(field.told.attribute or option.key),
                state=state,
            )
        )

    # ---- a list ------------------------------------------------------------------------------

    def _list(self, wish: Wish, kind: Kind, atoms: Sequence[Atom]) -> None:
        told = self.chooser.described(kind, atoms)
        if wish.checks:  # `has the bill been paid?` asks for the bill, whatever its state
            told = Described((), told.owners)
        one = self._best(kind, told)
        if one is None:
            raise self.writer.stuck("no_tool", "none", thing=self.writer.spoken(kind))
        lacks = [(a, o) for a, o in told.options if denied(atoms, _place(atoms, a))]
        told = Described(tuple(one for one in told.options if one not in lacks), told.owners)
        arguments, rest = self._conditions(kind, one, told)
        for atom, option in lacks:
            atom.used = True
            rest.append(self._constraint(kind, option, atom, denied=True))
        goal = self.writer.goal(FunctionType.QUERY, kind, "", ())
        self.writer.narrowed(goal, tuple(rest))
        step = self.writer.step(one, kind, arguments, goal)
        self.writer.check(step, kind, "answered")
        found = self.chooser.fitting(kind, told)
        found = [r for r in found if all(str(r.value(o.key)) != o.raw for _, o in lacks)]
        self._tell(wish, kind, found, atoms)

    def _conditions(
        self, kind: Kind, one: Operation, told: Described
    ) -> tuple[dict[str, Binding], list[Constraint]]:
        """What the list can be asked for, and what is left to be looked at in its rows."""
        arguments: dict[str, Binding] = {}
        rest: list[Constraint] = []
        for atom, option in told.options:
            atom.used = True
            arg = one.arg(option.key)
            if arg is not None and option.raw in arg.slot.values:
                arguments[arg.slot.path] = self.writer.said(option.raw, atom.text)
            else:
                rest.append(self._constraint(kind, option, atom))
        for atom, owner in told.owners:
            atom.used = True
            arg = _owner_arg(one, owner)
            if arg is not None:
                arguments[arg.slot.path] = self.writer.named(owner, atom.text)
            else:
                rest += self._owned(kind, owner, atom)
        return arguments, rest

    def _tell(self, wish: Wish, kind: Kind, found: list[Record], atoms: Sequence[Atom]) -> None:
        """What the answer is in one sentence, beside what the list shows."""
        if wish.checks and len(found) == 1:
            self.chooser.touched.append(found[0])
            for other, option, negated in _asked_of(atoms, None, kind):
                other.used = True
                self._holds(wish, kind, found[0], option, negated)
            return
        thing = self.writer.spoken(kind)
        told = {"count": len(found)} if found else {}
        self.writer.notes.append(self.writer.say("count" if found else "none", thing=thing, **told))

    def _best(self, kind: Kind, told: Described) -> Operation | None:
        """The list that can be asked for most of it."""
        able = [
            one
            for one in kind.of("list")
            if all(
                not a.slot.required or any(_owner_arg(one, o) is a for _, o in told.owners)
                for a in one.args
            )
        ]
        keys = {option.key for _, option in told.options}
        return max(
            able,
            key=lambda one: (
                sum(one.arg(key) is not None for key in keys)
                + sum(_owner_arg(one, o) is not None for _, o in told.owners),
                len(one.args),
            ),
            default=None,
        )

    def _constraint(
        self, kind: Kind, option: Option, atom: Atom, *, denied: bool = False
    ) -> Constraint:
        told = kind.fields[option.key].told
        name, span = told.attribute or option.key, self.writer.span(atom.text)
        operator = "ne" if denied else "eq"
        return Constraint(attribute=name, operator=operator, value=option.raw, span=span)

    def _owned(self, kind: Kind, owner: Record, atom: Atom) -> list[Constraint]:
        field = next((f for f in kind.fields.values() if f.target == owner.kind), None)
        if field is None:
            return []
        span = self.writer.span(atom.text)
        return [Constraint(attribute=field.told.attribute, value=owner.id, span=span)]


def _owner_arg(one: Operation, owner: Record) -> Arg | None:
    """The argument of a list that takes that owner."""
    told = next((a for a in one.args if a.target == owner.kind), None)
    loose = next((a for a in one.args if a.target is None and is_reference(a.key)), None)
    return told or loose


def _place(atoms: Sequence[Atom], atom: Atom) -> int:
    return next(n for n, one in enumerate(atoms) if one is atom)


def _verifies(atoms: Sequence[Atom]) -> bool:
    return any(a.is_("verify") and not a.is_("light") for a in atoms)


def _asked_of(
    atoms: Sequence[Atom], record: Atom | None, kind: Kind
) -> list[tuple[Atom, Option, bool]]:
    """The values that are asked about and whether they are denied: of a record, up to the next."""
    place = next((n for n, a in enumerate(atoms) if a is record), -1)
    after = atoms[place + 1 :]
    ends = (n for n, a in enumerate(after) if a.records or a.strange)
    end = next(ends, len(after)) if record is not None else len(after)
    found: list[tuple[Atom, Option, bool]] = []
    negated = False
    for atom in after[:end]:
        negated = negated or (atom.is_("negation") and not atom.is_("verify"))
        fitting = [o for o in sorted(atom.options, key=lambda o: o.raw) if o.kind == kind.key]
        if fitting and fitting[0].key in kind.fields:
            found.append((atom, fitting[0], negated))
    return found
