"""Requests that a tool has served find it again, and change nothing for other sentences."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from pipelines.filter.finder import CatalogueFinder
from pipelines.filter.index.past import PastRequests
from tests.trades.library import library
from tool_registry.catalogue import Catalogue

SLANG = "put Moby on the friday tray"


def with_past(**served: str) -> Catalogue:
    """The library, some of whose tools have served a request."""
    known = library()
    tools = dict(known.tools)
    for name, text in served.items():
        id = f"library/{name}"
        tools[id] = tools[id].model_copy(update={"served": (text,)})
    return replace(known, tools=MappingProxyType(tools))


def test_a_request_in_words_of_the_team_finds_the_tool_that_served_it() -> None:
    finder = CatalogueFinder()
    assert finder.of(library()).search(SLANG).near[:1] != ("library/createFine",)
    again = finder.of(with_past(createFine="put … on the friday tray"))
    heard = again.search(SLANG)
    assert (heard.near[0], heard.served) == ("library/createFine", True)
    assert again.places(SLANG, "library/createFine")["requests"] == ["put", "friday", "tray"]


def test_other_sentences_are_answered_as_before() -> None:
    finder, sentence = CatalogueFinder(), "look up a reader"
    before = finder.of(library()).search(sentence)
    after = finder.of(with_past(createFine="put … on the friday tray")).search(sentence)
    assert after == before


def test_the_nearest_request_of_a_tool_counts() -> None:
    past = PastRequests.of([("a", "lend a book"), ("a", "open the door"), ("b", "lend a chair")])
    found = past.likeness("lend the book")
    assert found["a"] == pytest.approx(1.0)
    assert found["a"] > found["b"] > 0
    assert past.likeness("xyz") == {}
    assert PastRequests.of([]).likeness("lend a book") == {}


def test_what_a_tool_has_served_is_never_written_out() -> None:
    tool = with_past(createFine="put … on the friday tray").tools["library/createFine"]
    assert "naughty" not in tool.model_dump_json()
