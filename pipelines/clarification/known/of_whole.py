"""What is kept of a part of a thing: `the repair state of boat 7` is asked of the repair, which is
found by the boat, and the 7 of `repair 7` is the boat's where nothing finds a repair by an id."""

from collections.abc import Iterator, Sequence

from pipelines.clarification.known.taken_by import takes_id_of
from pipelines.contracts.intent import EntityRef, Goal, IntentResult, Span
from pipelines.contracts.reply_names import WHICH_ONE
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Kind

_PARENT = "parent"


def with_parts_of_wholes(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading in which a look is at the part whose name stands in what is said of the whole, a
    bare number beside a part that has none is the whole's, and what is wanted of both by one verb
    is wanted once."""
    told = [_by_whole(_at_part(goal, catalogue), catalogue) for goal in intent.goals]
    goals = tuple(_once(told, catalogue))
    if goals == intent.goals:
        return intent
    kinds = {one.object.type for one in intent.goals} - {one.object.type for one in goals}
    gaps = {f"{kind}{WHICH_ONE}" for kind in kinds}
    missing = tuple(one for one in intent.missing if one.name not in gaps)
    return intent.model_copy(update={"goals": goals, "missing": missing})


def _at_part(goal: Goal, catalogue: Catalogue) -> Goal:
    """Something is asked of the whole, and the name of one part stands beside it."""
    whole = goal.object
    looks = goal.function is FunctionType.QUERY and goal.asked and whole.identifiers
    if not looks or whole.type is None or goal.related or whole.constraints:
        return goal
    found = catalogue.lexicon.scan(whole.words)
    named = [(one, kind.name) for one in found if (kind := one.of(Kind.ENTITY)) is not None]
    parts = [(m, kind) for m, kind in named if _is_read_by(kind, whole.type, catalogue)]
    if len(parts) != 1 or whole.span is None:
        return goal
    [(match, kind)] = parts
    start = whole.span.start + match.start
    span = Span(start=start, end=start + len(match.text), text=match.text)
    part = EntityRef(type=kind, words=match.text, span=span)
    parent = whole.model_copy(update={"role": _PARENT})
    return goal.model_copy(update={"object": part, "related": (parent,)})


def _by_whole(goal: Goal, catalogue: Catalogue) -> Goal:
    """A part that nothing finds by an id of its own is found by that of the one whole it has; what
    is done to it without a state to come to may be another thing than the same to the whole."""
    part = goal.object
    bare = len(part.identifiers) == 1 and part.identifiers[0].attribute is None
    tools = catalogue.tools.values()
    blind = goal.function.writes and goal.target_state is None
    if blind or not bare or part.type is None or _is_found(part.type, catalogue):
        return goal
    wholes = {
        kind
        for tool in tools
        for slot in tool.needs
        if (kind := slot.entity) is not None and _is_read_by(part.type, kind, catalogue)
    }
    if len(wholes) != 1:
        return goal
    parent = part.model_copy(update={"type": wholes.pop(), "role": _PARENT, "constraints": ()})
    if goal.target_state is not None:
        return goal.model_copy(update={"object": parent.model_copy(update={"role": part.role})})
    own = part.model_copy(update={"identifiers": ()})
    return goal.model_copy(update={"object": own, "related": (parent, *goal.related)})


def _is_found(kind: str, catalogue: Catalogue) -> bool:
    """A tool is told which one of these is meant by what singles one out: an id, a code."""
    names = catalogue.graph.identifiers(kind)
    slots = (slot for tool in catalogue.tools.values() for slot in tool.needs)
    return any(one.entity == kind and one.attribute in names for one in slots)


def _once(goals: Sequence[Goal], catalogue: Catalogue) -> Iterator[Goal]:
    """Parts are looked at in the one whole named beside them; what is done is done to that."""
    pairs = [
        (part, whole)
        for part in goals
        for whole in goals
        if _is_pair(part, whole) and _is_read_by(part.object.type, whole.object.type, catalogue)
    ]
    wholes = {part.id: whole for part, whole in pairs if not part.function.writes}
    gone = {part.id for part, _ in pairs if part.function.writes}
    gone |= {whole.id for whole in wholes.values()}
    for goal in goals:
        whole = wholes.get(goal.id)
        if whole is not None:
            parent = whole.object.model_copy(update={"role": _PARENT})
            yield goal.model_copy(update={"related": (parent, *goal.related)})
        elif goal.id not in gone:
            yield goal


def _is_pair(part: Goal, whole: Goal) -> bool:
    """One verb is said of both, and only the whole is named."""
    verb = (part.action, part.function, part.span) == (whole.action, whole.function, whole.span)
    state = part.target_state == whole.target_state
    named = whole.object.identifiers and not whole.object.constraints and not whole.asked
    bare = not (part.object.identifiers or part.related or whole.related)
    return part is not whole and verb and state and bool(named) and bare


def _is_read_by(part: str | None, whole: str | None, catalogue: Catalogue) -> bool:
    """A tool shows the part of a whole whose id it is told."""
    return (
        None not in (part, whole)
        and part != whole
        and any(
            tool.function is FunctionType.QUERY
            and tool.objects[:1] == (part,)
            and takes_id_of(tool, whole)
            for tool in catalogue.tools.values()
        )
    )
