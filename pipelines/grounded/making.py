"""Things that are made, and brought to the state that is wanted of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pipelines.grounded.asking import Asker
from pipelines.grounded.atoms import Atom
from pipelines.grounded.bench import MOST, Bench, NotRead, head_words, use
from pipelines.grounded.changing import Changer
from pipelines.grounded.filling import Source
from pipelines.grounded.newness import Wish
from pipelines.grounded.supplying import Supplier
from pipelines.grounded.world import Kind, Operation
from pipelines.grounded.writing import Made
from pipelines.planner.chain import Binding
from tool_registry.base.types import FunctionType


@dataclass(slots=True)
class Maker:
    """Plans what is made."""

    bench: Bench
    supplier: Supplier
    changer: Changer

    def make(self, wish: Wish, kind: Kind) -> None:
        one = wish.operation or next(iter(kind.of("create")), None)
        if one is None:
            raise NotRead
        if wish.if_none and self._exists(wish, kind):
            return
        self.supplier.allowed(one, asked=True)
        count = self._count(wish, kind)
        for number in range(count):
            self._make_one(wish, kind, one, number, count)

    def _exists(self, wish: Wish, kind: Kind) -> bool:
        told = self.bench.chooser.described(kind, wish.atoms)
        found = self.bench.chooser.fitting(kind, told)
        if found:
            use(wish)
            wish.checks = False
            Asker(self.bench.world, self.bench.chooser, self.bench.writer).ask(wish, kind, ())
            ids = ", ".join(record.id for record in found[:5])
            self.bench.writer.notes.append(
                self.bench.writer.say("exists", thing=self.bench.writer.spoken(kind), ids=ids)
            )
        return bool(found)

    def _count(self, wish: Wish, kind: Kind) -> int:
        """How many: the number right before the thing, or as many as there are times."""
        times = [a for a in wish.atoms if a.shape == "time"]
        if len(times) > 1 and any(a.is_("all") for a in wish.atoms):
            return len(times)
        for place, atom in enumerate(wish.atoms):
            after = [a for a in wish.atoms[place + 1 : place + 4] if not _classifies(a)]
            thing = after[:1] and (after[0].nouns or after[0].options)
            if atom.shape == "number" and isinstance(atom.value, int) and thing and not atom.used:
                if not 0 < atom.value <= MOST:
                    raise NotRead
                atom.used = True
                return atom.value
        return 1

    def _make_one(self, wish: Wish, kind: Kind, one: Operation, number: int, count: int) -> None:
        source = self.bench.source(wish)
        source.own = _with_one_time(wish.atoms, number)
        arguments = self.bench.filler.fill(one, source)
        arguments |= self.supplier.referred(wish, one, source, None)
        self.supplier.polymorphic(one, arguments, source)
        seed = f"{self.bench.seed}/{one.name}/{len(self.bench.writer.steps)}/{number}"
        self.supplier.complete(one, arguments, kind, makes=True, seed=seed)
        words = head_words(wish)
        goal = self.bench.writer.goal(FunctionType.CREATE, kind, words, (), 1)
        step = self.bench.writer.step(one, kind, arguments, goal)
        self.bench.writer.check(step, kind, "exists")
        self.bench.check_values(step, kind, one, source)
        start = _start(kind, source)
        path = next((y.path for y in one.tool.yields if y.key == kind.id_key), kind.id_key)
        made = Made(kind.key, step.id, path, start, _row(arguments))
        self.bench.made.append(made)
        self._bring(wish, kind, made, start)

    def _bring(self, wish: Wish, kind: Kind, made: Made, start: str | None) -> None:
        """The new thing to the state that is wanted of it."""
        use(wish)
        goal = wish.target.raw if wish.target is not None else None
        if goal is None and wish.also is not None:
            changes = self.bench.states.changes.get(kind.key, [])
            goal = next((c.after for c in changes if c.operation is wish.also), None)
        if goal is None or start is None or goal == start:
            return
        way = self.bench.states.way(kind, start, goal)
        if way is None:
            raise self.bench.writer.stuck(
                "no_tool", "no_way", thing=self.bench.writer.spoken(kind), state=goal
            )
        for change in way:
            self.changer.call(
                wish, kind, change.operation, self.bench.writer.made(made), None, change
            )


def _start(kind: Kind, source: Source) -> str | None:
    """The state that a new thing is in: the one it is made with, else the first of them."""
    if kind.state is None:
        return None
    told = source.values.get(kind.state.key)
    return str(told) if told is not None else next(iter(kind.state.told.values))


def _row(arguments: Mapping[str, Binding]) -> dict[str, str]:
    return {path: str(b.value) for path, b in arguments.items() if b.value is not None}


def _classifies(atom: Atom) -> bool:
    return atom.is_("light") and not atom.content


def _with_one_time(atoms: Sequence[Atom], number: int) -> list[Atom]:
    times = [a for a in atoms if a.shape == "time"]
    if len(times) < 2:
        return list(atoms)
    return [a for a in atoms if a.shape != "time" or a is times[min(number, len(times) - 1)]]
