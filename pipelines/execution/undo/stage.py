"""Undoing on the road: a run_id becomes a plan, which is approved and executed as any other."""

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.chain import ToolChain
from pipelines.contracts.message import UndoRequest
from pipelines.contracts.readings import Understood
from pipelines.execution.undo.effects import (
    effects_of_all,
    latest_with_effects,
    sentence_of,
    since,
)
from pipelines.execution.undo.plan import UndoPlan, undo_plan
from pipelines.execution.undo.ways import ways_of
from pipelines.execution.undo.which import told_apart
from pipelines.messages import listed, say
from pipelines.runs.context import RunContext
from pipelines.runs.errors import RunNotFound
from pipelines.runs.store import Run, RunStore
from pipelines.runs.undone import note_undoing
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.language import Language

_OFFERED = 5
"""So many of the latest runs are named where it is not clear which one is meant."""


def prepare(context: RunContext, store: RunStore, catalogue: Catalogue) -> ToolChain | Answer:
    """The chain that takes back what the message asks to undo, and leaves the question to ask
    before it runs; the answer where there is nothing to do."""
    language = context.language
    context.takes_back = True
    if context.run.chain is not None and context.restore_reading():
        return context.run.chain
    asked = context.message.undo or UndoRequest()
    run = _wanted(context, asked, store, catalogue)
    if run is None or isinstance(run, tuple):
        told = _which(run, language) if run else _nothing(asked.run_id, language)
        return context.answer(Status.REFUSED, told)
    if run.answer is None:
        return context.answer(Status.REFUSED, say(language, "undo.running", run=run.id))
    effects = effects_of_all(run, store, catalogue)
    if not effects:
        text = say(language, "undo.nothing_of_run", run=run.id)
        return context.answer(Status.REFUSED, text)
    later = list(since(run, store, catalogue))
    ways = list(ways_of(effects, catalogue, context.run.id, later))
    plan = undo_plan(context.text, language, ways, catalogue)
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


def _which(found: tuple[Run, ...], language: Language) -> str:
    """The question which run is meant, the newest first, each with the words that name it."""
    newest = found[: -_OFFERED - 1 : -1]
    each = (say(language, "undo.one", text=sentence_of(run), run=run.id) for run in newest)
    return say(language, "undo.which", runs="\n".join(each))


def _wanted(
    context: RunContext, asked: UndoRequest, store: RunStore, catalogue: Catalogue
) -> Run | tuple[Run, ...] | None:
    """The caller's own run that is meant, or those of which it may be one."""
    caller, session = context.request.caller, context.request.session_id
    if asked.run_id is not None:
        try:
            run = store.get(asked.run_id)
        except RunNotFound:
            return None
        return run if caller.is_same_as(run.request.caller) else None
    if asked.told:
        return told_apart(asked, store, catalogue, caller, session)
    return latest_with_effects(store, catalogue, caller, session)


def _nothing(run_id: str | None, language: Language) -> str:
    if run_id is not None:
        return say(language, "undo.not_yours", run=run_id)
    return say(language, "undo.nothing")
