"""Two readings of one sentence: whether they would leave other data behind, and which one counts.

Readers propose. Where they agree in their effects there is nothing to decide; where they do not, a
reading counts only if it is sure enough, and else the person chooses. Nothing is rewritten here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pipelines.contracts.intent import Constraint, EntityRef, Goal, IntentResult
from pipelines.planner.chain import NoPlan, ToolChain
from tool_registry.base.types import FunctionType

Verdict: TypeAlias = Literal["rules", "learned", "ask"]
Deed: TypeAlias = tuple[object, ...]
_PEOPLE = ("recipient", "owner", "parent", "target", None)
"""Roles that say the same of who or what a thing is for: `of 5` and `to 5`."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How sure the learned reading has to be, 0 to 1; chosen on read suites."""

    alone: float = 0.2
    """Where the rules come to nothing: from here on it counts, below it is offered."""
    against: float = 0.1
    """Where the two differ: from here on the person is asked, below it the rules count."""


@dataclass(frozen=True, slots=True)
class TurnLimits:
    """How sure a follow-up has to be, 0 to 1, to count as a patch of what was said before it; below
    it is made a whole sentence, which is read."""

    turn: float = 0.8
    """Which turn it is."""
    slots: float = 0.6
    """What its values belong to."""
    consent: float = 0.9
    """That it agrees to a plan, or wants something taken back."""


def deeds(intent: IntentResult) -> frozenset[Deed]:
    """What a reading would do to data, in terms that do not depend on who read it."""
    return frozenset(_deed(goal) for goal in intent.goals if goal.function.writes)


def same_effects(one: IntentResult, other: IntentResult) -> bool:
    """True where both would leave the same data behind: deeds, counts, people, values, where, and
    what must not be done."""
    return (
        one.environment == other.environment
        and deeds(one) == deeds(other)
        and _counts(one) == _counts(other)
        and _forbids(one) == _forbids(other)
    )


def verdict(
    by_rules: IntentResult,
    rules_plan: ToolChain | NoPlan | None,
    learned: IntentResult,
    learned_plan: ToolChain | NoPlan | None,
    limits: Limits,
) -> Verdict:
    """Which reading counts. Without a plan a reading asks something or is no work on data."""
    if not isinstance(learned_plan, ToolChain):
        return "rules"
    if not isinstance(rules_plan, ToolChain):
        return "learned" if learned.confidence >= limits.alone else "ask"
    writes = any(goal.function.writes for goal in (*by_rules.goals, *learned.goals))
    if not writes or same_effects(by_rules, learned) or same_calls(rules_plan, learned_plan):
        return "rules"
    return "ask" if learned.confidence >= limits.against else "rules"


def same_calls(one: ToolChain, other: ToolChain) -> bool:
    """True where both chains send the same calls that change data, values included."""
    return sorted(map(repr, _calls(one))) == sorted(map(repr, _calls(other)))


def _calls(chain: ToolChain) -> Iterator[tuple[object, ...]]:
    for step in chain.steps:
        if step.function.writes:
            fixed = {
                path: binding.value
                for path, binding in step.arguments.items()
                if binding.source != "generated"
            }
            yield step.tool, tuple(sorted((path, str(value)) for path, value in fixed.items()))


def _deed(goal: Goal) -> Deed:
    """One goal without its count: several alike are counted by `_counts`."""
    made = goal.function is FunctionType.CREATE
    action = "" if made else goal.action
    others = frozenset(_person(ref) for ref in goal.related if ref.identifiers)
    state = _said(goal.target_state) if goal.target_state else None
    return goal.function, action, goal.object.type, _thing(goal.object), others, state


def _counts(intent: IntentResult) -> dict[object, int]:
    """Kind of thing → how many are made or changed."""
    found: dict[object, int] = {}
    for goal in intent.goals:
        if goal.function.writes:
            key = (goal.function, goal.object.type)
            found[key] = found.get(key, 0) + goal.quantity
    return found


def _forbids(intent: IntentResult) -> frozenset[tuple[object, ...]]:
    return frozenset((one.action, one.object) for one in intent.negative)


def _person(ref: EntityRef) -> tuple[object, ...]:
    role = "" if ref.role in _PEOPLE else ref.role
    return role, frozenset(one.value.casefold() for one in ref.identifiers)


def _thing(ref: EntityRef) -> tuple[object, ...]:
    named = frozenset(one.value.casefold() for one in ref.identifiers)
    return named, frozenset(_said(one) for one in ref.constraints)


def _said(one: Constraint) -> tuple[object, ...]:
    value = str(one.value).casefold()
    return one.operator, value.removesuffix(".0")
