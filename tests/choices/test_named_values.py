"""Values that nobody has read, put into the form of a picked tool by the names beside them."""

from typing import Any

import pytest

from pipelines.clarification.building import by_tool
from pipelines.clarification.form import form_of
from pipelines.contracts.intent import (
    Constraint,
    EntityRef,
    Goal,
    Instruction,
    IntentResult,
    Span,
)
from tool_registry.base.environment import Environment, Environments
from tool_registry.base.types import FunctionType, IntentType, JsonValue
from tool_registry.building import build_catalogue
from tool_registry.model import RawTool
from tool_registry.vocabulary.language import language_of
from tool_registry.vocabulary.packs import load_packs

NUMBER: dict[str, Any] = {"type": "number"}
TEXT: dict[str, Any] = {"type": "string"}
TEXTS: dict[str, Any] = {"type": "array", "items": TEXT}
PLACES = Environments(configured=(Environment(name="daily"),))


def told(text: str, words: str) -> Span:
    start = text.index(words)
    return Span(start=start, end=start + len(words), text=words)


def unread(text: str, **more: Any) -> IntentResult:
    """A sentence of which nothing was read."""
    made = IntentResult(
        text=text,
        language=language_of(text),
        intent_type=IntentType.OPERATE_DATA,
        environment="daily",
    )
    return made.model_copy(update=more)


def form(intent: IntentResult, goal: Goal | None = None, **properties: Any) -> dict[str, JsonValue]:
    """The fields that the sentence fills, where the only tool was picked."""
    raw = RawTool(
        source="sea",
        name="planDive",
        description="Plan a dive.",
        input_schema={"type": "object", "properties": properties, "required": [*properties]},
        environments=("daily",),
    )
    catalogue = build_catalogue([raw], (), PLACES, load_packs(("general",)))
    [tool] = catalogue.tools.values()
    draft = by_tool(intent, goal, tool, catalogue, by_exclusion=True)
    fields = form_of("choice", draft, catalogue).fields
    return {
        one.path.partition("/")[2]: one.value
        for one in fields
        if one.source in ("words", "derived")
    }


def test_a_value_goes_to_the_argument_that_is_named_beside_it() -> None:
    text = 'the reef label is "R7", at 12.5 latitude and -3.5 longitude, brightness to 85'
    found = form(
        unread(text), reef_label=TEXT, brightness=NUMBER, longitude=NUMBER, latitude=NUMBER
    )
    assert found == {"reef_label": "R7", "brightness": 85, "latitude": 12.5, "longitude": -3.5}


def test_names_in_chinese_stand_before_or_behind() -> None:
    text = "潜水深度设为30，用2个气瓶数"
    depth = {**NUMBER, "description": "潜水深度，单位米"}
    bottles = {**NUMBER, "description": "气瓶数（个）"}
    assert form(unread(text), d=depth, b=bottles) == {"d": 30, "b": 2}


def test_a_list_takes_what_is_listed_behind_its_name() -> None:
    found = form(unread('reefs "R1", "R2" and "R3", then home'), reefs=TEXTS)
    assert found == {"reefs": ["R1", "R2", "R3"]}


def test_both_ends_of_a_range_and_days_that_are_written_out() -> None:
    text = "free boats from August 1, 2023 to 3rd October 2023"
    found = form(unread(text), from_date=TEXT, to_date=TEXT)
    assert found == {"from_date": "2023-08-01", "to_date": "2023-10-03"}
    assert form(unread("dives between 10 and 20"), min_depth=NUMBER, max_depth=NUMBER) == {
        "min_depth": 10,
        "max_depth": 20,
    }


def test_words_of_a_closed_set_and_examples_of_a_description() -> None:
    speed = {**TEXT, "enum": ["slow", "very_fast"]}
    style = {**TEXT, "description": "How to dive (e.g., back roll, giant stride, etc.)"}
    found = form(unread("a Back Roll, and very fast please"), speed=speed, style=style)
    assert found == {"speed": "very_fast", "style": "Back Roll"}


@pytest.mark.parametrize(
    "text",
    ["brightness 85 or 90", "it is 85 here", "speed slow or very fast", "85 and two"],
)
def test_nothing_is_filled_in_that_no_name_stands_beside(text: str) -> None:
    speed = {**TEXT, "enum": ["slow", "very_fast"]}
    found = form(unread(text), depth_limit=NUMBER, width_limit=NUMBER, speed=speed)
    assert found == {}


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("brightness 85 or 90", "brightness"),
        ("亮度 85 或 90", "亮度"),
        ("20 off for divers", "offset"),
        ("there are 50 boats", "area"),
        ("stay for 3 days", "forks"),
        ("print 5 labels", "price"),
        ("2 per diver", "percentage"),
    ],
)
def test_words_that_only_begin_alike_and_alternatives_fill_nothing(text: str, slot: str) -> None:
    assert form(unread(text), None, **{slot: NUMBER, "other_thing": TEXT}) == {}


def test_two_values_are_a_range_only_where_they_are_said_to_be() -> None:
    found = form(unread("tanks for divers 5 and 7"), min_depth=NUMBER, max_depth=NUMBER)
    assert found == {}


def test_two_arguments_of_one_name_are_left_to_the_user() -> None:
    one = {"type": "object", "properties": {"depth": NUMBER}}
    assert form(unread("depth 85"), first=one, second=one) == {}


def test_what_is_forbidden_or_of_another_goal_is_no_value() -> None:
    text = "no brightness 85, and another with depth 30"
    never = Instruction(kind="forbid", text=text, span=told(text, "brightness 85"))
    other = Goal(
        id="G2",
        action="create",
        action_words="",
        function=FunctionType.CREATE,
        object=EntityRef(
            type="dive",
            constraints=(Constraint(attribute="depth", value=30, span=told(text, "30")),),
        ),
    )
    mine = other.model_copy(update={"id": "G1", "object": EntityRef(type="lamp")})
    intent = unread(text, negative=(never,), goals=(mine, other))
    assert form(intent, mine, brightness=NUMBER, depth=NUMBER) == {}


def test_a_text_takes_the_users_own_words() -> None:
    text = "a male diver"
    told_of = Constraint(attribute="gender", value="男", span=told(text, "male"))
    goal = Goal(
        id="G1",
        action="create",
        action_words="",
        function=FunctionType.CREATE,
        object=EntityRef(type="diver", constraints=(told_of,)),
    )
    found = form(unread(text, goals=(goal,)), goal, gender=TEXT)
    assert found == {"gender": "male"}
