"""Effect-free reads while planning: the present state of a thing, and whether a list has one."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from pipelines.contracts.chain import Binding
from pipelines.contracts.intent import Goal
from pipelines.contracts.resolution import resolve
from pipelines.reasoning.planner.problem import Frame, Problem, reach_of
from pipelines.reasoning.planner.search import Search
from pipelines.reasoning.planner.state import Draft, State
from tool_registry.base.types import JsonValue
from tool_registry.model import ToolEssentialModel, Yield
from tool_registry.sources.pages import first_page, pages
from tool_registry.sources.paths import read as read_path
from tool_registry.sources.result import CallResult

ReadTool = Callable[[ToolEssentialModel, str, Mapping[str, JsonValue]], Awaitable[CallResult]]
"""Calls an effect-free tool: (tool, environment, arguments) → result."""


@dataclass(frozen=True, slots=True)
class Present:
    """What a read told of a thing's state: the state's word, or why it could not be read."""

    word: str | None = None
    failure: str | None = None


async def present_state(
    problem: Problem, goal: Goal, state: State, target: str, read: ReadTool
) -> Present | None:
    """The state word of the goal's object as its reading tool tells it; None: no such tool."""
    return await present_value(problem, goal, state, target, read, "status")


async def present_value(
    problem: Problem, goal: Goal, state: State, target: str, read: ReadTool, name: str
) -> Present | None:
    """The word for that attribute of the goal's object as its reading tool tells it."""
    entity = goal.object.type or ""
    for tool in problem.catalogue.graph.readers(entity, problem.environment):
        attribute = _told_by(tool, entity, name)
        if attribute is None or tool.function.writes:
            continue
        search = Search(problem.options.max_depth, problem.options.max_expansions)
        reach = reach_of(problem, state, tool.source)
        frame = Frame(problem, goal, tool, target, "convert", reach, depth=1)
        found = next(search.place(frame, state), None)
        if found is None:
            continue
        last = await last_result(found.drafts, problem, read)
        if last is None:
            continue
        if not last.ok:
            return Present(failure=last.failure.message if last.failure else None)
        values = read_path(last.body, attribute.path)
        if len(values) == 1:
            return Present(word=_word(attribute, values[0]))
    return None


async def last_result(
    drafts: Sequence[Draft], problem: Problem, read: ReadTool
) -> CallResult | None:
    """The result of the last call; None where an earlier one does not give what it needs."""
    bodies: dict[str, JsonValue] = {}
    result: CallResult | None = None
    named = {f"s{number}": draft for number, draft in enumerate(drafts, 1)}
    for name, draft in named.items():
        if result is not None and not result.ok:
            return result
        arguments = _arguments(draft, bodies, _declared(named))
        if arguments is None:
            return None
        result = await read(draft.tool, problem.environment, arguments)
        bodies[name] = result.body
    return result


@dataclass(frozen=True, slots=True)
class Found:
    """What a plan's reads turned out to hold: a list with nothing fitting, or a better pick."""

    empty: str | None = None
    pick: tuple[str, int] | None = None
    """(tool, ordinal): with that element of its list, the list that depends on it holds one."""
    silent: tuple[str, str] | None = None
    """(tool, path) of a record that does not name the other thing that the plan takes from it."""


async def look_into_lists(
    drafts: Sequence[Draft], problem: Problem, read: ReadTool
) -> Found | None:
    """Asks every list that the plan selects from; None when each holds what is selected."""
    for index, draft in enumerate(drafts):
        chosen = _selections(drafts, index)
        if draft.tool.function.writes or not chosen:
            continue
        needed = _needed(drafts, index)
        try:
            held = await _holds(chosen[0], needed, problem, read)
            if held is False:
                return await _other_pick(chosen[0], needed, problem, read) or Found(draft.tool.id)
        except _ReadFailed as failed:
            return Found(failed.tool)
    return None


async def look_into_records(
    drafts: Sequence[Draft], problem: Problem, read: ReadTool
) -> Found | None:
    """Asks every record from which the plan takes another thing, where it can be asked beforehand:
    a field for another thing is often empty. None where each names one; what does not answer is
    left to the run."""
    for binding in (one for draft in drafts for one in draft.bindings.values()):
        if binding.source != "output" or not _is_of_another(binding, drafts):
            continue
        index = int((binding.step or "")[1:]) - 1
        needed = _needed(drafts, index)
        try:
            bodies = await run_reads(needed, problem, read)
        except _ReadFailed:
            continue
        if bodies is not None and not _is_there(binding, bodies, needed):
            return Found(silent=(drafts[index].tool.id, binding.path or ""))
    return None


def _is_of_another(binding: Binding, drafts: Sequence[Draft]) -> bool:
    """It reads another thing than the one that its call is about."""
    tool = drafts[int((binding.step or "")[1:]) - 1].tool
    told = next((one for one in tool.yields if one.path == binding.path), None)
    return told is not None and told.entity not in (None, *tool.objects[:1])


class _ReadFailed(Exception):
    """A tool that the plan wants to read from does not answer."""

    def __init__(self, tool: str) -> None:
        super().__init__(tool)
        self.tool = tool


def _selections(drafts: Sequence[Draft], index: int) -> list[Binding]:
    name = f"s{index + 1}"
    return [
        binding
        for later in drafts[index + 1 :]
        for binding in later.bindings.values()
        if binding.source == "selected" and binding.step == name
    ]


def _needed(drafts: Sequence[Draft], index: int) -> dict[str, Draft]:
    """The call and those that it reads from, by step id, in order."""
    name = f"s{index + 1}"
    before: dict[str, Draft] = {}
    for binding in drafts[index].bindings.values():
        if binding.step:
            before.update(_needed(drafts, int(binding.step[1:]) - 1))
    return {**before, name: drafts[index]}


async def _holds(
    chosen: Binding, needed: Mapping[str, Draft], problem: Problem, read: ReadTool
) -> bool | None:
    """Whether the list holds an element to select; None where it cannot be asked beforehand."""
    bodies = await run_reads(needed, problem, read)
    if bodies is None:
        return None
    name = chosen.step or ""
    draft = needed[name]
    first = first_page(_arguments(draft, bodies, _declared(needed)) or {}, bodies[name])
    ask = partial(read, draft.tool, problem.environment)
    async for page in pages(draft.tool, first, ask):
        if _is_there(chosen, {**bodies, name: page.whole}, needed):
            return True
    return False


def _is_there(
    chosen: Binding, bodies: Mapping[str, JsonValue], needed: Mapping[str, Draft]
) -> bool:
    try:
        resolve(chosen, bodies, _declared(needed))
    except (LookupError, ValueError):
        return False
    return True


async def _other_pick(
    chosen: Binding, needed: Mapping[str, Draft], problem: Problem, read: ReadTool
) -> Found | None:
    """Another element of an earlier list with which this list holds something."""
    earlier = {
        b.step for d in needed.values() for b in d.bindings.values() if b.source == "selected"
    }
    for step in sorted(name for name in earlier if name):
        for ordinal in range(1, problem.options.max_picks):
            tried = {name: _picking(draft, step, ordinal) for name, draft in needed.items()}
            held = await _holds(chosen, tried, problem, read)
            if held is None:
                break
            if held:
                return Found(pick=(needed[step].tool.id, ordinal))
    return None


def _picking(draft: Draft, step: str, ordinal: int) -> Draft:
    bindings = {
        path: binding.model_copy(update={"ordinal": ordinal}) if binding.step == step else binding
        for path, binding in draft.bindings.items()
    }
    return replace(draft, bindings=bindings)


async def run_reads(
    needed: Mapping[str, Draft], problem: Problem, read: ReadTool
) -> dict[str, JsonValue] | None:
    """The results of these calls by step id; None where one writes or has no value.

    _ReadFailed where a tool does not answer: it is of no use for this plan.
    """
    bodies: dict[str, JsonValue] = {}
    for name, draft in needed.items():
        if draft.tool.function.writes:
            return None
        arguments = _arguments(draft, bodies, _declared(needed))
        if arguments is None:
            return None
        result = await read(draft.tool, problem.environment, arguments)
        if not result.ok:
            raise _ReadFailed(draft.tool.id)
        bodies[name] = result.body
    return bodies


def _arguments(
    draft: Draft, bodies: Mapping[str, JsonValue], declared: Mapping[str, Sequence[Yield]]
) -> dict[str, JsonValue] | None:
    """The call's arguments by slot path; None where an earlier result does not hold a value."""
    try:
        return {path: resolve(b, bodies, declared) for path, b in draft.bindings.items()}
    except (LookupError, ValueError):
        return None


def _declared(drafts: Mapping[str, Draft]) -> dict[str, Sequence[Yield]]:
    return {name: draft.tool.yields for name, draft in drafts.items()}


def _told_by(tool: ToolEssentialModel, entity: str, name: str) -> Yield | None:
    """Where the tool tells that of the entity; a list of the one thing asked for will do.

    What stands in one record with the entity's id is told of it, too.
    """
    ids = {_record(y) for y in tool.yields if y.entity == entity and y.attribute == "id"}
    told = [y for y in tool.yields if y.attribute == name]
    own = [y for y in told if y.entity == entity]
    beside = [y for y in told if _record(y) in ids]
    return min(own or beside, key=lambda item: item.many, default=None)


def _record(item: Yield) -> str:
    return item.path.rpartition(".")[0]


def _word(item: Yield, value: JsonValue) -> str:
    words = item.values.get(str(value))
    return words[0] if words else str(value)
