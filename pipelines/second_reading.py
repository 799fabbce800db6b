"""Another look at a sentence that was not understood: against the records of an HTTP API."""

from collections.abc import Awaitable, Callable

from pipelines.grounded import Grounded, Worlds, plan_grounded, taken_at_random
from pipelines.messages import say
from pipelines.planner.chain import NoPlan, ToolChain
from pipelines.planner.probe import Reader
from pipelines.trip import Trip
from tool_registry.base.types import FunctionType, IntentType

_KINDS = {FunctionType.CREATE: IntentType.CREATE_DATA, FunctionType.QUERY: IntentType.QUERY_DATA}


async def understands(trip: Trip, worlds: Worlds, read: Reader) -> bool:
    """Whether the sentence is understood so; its plan is kept for `plan_of`.

    Another reason to do nothing is no better than the one that there is already."""
    if not trip.tried:
        trip.tried = True
        trip.reread = await _planned(trip, worlds, read)
    plan = trip.reread.plan if trip.reread is not None else None
    idle = isinstance(plan, NoPlan) and not plan.question and plan.reason != "forbidden"
    trip.grounded = None if idle else trip.reread
    return trip.grounded is not None


async def _planned(trip: Trip, worlds: Worlds, read: Reader) -> Grounded | None:
    intent = trip.understood
    if intent.environment is None or intent.production or intent.stress:
        return None
    return await plan_grounded(intent, worlds, intent.environment, read, trip.run.id)


async def planned(
    trip: Trip,
    worlds: Worlds,
    first: Callable[[], Awaitable[ToolChain | NoPlan]],
    again: Callable[[], Awaitable[bool]],
) -> ToolChain | NoPlan:
    """The plan of the first reading, or of this one where that has none.

    Of things with states this one comes first: it leaves no word aside."""
    if trip.grounded is None and await again():
        found = trip.grounded
        if found is not None and (found.stateful or _chooses(found.plan)):
            return plan_of(trip)
        trip.grounded = None
    made = await first() if trip.grounded is None else None
    if isinstance(made, ToolChain) and taken_at_random(made, worlds):
        made = _which(trip)
    if isinstance(made, NoPlan):
        await again()
    return made if made is not None and trip.grounded is None else plan_of(trip)


def _which(trip: Trip) -> NoPlan:
    text = say(trip.understood.language, "grounded.unchosen")
    return NoPlan(reason="missing", text=text, question=text)


def _chooses(plan: ToolChain | NoPlan) -> bool:
    """It asks which of several is meant."""
    return isinstance(plan, NoPlan) and plan.reason == "ambiguous"


def plan_of(trip: Trip) -> ToolChain | NoPlan:
    """The plan, with the sentence understood as it has it."""
    intent, found = trip.understood, trip.grounded
    assert found is not None
    kinds = [_KINDS.get(goal.function, IntentType.OPERATE_DATA) for goal in found.goals]
    kind = next(iter(kinds), IntentType.QUERY_DATA)
    told = {"intent_type": kind, "goals": found.goals, "unread": (), "missing": ()}
    trip.intent = intent.model_copy(update=told)
    return found.plan
