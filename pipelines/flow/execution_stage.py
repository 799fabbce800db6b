"""The plan is shown, agreed to where that is due, carried out, and judged."""

from pipelines.clarification.asking import ask
from pipelines.clarification.speaking_times import spoken
from pipelines.contracts.answer import Answer, Status, Summary
from pipelines.contracts.chain import NoPlan, ToolChain
from pipelines.contracts.events import Summarised
from pipelines.contracts.execution import Execution
from pipelines.contracts.reply_names import APPROVAL, SHOWN
from pipelines.execution.baseline import noted_before
from pipelines.execution.replanning import Again, carried_out, may_plan_again
from pipelines.flow.dependencies import StageDependencies
from pipelines.flow.later_stage import question_of
from pipelines.messages import say
from pipelines.reasoning.approval import approval_question
from pipelines.reasoning.planner.explain import missing_values
from pipelines.runs.context import RunContext
from pipelines.runs.known_entities import entities_of
from pipelines.runs.memory import OpenQuestion
from pipelines.runs.reservations import Reservations
from pipelines.runs.views import chain_told, status_of
from pipelines.summary import Baseline, judge
from pipelines.summary.wording import Account, Worded, Wording

_SHOWN = 40
"""Characters that are told of what was no request."""


def preview(context: RunContext, dependencies: StageDependencies) -> Answer | None:
    """Shows the plan. The answer where it is not to run now: only the plan is wanted, or somebody
    has to agree to it first."""
    chain, request = context.planned, context.request
    context.tell(chain_told(chain))
    if request.plan_only:
        return _only_planned(context, dependencies)
    idle = context.message.idle
    timed = context.later is not None and context.run.later is None
    agreed = request.plan or context.given.get(APPROVAL) == "yes"
    agreed = agreed or (request.approved and not timed)
    question = context.question or _to_agree(context, dependencies, timed=timed)
    if idle:
        words = idle[:_SHOWN]
        waits = say(context.understood.language, "conversation.still_waits", words=words)
        note = context.message.note or waits
        return _ask_consent(context, dependencies, "\n".join(filter(None, (note, question))))
    if question and not agreed and context.run.chain is None:
        return _ask_consent(context, dependencies, question)
    return None


def _only_planned(context: RunContext, dependencies: StageDependencies) -> Answer:
    if not context.takes_back:
        dependencies.store.freeze(context.lease, context.planned)
    language = context.understood.language
    text = say(language, "road.planned")
    if context.later is not None:
        when = spoken(context.later, language, dependencies.store.clock.now())
        text = say(
            language,
            "choices.join",
            first=text,
            second=say(language, "schedule.planned", when=when),
        )
    return context.answer(Status.PLANNED, text)


def _to_agree(context: RunContext, dependencies: StageDependencies, *, timed: bool) -> str | None:
    """What has to be agreed to; `timed`: the plan is to wait for its time, which always is."""
    catalogue, intent, chain = dependencies.catalogue, context.understood, context.planned
    review = "unasked" if timed else context.review
    limit = dependencies.options.bulk_limit
    asked = approval_question(chain, intent, catalogue, limit, review)
    if not timed or context.later is None:
        return asked
    now = dependencies.store.clock.now()
    when = question_of(chain, context.later, now, intent, catalogue)
    return "\n".join(filter(None, (asked, when)))


def _ask_consent(context: RunContext, dependencies: StageDependencies, question: str) -> Answer:
    """Keeps the plan as it was shown, so that what is agreed to is what runs."""
    if not context.takes_back:
        dependencies.store.freeze(context.lease, context.planned)
        context.given = {**context.given, SHOWN: context.run.id}
    return ask(context, dependencies.memory, question, (APPROVAL,))


async def execute_and_judge(context: RunContext, dependencies: StageDependencies) -> Answer:
    """Carries the plan out and judges the outcome against the sentence; a stop ends it early, with
    the same account."""
    with context.stop.under_way():
        return await _executed_and_judged(context, dependencies)


async def _executed_and_judged(context: RunContext, dependencies: StageDependencies) -> Answer:
    with context.timed("summary"):
        before = await noted_before(
            context, dependencies.store, dependencies.catalogue, dependencies.reads(context)
        )
    with context.timed("execute"):
        done = await _executed(context, dependencies, before)
    context.execution = done
    if not _has_effects(context.planned, done) and done.status != "unknown":
        Reservations(dependencies.store).release_run(context.run.id)
    lacking = _lacking(context, dependencies, done)
    question = lacking.question if lacking is not None else None
    if question and not _has_effects(context.planned, done):
        context.lacks(done.missing, question)
        return ask(context, dependencies.memory, question, done.missing)
    with context.timed("summary"):
        summary = await _judged(context, dependencies, done, before)
    _remember(context, dependencies, done)
    if question:
        asked = OpenQuestion(
            context.text, done.missing, context.given, reading=context.open_reading
        )
        dependencies.memory.ask(context.request, asked)
    question = question or done.question
    question = question or (context.open_question and context.open_question.question)
    return context.answer(status_of(done, summary), summary, question=question)


async def _executed(
    context: RunContext, dependencies: StageDependencies, before: Baseline
) -> Execution:
    options = dependencies.options
    again = Again(
        dependencies.problem(context),
        context.kept,
        dependencies.reads(context),
        options.reasoner,
    )
    times = options.replans if may_plan_again(context) else 0
    return await carried_out(context, lambda: dependencies.setting(context, before), again, times)


def _lacking(
    context: RunContext, dependencies: StageDependencies, done: Execution
) -> NoPlan | None:
    """What a tool turned out to want and only the user can give."""
    return missing_values(dependencies.problem(context), done.missing) if done.missing else None


def _has_effects(chain: ToolChain, done: Execution) -> bool:
    return bool(done.effects_of([step.id for step in chain.steps if step.function.writes]))


async def _judged(
    context: RunContext, dependencies: StageDependencies, done: Execution, before: Baseline
) -> Summary:
    summary = await judge(
        context.understood,
        context.planned,
        done,
        dependencies.catalogue,
        dependencies.reads(context),
        before=before,
        sleep=dependencies.options.sleep,
        wording=None if done.stopped else _counted(context, dependencies.options.wording),
    )
    context.tell(Summarised(summary=summary))
    return summary


def _counted(context: RunContext, word: Wording | None) -> Wording | None:
    """The same wording; what it asks of a model is added to what the run has asked."""
    if word is None:
        return None

    async def worded(account: Account) -> Worded:
        found = await word(account)
        context.model += found.use
        return found

    return worded


def _remember(context: RunContext, dependencies: StageDependencies, done: Execution) -> None:
    memory = dependencies.memory
    found = entities_of(context.planned, done.bodies, dependencies.catalogue)
    keep = memory.forget if context.takes_back else memory.remember
    keep(context.request, found)
    memory.settle(context.request)
