"""Values of something new that only another kind of things holds (`a user with 500 points`) are
made as such: whoever is made gets one of that kind."""

from collections.abc import Iterator, Mapping, Sequence

from pipelines.clarification.known.goal_ids import with_own_ids
from pipelines.clarification.known.taken_by import takes_id_of
from pipelines.contracts.intent import Constraint, EntityRef, Goal, IntentResult
from pipelines.intent.goals import MOST_GOALS
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.vocabulary.lexicon import Kind

_GIVE = "create"


def with_carried_values(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading with a goal for each such value, where one kind alone holds it."""
    goals: list[Goal] = []
    for goal in intent.goals:
        carried = [] if goal.tool else _with_enough([*_carried(goal, catalogue)], catalogue)
        whose = owners(goal) if carried else []
        if not whose:
            goals.append(goal)
            continue
        parts = _by_kind(carried)
        if _is_that_kind(goal, parts, catalogue):
            [kind] = parts
            told = goal.object.model_copy(update={"type": kind})
            goals.append(goal.model_copy(update={"object": told}))
            continue
        goals.append(_without(goal, [one for one, _ in carried]))
        for owner in whose:
            first = _needed_first([*parts], owner, goal, catalogue)
            goals += [_of(kind, (), owner, goal) for kind in first]
            goals += [_of(kind, values, owner, goal) for kind, values in parts.items()]
    goals = _each_once(goals)
    if tuple(goals) == intent.goals or len(goals) > MOST_GOALS:
        return intent
    return intent.model_copy(update={"goals": with_own_ids(goals, intent)})


def _each_once(goals: Sequence[Goal]) -> list[Goal]:
    """What the sentence asks for itself gets the values: no second one is made for them."""
    made: list[Goal] = []
    for goal in goals:
        twin = None if goal.id else next((o for o in goals if _is_twin(o, goal)), None)
        if twin is None:
            more = [one for one in goals if not one.id and goal.id and _is_twin(goal, one)]
            values = [part for one in more for part in one.object.constraints]
            told = {"constraints": (*goal.object.constraints, *values)}
            thing = goal.object.model_copy(update=told)
            made.append(goal.model_copy(update={"object": thing}) if values else goal)
    return made


def _is_twin(goal: Goal, carried: Goal) -> bool:
    """It makes the same for the same one, and says nothing of these values."""
    own = {part.attribute for part in goal.object.constraints}
    values = {part.attribute for part in carried.object.constraints}
    makes = goal.id != "" and goal.function is FunctionType.CREATE
    kinds = goal.object.type == carried.object.type
    return makes and kinds and not own & values and _made_for(goal) == _made_for(carried) != set()


def _made_for(goal: Goal) -> set[tuple[str, int]]:
    """Who is made by an earlier goal, and gets it; the first of them where they are not counted."""
    return {(one.made_by, one.which or 1) for one in goal.related if one.made_by is not None}


def _carried(goal: Goal, catalogue: Catalogue) -> Iterator[tuple[Constraint, str]]:
    """The values that nothing which makes the thing takes, with the one kind that holds them."""
    kind, tools = goal.object.type, catalogue.tools.values()
    if goal.function is not FunctionType.CREATE or kind is None or goal.object.identifiers:
        return
    whose = _receiver(goal) or (kind if catalogue.lexicon.is_person(kind) else None)
    makers = [one for one in tools if _makes(one, kind)]
    for part in goal.object.constraints:
        name = part.attribute
        if name is None or part.argument is not None or whose is None:
            continue
        if any(_takes(slot, name, kind) for one in makers for slot in one.needs):
            continue
        if any(told.attribute == name for one in makers for told in one.discriminators):
            continue
        kinds = {one.objects[0] for one in tools if _gives(one, name, whose)} - {kind}
        if len(kinds) == 1:
            yield part, kinds.pop()


def _makes(tool: ToolEssentialModel, kind: str) -> bool:
    return tool.function is FunctionType.CREATE and tool.objects[:1] == (kind,)


def _takes(slot: Slot, name: str, kind: str) -> bool:
    return slot.attribute == name and slot.entity in (None, kind)


def _gives(tool: ToolEssentialModel, name: str, whose: str) -> bool:
    """It makes one thing with that value for somebody who is named by an id."""
    if not tool.objects or not _makes(tool, tool.objects[0]):
        return False
    takes = any(_takes(slot, name, tool.objects[0]) for slot in tool.needs)
    return takes and takes_id_of(tool, whose)


def _with_enough(
    carried: Sequence[tuple[Constraint, str]], catalogue: Catalogue
) -> list[tuple[Constraint, str]]:
    """Those of kinds that can be made with them: a remark alone makes no points."""
    parts = _by_kind(carried)
    enough = {kind for kind, told in parts.items() if _suffice(kind, told, catalogue)}
    return [pair for pair in carried if pair[1] in enough]


def _suffice(kind: str, told: Sequence[Constraint], catalogue: Catalogue) -> bool:
    said = {one.attribute for one in told}
    makers = (tool for tool in catalogue.tools.values() if _makes(tool, kind))
    return any(_lacks(tool, kind) <= said for tool in makers)


def _lacks(tool: ToolEssentialModel, kind: str) -> set[str]:
    """What of the thing itself has to be said to it."""
    asked = (one for one in tool.needs if one.required and not (one.environment or one.hidden))
    return {one.attribute for one in asked if one.attribute and one.entity in (None, kind)}


def _receiver(goal: Goal) -> str | None:
    return next((ref.type for ref in goal.related if ref.role == "recipient"), None)


def owners(goal: Goal) -> list[EntityRef]:
    """Those for whom it is: who is made, one by one, or who gets what is made."""
    given = [ref for ref in goal.related if ref.role == "recipient"]
    if given:
        return given
    words = {"words": goal.object.words, "span": goal.object.span, "role": "recipient"}
    made = EntityRef(type=goal.object.type, made_by=goal.id).model_copy(update=words)
    if goal.quantity == 1:
        return [made]
    return [made.model_copy(update={"which": n}) for n in range(1, goal.quantity + 1)]


def _needed_first(
    kinds: Sequence[str], owner: EntityRef, goal: Goal, catalogue: Catalogue
) -> list[str]:
    """What somebody new has to have before, as the tools' authors say it: `add points to a member`.
    Nothing that is made anyway."""
    whose = owner.type
    if owner.made_by is None or whose is None:
        return []
    tools, made = catalogue.tools.values(), {goal.object.type, whose, *kinds}
    told = [
        concept.name
        for tool in tools
        if tool.objects[:1] and tool.objects[0] in kinds and _makes(tool, tool.objects[0])
        for match in catalogue.lexicon.scan(tool.summary)
        if (concept := match.of(Kind.ENTITY)) is not None and concept.name not in made
    ]
    return [kind for kind in dict.fromkeys(told) if is_given(kind, whose, catalogue)]


def is_given(kind: str, whose: str, catalogue: Catalogue) -> bool:
    """A tool makes such a thing for one of these who is named by an id."""
    tools = catalogue.tools.values()
    return any(_makes(tool, kind) and takes_id_of(tool, whose) for tool in tools)


def _without(goal: Goal, away: Sequence[Constraint]) -> Goal:
    kept = tuple(one for one in goal.object.constraints if one not in away)
    return goal.model_copy(update={"object": goal.object.model_copy(update={"constraints": kept})})


def _by_kind(carried: Sequence[tuple[Constraint, str]]) -> dict[str, tuple[Constraint, ...]]:
    found: dict[str, tuple[Constraint, ...]] = {}
    for part, kind in carried:
        found[kind] = (*found.get(kind, ()), part)
    return found


def _is_that_kind(
    goal: Goal, parts: Mapping[str, tuple[Constraint, ...]], catalogue: Catalogue
) -> bool:
    """All that is said of the thing is of the one other kind: it is one of these itself, called by
    a word that nobody knows (`a dog called Rex`)."""
    told = goal.object.constraints
    whole = len(parts) == 1 and sum(map(len, parts.values())) == len(told)
    return whole and len(told) > 1 and not catalogue.lexicon.is_person(goal.object.type)


def _of(kind: str, parts: tuple[Constraint, ...], owner: EntityRef, goal: Goal) -> Goal:
    span = parts[0].span if parts else None
    words = span.text if span is not None else ""
    thing = EntityRef(type=kind, constraints=parts, words=words, span=span)
    return Goal(
        id="",
        action=_GIVE,
        action_words=goal.action_words,
        function=FunctionType.CREATE,
        object=thing,
        related=(owner,),
        text=words,
        span=span,
    )
