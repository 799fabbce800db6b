"""What a form has put into an argument reaches that argument and no other one."""

from dataclasses import replace
from typing import Any

import pytest

from pipelines.clarification.filling import Value, filled, goal_of, said_in
from pipelines.clarification.form import submitted
from pipelines.contracts.chain import ToolChain
from pipelines.contracts.intent import Span
from tests.planner.library import asks, calls, library_with, planned
from tool_registry.base.types import JsonValue
from tool_registry.model import RawTool
from tool_registry.sources.paths import nested

TEXT: dict[str, Any] = {"type": "string"}


def tool(name: str, **properties: Any) -> RawTool:
    return RawTool(
        source="desk",
        name=name,
        description="Moves a shelf's boxes.",
        input_schema={"type": "object", "properties": properties, "required": [*properties]},
        environments=("pre",),
    )


def value(said: str, at: int) -> Value:
    return Value(said, words=said, span=Span(start=at, end=at + len(said), text=said))


def test_two_arguments_that_mean_the_same_are_told_apart() -> None:
    side = {"type": "object", "properties": {"title": TEXT}, "required": ["title"]}
    catalogue = library_with([tool("moveBoxes", first=side, second=side)])
    [known] = catalogue.tools.values()
    assert len({slot.attribute for slot in known.needs}) == 1
    values = {"second.title": value("blue", 0), "first.title": value("red", 9)}
    goal, given = goal_of(known, values, None, catalogue, "as said")
    intent = asks(goal)
    assert given == {}
    shown = filled(known, said_in(intent, goal), catalogue).values
    assert {path: one.value for path, one in shown.items()} == {
        "first.title": "red",
        "second.title": "blue",
    }
    [call] = calls(planned(intent, catalogue=catalogue))
    assert call == "moveBoxes(first.title=red:words, second.title=blue:words)"


def test_a_list_gets_everything_that_was_put_into_it() -> None:
    texts = {"type": "array", "items": TEXT, "description": "labels of boxes"}
    catalogue = library_with([tool("moveBoxes", labels=texts, note=TEXT)])
    [known] = catalogue.tools.values()
    labels = Value("a1", words="a1", span=Span(start=0, end=2, text="a1"), more=(value("b2", 4),))
    goal, _ = goal_of(known, {"labels": labels, "note": value("x", 9)}, None, catalogue, "as said")
    [call] = calls(planned(asks(goal), catalogue=catalogue))
    assert call == "moveBoxes(labels=['a1', 'b2']:words, note=x:words)"


def test_values_for_a_list_of_objects_become_its_objects() -> None:
    box = {"type": "object", "properties": {"label": TEXT, "colour": TEXT}}
    catalogue = library_with([tool("moveBoxes", boxes={"type": "array", "items": box})])
    [known] = catalogue.tools.values()
    values = {
        "boxes[].label": replace(value("a1", 0), more=(value("b2", 4),)),
        "boxes[].colour": replace(value("red", 9), more=(value("blue", 14),)),
    }
    goal, _ = goal_of(known, values, None, catalogue, "as said")
    chain = planned(asks(goal), catalogue=catalogue)
    assert isinstance(chain, ToolChain)
    [step] = chain.steps
    sent = nested({path: one.value for path, one in step.arguments.items()})
    assert sent == {"boxes": [{"label": "a1", "colour": "red"}, {"label": "b2", "colour": "blue"}]}


@pytest.mark.parametrize("typed", ["a1, b2", "a1、b2", ["a1", "b2"]])
def test_a_list_is_typed_with_commas(typed: JsonValue) -> None:
    texts = {"type": "array", "items": TEXT, "description": "labels of boxes"}
    catalogue = library_with([tool("moveBoxes", labels=texts)])
    [known] = catalogue.tools.values()
    goal, _ = goal_of(known, {}, None, catalogue, "as said")
    filled_in, _, problems = submitted(asks(goal), {"G1/labels": typed}, catalogue)
    assert problems == {}
    [call] = calls(planned(filled_in, catalogue=catalogue))
    assert call == "moveBoxes(labels=['a1', 'b2']:words)"
