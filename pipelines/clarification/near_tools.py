"""Which tools that come close to a sentence are worth showing below a question."""

from collections.abc import Sequence

from pipelines.contracts.intent import Goal
from tool_registry.base.types import FunctionType
from tool_registry.model import ToolEssentialModel
from tool_registry.vocabulary.lexicon import Kind, Lexicon


def likely(tool: ToolEssentialModel, goal: Goal | None) -> bool:
    """False for what changes things where nobody wants a change, and for what destroys."""
    if goal is None:
        return not tool.destructive
    alike = tool.function.writes == goal.function.writes
    return alike and (not tool.destructive or goal.function is tool.function)


def harms_another(tool: ToolEssentialModel, goal: Goal | None, lexicon: Lexicon) -> bool:
    """It destroys another kind of things than the one that is spoken of: no near miss. What has the
    very verb is one where the kind was only guessed at."""
    if goal is None or goal.object.type in (None, *tool.objects):
        return False
    if goal.action in tool.actions and not _names_kind(goal, lexicon):
        return False
    return tool.destructive or tool.function is FunctionType.DELETE


def takes_back(tool: ToolEssentialModel, goal: Goal | None, lexicon: Lexicon) -> bool:
    """It does the reverse of what is wanted: `unfreeze` beside `freeze`."""
    action = lexicon.concept(Kind.ACTION, goal.action) if goal is not None else None
    if goal is None or action is None or goal.action in tool.actions:
        return False
    return not set(action.undone_by).isdisjoint(tool.actions)


def of_its_kind(
    tools: Sequence[ToolEssentialModel], goal: Goal | None, lexicon: Lexicon
) -> list[ToolEssentialModel]:
    """Those about the kind of things that the sentence has the noun of, where one of them may be
    what is wanted, or that it points at; a kind that was only guessed at leaves none out."""
    own = [one for one in tools if goal is not None and goal.object.type in one.objects]
    named = goal is not None and (_names_kind(goal, lexicon) or _is_met(goal))
    return own if named and any(likely(one, goal) for one in own) else [*tools]


def _names_kind(goal: Goal, lexicon: Lexicon) -> bool:
    nouns = (match.of(Kind.ENTITY) for match in lexicon.scan(goal.object.words))
    return any(noun is not None and noun.name == goal.object.type for noun in nouns)


def _is_met(goal: Goal) -> bool:
    """It is pointed at, and is what was spoken of before: the very words stand for its name."""
    return any(one.span.text == goal.object.words != one.value for one in goal.object.identifiers)
