"""A person's edits win over the parser and say so; wrong ones name their field."""

import pytest

from tests.parsing.catalogues import library, parse, raw, text
from tool_registry.base.types import Effect
from tool_registry.model import Filled
from tool_registry.parsing.edits import Edit, EditError, apply_edits

TOOL = parse(
    raw("lendBook", "Lends a book", {"who": text("reader"), "book.id": text("")}, required=("who",))
).tools["s/lendBook"]


def test_edits_win_and_tell_who_made_them() -> None:
    edited = apply_edits(
        TOOL,
        [
            Edit(field="effect", value="idempotent"),
            Edit(field="needs.who.entity", value="reader"),
            Edit(field="needs.who.attribute", value="id"),
            Edit(field="objects", value=["book", "reader"]),
        ],
    )
    assert (edited.effect, edited.objects) == (Effect.IDEMPOTENT, ("book", "reader"))
    who = next(slot for slot in edited.needs if slot.path == "who")
    assert (who.entity, who.attribute, who.required, who.confidence) == ("reader", "id", True, 1.0)
    assert edited.filled_by["needs.who.entity"] == Filled(by="person", confidence=1.0)
    assert edited.filled_by["function"].by == "rule"
    assert apply_edits(TOOL, []) == TOOL


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("colour", "red", "no field that can be edited"),
        ("id", "other/tool", "no field that can be edited"),
        ("effect", "sometimes", "Input should be"),
        ("needs.whom.entity", "reader", "no path 'whom' in needs; there are: who"),
        ("needs.who.colour", "red", "'colour' cannot be edited"),
        ("needs.who.required", {"no": "bool"}, "Input should be a valid boolean"),
        ("yields.x.entity", "book", "no path 'x' in yields"),
        ("needs", "all", "no path '' in needs"),
        ("title", "x" * 201, "at most 200 characters"),
        ("other_title", "x" * 201, "at most 200 characters"),
    ],
)
def test_a_wrong_edit_names_its_field(field: str, value: object, reason: str) -> None:
    edit = Edit.model_validate({"field": field, "value": value})
    with pytest.raises(EditError, match="^" + field) as caught:
        apply_edits(TOOL, [edit])
    assert reason in str(caught.value)


def test_rules_say_how_sure_they_are() -> None:
    tools = library().tools.values()
    filled = [(name, one) for tool in tools for name, one in tool.filled_by.items()]
    assert {one.by for _, one in filled} == {"rule"}
    assert all(0 <= one.confidence <= 1 for _, one in filled)
    assert any(one.confidence < 1 for name, one in filled if name == "needs")
