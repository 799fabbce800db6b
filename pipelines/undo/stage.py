"""Undoing on the road: a wish becomes a plan, which is approved and executed as any other."""

from pipelines.answer import Answer, Status
from pipelines.messages import say
from pipelines.planner.chain import ToolChain
from pipelines.readings import Understood
from pipelines.runs.errors import RunNotFound
from pipelines.runs.store import Run, RunStore
from pipelines.runs.undone import note_undoing
from pipelines.trip import Trip
from pipelines.undo.effects import effects_of, latest_with_effects
from pipelines.undo.plan import UndoPlan, undo_plan
from pipelines.undo.wish import UndoWish
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.language import Language


def prepare(
    trip: Trip, wish: UndoWish, store: RunStore, catalogue: Catalogue
) -> ToolChain | Answer:
    """The chain that takes back what is wished for, and leaves the question to ask before it runs;
    the answer where there is nothing to do."""
    language = trip.language
    trip.takes_back = True
    if trip.run.chain is not None and trip.goes_on():
        return trip.run.chain
    run = _wanted(trip, wish, store, catalogue)
    if run is None:
        return _nothing(trip, wish, language)
    if run.answer is None:
        return trip.answer(Status.REFUSED, say(language, "undo.running", run=run.id))
    effects = effects_of(run, store, catalogue)
    if not effects:
        text = say(language, "undo.nothing_of_run", run=run.id)
        return trip.answer(Status.REFUSED, text)
    plan = undo_plan(trip.text, language, effects, catalogue, trip.run.id)
    trip.understand(Understood(plan.intent))
    if not plan.chain.steps:
        left = "\n".join(plan.left)
        return trip.answer(Status.REFUSED, say(language, "undo.none_possible", left=left))
    note_undoing(store, trip.lease, plan.steps)
    trip.question = _question(plan, run, catalogue)
    return plan.chain


def _question(plan: UndoPlan, run: Run, catalogue: Catalogue) -> str:
    language, chain = plan.intent.language, plan.chain
    return say(
        language,
        "undo.agree",
        text=run.request.text,
        environment=catalogue.environments.label(chain.environment, language),
        count=len(chain.steps),
    )


def _wanted(trip: Trip, wish: UndoWish, store: RunStore, catalogue: Catalogue) -> Run | None:
    """The run that is meant, if it is the caller's own."""
    caller, session = trip.request.caller, trip.request.session_id
    if wish.run_id is not None:
        try:
            run = store.get(wish.run_id)
        except RunNotFound:
            return None
        return run if caller.is_same_as(run.request.caller) else None
    return latest_with_effects(store, catalogue, caller, session)


def _nothing(trip: Trip, wish: UndoWish, language: Language) -> Answer:
    if wish.run_id is not None:
        return trip.answer(Status.REFUSED, say(language, "undo.not_yours", run=wish.run_id))
    return trip.answer(Status.REFUSED, say(language, "undo.nothing"))
