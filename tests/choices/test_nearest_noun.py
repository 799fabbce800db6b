"""Ids that a reader took for something else, by the nouns that they stand behind."""

import pytest

from pipelines.clarification.known.nearest_noun import with_nearest_nouns
from pipelines.contracts.intent import Constraint, EntityRef, Goal, Identifier, IntentResult, Span
from tests.parsing.operations import INTEGER, STRING, catalogue, operation
from tool_registry.base.types import FunctionType, IntentType
from tool_registry.catalogue import Catalogue


@pytest.fixture(scope="module")
def clinic() -> Catalogue:
    patient = {"id": INTEGER, "name": STRING, "weight": INTEGER}
    visit = {"id": INTEGER, "room": STRING}
    return catalogue(
        operation("get_patient", "GET /patients/{patient_id}", results=patient),
        operation("list_visits", "GET /patients/{patient_id}/visits", results=visit),
    )


def read(text: str, kind: str, noun: str, value: str, attribute: str | None = None) -> IntentResult:
    """A reading that took all words since the noun for one thing; with an attribute, the value for
    that of it, and without one for its id."""
    start, at = text.index(noun), text.index(value)
    words, span = text[start : at + len(value)], Span(start=at, end=at + len(value), text=value)
    thing = EntityRef(
        type=kind,
        identifiers=() if attribute else (Identifier(attribute=None, value=value, span=span),),
        constraints=(Constraint(attribute=attribute, value=value, span=span),) if attribute else (),
        words=words,
        span=Span(start=start, end=at + len(value), text=words),
    )
    goal = Goal(id="G1", action="query", action_words="", function=FunctionType.QUERY, object=thing)
    kinds = {"text": text, "language": "en", "intent_type": IntentType.QUERY_DATA}
    return IntentResult.model_validate({**kinds, "goals": (goal,)})


def test_the_second_noun_is_named_by_its_own_id(clinic: Catalogue) -> None:
    said = read("look up the visits patient 7 had", "visit", "visits", "7")
    (goal,) = with_nearest_nouns(said, clinic).goals
    (beside,) = goal.related
    assert (goal.object.words, goal.object.identifiers) == ("visits", ())
    assert (beside.type, beside.words, beside.identifiers[0].value) == ("patient", "patient 7", "7")


def test_a_noun_keeps_its_own_id(clinic: Catalogue) -> None:
    said = read("look up the patient visit 7", "visit", "patient visit", "7")
    assert with_nearest_nouns(said, clinic) == said


def test_a_number_of_something_that_no_tool_knows_of_the_thing_is_its_id(
    clinic: Catalogue,
) -> None:
    said = read("look up patient 7", "patient", "patient", "7", "warranty")
    (goal,) = with_nearest_nouns(said, clinic).goals
    assert ([one.value for one in goal.object.identifiers], goal.object.constraints) == (["7"], ())


def test_one_that_a_tool_knows_stays(clinic: Catalogue) -> None:
    said = read("look up patient 7", "patient", "patient", "7", "weight")
    assert with_nearest_nouns(said, clinic) == said


def test_a_word_for_id_behind_an_id_is_no_part_of_it(clinic: Catalogue) -> None:
    said = read("查一下 patient 7号", "patient", "patient", "7号")
    (goal,) = with_nearest_nouns(said, clinic).goals
    assert [one.value for one in goal.object.identifiers] == ["7"]
