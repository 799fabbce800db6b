"""Finishing on the road: the rest of a run that ended before its end is a plan as any other."""

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.chain import ToolChain
from pipelines.contracts.execution import Execution
from pipelines.contracts.readings import Understood
from pipelines.execution.account import account
from pipelines.execution.outcome import deviation
from pipelines.execution.undo import sentence_of
from pipelines.messages import say
from pipelines.reasoning.proposals.remaining import Remaining
from pipelines.runs.context import RunContext
from pipelines.runs.errors import RunNotFound
from pipelines.runs.ledger import entries
from pipelines.runs.store import Run, RunStore
from pipelines.runs.undone import is_undoing
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.language import Language, language_of

_ENDED = (Status.CANCELLED, Status.PARTIAL, Status.FAILED, Status.UNKNOWN)


def remaining_of(run: Run, store: RunStore, catalogue: Catalogue) -> Remaining | None:
    """What the run has left to do, without what nobody knows of whether it was done; None where it
    was done to its end, where nothing of it was done, and where another run does the rest."""
    chain, answer = run.chain, run.answer
    if chain is None or answer is None or answer.intent is None or run.status not in _ENDED:
        return None
    if run.taken_by is not None or is_undoing(store, run.id):
        return None
    done = account(chain, entries(store, run.id))
    remaining = Remaining(chain, done, catalogue)
    sound = remaining.left and _is_as_due(chain, done, catalogue)
    return remaining if sound and _is_begun(chain, done) else None


def wanted(context: RunContext) -> str | None:
    """Id of the run whose rest is asked for, by a button or in words."""
    return context.request.finish or context.message.finish


def prepare(context: RunContext, store: RunStore, catalogue: Catalogue) -> ToolChain | Answer:
    """The chain of what the named run has left, as it was understood then; the answer where there
    is none."""
    if context.run.chain is not None and context.restore_reading():
        return context.run.chain
    run = _own(context, store)
    remaining = remaining_of(run, store, catalogue) if run is not None else None
    before = run.answer.intent if run is not None and run.answer is not None else None
    language = context.language
    if run is None or remaining is None or before is None:
        return context.answer(Status.REFUSED, say(language, _why(run)))
    try:
        chain = remaining.plan(run.id, language, _made_before(run, store, catalogue))
    except (LookupError, ValueError):
        return context.answer(Status.REFUSED, say(language, "finish.lost"))
    context.understand(Understood(remaining.intent(before)))
    if context.message.finish is not None:
        told = {"text": sentence_of(run), "count": len(remaining.left)}
        context.question = say(language, "finish.agree", **told)
    return chain


def claim(context: RunContext, store: RunStore) -> Answer | None:
    """Makes it this run that does the rest of another one; the answer where one was faster."""
    finishes = context.planned.finishes
    if finishes is None:
        return None
    taken_by = store.take_plan(context.lease, finishes)
    if taken_by == context.run.id:
        return None
    return context.answer(Status.REFUSED, say(context.language, "finish.taken", run=taken_by))


def _own(context: RunContext, store: RunStore) -> Run | None:
    """The run that is meant, if it is the caller's own."""
    try:
        run = store.get(wanted(context) or "")
    except RunNotFound:
        return None
    return run if context.request.caller.is_same_as(run.request.caller) else None


def _made_before(run: Run, store: RunStore, catalogue: Catalogue) -> int:
    """Calls of the runs whose rest that one was to do."""
    before = run.chain.finishes if run.chain is not None else None
    if before is None:
        return 0
    first = store.get(before)
    if first.chain is None:
        return 0
    done = account(first.chain, entries(store, first.id))
    return Remaining(first.chain, done, catalogue).made + _made_before(first, store, catalogue)


def _why(run: Run | None) -> str:
    if run is not None and run.status == Status.UNKNOWN:
        return "finish.unknown"
    return "finish.none"


def _is_begun(chain: ToolChain, done: Execution) -> bool:
    """Something was changed, by this run or by the one whose rest it was to do."""
    made = {record.step for record in done.records if record.status == "done"}
    writes = (step.function.writes for step in chain.steps if step.id in made)
    return chain.finishes is not None or any(writes)


def _is_as_due(chain: ToolChain, done: Execution, catalogue: Catalogue) -> bool:
    """No result is such that nothing can be built on it."""
    language: Language = language_of("")
    for place, (step, record) in enumerate(zip(chain.steps, done.records, strict=True)):
        tool = catalogue.tools.get(record.tool)
        if tool is None or deviation(step, tool, record, chain.steps[place + 1 :], language):
            return False
    return True
