"""What two plans for one problem change differently: actions, kinds, and whose each word becomes.

Both plans have passed the validator: each honours every word of its goals, in the one environment.
So tools, routes and the sources of helping values may differ; what is compared is what is created,
changed and deleted, of which kind, and what each said value is a value of.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from pipelines.contracts.chain import Binding, Step, ToolChain
from pipelines.contracts.intent import EntityRef, IntentResult
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.proposals.vouch import stands
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.vocabulary.text import fold

_PLATFORMS = ("environment", "generated", "default")
"""Sources that say nothing of what the user wants."""
_ARROW = " → "


@dataclass(frozen=True, slots=True)
class Place:
    """What a said word becomes a value of in a call that changes data."""

    tool: str
    path: str
    role: str | None
    entity: str | None
    attribute: str | None
    direct: bool
    """False where it is looked something up by: the call gets what was found."""

    def agrees(self, other: "Place") -> bool:
        """True where both may well be the same; what is not known of one agrees with anything."""
        if self.direct != other.direct:
            return _alike(self.role, other.role)
        if self.tool == other.tool:
            return self.path == other.path
        known = (self.entity, other.entity), (self.attribute, other.attribute)
        of_same = not self.direct or all(_alike(*pair) for pair in known)
        return _alike(self.role, other.role) and of_same


@dataclass(slots=True)
class Effects:
    """What a chain does to data, in terms that do not depend on the way."""

    deletes: set[str] = field(default_factory=set[str])
    """Goals for which something is deleted."""
    acts: set[str] = field(default_factory=set[str])
    """Goals for which something is changed."""
    beside: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    """What is made or changed on the way: what is done, to which entity → how often."""
    kinds: set[tuple[str, str | None, str]] = field(
        default_factory=set[tuple[str, str | None, str]]
    )
    """Kinds that nobody said and that the tools have: goal, attribute, value."""
    places: dict[tuple[str, str], set[Place]] = field(
        default_factory=dict[tuple[str, str], set[Place]]
    )
    """Goal and words → what they become values of."""


def differ(one: ToolChain, other: ToolChain, problem: Problem) -> bool:
    """True where the two would leave different data behind."""
    mine, theirs = effects(one, problem), effects(other, problem)
    if (mine.deletes, mine.acts, mine.beside) != (theirs.deletes, theirs.acts, theirs.beside):
        return True
    if mine.kinds != theirs.kinds:
        return True
    free = _free(problem.intent)
    lone = (mine.places.keys() ^ theirs.places.keys()) - {
        key for key in mine.places.keys() | theirs.places.keys() if key[1] in free
    }
    shared = mine.places.keys() & theirs.places.keys()
    return bool(lone) or any(_moved(mine.places[key], theirs.places[key]) for key in shared)


def makes_more(one: ToolChain, other: ToolChain, problem: Problem) -> bool:
    """True where the first makes things on the way, and the other does the same without them."""
    mine, theirs = _made(one, problem), _made(other, problem)
    return mine > theirs


def effects(chain: ToolChain, problem: Problem) -> Effects:
    """What the chain would do, from its calls that change data."""
    found = Effects()
    steps = {step.id: step for step in chain.steps}
    said = _facts(problem.intent)
    for step in chain.steps:
        if step.function.writes:
            _add(found, step, steps, problem, said)
    return found


def _made(chain: ToolChain, problem: Problem) -> Counter[tuple[str, str]]:
    """What is created on the way, as in `Effects.beside`."""
    beside = effects(chain, problem).beside
    return Counter({key: times for key, times in beside.items() if key[0] == "create"})


def _add(
    found: Effects,
    step: Step,
    steps: Mapping[str, Step],
    problem: Problem,
    said: tuple[str, ...],
) -> None:
    tool = problem.catalogue.tools[step.tool]
    if step.main:
        found.acts.add(step.goal)
    else:
        found.beside[(step.function.value, next(iter(tool.objects), step.tool))] += 1
    if step.function.value == "delete":
        found.deletes.add(step.goal)
    found.kinds |= _unsaid(step, tool, problem)
    slots = {slot.path: slot for slot in tool.needs}
    for path, binding in step.arguments.items():
        if binding.source in _PLATFORMS:
            continue
        for words in _origins(binding, steps):
            place = _place(tool, path, slots.get(path), direct=binding.step is None)
            found.places.setdefault((step.goal, _as_said(words, said)), set()).add(place)


def _unsaid(
    step: Step, tool: ToolEssentialModel, problem: Problem
) -> set[tuple[str, str | None, str]]:
    told = {
        one.attribute
        for goal in problem.intent.goals
        if goal.id == step.goal
        for ref in (goal.object, *goal.related)
        for one in ref.constraints
    }
    return {
        (step.goal, mark.attribute, mark.value)
        for mark in tool.discriminators
        if mark.attribute not in told
    }


def _place(tool: ToolEssentialModel, path: str, slot: Slot | None, *, direct: bool) -> Place:
    role = slot.role if slot else None
    entity = (slot.entity if slot else None) or next(iter(tool.objects), None)
    return Place(tool.id, path, role, entity, slot.attribute if slot else None, direct)


def _origins(binding: Binding, steps: Mapping[str, Step]) -> Iterator[str]:
    """The words that a value goes back to, behind however many lookups."""
    yield from (one.span.text for one in binding.where if one.span.text)
    source = steps.get(binding.step or "")
    if source is None:
        said = binding.span.text if binding.span and binding.span.text else binding.detail
        yield said.partition(_ARROW)[0]
        return
    if source.function.writes:
        return
    for _, one in sorted(source.arguments.items()):
        if one.source not in _PLATFORMS:
            yield from _origins(one, steps)


def _as_said(words: str, said: Iterable[str]) -> str:
    """One name for all words that hold the same value of the sentence: `50` and `50 yuan`."""
    own = fold(words.strip())
    return next((one for one in said if stands(one, own) or stands(own, one)), own)


def _refs(intent: IntentResult) -> Iterator[EntityRef]:
    for goal in intent.goals:
        yield from (goal.object, *goal.related)


def _facts(intent: IntentResult) -> tuple[str, ...]:
    """The words of all values, those that single something out first."""
    refs = list(_refs(intent))
    named = [one.span.text for ref in refs for one in ref.identifiers]
    told = [one.span.text for ref in refs for one in ref.constraints]
    return tuple(dict.fromkeys(fold(words) for words in (*named, *told) if words))


def _free(intent: IntentResult) -> set[str]:
    """Words of kinds, which a tool's own kind can stand for instead of an argument."""
    refs = list(_refs(intent))
    named = {fold(one.span.text) for ref in refs for one in ref.identifiers}
    kinds = {
        fold(one.span.text) for ref in refs for one in ref.constraints if isinstance(one.value, str)
    }
    states = {fold(one.target_state.span.text) for one in intent.goals if one.target_state}
    return (kinds | states) - named


def _moved(mine: set[Place], theirs: set[Place]) -> bool:
    """True where what a word is a value of in one plan is nowhere in the other."""
    return any(not any(one.agrees(other) for other in theirs) for one in mine) or any(
        not any(one.agrees(other) for other in mine) for one in theirs
    )


def _alike(one: str | None, other: str | None) -> bool:
    return one is None or other is None or one == other
