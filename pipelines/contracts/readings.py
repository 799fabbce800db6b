"""The reading that counts for the whole road, and whether it is sure enough to act on."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from pipelines.contracts.chain import NoPlan, ToolChain
from pipelines.contracts.intent import Goal, IntentResult
from pipelines.contracts.limits import Limits
from pipelines.contracts.request import Later
from pipelines.messages import say
from tool_registry.base.types import FunctionType


@dataclass(frozen=True, slots=True)
class Timed:
    """A reading without the time that its sentence names, and what that time may mean."""

    intent: IntentResult
    """With the tools of its plan."""
    words: str
    """The time, as it was said; empty where the reading has it as a value."""
    later: Later | None
    """When it is to run; None: at once, without the words."""


Planning: TypeAlias = Callable[[IntentResult], Awaitable[ToolChain | NoPlan]]
"""What the planner makes of a reading."""


@dataclass(frozen=True, slots=True)
class Understood:
    """The reading that counts for the whole road."""

    intent: IntentResult
    plan: ToolChain | NoPlan | None = None
    """What it comes to, where that had to be known to choose it; None: planning comes later."""
    rivals: tuple[IntentResult, ...] = ()
    """The readings among which the person has to choose; none of them counts."""
    is_sure: bool = True
    """It may act: a model or the person stands behind it, or the reader is sure enough."""


def is_sure(intent: IntentResult, limits: Limits, *, apart: bool = True) -> bool:
    """Whether the reader's word alone is enough for what the reading would change, or for a look
    beside which words are left over; `apart`: the sentence does not go on from what was said before
    it."""
    writes = any(goal.function.writes for goal in intent.goals)
    if not writes:
        return not (apart and intent.unread and intent.confidence < limits.alone)
    limit = limits.beside if intent.unread else limits.alone
    return apart and intent.confidence >= limit and all(map(_is_said, intent.goals))


def _is_said(goal: Goal) -> bool:
    """False where the sentence names a thing that exists, and nothing that is to be done with it:
    what a reader takes to be wanted then is a guess."""
    says = goal.action_words or goal.target_state or goal.asked
    made = goal.function is FunctionType.CREATE and goal.related
    names = goal.object.identifiers and not goal.object.constraints
    return bool(says or made or not goal.function.writes or not names)


def is_clear(intent: IntentResult, plain: str) -> bool:
    """All of the words are taken up, each goal is about a kind of things that is known, and no name
    is a misspelt word. `plain`: the sentence without such."""
    if not intent.intent_type.is_data:
        return True
    known = all(goal.object.type is not None for goal in intent.goals)
    refs = (ref for goal in intent.goals for ref in (goal.object, *goal.related))
    named = all(one.value in plain for ref in refs for one in ref.identifiers)
    return bool(intent.goals) and known and named and not intent.unread


def is_clearer(again: IntentResult, first: IntentResult) -> bool:
    """Whether the reading of the words that are meant counts before that of the words that were
    said: it is clear and surer, and leaves out nothing that was forbidden or asked for beside."""
    same = (again.environment, again.production, again.intent_type.is_data)
    kept = len(again.negative), len(again.supplements)
    return (
        is_clear(again, again.text)
        and again.confidence > first.confidence
        and same == (first.environment, first.production, first.intent_type.is_data)
        and kept == (len(first.negative), len(first.supplements))
    )


def put_plainly(
    meant: IntentResult, plain: str, read: Callable[[str], IntentResult | None]
) -> IntentResult:
    """The reading of the words as they were said; where that is unclear, the one of the words that
    are meant, `plain`, if it is clear and holds no value that nobody has typed."""
    if plain == meant.text or is_clear(meant, plain):
        return meant
    again = read(plain)
    if again is None or not is_clearer(again, meant):
        return meant
    typed = all(one in meant.text for one in _verbatim(again))
    return _asking_in(again, plain, meant.text) if typed else meant


def _asking_in(intent: IntentResult, plain: str, typed: str) -> IntentResult:
    """The reading whose questions repeat the sentence as it was typed."""
    told = (
        one.model_copy(update={"question": one.question.replace(plain, typed)})
        for one in intent.missing
    )
    return intent.model_copy(update={"missing": tuple(told)})


def _verbatim(intent: IntentResult) -> Iterator[str]:
    """Names, and values that stand for themselves: no words of a vocabulary."""
    for goal in intent.goals:
        for ref in (goal.object, *goal.related):
            yield from (one.value for one in ref.identifiers)
            for value in ref.constraints:
                if isinstance(value.value, str) and value.value == value.span.text:
                    yield value.value


def doubted(reading: Understood, plan: ToolChain | NoPlan | None) -> Understood:
    """A reading that can be carried out and is not sure enough: the person is asked whether it is
    the one that is meant."""
    if reading.is_sure or not isinstance(plan, ToolChain):
        return replace(reading, plan=plan)
    text = say(reading.intent.language, "choices.is_it")
    asked = NoPlan(reason="ambiguous", text=text, question=text)
    return replace(reading, plan=asked, rivals=(reading.intent,))


def may_be_shown(intent: IntentResult, said: str) -> bool:
    """Whether the plan of a reading that is not sure asks by itself whether it is meant: all of
    the words are taken up, say what is to be done to which thing, and delete or forbid nothing.
    `said`: the message itself."""
    if intent.unread or intent.unassigned or intent.negative:
        return False
    changes = [one for one in intent.goals if one.function.writes]
    changes = [one for one in changes if one.function is not FunctionType.CREATE]
    deletes = any(goal.function is FunctionType.DELETE for goal in changes)
    names = (name.value for goal in changes for name in goal.object.identifiers)
    named = all(name in said for name in names)
    return not deletes and named and all(map(_is_said, intent.goals))


async def chosen_patch(
    readings: Sequence[IntentResult], ends: Callable[[IntentResult], bool], plan: Planning
) -> Understood | None:
    """The reading that counts of those which a follow-up can have: the only one that can be done,
    or asks for more; where several can be done the person chooses. `ends`: it leads to no plan."""
    tried = [await _of_patch(one, ends, plan) for one in readings]
    found = [one for one in tried if one is not None]
    if len(found) < 2:
        return next(iter(found), None)
    rivals = tuple(one.intent for one in found)
    return replace(found[0], plan=_which(rivals[0]), rivals=rivals)


async def _of_patch(
    intent: IntentResult, ends: Callable[[IntentResult], bool], plan: Planning
) -> Understood | None:
    """None where nothing comes of it and nothing is asked."""
    if ends(intent):
        return Understood(intent)
    made = await plan(intent)
    idle = isinstance(made, NoPlan) and not made.question
    return None if idle else Understood(intent, made)


def _which(intent: IntentResult) -> NoPlan:
    """The question which of several readings is meant."""
    text = say(intent.language, "choices.which")
    return NoPlan(reason="ambiguous", text=text, question=text)
