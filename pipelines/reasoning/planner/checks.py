"""What the sentence demands of the outcome, as checks that the summary will judge."""

from collections.abc import Sequence
from typing import cast

from pipelines.contracts.chain import Check, Step
from pipelines.contracts.intent import Constraint, Goal, Operator, Span
from pipelines.messages import say
from pipelines.messages.labels import value_label
from pipelines.reasoning.arguments.kinds import names
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.planner.state import Draft, Fact, State
from tool_registry.model import Slot

_WHOLE = Span(start=0, end=0, text="")


def checks_for(
    problem: Problem, steps: Sequence[Step], drafts: Sequence[Draft], state: State
) -> tuple[Check, ...]:
    """All checks of a chain, in the order of its goals and steps."""
    checks: list[Check] = []
    for goal in problem.intent.goals:
        mine = [
            (step, draft)
            for step, draft in zip(steps, drafts, strict=True)
            if step.goal == goal.id and step.main
        ]
        if goal.id in state.resolved:
            checks += [
                check.model_copy(update={"step": s.id}) for s, d in mine for check in d.checks
            ]
            continue
        for step, draft in mine:
            checks += _of_step(problem, goal, step, draft, state, mine[-1][0].id)
        if goal.function.value == "create" and mine and not _hands_over(goal, mine[0][1]):
            checks.append(_count(problem, goal, mine[0][0]))
    return tuple(checks)


def _of_step(
    problem: Problem, goal: Goal, step: Step, draft: Draft, state: State, last: str
) -> list[Check]:
    if not draft.tool.function.writes:
        answered = _check(problem, goal, step, "answered", entity=_entity(step))
        judged = goal.function.value == "verify" and draft.tool.function.value == "query"
        said = (
            [f for f in state.instances[draft.target].facts if not f.identifies] if judged else []
        )
        return [answered, *(_attribute(problem, goal, step, fact) for fact in said)]
    checks = [_presence(problem, goal, step, draft)]
    facts = [fact for fact in state.instances[draft.target].facts if not fact.identifies]
    target = state.instances[draft.target]
    facts = [fact for fact in facts if not _is_worked_out(fact, draft)]
    facts = [fact for fact in facts if not names(problem, goal, fact, target)]
    checks += [_attribute(problem, goal, step, fact) for fact in facts]
    checks += [
        _check(problem, goal, step, "owner", entity=slot.entity or "", slot=slot.path)
        for slot in draft.tool.needs
        if slot.path in step.arguments and _points_elsewhere(slot, step)
    ]
    after = [c.after for c in draft.tool.states if c.entity == _entity(step) and c.after]
    passing = goal.target_state is not None and step.id != last
    told = [
        slot for slot in draft.tool.needs if slot.actions_by_value and slot.path in step.arguments
    ]
    after += [str(step.arguments[slot.path].value) for slot in told]
    if after and not passing and goal.function.value != "create":
        checks.append(_state(problem, goal, step, after[0]))
    return checks


def _hands_over(goal: Goal, draft: Draft) -> bool:
    """True for a tool that gives away what exists: nothing more is there afterwards."""
    return draft.tool.function.value != "create" and any(
        slot.entity == goal.object.type and slot.attribute == "id" for slot in draft.tool.needs
    )


def _is_worked_out(fact: Fact, draft: Draft) -> bool:
    """Tomorrow, two days: what is compared is the day that was sent for it."""
    derived = [b for b in draft.bindings.values() if b.source == "derived" and not b.conversion]
    return any(fact.words in binding.detail for binding in derived)


def _presence(problem: Problem, goal: Goal, step: Step, draft: Draft) -> Check:
    function = draft.tool.function.value
    kind = {"create": "exists", "delete": "absent"}.get(function, "answered")
    kind = "answered" if _is_given(draft, _entity(step)) else kind
    return _check(problem, goal, step, kind, entity=_entity(step))


def _is_given(draft: Draft, entity: str) -> bool:
    """It makes another thing out of one that is there: the label of a parcel."""
    other = draft.tool.objects[:1] not in ((), (entity,))
    ids = {s.path for s in draft.tool.needs if (s.entity, s.attribute) == (entity, "id")}
    return other and not ids.isdisjoint(draft.bindings)


def _points_elsewhere(slot: Slot, step: Step) -> bool:
    told = step.arguments[slot.path].source not in ("default", "generated", "environment")
    elsewhere = bool(slot.entity) and slot.entity != _entity(step)
    return told and elsewhere and slot.attribute is not None


def _attribute(problem: Problem, goal: Goal, step: Step, fact: Fact) -> Check:
    constraint = Constraint(
        attribute=fact.attribute,
        operator=cast("Operator", fact.operator),
        value=fact.value,
        unit=fact.unit,
        span=fact.span or _WHOLE,
    )
    text = say(problem.intent.language, "planner.check_attribute", words=fact.words)
    return Check(
        text=text,
        goal=goal.id,
        step=step.id,
        entity=_entity(step),
        constraint=constraint,
        kind="attribute",
    )


def _state(problem: Problem, goal: Goal, step: Step, word: str) -> Check:
    constraint = Constraint(attribute="status", value=word, span=_WHOLE)
    text = say(
        problem.intent.language,
        "planner.check_state",
        entity=problem.spoken(_entity(step)),
        state=value_label(problem.catalogue.lexicon, word, problem.intent.language),
    )
    return Check(
        text=text,
        goal=goal.id,
        step=step.id,
        entity=_entity(step),
        constraint=constraint,
        kind="state",
    )


def _count(problem: Problem, goal: Goal, step: Step) -> Check:
    language = problem.intent.language
    text = say(
        language, "planner.check_count", count=goal.quantity, entity=problem.spoken(_entity(step))
    )
    constraint = Constraint(attribute=None, value=goal.quantity, span=goal.span or _WHOLE)
    return Check(text=text, goal=goal.id, entity=_entity(step), constraint=constraint, kind="count")


def _check(
    problem: Problem, goal: Goal, step: Step, kind: str, *, entity: str, slot: str | None = None
) -> Check:
    text = say(problem.intent.language, f"planner.check_{kind}", entity=problem.spoken(entity))
    return Check.model_validate(
        {
            "text": text,
            "goal": goal.id,
            "step": step.id,
            "entity": entity,
            "kind": kind,
            "slot": slot,
        }
    )


def _entity(step: Step) -> str:
    return step.produces.entity if step.produces else step.title
