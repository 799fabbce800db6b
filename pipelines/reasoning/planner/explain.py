"""Why there is no chain, in complete sentences: what is missing, what comes near, what to send."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from pipelines.contracts.chain import NoPlan
from pipelines.contracts.intent import Goal
from pipelines.intent.lexical.leftover import strangers
from pipelines.messages import listed, say
from pipelines.messages.labels import (
    action_label,
    choice_labels,
    part_label,
    slots_named,
    tool_title,
    value_label,
)
from pipelines.reasoning.planner.goals import Outcome
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.planner.selection import Main, Miss
from pipelines.reasoning.planner.state import Fact, State
from pipelines.reasoning.planner.transitions import ways_to
from tool_registry.model import Slot

_SHOWN = 5
"""So many candidates are named in a question."""
_ENDS = " .!"
"""What a sentence is ended with, behind which nothing more is said."""


def unknown_object(problem: Problem, goal: Goal) -> NoPlan:
    """The noun of the goal is in no catalogue."""
    language = problem.intent.language
    words = goal.object.words or say(language, "planner.unnamed")
    pointing = not strangers(words, ())
    if goal.object.reference is not None and pointing and not goal.object.identifiers:
        question = say(language, "intent.which_one", entity=words)
        return NoPlan(reason="missing", text=question, question=question)
    return NoPlan(reason="no_tool", text=say(language, "planner.no_object", words=words))


def nothing_wanted(problem: Problem) -> NoPlan:
    """Nothing that is to be done was understood."""
    question = say(problem.intent.language, "planner.nothing_wanted")
    return NoPlan(reason="missing", text=question, question=question)


def nothing_found(problem: Problem, goal: Goal, outcome: Outcome) -> NoPlan:
    """No tool does it, or none can honour all that the sentence says."""
    language = problem.intent.language
    forbidden = [item for item in problem.intent.negative if item.kind == "forbid"]
    if goal.function.writes and goal.quantity > problem.options.max_times:
        return _too_many(problem, goal)
    if outcome.dropped and problem.empty and _names_existing(goal, outcome.dropped):
        return unsettled(problem)
    if outcome.dropped:
        dropped = tuple(dict.fromkeys(fact.words for fact in outcome.dropped))
        text = say(language, "planner.dropped", words=listed(language, dropped))
        if outcome.near:
            text += say(language, "planner.nearest", tools=_near(problem, outcome.near))
        near = tuple(miss.tool.id for miss in outcome.near)
        return NoPlan(reason="dropped_words", text=text, nearest=near, dropped=dropped)
    if goal.function.value == "verify" and _may_be_shown(problem, goal):
        return _show_instead(problem, goal)
    text = say(
        language,
        "planner.no_tool",
        environment=problem.catalogue.environments.label(problem.environment, language),
        action=goal.action_words or action_label(problem.catalogue.lexicon, goal.action, language),
        object=goal.object.words or goal.object.type or "",
    )
    if outcome.near:
        text += say(language, "planner.nearest", tools=_near(problem, outcome.near))
    elif forbidden and _is_served(problem, goal):
        return _forbidden(problem)
    return NoPlan(reason="no_tool", text=text, nearest=tuple(miss.tool.id for miss in outcome.near))


def _forbidden(problem: Problem) -> NoPlan:
    """Only what must not be done would do it."""
    language = problem.intent.language
    texts = dict.fromkeys(one.text for one in problem.intent.negative if one.kind == "forbid")
    words = listed(language, texts)
    return NoPlan(reason="forbidden", text=say(language, "planner.forbidden", words=words))


def _is_served(problem: Problem, goal: Goal) -> bool:
    """Some tool there does such a thing to what is wanted, so that only a prohibition stops it."""
    here = problem.catalogue.in_environment(problem.environment)
    return any(t.function is goal.function and goal.object.type in t.objects for t in here)


def _may_be_shown(problem: Problem, goal: Goal) -> bool:
    """True where something reads the very thing that is to be checked."""
    readers = problem.catalogue.graph.readers(goal.object.type or "", problem.environment)
    return bool(readers and goal.object.identifiers)


def _show_instead(problem: Problem, goal: Goal) -> NoPlan:
    """Nothing checks it as a whole: the user may compare what is stored."""
    language = problem.intent.language
    name = f"{problem.spoken(goal.object.type or '')} {goal.object.identifiers[0].value}"
    label = problem.catalogue.environments.label(problem.environment, language)
    question = say(
        language, "planner.show_instead", words=goal.text, object=name, environment=label
    )
    return NoPlan(reason="no_tool", text=question, question=question)


def _names_existing(goal: Goal, dropped: tuple[Fact, ...]) -> bool:
    return goal.function.value != "create" and all(fact.identifies for fact in dropped)


def which_twin(problem: Problem, goal: Goal, rivals: tuple[Main, ...]) -> NoPlan:
    """Twins differ in a word that the sentence does not say: ask."""
    language = problem.intent.language
    choices = [tool_title(main.tool, language) for main in rivals]
    words = goal.object.words or goal.object.type or ""
    said = value_label(problem.catalogue.lexicon, rivals[0].open[0].value, language)
    text = problem.intent.text
    example = text.replace(words, f"{said}{words}", 1) if words else said
    if language == "en" and words:
        example = f"{text.rstrip(_ENDS)}, {said}"
    question = say(
        language, "planner.ambiguous", choices=listed(language, choices), example=example
    )
    return NoPlan(
        reason="ambiguous",
        text=question,
        question=question,
        nearest=tuple(main.tool.id for main in rivals),
    )


def which_value(problem: Problem, slot: Slot, words: str) -> NoPlan:
    """An argument takes one of a closed set, and a word of the sentence is none of them."""
    language = problem.intent.language
    lexicon = problem.catalogue.lexicon
    named = choice_labels(lexicon, slot, language)
    question = say(
        language,
        "planner.which_value",
        attribute=part_label(lexicon, slot.attribute or slot.key, (slot,), language),
        words=words,
        choices=listed(language, named),
        example=problem.intent.text.replace(words, named[0], 1),
    )
    return NoPlan(reason="ambiguous", text=question, question=question)


def other_kind(problem: Problem, goal: Goal, present: str, said: Fact) -> NoPlan:
    """The thing that is named is of another kind than the sentence says."""
    language = problem.intent.language
    lexicon = problem.catalogue.lexicon
    text = say(
        language,
        "planner.other_kind",
        object=goal.object.words or problem.spoken(goal.object.type or ""),
        present=value_label(lexicon, present, language),
        said=said.words,
    )
    return NoPlan(reason="data", text=text)


def lacking(problem: Problem, state: State) -> NoPlan:
    """Values that nobody gave and no tool can provide."""
    return missing_values(problem, tuple(dict.fromkeys(state.missing)))


def missing_values(problem: Problem, names: tuple[str, ...]) -> NoPlan:
    """The question for values by their names: `entity.attribute`, or an argument's own."""
    language = problem.intent.language
    spoken = [_spoken(problem, name) for name in names]
    gaps = "".join(say(language, "planner.placeholder", name=name) for name in spoken)
    question = say(
        language,
        "planner.missing",
        names=listed(language, map(partial(_with_choices, problem), names, spoken)),
        example=f"{problem.intent.text} {gaps}",
    )
    return NoPlan(reason="missing", text=question, question=question, missing=names)


def no_way(problem: Problem, goal: Goal, present: str) -> NoPlan:
    """The wanted state cannot be reached from the present one, or only by what is forbidden."""
    wanted = str(goal.target_state.value) if goal.target_state else ""
    free = replace(problem, intent=problem.intent.model_copy(update={"negative": ()}))
    if problem.intent.negative and ways_to(free, goal.object.type or "", present, wanted, ()):
        return _forbidden(problem)
    lexicon = problem.catalogue.lexicon
    text = say(
        problem.intent.language,
        "planner.no_way",
        entity=problem.spoken(goal.object.type or ""),
        present=value_label(lexicon, present, problem.intent.language),
        wanted=value_label(lexicon, wanted, problem.intent.language),
    )
    return NoPlan(reason="no_tool", text=text)


def unsettled(problem: Problem) -> NoPlan:
    """What lists hold together does not fit, however it is chosen."""
    language = problem.intent.language
    words = dict.fromkeys(goal.object.words or goal.text for goal in problem.intent.goals)
    text = say(language, "planner.unsettled", words=listed(language, words))
    return NoPlan(reason="data", text=text)


def unknown_whether(problem: Problem, goal: Goal) -> NoPlan:
    """What is to be made only if there is none, where no read tells."""
    entity = problem.spoken(goal.object.type or "")
    text = say(problem.intent.language, "planner.unknown_whether", entity=entity)
    return NoPlan(reason="no_tool", text=text)


def none_described(problem: Problem, goal: Goal) -> NoPlan:
    """Nothing that exists is as the sentence describes it."""
    text = say(problem.intent.language, "planner.none_described", words=goal.object.words)
    return NoPlan(reason="data", text=text)


def which_of(problem: Problem, goal: Goal, values: Sequence[str]) -> NoPlan:
    """Several are as described: which one is meant is for the user to say."""
    words = goal.object.words
    question = say(
        problem.intent.language,
        "planner.which_of",
        words=words,
        count=len(values),
        values=listed(problem.intent.language, values[:_SHOWN]),
    )
    fitting = tuple(values) if len(problem.intent.goals) == 1 else ()
    return NoPlan(reason="ambiguous", text=question, question=question, fitting=fitting)


def _too_many(problem: Problem, goal: Goal) -> NoPlan:
    """One by one it would be more calls than one request makes, and no tool does them at once."""
    text = say(
        problem.intent.language,
        "planner.too_many",
        count=goal.quantity,
        entity=problem.spoken(goal.object.type or ""),
        limit=problem.options.max_times,
    )
    return NoPlan(reason="no_tool", text=text)


def unreadable(problem: Problem, goal: Goal, reason: str | None) -> NoPlan:
    """The present state is needed and no read told it."""
    language = problem.intent.language
    text = say(
        language,
        "planner.unreadable_state",
        entity=problem.spoken(goal.object.type or ""),
        reason=reason or say(language, "common.unknown"),
    )
    return NoPlan(reason="data", text=text)


def _near(problem: Problem, near: tuple[Miss, ...]) -> str:
    return listed(problem.intent.language, (_near_item(problem, miss) for miss in near[:3]))


def _near_item(problem: Problem, miss: Miss) -> str:
    language, known = problem.intent.language, problem.catalogue.environments
    places = listed(language, (known.label(name, language) for name in miss.tool.environments))
    if miss.differs == places:  # of another environment, which is told anyway
        return say(
            language,
            "planner.nearest_there",
            title=tool_title(miss.tool, language),
            environments=places,
        )
    return say(
        language,
        "planner.nearest_item",
        title=tool_title(miss.tool, language),
        differs=value_label(problem.catalogue.lexicon, miss.differs, language),
        environments=places,
    )


def _spoken(problem: Problem, name: str) -> str:
    """`entity.attribute` in the user's words."""
    entity, _, attribute = name.rpartition(".")
    language = problem.intent.language
    spoken = part_label(problem.catalogue.lexicon, attribute, _slots(problem, name), language)
    if not entity:
        return spoken
    return say(language, "planner.missing_item", entity=problem.spoken(entity), attribute=spoken)


def _with_choices(problem: Problem, name: str, spoken: str) -> str:
    """What is missing, with what it may be where that is a closed set."""
    language = problem.intent.language
    slot = next((one for one in _slots(problem, name) if one.values), None)
    if slot is None:
        return spoken
    told = listed(language, choice_labels(problem.catalogue.lexicon, slot, language))
    return say(language, "planner.missing_of", name=spoken, choices=told)


def _slots(problem: Problem, name: str) -> Iterator[Slot]:
    return slots_named(problem.catalogue.in_environment(problem.environment), name)
