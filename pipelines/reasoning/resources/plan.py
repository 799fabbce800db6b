"""Goals on the records of HTTP APIs → a frozen chain: look-ups first, then the calls."""

from datetime import date

from pipelines.contracts.chain import NoPlan, ToolChain
from pipelines.contracts.intent import Goal
from pipelines.reasoning.planner.lookups import ReadTool
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.resources.asking import Asker
from pipelines.reasoning.resources.chain import Stuck, Writer
from pipelines.reasoning.resources.changing import Changer
from pipelines.reasoning.resources.finding import Finder
from pipelines.reasoning.resources.fitting import Fitting
from pipelines.reasoning.resources.making import Maker
from pipelines.reasoning.resources.rows import Shelf
from pipelines.reasoning.resources.tying import Tying
from tool_registry.base.types import FunctionType
from tool_registry.graph.resources import Resources


async def plan(problem: Problem, resources: Resources, read: ReadTool) -> ToolChain | NoPlan:
    """The chain for a problem's goals, whoever read them; why there is none where there is none.

    What the goals mean is looked up with `read`, which calls effect-free tools only. Nothing is
    taken from the text: a value goes to the field of the attribute that its goal names. The same
    goals with the same records give the same chain.
    """
    writer = Writer(problem)
    shelf = Shelf(problem.environment, read)
    today: date = problem.today
    finder = Finder(problem, resources, shelf, Fitting(problem.catalogue.lexicon, today), writer)
    try:
        for goal in problem.intent.goals:
            await _goal(goal, finder)
    except Stuck as stuck:
        return stuck.reason
    return writer.chain()


async def _goal(goal: Goal, finder: Finder) -> None:
    tying = Tying(finder)
    if goal.function is FunctionType.CREATE:
        await Maker(finder, tying).make(goal)
    elif goal.function is FunctionType.DELETE:
        await Changer(finder, tying).delete(goal)
    elif goal.function is FunctionType.OPERATE:
        await Changer(finder, tying).change(goal)
    else:
        await Asker(finder, tying).ask(goal)


def is_about(problem: Problem, resources: Resources) -> bool:
    """True where every goal is about records of a resource, or ties something to one, and no other
    kind of tool is for such things: what MCP tools say of themselves is theirs."""
    catalogue, place = problem.catalogue, problem.environment
    others = {
        kind for tool in catalogue.in_environment(place) if not tool.path for kind in tool.objects
    }
    goals = problem.intent.goals
    if not goals or problem.intent.stress:  # stress data takes hidden arguments
        return False
    return all(_speaks_of(goal, resources, others) for goal in goals)


def _speaks_of(goal: Goal, resources: Resources, others: set[str]) -> bool:
    kind = goal.object.type
    if goal.tool is not None or kind is None or kind in others:
        return False
    ties = goal.function in (FunctionType.OPERATE, FunctionType.DELETE)
    beside = [ref.type for ref in goal.related] if ties else []
    return any(resources.named(one) for one in (kind, *beside))
