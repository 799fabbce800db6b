"""The execution plan: one atomic step per goal, in words."""

from collections.abc import Sequence

from pipelines.intent.result import Goal, Language, PlanStep
from pipelines.messages import say


def execution_plan(goals: Sequence[Goal], language: Language) -> tuple[PlanStep, ...]:
    """The goals as steps for people, in order."""
    return tuple(
        PlanStep(
            step=number,
            text=goal.text,
            action=goal.action,
            object=goal.object.type or goal.object.words or None,
            expects=_expects(goal, language),
        )
        for number, goal in enumerate(goals, start=1)
    )


def _expects(goal: Goal, language: Language) -> str:
    thing = goal.object.type or goal.object.words or say(language, "intent.thing")
    if goal.target_state is not None:
        state = goal.target_state.value
        return say(language, "intent.expects_state", object=thing, state=state)
    if goal.function.value == "create":
        return say(language, "intent.expects_create", count=goal.quantity, object=thing)
    if goal.function.value == "operate":
        words = goal.action_words or goal.action
        return say(language, "intent.expects_operate", object=thing, action=words)
    return say(language, f"intent.expects_{goal.function.value}", object=thing)
