"""Conditions that speak of a deed: `if anybody has taken it`, no wish to take it."""

from collections.abc import Sequence
from dataclasses import replace

from pipelines.contracts.intent import Constraint, Goal
from pipelines.intent.clauses import Clause
from pipelines.intent.phrases.nouns import span_of
from pipelines.intent.verbs import action_of

_LEADS = ("polite", "function", "and", "but", "also", "sequence")


def with_provisos(parts: Sequence[Clause]) -> list[Clause]:
    """The clauses; what only conditions another one is not to be done."""
    return [
        replace(part, kind="proviso") if _is_proviso(part, parts[place + 1 :]) else part
        for place, part in enumerate(parts)
    ]


def conditioned(goals: Sequence[Goal], parts: Sequence[Clause], text: str) -> tuple[Goal, ...]:
    """The goals, each with the provisos: no tool can honour them, and none may be passed over."""
    spans = [
        span for part in parts if part.kind == "proviso" if (span := span_of(part.tokens, text))
    ]
    told = tuple(Constraint(attribute=None, value=span.text, span=span) for span in spans)
    return tuple(
        goal.model_copy(
            update={
                "object": goal.object.model_copy(
                    update={"constraints": (*goal.object.constraints, *told)}
                )
            }
        )
        if told
        else goal
        for goal in goals
    )


def _is_proviso(part: Clause, later: Sequence[Clause]) -> bool:
    if part.kind != "positive" or not part.verbs or not _opens_with_if(part):
        return False
    actions = (action_of(part.tokens[i]) for i in part.verbs)
    writes = any(a is not None and a.function is not None and a.function.writes for a in actions)
    return writes and any(one.verbs or one.kind == "keep" for one in later)


def _opens_with_if(part: Clause) -> bool:
    for token in part.tokens:
        if token.is_("if") or (token.is_("whether") and not token.ideographic):
            return True
        if not token.is_(*_LEADS):
            return False
    return False
