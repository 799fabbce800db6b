"""What the person chooses from where one thing is open: the states that a thing can come to, where
the sentence names none of them, or which of those is meant that are as it is described."""

from collections.abc import Iterator

from pipelines.contracts.answer import Answer
from pipelines.contracts.chain import NoPlan, ScopeViolation
from pipelines.contracts.intent import Constraint, Goal, Identifier, IntentResult, Span
from pipelines.messages import say
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.planner.transitions import leaves, moves
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.lexicon import Kind

_MOVES = "moves"
_STATUS, _ID = "status", "id"
_APART = 1
MOST = 8
"""So many states, or things, are tried."""


def ways(
    intent: IntentResult, why: NoPlan | ScopeViolation | None, problem: Problem
) -> Iterator[IntentResult]:
    """The readings to choose from; none where something else is open."""
    if isinstance(why, NoPlan) and why.fitting:
        yield from (_meaning(intent, one) for one in why.fitting[:MOST])
    elif _is_open(intent, why):
        yield from _readings(intent, problem)


def _meaning(intent: IntentResult, id: str) -> IntentResult:
    """The one goal's thing is the one with that id: its description, and whose it is, have done
    their work."""
    [goal] = intent.goals
    thing, noun = goal.object, goal.object.span or Span(start=0, end=0, text="")
    named = Identifier(attribute=_ID, value=id, span=noun)
    told = {"identifiers": (named,), "constraints": (), "quantity": None}
    others = tuple(one for one in goal.related if one.role != "owner")
    wanted = goal.model_copy(update={"object": thing.model_copy(update=told), "related": others})
    return intent.model_copy(update={"goals": (wanted,)})


def _is_open(intent: IntentResult, why: NoPlan | ScopeViolation | None) -> bool:
    """No tool does it, though the sentence is about one thing by its name and lacks nothing."""
    if not isinstance(why, NoPlan) or why.reason != "no_tool" or len(intent.goals) != 1:
        return False
    thing, goal = intent.goals[0].object, intent.goals[0]
    lacks = any(one.blocking for one in intent.missing)
    named = thing.type is not None and bool(thing.identifiers)
    return named and not lacks and goal.function is FunctionType.OPERATE and goal.tool is None


def _readings(intent: IntentResult, problem: Problem) -> Iterator[IntentResult]:
    """The sentence with each state that tools lead to, the last ones of a way first, and those that
    undo it behind them; nothing for a verb that is no bringing on."""
    goal = intent.goals[0]
    concept = problem.catalogue.lexicon.concept(Kind.ACTION, goal.action)
    brings = concept is not None and _MOVES in concept.flags
    if not brings and goal.target_state is None:
        return
    known = moves(problem, goal.object.type or "")
    states = dict.fromkeys(one.change.after for one in known if one.change.after)
    harsh = {one.change.after for one in known if one.tool.destructive}

    def order(state: str) -> tuple[bool, bool]:
        goes_on = any(leaves(problem, one, state) for one in known)
        return state in harsh, goes_on

    for state in sorted(states, key=order)[:MOST]:
        yield _with_state(intent, goal, state)


def question(answer: Answer, why: NoPlan | ScopeViolation | None) -> str:
    """Which one of several is meant; else what was in the way, and that there are states to choose
    from."""
    assert answer.intent is not None
    if isinstance(why, NoPlan) and why.fitting:
        return why.question or why.text
    told = say(answer.intent.language, "choices.which_state")
    if answer.intent.goals[0].target_state is None or not isinstance(why, NoPlan):
        return told
    return say(answer.intent.language, "choices.join", first=why.text, second=told)


def _with_state(intent: IntentResult, goal: Goal, state: str) -> IntentResult:
    """The reading with that state in place of the words for one, and of those right behind them."""
    span = goal.target_state.span if goal.target_state is not None else _verb(intent, goal)
    told = Constraint(attribute=_STATUS, value=state, span=span)
    thing = goal.object
    kept = tuple(one for one in thing.constraints if one.attribute != _STATUS)
    thing = thing.model_copy(update={"constraints": kept})
    wanted = goal.model_copy(update={"target_state": told, "object": thing})
    left = tuple(one for one in intent.unread if not 0 <= one.start - span.end <= _APART)
    return intent.model_copy(update={"goals": (wanted,), "unread": left})


def _verb(intent: IntentResult, goal: Goal) -> Span:
    start = max(0, intent.text.find(goal.action_words))
    return Span(start=start, end=start + len(goal.action_words), text=goal.action_words)
