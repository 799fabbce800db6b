"""Values as readers leave them, cleaned of what is no part of them."""

import pytest

from pipelines.clarification.known.cleaned_values import with_cleaned_values
from pipelines.contracts.intent import EntityRef, Goal, Identifier, IntentResult, Span
from tests.intent.world import lexicon_of
from tool_registry.base.types import FunctionType, IntentType


@pytest.mark.parametrize(
    ("value", "id"),
    [
        ("order 17", "17"),
        ("order #A7", "order #A7"),
        ("coupon 17", "coupon 17"),
        ("order", "order"),
        ("17", "17"),
    ],
)
def test_the_noun_of_the_thing_is_no_part_of_its_number(value: str, id: str) -> None:
    span = Span(start=7, end=7 + len(value), text=value)
    named = Identifier(attribute=None, value=value, span=span)
    goal = Goal(
        id="G1",
        function=FunctionType.OPERATE,
        action="cancel",
        action_words="cancel",
        object=EntityRef(type="订单", identifiers=(named,)),
    )
    text = f"cancel {value}"
    said = IntentResult(
        text=text, language="en", intent_type=IntentType.OPERATE_DATA, goals=(goal,)
    )
    [one] = with_cleaned_values(said, lexicon_of("commerce")).goals[0].object.identifiers
    assert (one.value, text[one.span.start : one.span.end]) == (id, id)
