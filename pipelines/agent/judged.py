"""The chain of an agent as it is judged: what served which goal, and the checks of the sentence."""

from collections.abc import Mapping, Sequence

from pipelines.contracts.chain import Step, ToolChain
from pipelines.contracts.execution import Execution, StepRecord
from pipelines.contracts.intent import Goal
from pipelines.reasoning.planner.checks import checks_for
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.planner.state import Draft, Instance, State, facts_of
from pipelines.reasoning.planner.writing import digest

_SPENT = ("done", "unknown", "sent")


def judged(
    problem: Problem, chain: ToolChain, records: Mapping[str, StepRecord]
) -> tuple[ToolChain, Execution]:
    """The steps that count, with their checks, and how they went.

    A call that failed and was done better later does not count, nor does a read that a later one
    of the same goal replaced: an agent may try.
    """
    counted = _counted(problem, chain.steps, records)
    drafts = [_draft(problem, step) for step in counted]
    instances = {
        f"{goal.id}/o": Instance(
            f"{goal.id}/o",
            goal.object.type,
            goal.object.role,
            facts_of(goal.object, f"{goal.id}/o"),
            words=goal.object.words,
        )
        for goal in problem.intent.goals
    }
    checks = checks_for(problem, counted, drafts, State(instances=instances))
    whole = ToolChain(environment=chain.environment, steps=tuple(counted), checks=checks)
    whole = whole.model_copy(update={"digest": digest(whole.steps, whole.environment)})
    kept = tuple(records.get(one.id) or StepRecord(step=one.id, tool=one.tool) for one in counted)
    return whole, Execution(kept)


def open_goals(problem: Problem, chain: ToolChain) -> list[Goal]:
    """Goals of the sentence that no counted step serves."""
    served = {step.goal for step in chain.steps if step.main}
    return [goal for goal in problem.intent.goals if goal.id not in served]


def _counted(
    problem: Problem, steps: Sequence[Step], records: Mapping[str, StepRecord]
) -> list[Step]:
    spent = [one for one in steps if one.id in records and records[one.id].status in _SPENT]
    last = {
        goal.id: [one.id for one in spent if one.goal == goal.id and one.main][-1:]
        for goal in problem.intent.goals
        if not goal.function.writes
    }
    kept = [
        one.model_copy(update={"main": False})
        if one.main and one.goal in last and one.id not in last[one.goal]
        else one
        for one in spent
    ]
    done = {one.goal for one in kept if one.main}
    failed = [
        one
        for one in steps
        if one.main and one.goal not in done and one.id in records and one not in spent
    ]
    latest = {one.goal: one for one in failed}
    return sorted((*kept, *latest.values()), key=lambda one: int(one.id[1:]))


def _draft(problem: Problem, step: Step) -> Draft:
    return Draft(
        tool=problem.catalogue.tools[step.tool],
        goal=step.goal,
        ordinal=step.ordinal,
        bindings=step.arguments,
        target=f"{step.goal}/o",
        main=step.main,
        asked=step.main,
    )
