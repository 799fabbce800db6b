"""The reasoning stage: the symbolic plan, and a language model beside it where one is asked."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from pipelines.contracts.answer import ModelUse, Reasoning
from pipelines.contracts.chain import NoPlan, Step, ToolChain
from pipelines.contracts.execution import StepRecord
from pipelines.reasoning.planner.lookups import ReadTool
from pipelines.reasoning.planner.plan import Survey, survey
from pipelines.reasoning.planner.problem import Problem

CHOICE = "plan"
"""The name under which the user is asked which of two plans is meant."""


@dataclass(frozen=True, slots=True)
class PlanningTask:
    """What is to be reasoned about."""

    survey: Survey
    candidates: tuple[str, ...]
    """Ids of the tools that are offered, the best first."""
    read: ReadTool
    done: tuple[Step, ...] = ()
    """Steps that were carried out already: what is planned goes on behind them."""
    records: tuple[StepRecord, ...] = ()
    """What came of them, in their order, and then of everything else, the failed step among it."""
    choice: str | None = None
    """The user's reply to which of two plans is meant."""


@dataclass(frozen=True, slots=True)
class Reasoned:
    """The plan that counts, and what a model was asked for it."""

    plan: ToolChain | NoPlan
    use: ModelUse = field(default_factory=ModelUse)
    account: Reasoning | None = None
    """None where no model was asked."""


Reasoner: TypeAlias = Callable[[PlanningTask], Awaitable[Reasoned]]
"""Decides whether a model is asked, and what becomes of its answer."""


async def reason(
    problem: Problem, found: Sequence[str], read: ReadTool, reasoner: Reasoner | None
) -> Reasoned:
    """The plan for a problem; `found`: ids of the tools that the filter kept, the best first."""
    choice = problem.given.get(CHOICE)
    given = {name: said for name, said in problem.given.items() if name != CHOICE}
    surveyed = await survey(replace(problem, given=given), read)
    if reasoner is None or surveyed.ruled_out:
        return Reasoned(surveyed.draft)
    offered = offered_tools(surveyed, found)
    return await reasoner(PlanningTask(surveyed, offered, read, choice=choice))


def offered_tools(surveyed: Survey, found: Sequence[str]) -> tuple[str, ...]:
    """What the filter kept, and what the draft uses besides."""
    draft = surveyed.draft
    used = [step.tool for step in draft.steps] if isinstance(draft, ToolChain) else []
    return tuple(dict.fromkeys((*found, *used)))
