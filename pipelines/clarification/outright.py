"""The reading by the one tool that a sentence speaks of outright, where the reader's own reading
comes to nothing: readers have learned no catalogue's verbs, and the index knows its tools."""

from pipelines.clarification.building import apart, by_tool
from pipelines.clarification.filling import filled, open_slots, said_in
from pipelines.contracts.intent import Goal, IntentResult
from pipelines.contracts.limits import Limits
from pipelines.contracts.readings import Understood, is_sure
from pipelines.filter import Finder, weigh
from tool_registry.base.caller import Caller
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.text import fold, split_identifier

_ALONE = 0.25
"""No other tool may be more likely than this, beside the one that is spoken of."""


_FOUND = ("object", "recipient", "identifier", "id")
"""What a sentence may lack for the reader, and have where its tool looks for it; nothing else that
is asked for is answered by another reading: a count of 0 stays one."""
_ITS_OWN = ("forbidden", "data")
"""Why there may be no plan that another reading would not change."""


def may_be_outright(reason: str) -> bool:
    """Whether a plan for the one tool is worth looking for, where there is none for that reason."""
    return reason not in _ITS_OWN


def read_outright(
    intent: IntentResult,
    catalogue: Catalogue,
    finder: Finder | None,
    caller: Caller | None,
    limits: Limits,
) -> Understood | None:
    """The sentence as `told_outright`; the person is asked first where the reader is not sure of
    what would be changed."""
    made = told_outright(intent, catalogue, finder, caller)
    return Understood(made, is_sure=is_sure(intent, limits)) if made is not None else None


def told_outright(
    intent: IntentResult, catalogue: Catalogue, finder: Finder | None, caller: Caller | None
) -> IntentResult | None:
    """The sentence as a request for that tool. None where several may be meant, where it does what
    nobody wants, where the sentence leaves out what it requires, or says what it does not take."""
    goal = next(iter(intent.goals), None)
    if finder is None or goal is None or intent.environment is None:
        return None
    if any(one.kind != "remark" for one in intent.supplements):
        return None
    if len({one.action for one in intent.goals}) > 1 or not _is_found(intent):
        return None
    tool, kinds = _spoken_of(intent, catalogue, finder, caller), _kinds(intent)
    if (
        tool is None
        or (len(kinds) > 1 and not kinds <= set(tool.objects))
        or not all(_is_wanted(tool, one, catalogue.lexicon) for one in intent.goals)
    ):
        return None
    alone = apart(intent, goal, tool, {})
    made = by_tool(alone, alone.goals[0], tool, catalogue, by_name=True)
    own = [one for one in made.goals if one.tool == tool.id]
    left = made.unread or made.unassigned or made.supplements
    whole = len(made.goals) == len(own) == 1 and not left
    if not whole or not _keeps_state(intent, own[0]):
        return None
    return made if _says_all(tool, made, own[0], catalogue) else None


def _kinds(intent: IntentResult) -> set[str | None]:
    """Of what its goals are about: several of one deed may be what one tool is told."""
    return {one.object.type for one in intent.goals}


def _is_found(intent: IntentResult) -> bool:
    lacking = (one.name.rpartition(".")[2] for one in intent.missing if one.blocking)
    return all(name in _FOUND for name in lacking)


def _spoken_of(
    intent: IntentResult, catalogue: Catalogue, finder: Finder, caller: Caller | None
) -> ToolEssentialModel | None:
    """The tool that stands alone by what its texts say, of a sentence with a single need."""
    weighing = weigh(intent, catalogue, finder, caller=caller)
    if weighing.needs:
        return None
    told, usable = weighing.indexed.search(weighing.plain), {one.id for one in weighing.tools}
    likely = [name for name in told.near if name in usable]
    if not likely or not told.served:
        return None
    first, others = likely[0], likely[1:]
    alone = told.shares[first] * _ALONE >= max((told.shares[name] for name in others), default=0.0)
    return catalogue.tools[first] if alone else None


def _is_wanted(tool: ToolEssentialModel, goal: Goal, lexicon: Lexicon) -> bool:
    """What is changed or deleted is what the reader, too, takes to be wanted, of a kind of things
    that it knows; a verb that says a change is none for a look."""
    if tool.function.writes and goal.object.type not in tool.objects:
        return False
    verbs = lexicon.lookup(goal.action_words, Kind.ACTION) if goal.action_words else ()
    if goal.function.writes and verbs and not tool.function.writes:
        return False
    if tool.destructive or tool.function is FunctionType.DELETE:
        same = goal.function is tool.function or goal.action in tool.actions
        return same or _is_called_so(tool, goal)
    return goal.function.writes or not tool.function.writes or checks_nothing(goal)


def _is_called_so(tool: ToolEssentialModel, goal: Goal) -> bool:
    """The verb of the sentence stands in the tool's own name, whatever it was taken for."""
    verb = fold(goal.action_words)
    return bool(verb) and verb in map(fold, split_identifier(tool.name))


def _keeps_state(intent: IntentResult, made: Goal) -> bool:
    """The state that the sentence says something is to be in is an argument of the call."""
    given = [one.span for ref in (made.object, *made.related) for one in ref.constraints]
    said = [one.target_state for one in intent.goals if one.target_state is not None]
    return all(any(one.span.meets(span) for span in given) for one in said)


def checks_nothing(goal: Goal) -> bool:
    """A check without anything that it should come to: its verb may be a tool's own ("confirm
    booking 7"), which readers have not learned."""
    said = goal.asked or goal.target_state or goal.object.constraints
    return goal.function is FunctionType.VERIFY and not said


def _says_all(
    tool: ToolEssentialModel, made: IntentResult, goal: Goal, catalogue: Catalogue
) -> bool:
    values = filled(tool, said_in(made, goal), catalogue).values
    required = (one for one in open_slots(tool) if one.required and one.default is None)
    return bool(values) and all(one.path in values for one in required)
