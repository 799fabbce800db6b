"""Which tools do exactly what a goal asks; the near misses keep the reason why they fell."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pipelines.contracts.intent import Goal
from pipelines.reasoning.planner.heuristic import takes_existing
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.planner.state import Fact
from tool_registry.model import Discriminator, ToolEssentialModel
from tool_registry.vocabulary.lexicon import Kind
from tool_registry.vocabulary.text import fold

_CLAUSE = re.compile(r"[,;，。；\n]|\.\s")


@dataclass(frozen=True, slots=True)
class Main:
    """A tool that does what the goal asks; `open`: twins' words that the sentence leaves open."""

    tool: ToolEssentialModel
    doubt: float
    open: tuple[Discriminator, ...] = ()
    implied: tuple[Fact, ...] = ()
    """What its arguments have to say for it to do what the verb means."""


@dataclass(frozen=True, slots=True)
class Miss:
    """A tool that comes near but does something else."""

    tool: ToolEssentialModel
    stated: str
    """What the sentence says: `channel A`."""
    differs: str
    """What the tool does instead."""


def mains(problem: Problem, goal: Goal, facts: tuple[Fact, ...]) -> list[Main]:
    """The tools that fit, best first; ties are broken by the filter's score, success, then id."""
    if goal.tool is not None:
        return [Main(tool, 0.0) for tool in problem.tools() if tool.id == goal.tool]
    fitting = [
        Main(
            tool,
            _doubt(problem, goal, tool),
            left_open(tool, facts, problem),
            implied(problem, goal, tool),
        )
        for tool in problem.tools()
        if serves(problem, goal, tool) and differing(tool, facts, problem) is None
    ]
    fitting = _listed_in(problem, goal, fitting) or fitting
    fitting = fitting or [Main(tool, 0.3) for tool in _shown_by(problem, goal)]
    return sorted(fitting, key=lambda main: (unheard(problem, main, facts), _rank(problem, main)))


def _shown_by(problem: Problem, goal: Goal) -> list[ToolEssentialModel]:
    """For an amount that no tool is about: those that show it with whose it is."""
    thing = problem.catalogue.lexicon.concept(Kind.ENTITY, goal.object.type or "")
    if goal.function.value != "query" or thing is None or "mass" not in thing.flags:
        return []
    return [
        tool
        for tool in problem.tools()
        if tool.function.value == "query"
        and any(y.entity == thing.name == y.attribute and not y.many for y in tool.yields)
    ]


def _listed_in(problem: Problem, goal: Goal, fitting: Sequence[Main]) -> list[Main]:
    """For what is asked of one thing (the items of order 7), where no tool takes that thing: those
    that show it with a list of them, ahead of all that is its neighbour's."""
    wanted, holders = goal.object.type, {one.type for one in goal.related}
    holders -= {None, wanted}
    takes = {(slot.entity, slot.attribute) for main in fitting for slot in main.tool.needs}
    if goal.function.value != "query" or len(holders) != 1 or goal.object.constraints:
        return []
    (holder,) = holders
    if (holder, "id") in takes:
        return []
    return [
        Main(tool, 0.0)
        for tool in problem.tools()
        if tool.function.value == "query" and tool.objects[:1] == (holder,)
        if any((slot.entity, slot.attribute) == (holder, "id") for slot in tool.needs)
        if any((y.entity, y.attribute) == (wanted, "id") and "[]" in y.path for y in tool.yields)
    ]


def misses(problem: Problem, goal: Goal, facts: tuple[Fact, ...]) -> list[Miss]:
    """Tools that would fit but for a discriminator or the environment."""
    near: list[Miss] = []
    for tool in problem.catalogue.tools.values():
        if not serves(problem, goal, tool):
            continue
        differs = differing(tool, facts, problem)
        if differs is not None:
            near.append(Miss(tool, differs[0].words, differs[1].value))
        elif problem.environment not in tool.environments:
            near.append(Miss(tool, problem.environment, ", ".join(tool.environments)))
    return near


def differing(
    tool: ToolEssentialModel, facts: tuple[Fact, ...], problem: Problem
) -> tuple[Fact, Discriminator] | None:
    """A word of the sentence and the tool's own word that exclude each other."""
    for mark in tool.discriminators:
        denied = [f for f in facts if f.operator == "ne" and same_value(f, mark, problem)]
        if denied:
            return denied[0], mark
        rivals = [f for f in facts if mark.attribute and f.attribute == mark.attribute]
        rivals = [f for f in rivals if f.operator == "eq"]
        if rivals and not any(same_value(fact, mark, problem) for fact in rivals):
            return rivals[0], mark
    return None


def same_value(fact: Fact, mark: Discriminator, problem: Problem) -> bool:
    """True when the sentence's word and the tool's word mean the same."""
    said, own = fold(str(fact.value)), fold(mark.value)
    if said == own:
        return True
    lexicon = problem.catalogue.lexicon
    names = {concept.name for concept in lexicon.lookup(own, Kind.VALUE)}
    return any(concept.name in names for concept in lexicon.lookup(said, Kind.VALUE))


def marked(tool: ToolEssentialModel, facts: tuple[Fact, ...], problem: Problem) -> tuple[str, ...]:
    """Keys of the facts that the tool satisfies by being what it is."""
    return tuple(
        fact.key
        for fact in facts
        if any(same_value(fact, mark, problem) for mark in tool.discriminators)
        or (isinstance(fact.value, str) and fold(fact.words) in fold(tool.title))
        or _serves_any(fact, tool, problem)
        or _supports(tool, fact, problem)
    )


def _serves_any(fact: Fact, tool: ToolEssentialModel, problem: Problem) -> bool:
    """True where the author says that the tool is for that kind and for another one as well."""
    own = {mark.attribute for mark in tool.discriminators} | {slot.attribute for slot in tool.needs}
    if fact.attribute is None or fact.operator != "eq" or fact.attribute in own:
        return False
    matches = problem.catalogue.lexicon.scan(tool.summary)
    kinds = {
        concept.name
        for match in matches
        for concept in match.concepts
        if concept.kind is Kind.VALUE and concept.attribute == fact.attribute
    }
    return len(kinds) > 1 and str(fact.value) in kinds


def _supports(tool: ToolEssentialModel, fact: Fact, problem: Problem) -> bool:
    """The author says that what the tool makes suits that kind, among others."""
    makes = tool.function.value == "create" and not tool.discriminators
    kind = isinstance(fact.value, str) and fact.attribute not in (None, "status")
    if not makes or not kind or fact.identifies or fact.operator != "eq":
        return False
    lexicon = problem.catalogue.lexicon
    for clause in _CLAUSE.split(tool.summary):
        said = [concept for match in lexicon.overlapping(clause) for concept in match.concepts]
        markers = {concept.name for concept in said if concept.kind is Kind.MARKER}
        values = {concept.name for concept in said if concept.kind is Kind.VALUE}
        if "capability" in markers and "negation" not in markers and fact.value in values:
            return True
    return False


def left_open(
    tool: ToolEssentialModel, facts: tuple[Fact, ...], problem: Problem
) -> tuple[Discriminator, ...]:
    """The tool's own words that the sentence does not say: it is narrower than what is asked."""
    return tuple(
        mark
        for mark in tool.discriminators
        if not any(same_value(fact, mark, problem) for fact in facts)
    )


def serves(problem: Problem, goal: Goal, tool: ToolEssentialModel) -> bool:
    """Same kind of function, same action where the action decides, and the object itself."""
    if goal.function.writes != tool.function.writes or goal.object.type not in tool.objects:
        return False
    if goal.function.value == "create" and not _makes(tool, goal.object.type):
        return False
    if not tool.function.writes and goal.object.type != tool.objects[0]:
        return False
    if not actions_of(problem, goal).isdisjoint(tool.actions) or implied(problem, goal, tool):
        return True
    if goal.function.value == "verify" and tool.function.value == "query":
        return _tells(goal, tool)
    return goal.function is tool.function and not _decides(problem, goal, tool)


def may_mean(problem: Problem, goal: Goal, tool: ToolEssentialModel) -> bool:
    """True where the sentence's word for the action is known to nobody, and the tool does to the
    same thing what such an action does: it is no opposite of the action that was taken for it."""
    lexicon, function = problem.catalogue.lexicon, goal.function
    if lexicon.lookup(goal.action_words, Kind.ACTION) or goal.object.type not in tool.objects:
        return False
    adds = function.value == "operate" and tool.function.value == "create"
    grows = adds and any(takes_existing(tool, entity) for entity in tool.objects)
    makes = function.value != "create" or _makes(tool, goal.object.type)
    undone = {*_undoing(problem, (goal.action,))} & {*tool.actions}
    undoes = goal.action in {*_undoing(problem, tool.actions)}
    return (grows or function is tool.function) and makes and not (undone or undoes)


def _undoing(problem: Problem, actions: Iterable[str]) -> Iterator[str]:
    """Actions that take these back."""
    for name in actions:
        concept = problem.catalogue.lexicon.concept(Kind.ACTION, name)
        yield from concept.undone_by if concept is not None else ()


def _tells(goal: Goal, tool: ToolEssentialModel) -> bool:
    """A tool that shows all that is to be checked will do where none checks it itself."""
    told = {item.attribute for item in tool.yields if item.entity == goal.object.type}
    wanted = {item.attribute for item in goal.object.constraints}
    return bool(wanted) and wanted <= told


def actions_of(problem: Problem, goal: Goal) -> set[str]:
    """The goal's action, and whatever else its word can mean: `file` may update or hand in."""
    lexicon = problem.catalogue.lexicon
    meant = lexicon.lookup(goal.action_words, Kind.ACTION)
    own = lexicon.concept(Kind.ACTION, goal.action)
    akin = own.flagged("akin:") if own else None
    return {goal.action, *(concept.name for concept in meant), *([akin] if akin else [])}


def implied(problem: Problem, goal: Goal, tool: ToolEssentialModel) -> tuple[Fact, ...]:
    """The state to name to a tool that sets one, for a goal whose verb stands for that state."""
    if tool.function.value != "operate" or goal.object.type not in tool.objects[:1]:
        return ()
    actions = actions_of(problem, goal)
    if not actions.isdisjoint(tool.actions):
        return ()
    return tuple(
        Fact(f"{goal.id}/verb", slot.attribute, raw, words=goal.action_words)
        for slot in tool.needs
        for raw, named in slot.actions_by_value.items()
        if not actions.isdisjoint(named)
    )[:1]


def _makes(tool: ToolEssentialModel, entity: str | None) -> bool:
    """True for a tool whose new thing is of that entity, not one that merely involves it."""
    if takes_existing(tool, entity):
        return False
    return entity == tool.objects[0] or takes_existing(tool, tool.objects[0])


def _decides(problem: Problem, goal: Goal, tool: ToolEssentialModel) -> bool:
    """Operations differ by their verb (bind, unbind); creations and queries do so only in style."""
    specific = goal.function.value in ("operate", "delete")
    return specific or goal.object.type != tool.objects[0]


def _doubt(problem: Problem, goal: Goal, tool: ToolEssentialModel) -> float:
    meant = actions_of(problem, goal)
    first = not meant.isdisjoint(tool.actions[:1])
    doubt = 0.0 if first else 0.2 if not meant.isdisjoint(tool.actions) else 0.4
    doubt += 0.1 if first and goal.action not in tool.actions else 0.0
    return doubt + (0.0 if goal.object.type == tool.objects[0] else 0.3)


def unheard(problem: Problem, main: Main, facts: tuple[Fact, ...]) -> int:
    """How many of the facts the tool has no slot of its own for: those tools are tried last."""
    own = {slot.attribute for slot in main.tool.needs if slot.attribute}
    covered = {*marked(main.tool, facts, problem), *(f.key for f in facts if f.attribute in own)}
    return sum(fact.key not in covered for fact in facts)


def _rank(problem: Problem, main: Main) -> tuple[float, int, float, float, str]:
    score = problem.candidates.get(main.tool.id, 0.0)
    return (
        main.doubt + 0.5 * len(main.open),
        0 if main.tool.preferred else 1,
        -score,
        -main.tool.prior,
        main.tool.id,
    )
