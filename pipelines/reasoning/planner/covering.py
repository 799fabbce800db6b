"""What a sentence says and a partial plan does not use."""

from collections.abc import Iterator

from pipelines.contracts.intent import Goal, Span
from pipelines.reasoning.arguments.kinds import names
from pipelines.reasoning.arguments.values import means
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.planner.state import Fact, Instance, State


def uncovered(problem: Problem, goal: Goal, state: State) -> tuple[Fact, ...]:
    """Facts from the sentence that the plan does not use."""
    reading = not goal.function.writes
    texts = [
        fact.span
        for instance in state.instances.values()
        for fact in instance.facts
        if fact.span and fact.key in state.covered
    ]
    said = tuple(
        fact
        for instance in state.instances.values()
        for fact in instance.facts
        if fact.key.startswith(f"{goal.id}/")
        and fact.source == "words"
        and fact.key not in state.covered
        and fact.operator != "ne"
        and not (reading and _shown(problem, fact, instance))
        and not (reading and _told_by_rows(problem, goal, state, fact, instance))
        and not any(_within(fact, span) for span in texts)
        and not (_exists(goal, instance) and names(problem, goal, fact, instance))
    )
    return said if reading else (*said, *_left_aside(goal, state))


def _exists(goal: Goal, instance: Instance) -> bool:
    """It is no thing that the goal makes."""
    return goal.function.value != "create" or not instance.key.startswith(f"{goal.id}/o")


def _left_aside(goal: Goal, state: State) -> Iterator[Fact]:
    """`a user who has a card`: a thing that is wanted as well, and that no call speaks of."""
    calls = [draft.tool for draft in state.drafts if draft.goal == goal.id]
    dealt = {entity for tool in calls for entity in tool.objects}
    dealt |= {slot.entity for tool in calls for slot in tool.needs if slot.entity}
    for ref in goal.related:
        told = ref.identifiers or ref.constraints or ref.reference
        if ref.type and ref.quantity and not told and ref.type not in dealt:
            yield Fact(f"{goal.id}/{ref.words}", None, ref.words, span=ref.span, words=ref.words)


def _told_by_rows(
    problem: Problem, goal: Goal, state: State, fact: Fact, instance: Instance
) -> bool:
    """Each row of the list names the thing that it is of: those of another one are left out. People
    are called by more than their ids."""
    if problem.is_person(instance.entity) or instance.entity == goal.object.type:
        return False
    lists = [one.tool for one in state.drafts if one.main and one.goal == goal.id]
    return (
        fact.identifies
        and fact.attribute in (None, "id")
        and instance.key != f"{goal.id}/o"
        and any(
            (item.entity, item.attribute) == (instance.entity, "id") and item.many
            for tool in lists
            for item in tool.yields
        )
    )


def _within(fact: Fact, text: Span) -> bool:
    """True for words inside a longer text that is passed on as a whole."""
    span = fact.span
    inside = span is not None and text.start <= span.start and span.end <= text.end
    return inside and span is not None and text.end - text.start > span.end - span.start


def _shown(problem: Problem, fact: Fact, instance: Instance) -> bool:
    """A condition on what is read is honoured afterwards, where the result tells the attribute."""
    if fact.identifies or fact.operator in ("first", "last"):
        return not fact.identifies
    known = instance.known.get(fact.attribute or "")
    words = known.yielded.values if known is not None else {}
    if not words or not isinstance(fact.value, str):
        return known is not None
    lexicon = problem.catalogue.lexicon
    return any(means(said, raw, fact.value, lexicon) for raw, said in words.items())
