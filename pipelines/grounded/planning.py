"""From what a sentence wants of a world's records to a frozen chain of calls."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pipelines.grounded.asking import Asker
from pipelines.grounded.bench import MOST, Bench, NotRead, Unmet
from pipelines.grounded.changing import Changer
from pipelines.grounded.leftover import unexplained
from pipelines.grounded.making import Maker
from pipelines.grounded.merging import merge
from pipelines.grounded.newness import Wish
from pipelines.grounded.supplying import Supplier
from pipelines.planner.chain import NoPlan, ToolChain
from pipelines.planner.freeze import digest
from pipelines.planner.resources.chain import Stuck
from tool_registry.vocabulary.text import is_ideograph


@dataclass(slots=True)
class Planner:
    """Plans the wishes of one sentence."""

    bench: Bench
    changer: Changer = field(init=False)
    maker: Maker = field(init=False)

    def __post_init__(self) -> None:
        supplier = Supplier(self.bench)
        self.changer = Changer(self.bench, supplier)
        self.maker = Maker(self.bench, supplier, self.changer)

    def plan(self) -> ToolChain | NoPlan:
        """The chain, or why there is none. NotRead where it is not understood."""
        bench = self.bench
        wishes = merge(bench.reading, bench.world, bench.states)
        if not wishes or bench.reading.unclear:
            raise NotRead
        bench.writer.called = self._called(wishes)
        try:
            for wish in wishes:
                self._wish(wish)
        except Stuck as stuck:
            if not self._found_one(wishes) and self._strange(wishes):
                raise NotRead from stuck
            return stuck.reason
        self._all_explained(wishes)
        steps = tuple(bench.writer.steps)
        if len(steps) > MOST * 3:
            raise NotRead
        return ToolChain(
            environment=bench.writer.environment,
            steps=steps,
            checks=tuple(bench.writer.checks),
            notes=tuple(bench.writer.notes),
            digest=digest(steps, bench.writer.environment),
        )

    def _called(self, wishes: Sequence[Wish]) -> dict[str, str]:
        """The user's word for each kind, in the language of the answer."""
        han = self.bench.writer.intent.language == "zh"
        found: dict[str, str] = {}
        for atom in (*(a for w in wishes for a in w.atoms), *self.bench.reading.pool):
            for kind, far in atom.nouns.items():
                if far <= 3 and is_ideograph(atom.text[0]) is han and atom.text.islower() | han:
                    found.setdefault(kind, atom.text)
        return found

    def _found_one(self, wishes: Sequence[Wish]) -> bool:
        """The thing itself is named: what is asked is how to go on with it."""
        return any(a.used and a.records for w in wishes for a in w.atoms)

    def _strange(self, wishes: Sequence[Wish]) -> bool:
        """Words are left that the whole world knows nothing of: the question may be a wrong one."""
        bench = self.bench
        atoms = [
            a for a in (*(a for w in wishes for a in w.atoms), *bench.reading.pool) if a.unknown
        ]
        every = bench.world.operations
        return bool(unexplained(atoms, every, bench.chooser, bench.reading, bench.world))

    def _all_explained(self, wishes: Sequence[Wish]) -> None:
        bench = self.bench
        atoms = [*(a for wish in wishes for a in wish.atoms), *bench.reading.pool]
        called = [bench.world.operation(step.tool) for step in bench.writer.steps]
        if unexplained(atoms, called, bench.chooser, bench.reading, bench.world):
            raise NotRead

    def _wish(self, wish: Wish) -> None:
        kind = self.bench.world.kinds[wish.kind]
        if wish.what == "ask":
            asker = Asker(self.bench.world, self.bench.chooser, self.bench.writer)
            asker.ask(wish, kind, self.bench.reading.pool)
        elif wish.what == "make":
            self._make(wish)
        else:
            self.changer.change(wish, kind)

    def _make(self, wish: Wish) -> None:
        try:
            self.maker.make(wish, self.bench.world.kinds[wish.kind])
        except Unmet:
            for atom in wish.atoms:
                atom.used = True
