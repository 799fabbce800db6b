"""What a plan has left where its execution ended before its end, as a plan of its own.

Nothing that was made is made again: what later calls take from it stands in them as a value.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pipelines.contracts.chain import Binding, Check, Step, ToolChain
from pipelines.contracts.execution import Execution, StepRecord
from pipelines.contracts.intent import Goal, IntentResult
from pipelines.contracts.resolution import resolve
from pipelines.messages import say
from pipelines.messages.labels import entity_label
from pipelines.reasoning.planner.writing import digest
from pipelines.reasoning.proposals.resume import check_renamed, renamed
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.sources.paths import read
from tool_registry.vocabulary.language import Language

_LOST = ("unknown", "sent")


@dataclass(frozen=True, slots=True)
class Remaining:
    """A plan that was carried out in part."""

    chain: ToolChain
    done: Execution
    catalogue: Catalogue

    @property
    def left(self) -> list[Step]:
        """The calls for what was asked for that were not made, in order; none of those of which
        nobody knows what became of them, or that build on such a one."""
        settled = {*self._made, *self._in_doubt}
        return [step for step in self.chain.steps if step.main and step.id not in settled]

    def plan(self, run_id: str, language: Language, before: int = 0) -> ToolChain:
        """The calls that are left of that run, behind one another as they were; `before`: so many
        were made by those whose rest it was to do.

        Raises LookupError or ValueError where a call takes a value that nothing that was made has.
        """
        again = self._again()
        names = {step.id: f"s{number}" for number, step in enumerate(again, 1)}
        steps = tuple(renamed(self._settled(step, names), names) for step in again)
        note = {"done": before + len(self._made), "left": len(again)}
        return self.chain.model_copy(
            update={
                "steps": steps,
                "checks": tuple(self._checks(names, language)),
                "notes": (say(language, "finish.note", **note), *self._left_out(language)),
                "digest": digest(steps, self.chain.environment),
                "finishes": run_id,
            }
        )

    def intent(self, before: IntentResult) -> IntentResult:
        """What is left of what was understood."""
        goals = tuple(self._lessened(goal) for goal in before.goals if self._is_left(goal))
        first = goals[0]
        count = first.quantity if first.object.quantity is not None else None
        whole = before.object.model_copy(update={"quantity": count})
        told = {"goals": goals, "action": first.action, "missing": (), "unread": ()}
        return before.model_copy(update={**told, "object": whole})

    @property
    def made(self) -> int:
        """How many calls were made."""
        return len(self._made)

    @property
    def _made(self) -> dict[str, StepRecord]:
        return {one.step: one for one in self.done.records if one.status == "done"}

    @property
    def _in_doubt(self) -> set[str]:
        """Calls of which nobody knows what became of them, with those that build on them."""
        found = {one.step for one in self.done.records if one.status in _LOST}
        for step in self.chain.steps:
            if step.id not in self._made and _sources(step) & found:
                found.add(step.id)
        return found

    def _left_out(self, language: Language) -> Iterator[str]:
        if count := sum(one.status in _LOST for one in self.done.records):
            yield say(language, "finish.left_out", count=count)

    def _again(self) -> list[Step]:
        """What was not made, and what was looked up for that alone."""
        made, doubted, found = self._made, self._in_doubt, list[Step]()
        for step in (one for one in reversed(self.chain.steps) if one.id not in doubted):
            used = {other.id for other in self.chain.steps if step.id in _sources(other)}
            looked_up = not step.function.writes and used and not used & made.keys()
            if step.id not in made or looked_up:
                found.append(step)
        return found[::-1]

    def _settled(self, step: Step, again: Mapping[str, str]) -> Step:
        """The call with what it takes from those that were made as values."""
        arguments = {
            path: one if one.step is None or one.step in again else self._value(one)
            for path, one in step.arguments.items()
        }
        before = tuple(one for one in step.depends_on if one in again)
        return step.model_copy(update={"arguments": arguments, "depends_on": before})

    def _value(self, binding: Binding) -> Binding:
        """The value that was sent for the same thing before, else the one in the result."""
        sent = next(self._sent(binding), None)
        value = self._told(binding) if sent is None else sent
        return Binding(source="remembered", detail=str(value), value=value)

    def _sent(self, binding: Binding) -> Iterator[JsonValue]:
        for step in self.chain.steps:
            record = self._made.get(step.id)
            for path, one in step.arguments.items():
                if record is not None and "[]" not in path and _is_same(one, binding):
                    yield from read(record.arguments, path)

    def _told(self, binding: Binding) -> JsonValue:
        tools = self.catalogue.tools
        bodies = {name: record.body for name, record in self._made.items()}
        yields = {
            name: tools[record.tool].yields
            for name, record in self._made.items()
            if record.tool in tools
        }
        return resolve(binding, bodies, yields)

    def _is_left(self, goal: Goal) -> bool:
        return any(step.goal == goal.id for step in self.left)

    def _count(self, goal: str) -> int:
        """Of so many instances something was done, or may have been."""
        left = {step.id for step in self.left}
        own = (one for one in self._all if one.goal == goal and one.main)
        return len({one.ordinal for one in own if one.id not in left})

    @property
    def _all(self) -> tuple[Step, ...]:
        return self.chain.steps

    def _lessened(self, goal: Goal) -> Goal:
        quantity = max(1, goal.quantity - self._count(goal.id))
        said = goal.object.quantity
        thing = goal.object.model_copy(update={"quantity": None if said is None else quantity})
        return goal.model_copy(update={"quantity": quantity, "object": thing})

    def _checks(self, names: Mapping[str, str], language: Language) -> Iterator[Check]:
        goals = {step.goal for step in self.left}
        for check in self.chain.checks:
            if check.step in names:
                yield check_renamed(check, names)
            elif check.step is None and check.goal in goals:
                yield self._counted(check, language)

    def _counted(self, check: Check, language: Language) -> Check:
        """As many as are left."""
        wanted = check.constraint
        if check.kind != "count" or wanted is None or not isinstance(wanted.value, int):
            return check
        count = wanted.value - self._count(check.goal)
        spoken = entity_label(self.catalogue.lexicon, check.entity or "", language)
        text = say(language, "planner.check_count", entity=spoken, count=count)
        told = wanted.model_copy(update={"value": count})
        return check.model_copy(update={"constraint": told, "text": text})


def _sources(step: Step) -> set[str]:
    return {*step.depends_on, *(one.step for one in step.arguments.values() if one.step)}


def _is_same(one: Binding, other: Binding) -> bool:
    """They take the same value."""
    told = {"detail": ""}
    return one.model_copy(update=told) == other.model_copy(update=told)
