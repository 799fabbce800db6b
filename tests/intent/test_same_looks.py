"""What only says once more that a thing is to be looked at makes no second look."""

from pipelines.clarification.known.same_deeds import with_deeds_once
from pipelines.contracts.intent import EntityRef, Goal, Identifier, IntentResult, Span
from tool_registry.base.types import FunctionType, IntentType
from tool_registry.vocabulary.lexicon import Lexicon

NOWHERE = Span(start=0, end=0, text="")


def look(id: str, name: str, asked: tuple[str, ...] = ()) -> Goal:
    names = (Identifier(attribute=None, value=name, span=NOWHERE),)
    thing = EntityRef(type="book", identifiers=names)
    return Goal(
        id=id,
        action="query",
        action_words="show",
        function=FunctionType.QUERY,
        object=thing,
        text="",
        asked=asked,
    )


def looks_of(*goals: Goal) -> list[str]:
    said = IntentResult(text="", language="en", intent_type=IntentType.QUERY_DATA, goals=goals)
    return [goal.id for goal in with_deeds_once(said, Lexicon(())).goals]


def test_one_look_is_enough_for_one_thing() -> None:
    assert looks_of(look("G1", "B-7"), look("G2", "B-7")) == ["G1"]


def test_another_thing_and_another_question_are_looks_of_their_own() -> None:
    goals = (look("G1", "B-7"), look("G2", "B-8"), look("G3", "B-7", ("title",)))
    assert looks_of(*goals) == ["G1", "G2", "G3"]
