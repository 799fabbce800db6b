"""The form of a tool of somebody else's OpenAPI document: what its fields say, what they use up."""

from dataclasses import replace
from types import MappingProxyType

from pipelines.clarification.building import by_tool
from pipelines.clarification.form import ENVIRONMENT, form_of, submitted, text_of
from pipelines.contracts.intent import IntentResult
from pipelines.intent.reader import shipped_reader
from tool_registry.catalogue import Catalogue


def drafted(library: Catalogue, text: str, tool: str) -> IntentResult:
    reading = shipped_reader(library).read(text)
    assert reading is not None
    goal = reading.goals[0]
    return by_tool(reading, goal, library.tools[f"catalogue/{tool}"], library, by_exclusion=True)


def test_a_word_that_names_the_field_of_the_value_behind_it_is_used(library: Catalogue) -> None:
    draft = drafted(library, "add a book titled Dune by Frank Herbert in pre", "addBook")
    assert {c.attribute: c.value for c in draft.goals[0].object.constraints} == {"title": "Dune"}
    assert [span.text for span in draft.unread] == ["Frank Herbert"]


def test_words_that_were_typed_are_used(library: Catalogue) -> None:
    draft = drafted(library, "add a book titled Dune by Frank Herbert in pre", "addBook")
    typed = {"G1/author": "Frank Herbert", "G1/copies": "7.5"}
    again = form_of("choice", draft, library, typed=typed, problems={"G1/copies": "no number"})
    assert "Herbert" not in text_of(again, draft, typed)
    sent, _, _ = submitted(draft, {"G1/author": "Frank Herbert"}, library)
    assert sent.unread == ()


def test_a_field_says_what_becomes_of_it_when_it_is_left_empty(library: Catalogue) -> None:
    draft = drafted(library, "add a book in pre", "addBook")
    planned = form_of("choice", draft, library, planned=True)
    told = {field.path: field.left_empty for field in planned.fields}
    assert next(iter(told)) == "G1/title"
    assert told == {
        "G1/title": "provided",
        "G1/author": "optional",
        "G1/copies": "optional",
        "G1/#": None,
    }
    [title, *_] = form_of("choice", draft, library).fields
    assert (title.required, title.left_empty) == (False, None)


def test_only_environments_of_the_chosen_tool_are_offered(library: Catalogue) -> None:
    draft = drafted(library, "add a book titled Dune", "addBook")
    [goal] = draft.goals
    assert (goal.tool, draft.environment) == ("catalogue/addBook", None)
    tool = library.tools["catalogue/addBook"]
    for places in (("daily",), ("daily", "pre")):
        alone = {tool.id: tool.model_copy(update={"environments": places})}
        held = replace(library, tools=MappingProxyType({**library.tools, **alone}))
        [field] = [one for one in form_of("choice", draft, held).fields if one.path == ENVIRONMENT]
        assert tuple(one.value for one in field.options) == places
