"""Undoing on the road: a run_id becomes a plan, which is approved and executed as any other."""

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.chain import ToolChain
from pipelines.contracts.message import UndoOption, UndoRequest
from pipelines.contracts.readings import Understood
from pipelines.contracts.request import Later
from pipelines.execution.undo.changed import Changed, changed
from pipelines.execution.undo.effects import (
    effects_of_all,
    latest_with_effects,
    sentence_of,
    since,
)
from pipelines.execution.undo.plan import UndoPlan, undo_plan
from pipelines.execution.undo.telling import each_with_values
from pipelines.execution.undo.ways import each_told, ways_of
from pipelines.execution.undo.which import Meant, of_things, told_apart
from pipelines.messages import listed, say
from pipelines.reasoning.proposals.revise import BadRevision
from pipelines.runs.context import RunContext
from pipelines.runs.errors import RunNotFound
from pipelines.runs.store import Run, RunStore
from pipelines.runs.undone import note_undoing
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.language import Language

_OFFERED = 5
"""So many, the latest, are offered where it is not clear which one is meant."""


def prepare(
    context: RunContext, store: RunStore, catalogue: Catalogue, zone: str
) -> ToolChain | Answer:
    """The chain that takes back what the message asks to undo, and leaves the question to ask
    before it runs; the answer where there is nothing to do, or where several may be meant.
    `zone`: the time zone in which it is told when they were."""
    language = context.language
    context.takes_back = True
    if context.run.chain is not None and context.restore_reading():
        return context.run.chain
    asked = context.message.undo or UndoRequest()
    meant = _wanted(context, asked, store, catalogue)
    if not meant:
        return context.answer(Status.REFUSED, _nothing(asked.run_id, language))
    if isinstance(meant, tuple):
        context.undoable = tuple(_option(one, store, catalogue, language, zone) for one in meant)
        return context.answer(Status.NEEDS_INPUT, say(language, "undo.which"))
    run = meant.run
    if run.answer is None:
        return context.answer(Status.REFUSED, say(language, "undo.running", run=run.id))
    try:
        change = changed(context.request.typed, store, language)
        return _planned(context, store, catalogue, meant, change)
    except BadRevision as error:
        return context.answer(Status.REFUSED, str(error))


def _planned(
    context: RunContext,
    store: RunStore,
    catalogue: Catalogue,
    meant: Meant,
    change: Changed | None,
) -> ToolChain | Answer:
    language, run = context.language, meant.run
    every = effects_of_all(run, store, catalogue)
    effects = of_things(every, meant.things)
    effects = change.kept(effects) if change is not None else effects
    if not effects:
        text = say(language, "undo.nothing_of_run", run=run.id)
        return context.answer(Status.REFUSED, text)
    later = [*since(run, store, catalogue), *(one for one in every if one not in effects)]
    ways = list(ways_of(effects, catalogue, context.run.id, later))
    if context.message.own is not None or (context.message.undo or UndoRequest()).in_words:
        # What agrees to it undoes what was pointed at.
        context.text = _sentence(meant, language)
    plan = undo_plan(context.text, language, ways, catalogue)
    plan = change.edited(plan, catalogue) if change is not None else plan
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


def _option(
    meant: Meant, store: RunStore, catalogue: Catalogue, language: Language, zone: str
) -> UndoOption:
    run, things = meant.run, meant.things
    effects = of_things(effects_of_all(run, store, catalogue), things)[::-1]
    left = [(effect, subject) for effect in effects for subject in effect.subjects]
    # Of all that a run left, its sentence tells what it is.
    alone = each_with_values(left, catalogue, language) if things else None
    return UndoOption(
        id="-".join(("undo", run.id, *things)),
        says=_sentence(meant, language),
        text=sentence_of(run),
        when=Later(at=run.created_at, zone=zone),
        things=tuple(alone or each_told((one for _, one in left), catalogue.lexicon, language)),
    )


def _sentence(meant: Meant, language: Language) -> str:
    """What asks for it by its ids."""
    return " ".join((say(language, "undo.sentence", run=meant.run.id), *meant.things))


def _wanted(
    context: RunContext, asked: UndoRequest, store: RunStore, catalogue: Catalogue
) -> Meant | tuple[Meant, ...] | None:
    """The caller's own run that is meant, or those of which it may be one, the newest first."""
    caller, session = context.request.caller, context.request.session_id
    if asked.run_id is not None:
        try:
            run = store.get(asked.run_id)
        except RunNotFound:
            return None
        return Meant(run, asked.things) if caller.is_same_as(run.request.caller) else None
    if asked.told:
        found = told_apart(asked, store, catalogue, caller, session)
        return found if isinstance(found, Meant) else found[: -_OFFERED - 1 : -1]
    latest = latest_with_effects(store, catalogue, caller, session)
    return Meant(latest) if latest is not None else None


def _nothing(run_id: str | None, language: Language) -> str:
    if run_id is not None:
        return say(language, "undo.not_yours", run=run_id)
    return say(language, "undo.nothing")
