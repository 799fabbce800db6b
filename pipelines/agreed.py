"""A plan that an earlier run showed and that the user has agreed to, as it is or changed."""

from pipelines.answer import Answer, Status
from pipelines.messages import say
from pipelines.planner.chain import ToolChain
from pipelines.planner.revise import BadRevision, revised
from pipelines.readings import Understood
from pipelines.replies import SHOWN
from pipelines.request import PlanChange
from pipelines.runs.errors import RunNotFound
from pipelines.runs.store import Run, RunStore
from pipelines.trip import Trip
from tool_registry.catalogue import Catalogue


def take_up(trip: Trip, store: RunStore, catalogue: Catalogue) -> ToolChain | Answer:
    """The chain that was shown, with the user's changes; the answer where that cannot be.

    A plan is executed by one run only, however often it is agreed to.
    """
    change = trip.request.plan or PlanChange(run_id=trip.given[SHOWN])
    shown = _shown(store, change.run_id, trip)
    intent = shown.answer.intent if shown is not None and shown.answer is not None else None
    if shown is None or shown.chain is None or intent is None:
        return trip.answer(Status.REFUSED, say(trip.language, "revise.no_plan"))
    language = trip.language
    try:
        chain = revised(shown.chain, change, catalogue, language)
    except BadRevision as error:
        return trip.answer(Status.REFUSED, str(error))
    taken_by = store.take_plan(trip.lease, shown.id)
    if taken_by != trip.run.id:
        return trip.answer(Status.REFUSED, say(language, "road.plan_taken", run=taken_by))
    trip.text = shown.request.text
    trip.understand(Understood(intent))
    return chain


def _shown(store: RunStore, run_id: str, trip: Trip) -> Run | None:
    """The run that showed the plan, if it is the caller's own and did not execute it itself."""
    try:
        run = store.get(run_id)
    except RunNotFound:
        return None
    mine = trip.request.caller.is_same_as(run.request.caller)
    waiting = run.status in (Status.NEEDS_INPUT, Status.PLANNED)
    return run if mine and waiting and run.answer and run.answer.intent else None
