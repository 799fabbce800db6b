"""Carrying a plan out: on a step that does not come out as expected, a new plan for what is left.

Rules first; a model where the rules have none. What was made is never made again nor left behind,
and the same call that failed in the same way before ends it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from pipelines.contracts.chain import NoPlan, ToolChain
from pipelines.contracts.execution import Execution, StepRecord
from pipelines.contracts.reply_names import SHOWN
from pipelines.execution.execute import execute
from pipelines.execution.run_setup import RunSetup
from pipelines.reasoning.planner.lookups import ReadTool
from pipelines.reasoning.planner.plan import Survey, survey
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.proposals.resume import continued, made_steps
from pipelines.reasoning.scope_gate import adopt_within_scope
from pipelines.reasoning.stage import PlanningTask, Reasoner, offered_tools
from pipelines.runs.context import RunContext
from pipelines.runs.views import chain_told
from tool_registry.base.ids import digest
from tool_registry.base.types import Effect
from tool_registry.sources.guard import LIMITED

_UNUSED = ("NO_TOOL", "NO_VALUE")
"""Codes of failures by which a tool turned out to be of no use for the plan."""


@dataclass(frozen=True, slots=True)
class Again:
    """What planning anew works with."""

    problem: Problem
    found: Sequence[str]
    """Ids of the tools that the filter kept."""
    read: ReadTool
    reasoner: Reasoner | None


def may_plan_again(context: RunContext) -> bool:
    """False for taking back, for the rest of an earlier run, for a call that was given as such, and
    where somebody agreed to a plan."""
    if context.request.call is not None or context.planned.finishes is not None:
        return False
    shown = context.request.plan is not None or SHOWN in context.given
    reviewed = shown or context.review != "unasked"
    return not context.takes_back and not reviewed


async def carried_out(
    context: RunContext, setting: Callable[[], RunSetup], again: Again, times: int
) -> Execution:
    """The account of the last plan, which `context.chain` is then; `times`: new plans, at most."""
    done = await execute(context.planned, setting())
    seen = {_failed(done)}
    for _ in range(times):
        chain = await _next(context, done, again)
        if (
            chain is None
            or adopt_within_scope(context, chain, again.problem.catalogue.tools) is not None
        ):
            break
        context.store.amend(context.lease, chain)
        context.tell(chain_told(chain))
        done = await execute(chain, setting())
        if _failed(done) in seen:
            break
        seen.add(_failed(done))
    return done


def _failed(done: Execution) -> str:
    """What went wrong: which call with which arguments, and what it said."""
    record = _culprit(done.records)
    if record is None:
        return ""
    said = record.failure or record.deviates
    return digest([record.tool, record.arguments, said.message if said else ""])


def _culprit(records: Iterable[StepRecord]) -> StepRecord | None:
    return next((r for r in records if r.status == "failed" or r.deviates is not None), None)


async def _next(context: RunContext, done: Execution, again: Again) -> ToolChain | None:
    """The plan for what is left; None where there is nothing to be planned, or no way on."""
    culprit = _culprit(done.records)
    if done.stopped or done.status != "failed" or done.missing:
        return None
    if culprit is None or _is_limited(culprit):
        return None
    problem = _narrowed(context, culprit, again.problem)
    if problem is None:
        return None
    surveyed = await survey(problem, again.read)
    chain = _behind(context, done, surveyed.draft, problem)
    if chain is None and again.reasoner is not None and not surveyed.ruled_out:
        chain = await _by_model(context, done, surveyed, again)
    same = chain is not None and chain.digest == context.planned.digest
    return None if chain is None or same or _is_to_be_approved(chain, problem) else chain


def _is_limited(culprit: StepRecord) -> bool:
    """True where its user may not call the tool now: another one would evade that limit."""
    return culprit.failure is not None and culprit.failure.code == LIMITED


def _is_to_be_approved(chain: ToolChain, problem: Problem) -> bool:
    """True where the new plan destroys something on the way: nobody has agreed to that."""
    tools = problem.catalogue.tools
    return any(not step.main and tools[step.tool].destructive for step in chain.steps)


def _narrowed(context: RunContext, culprit: StepRecord, problem: Problem) -> Problem | None:
    """The problem without what proved useless; None where another plan would evade a refusal.

    What a business rule refuses is not tried by way of another tool; a lookup that finds nothing
    may be, and a thing whose state has changed meanwhile is looked at anew.
    """
    step = next(step for step in context.planned.steps if step.id == culprit.step)
    tool, failure = problem.catalogue.tools.get(culprit.tool), culprit.failure
    if culprit.deviates is not None or failure is None:
        return problem
    moving = any(goal.id == step.goal and goal.target_state for goal in problem.intent.goals)
    if failure.code == _UNUSED[1]:
        sources = {b.step for b in step.arguments.values() if b.step}
        lists = {one.tool for one in context.planned.steps if one.id in sources}
        return replace(problem, empty=problem.empty | lists)
    reads = tool is not None and tool.effect is Effect.NONE and not step.main
    if failure.kind == "refused_connection" or failure.code in _UNUSED or reads:
        return replace(problem, left_out=problem.left_out | {culprit.tool})
    return problem if moving and failure.kind == "business" else None


def _behind(
    context: RunContext, done: Execution, draft: ToolChain | NoPlan, problem: Problem
) -> ToolChain | None:
    if isinstance(draft, NoPlan):
        return None
    made = {record.step for record in done.records if record.status == "done"}
    return continued(context.planned, made, draft, _moving(problem))


def _moving(problem: Problem) -> set[str]:
    """Ids of goals that bring something into another state, from wherever it is now."""
    return {goal.id for goal in problem.intent.goals if goal.target_state is not None}


async def _by_model(
    context: RunContext, done: Execution, surveyed: Survey, again: Again
) -> ToolChain | None:
    """The plan of a model that is shown what was done; it may also ask, or see no way on."""
    if again.reasoner is None:
        return None
    made = {record.step for record in done.records if record.status == "done"}
    moving = _moving(surveyed.problem)
    steps = [step for step in made_steps(context.planned, made) if step.goal not in moving]
    kept = {step.id for step in steps}
    others = [r for r in done.records if r.step not in kept and r.status != "skipped"]
    records = [*(r for r in done.records if r.step in kept), *others]
    left_out = surveyed.problem.left_out
    offered = [t for t in offered_tools(surveyed, again.found) if t not in left_out]
    task = PlanningTask(
        surveyed, tuple(offered), again.read, done=tuple(steps), records=tuple(records)
    )
    reasoned = await again.reasoner(task)
    context.model += reasoned.use
    context.reasoning = reasoned.account
    if isinstance(reasoned.plan, NoPlan) and reasoned.plan.question:
        context.open_question = reasoned.plan
    return _behind(context, done, reasoned.plan, surveyed.problem)
