"""Two readings: the model's counts, and where they would leave other data the user is asked."""

from typing import Any

import pytest

from pipelines.contracts.intent import (
    EntityRef,
    Goal,
    Identifier,
    Instruction,
    IntentResult,
    Missing,
    Span,
)
from pipelines.intent.model.agree import agreed
from tool_registry.base.types import FunctionType, IntentType

MOVE = "transfer book B100 from reader R200 to reader R300, daily"
DOES = {
    "transfer": FunctionType.OPERATE,
    "lend": FunctionType.OPERATE,
    "cancel": FunctionType.OPERATE,
    "delete": FunctionType.DELETE,
    "create": FunctionType.CREATE,
    "query": FunctionType.QUERY,
}


def span(text: str, words: str) -> Span:
    at = text.index(words)
    return Span(start=at, end=at + len(words), text=words)


def thing(text: str, name: str, *ids: str, role: str | None = None) -> EntityRef:
    """`reader R200` of the text."""
    named = tuple(Identifier(attribute="id", value=one, span=span(text, one)) for one in ids)
    return EntityRef.model_validate(
        {"type": name, "role": role, "identifiers": named, "words": name}
    )


def read(
    text: str, object: EntityRef, *related: EntityRef, count: int = 1, **more: Any
) -> IntentResult:
    """What the text says, its first word being the action and its last one the environment."""
    action = text.split(" ", maxsplit=1)[0]
    goal = Goal(
        id="G1",
        action=action,
        action_words=action,
        function=DOES[action],
        object=object,
        related=related,
        quantity=count,
        text=text,
    )
    return IntentResult.model_validate(
        {
            "text": text,
            "language": "en",
            "intent_type": IntentType.OPERATE_DATA,
            "environment": text.rsplit(", ", maxsplit=1)[-1],
            "goals": (goal,),
            **more,
        }
    )


def moved(text: str, source: str = "R200", target: str = "R300") -> IntentResult:
    """`transfer book B100 from … to …`."""
    ends = thing(text, "reader", source, role="source"), thing(text, "reader", target, role="new")
    return read(text, thing(text, "book", "B100"), *ends)


def lent(reader: str = "R200", place: str = "daily", **more: Any) -> IntentResult:
    """`lend book B100 to reader …`."""
    text = f"lend book B100 to reader {reader}, do not change the fines, {place}"
    whom = thing(text, "reader", reader, role="recipient")
    return read(text, thing(text, "book", "B100"), whom, **more)


def made(count: int, *missing: Missing) -> IntentResult:
    """`create 3 books`."""
    text = f"create {count} books, daily"
    return read(text, thing(text, "book"), count=count, missing=missing)


def ended(action: str, *ids: str) -> IntentResult:
    """`delete book B100`."""
    text = f"{action} book {' '.join(ids)}, daily"
    return read(text, thing(text, "book", *ids))


def test_the_same_reading_asks_nothing() -> None:
    assert agreed(moved(MOVE), moved(MOVE)) == moved(MOVE)


def test_two_values_in_each_others_place_are_asked_about_by_name() -> None:
    asked = agreed(moved(MOVE, "R300", "R200"), moved(MOVE))
    assert (asked.missing[0].name, asked.missing[0].blocking) == ("reading", True)
    first, second = asked.missing[0].question.split("; 2. ")
    assert "the source reader R200" in first
    assert "the source reader R300" in second


def test_a_look_up_harms_nobody_and_is_not_asked_about() -> None:
    text = "query book B100 of reader R200, daily"
    mine = read(text, thing(text, "book", "B100"), thing(text, "reader", "R200", role="owner"))
    other = read(text, thing(text, "book", "R200"), thing(text, "reader", "B100", role="owner"))
    assert agreed(other, mine) == other


@pytest.mark.parametrize(
    ("mine", "other"),
    [
        (made(3), made(2)),
        (ended("delete", "B100"), ended("cancel", "B100")),
        (lent(), lent("R300")),
        (lent(), lent(place="pre")),
    ],
)
def test_count_deletion_receiver_and_environment_are_the_users_to_decide(
    mine: IntentResult, other: IntentResult
) -> None:
    asked = agreed(mine, other)
    assert asked.missing[0].name == "reading"
    assert asked.goals == mine.goals


def test_a_prohibition_that_only_the_local_reader_hears_is_asked_about() -> None:
    deaf = lent()
    words = span(deaf.text, "do not change the fines")
    told = lent(negative=(Instruction(kind="forbid", text=words.text, span=words),))
    assert agreed(deaf, told).missing[0].name == "reading"
    assert agreed(told, deaf) == told


def test_any_other_difference_is_the_models_to_decide() -> None:
    mine = lent()
    [goal] = mine.goals
    thing = goal.object.model_copy(update={"type": "fine"})
    other = mine.model_copy(update={"goals": (goal.model_copy(update={"object": thing}),)})
    assert agreed(other, mine) == other


def test_what_is_missing_is_asked_before_the_readings_are_compared() -> None:
    lacking = Missing(name="environment", blocking=True, question="where?")
    mine = made(3, lacking)
    assert agreed(mine, made(2)) == mine
