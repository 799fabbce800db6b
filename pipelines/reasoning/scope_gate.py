"""The gate between planning and execution: a chain has no effect that the reading does not have.

Whoever planned the chain, what it changes is held against what was understood, step by step.
"""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from pipelines.contracts.chain import Excess, ScopeViolation, Step, ToolChain
from pipelines.contracts.intent import Goal, IntentResult
from pipelines.runs.context import RunContext
from tool_registry.base.types import Effect, FunctionType
from tool_registry.model import ToolEssentialModel

Tools: TypeAlias = Mapping[str, ToolEssentialModel]


def adopt_within_scope(
    context: RunContext, chain: ToolChain, tools: Tools
) -> ScopeViolation | None:
    """Makes it the chain of the run, whoever planned it: None. What goes beyond the reading is
    returned instead, and noted as the reason why there is no chain.

    What takes an earlier run back is vouched for by that run's own effects, and a plan that is
    being carried out has passed already."""
    if not context.takes_back and chain != context.run.chain:
        violation = beyond_reading(context.understood, chain, tools)
        if violation is not None:
            context.no_chain = violation
            return violation
    context.adopt(chain)
    return None


def beyond_reading(intent: IntentResult, chain: ToolChain, tools: Tools) -> ScopeViolation | None:
    """The first step that goes beyond the reading; None where the whole chain stays within it."""
    for step in chain.steps:
        if _writes(step, tools.get(step.tool)):
            excess = next(_excesses(intent, chain, step, tools), None)
            if excess is not None:
                return ScopeViolation(excess, step.title, step.tool)
    return None


def _writes(step: Step, tool: ToolEssentialModel | None) -> bool:
    """What nothing is known of may change something."""
    if tool is None:
        return True
    return step.function.writes or tool.function.writes or tool.effect is not Effect.NONE


def _excesses(intent: IntentResult, chain: ToolChain, step: Step, tools: Tools) -> Iterator[Excess]:
    goal = next((one for one in intent.goals if one.id == step.goal), None)
    tool = tools.get(step.tool)
    function = tool.function if tool else step.function
    if not any(one.function.writes for one in intent.goals):
        yield "reads_only"
    elif goal is None or (step.main and not goal.function.writes):
        yield "unasked"
    elif function is FunctionType.DELETE and not _may_end(goal, step, tool):
        yield "deletes"
    elif function is FunctionType.CREATE and not (
        step.main or _may_make(intent, goal) or _by_way(goal, chain, tools)
    ):
        yield "creates"


def _may_end(goal: Goal, step: Step, tool: ToolEssentialModel | None) -> bool:
    """The goal deletes, ends or changes something of that kind; of unknown kind, anything."""
    if goal.function not in (FunctionType.DELETE, FunctionType.OPERATE):
        return False
    meant = {ref.type for ref in (goal.object, *goal.related)}
    kinds = {*(tool.objects if tool else ()), *([step.produces.entity] if step.produces else ())}
    return None in meant or not kinds or not meant.isdisjoint(kinds)


def _may_make(intent: IntentResult, goal: Goal) -> bool:
    """Things on the way are made for something new, or where the sentence allows it."""
    allowed = intent.allows("create_missing") or intent.allows("create_required")
    return allowed or goal.function is FunctionType.CREATE


def _by_way(goal: Goal, chain: ToolChain, tools: Tools) -> bool:
    """A state that is reached by way of another thing, which may be made for it."""
    mine = (tools.get(one.tool) for one in chain.steps if one.main and one.goal == goal.id)
    return any(tool is not None and tool.objects[:1] != (goal.object.type,) for tool in mine)
