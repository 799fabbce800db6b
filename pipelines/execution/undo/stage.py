"""Undoing on the road: a run_id becomes a plan, which is approved and executed as any other."""

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.chain import ToolChain
from pipelines.contracts.readings import Understood
from pipelines.execution.undo.effects import (
    effects_of_all,
    latest_with_effects,
    sentence_of,
    since,
)
from pipelines.execution.undo.plan import UndoPlan, undo_plan
from pipelines.execution.undo.ways import ways_of
from pipelines.messages import listed, say
from pipelines.runs.context import RunContext
from pipelines.runs.errors import RunNotFound
from pipelines.runs.store import Run, RunStore
from pipelines.runs.undone import note_undoing
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.language import Language


def prepare(context: RunContext, store: RunStore, catalogue: Catalogue) -> ToolChain | Answer:
    """The chain that takes back what the message asks to undo, and leaves the question to ask
    before it runs; the answer where there is nothing to do."""
    language = context.language
    run_id = context.message.undo.run_id if context.message.undo is not None else None
    context.takes_back = True
    if context.run.chain is not None and context.restore_reading():
        return context.run.chain
    run = _wanted(context, run_id, store, catalogue)
    if run is None:
        return _nothing(context, run_id, language)
    if run.answer is None:
        return context.answer(Status.REFUSED, say(language, "undo.running", run=run.id))
    effects = effects_of_all(run, store, catalogue)
    if not effects:
        text = say(language, "undo.nothing_of_run", run=run.id)
        return context.answer(Status.REFUSED, text)
    later = list(since(run, store, catalogue))
    found = list(ways_of(effects, catalogue, context.run.id, later))
    plan = undo_plan(context.text, language, found, catalogue)
    context.understand(Understood(plan.intent))
    if not plan.chain.steps:
        left = "\n".join(plan.left)
        return context.answer(Status.REFUSED, say(language, "undo.none_possible", left=left))
    note_undoing(store, context.lease, plan.steps)
    context.question = _question(plan, run, catalogue)
    return plan.chain


def _question(plan: UndoPlan, run: Run, catalogue: Catalogue) -> str:
    language, chain = plan.intent.language, plan.chain
    return say(
        language,
        "undo.agree_partly" if plan.left else "undo.agree",
        text=sentence_of(run),
        environment=catalogue.environments.label(chain.environment, language),
        things=listed(language, plan.things),
    )


def _wanted(
    context: RunContext, run_id: str | None, store: RunStore, catalogue: Catalogue
) -> Run | None:
    """The run that is meant, if it is the caller's own."""
    caller, session = context.request.caller, context.request.session_id
    if run_id is not None:
        try:
            run = store.get(run_id)
        except RunNotFound:
            return None
        return run if caller.is_same_as(run.request.caller) else None
    return latest_with_effects(store, catalogue, caller, session)


def _nothing(context: RunContext, run_id: str | None, language: Language) -> Answer:
    if run_id is not None:
        return context.answer(Status.REFUSED, say(language, "undo.not_yours", run=run_id))
    return context.answer(Status.REFUSED, say(language, "undo.nothing"))
