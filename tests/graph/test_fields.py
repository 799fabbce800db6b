"""Which arguments say something of a record, and which only how much of a list is wanted."""

import pytest

from tests.graph.catalogues import LAB, tool
from tool_registry.building import build_catalogue
from tool_registry.graph.resources.fields import inputs_of
from tool_registry.vocabulary.packs import load_packs

NUMBER = {"type": "integer"}


@pytest.mark.parametrize(
    ("name", "summary", "sizes", "taken"),
    [
        ("createCloak", "Add a cloak", {"type": "string"}, {"size"}),
        ("createShoe", "Add a shoe", NUMBER, {"size"}),
        ("listCloaks", "List cloaks", {"type": "string", "enum": ["S", "L"]}, {"size"}),
        ("listCloaks", "List cloaks", NUMBER, set[str]()),
    ],
)
def test_a_size_is_of_the_record_but_for_the_number_that_a_list_takes(
    name: str, summary: str, sizes: dict[str, object], taken: set[str]
) -> None:
    built = build_catalogue([tool(name, summary, size=sizes)], (), LAB, load_packs(("general",)))
    [one] = built.tools.values()
    assert {field.name for field in inputs_of(one, "cloak", set())} == taken
