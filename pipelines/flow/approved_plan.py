"""A plan that an earlier run showed and that the user has agreed to, as it is or changed."""

from pipelines.clarification.speaking_times import spoken
from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.chain import ToolChain
from pipelines.contracts.readings import Understood
from pipelines.contracts.reply_names import APPROVAL, SHOWN
from pipelines.contracts.request import PlanChange
from pipelines.flow.edited_reading import with_edits
from pipelines.messages import say
from pipelines.reasoning.proposals.revise import BadRevision, revised
from pipelines.runs.context import RunContext
from pipelines.runs.errors import RunNotFound
from pipelines.runs.schedule import put_off
from pipelines.runs.store import Run, RunStore
from tool_registry.catalogue import Catalogue


def take_up(context: RunContext, store: RunStore, catalogue: Catalogue) -> ToolChain | Answer:
    """The chain that was shown, with the user's changes; the answer where that cannot be.

    A plan is executed by one run only, however often it is agreed to.
    """
    change = context.request.plan or context.request.typed
    change = change or PlanChange(run_id=context.given[SHOWN])
    if change.run_id != context.given.get(SHOWN, change.run_id):
        return context.answer(Status.REFUSED, say(context.language, "revise.no_plan"))
    shown = _shown(store, change.run_id, context)
    intent = shown.answer.intent if shown is not None and shown.answer is not None else None
    if shown is None or shown.chain is None or intent is None:
        return context.answer(Status.REFUSED, say(context.language, "revise.no_plan"))
    language = context.language
    try:
        chain = revised(shown.chain, change, catalogue, language)
    except BadRevision as error:
        return context.answer(Status.REFUSED, str(error))
    later = shown.answer.later if shown.answer is not None and _agrees(context) else None
    if later is not None and context.run.later is None and later.at <= store.clock.now():
        when = spoken(later, language, store.clock.now())
        return context.answer(Status.REFUSED, say(language, "schedule.over", when=when))
    taken_by = store.take_plan(context.lease, shown.id)
    if taken_by != context.run.id:
        waits = store.get(taken_by).status == Status.SCHEDULED
        key = "schedule.taken" if waits else "road.plan_taken"
        return context.answer(Status.REFUSED, say(language, key, run=taken_by))
    if later is not None and context.run.later is None:
        # It goes on then with the plan, whatever words have agreed to it.
        request = context.run.request.model_copy(
            update={"text": shown.request.text, "plan": change}
        )
        context.run = put_off(store, context.lease, context.run, request, later)
    # What was said while it waited may have been no sentence at all.
    context.text = intent.text or shown.request.text
    context.understand(Understood(with_edits(intent, shown.chain, change, catalogue)))
    return chain


def _agrees(context: RunContext) -> bool:
    """False where the plan is only shown again."""
    return context.request.plan is not None or context.given.get(APPROVAL) == "yes"


def _shown(store: RunStore, run_id: str, context: RunContext) -> Run | None:
    """The run that showed the plan, if it is the caller's own and did not execute it itself."""
    try:
        run = store.get(run_id)
    except RunNotFound:
        return None
    mine = context.request.caller.is_same_as(run.request.caller)
    waiting = run.status in (Status.NEEDS_INPUT, Status.PLANNED)
    return run if mine and waiting and run.answer and run.answer.intent else None
