"""The execution plan: one atomic step per goal, in words."""

from collections.abc import Sequence

from pipelines.contracts.intent import Goal, Language, PlanStep
from pipelines.messages import say
from pipelines.messages.labels import entity_label, value_label
from tool_registry.vocabulary.lexicon import Lexicon


def execution_plan(
    goals: Sequence[Goal], language: Language, lexicon: Lexicon
) -> tuple[PlanStep, ...]:
    """The goals as steps for people, in order."""
    return tuple(
        PlanStep(
            step=number,
            text=goal.text,
            action=goal.action,
            object=goal.object.type or goal.object.words or None,
            expects=_expects(goal, language, lexicon),
        )
        for number, goal in enumerate(goals, start=1)
    )


def _expects(goal: Goal, language: Language, lexicon: Lexicon) -> str:
    named = goal.object.type and entity_label(lexicon, goal.object.type, language)
    thing = named or goal.object.words or say(language, "intent.thing")
    if goal.target_state is not None:
        state = value_label(lexicon, str(goal.target_state.value), language)
        return say(language, "intent.expects_state", object=thing, state=state)
    if goal.function.value == "create":
        return say(language, "intent.expects_create", count=goal.quantity, object=thing)
    if goal.function.value == "operate":
        words = goal.action_words or goal.action
        return say(language, "intent.expects_operate", object=thing, action=words)
    return say(language, f"intent.expects_{goal.function.value}", object=thing)
