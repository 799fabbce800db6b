"""The catalogue as a whole: order does not matter, a cache gives back the same."""

import random

import pytest

from tests.parsing.catalogues import ENVIRONMENTS, WORDS, library, raw, text
from tool_registry.building import build_catalogue
from tool_registry.catalogue import dump, load


def test_the_order_of_tools_does_not_matter() -> None:
    tools = [raw(f"get_{word}", "", {f"{word}_id": text("")}) for word in ("book", "shelf", "desk")]
    shuffled = list(tools)
    random.Random(1).shuffle(shuffled)
    one, two = (build_catalogue(t, (), ENVIRONMENTS, WORDS) for t in (tools, shuffled))
    assert dict(one.tools) == dict(two.tools)
    assert one.lexicon.concepts == two.lexicon.concepts


def test_a_dumped_catalogue_is_loaded_as_it_was() -> None:
    catalogue = library()
    loaded = load(dump(catalogue))
    assert dict(loaded.tools) == dict(catalogue.tools)
    assert loaded.lexicon.concepts == catalogue.lexicon.concepts
    assert loaded.graph.as_json() == catalogue.graph.as_json()
    assert loaded.in_environment("pre") == catalogue.in_environment("pre")


def test_broken_cache_text_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="Invalid JSON"):
        load("{broken")


def test_preferred_platforms_are_marked() -> None:
    tool = raw("make_book", "Platform: Libra\nFunction: creates a book")
    catalogue = build_catalogue([tool], (), ENVIRONMENTS, WORDS, preferred_platforms=["libra"])
    assert catalogue.tools["s/make_book"].preferred
