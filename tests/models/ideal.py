"""A model that reads as well as the rules do: their result, written as a filled form."""

from collections.abc import Mapping
from typing import Any

from pipelines.contracts.intent import EntityRef, Goal, IntentResult, Span
from pipelines.intent.model.form import CHOICES
from pipelines.intent.model.sentence import Sentence

_LETTERS = {kind: letter for letter, kind in CHOICES.items()}
_POINTING = ("that", "previous")


def ideal_form(result: IntentResult, sentence: Sentence) -> dict[str, Any]:
    """The form behind a result; the words of quantities, which the rules do not keep, are the
    sentence's numbers."""
    counted = {
        token.values[0].value: token.text
        for token in sentence.said
        if token.shape == "number" and token.values
    }
    place = result.spans.get("environment")
    return {
        "intent_type": _LETTERS[result.intent_type],
        "environment": result.environment if place else None,
        "environment_words": place.text if place else None,
        "steps": [_step(goal, counted) for goal in result.goals],
        "negative": [
            {"kind": one.kind, "words": one.span.text, "action": one.action, "object": one.object}
            for one in result.negative
        ],
        "supplements": [{"kind": one.kind, "words": one.span.text} for one in result.supplements],
    }


def _step(goal: Goal, counted: Mapping[Any, str]) -> dict[str, Any]:
    return {
        "words": goal.span.text if goal.span else goal.text,
        "action": goal.action,
        "action_words": goal.action_words or None,
        "object": _thing(goal.object, counted),
        "related": [_thing(ref, counted) for ref in goal.related],
        "target_state_words": goal.target_state.span.text if goal.target_state else None,
        "asked": list(goal.asked),
    }


def _thing(ref: EntityRef, counted: Mapping[Any, str]) -> dict[str, Any]:
    return {
        "type": ref.type,
        "words": ref.span.text if ref.span else ref.words,
        "role": ref.role,
        "quantity_words": counted.get(ref.quantity),
        "identifiers": [_said(one.attribute, one.span) for one in ref.identifiers],
        "constraints": [
            {**_said(one.attribute, one.span), "operator": one.operator} for one in ref.constraints
        ],
        "reference": ref.reference if ref.reference in _POINTING else None,
    }


def _said(attribute: str | None, span: Span) -> dict[str, Any]:
    return {"attribute": attribute, "words": span.text}
