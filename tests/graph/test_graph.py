"""Who yields what others need."""

from tests.parsing.catalogues import clinic, library
from tool_registry.graph import WALKABLE, DependencyGraph
from tool_registry.graph.edges import edges
from tool_registry.graph.inference import Inference
from tool_registry.graph.layers import layers
from tool_registry.model import Slot, Yield

LIBRARY = library()
GRAPH = LIBRARY.graph


def need(tool: str, path: str) -> Slot:
    return next(s for s in LIBRARY.tools[f"s/{tool}"].needs if s.path == path)


def test_providers_of_an_identifier() -> None:
    found = {join.tool for join in GRAPH.providers(need("lendBook", "readerId"), "pre")}
    assert {"s/createReader", "s/queryReaderByMobile"} <= found
    assert "s/createKidsBook" not in found


def test_the_environment_is_a_hard_filter() -> None:
    book = need("lendBook", "bookId")
    daily = {join.tool for join in GRAPH.providers(book, "daily")}
    pre = {join.tool for join in GRAPH.providers(book, "pre")}
    assert daily - pre == {"s/createKidsBook"}


def test_creators_readers_transitions_and_lists() -> None:
    assert [t.name for t in GRAPH.creators("借阅单", "pre")] == ["lendBook"]
    assert [t.name for t in GRAPH.readers("借阅单", "pre")] == ["getLoan", "listReaderLoans"]
    moving = [t.name for t in GRAPH.transitions("借阅单", "pre")]
    assert moving == ["lendBook", "returnBook"]
    listing = [t.name for t in GRAPH.owner_lists("借阅单", "读者", "pre")]
    assert listing == ["listReaderLoans"]


def test_identifiers_come_from_what_lookups_ask_for() -> None:
    assert GRAPH.identifiers("读者") == ("id", "phone")
    assert GRAPH.identifiers("借阅单") == ("id",)
    assert clinic().graph.identifiers("patient") == ("id", "email")


def test_things_come_into_being_in_layers() -> None:
    order = {name: i for i, level in enumerate(GRAPH.layers()) for name in level}
    assert order["读者"] < order["借阅单"]
    assert order["图书"] < order["借阅单"]


def test_entities_in_a_circle_come_last_together() -> None:
    needed = {"a": frozenset({"b"}), "b": frozenset({"a"}), "c": frozenset[str]()}
    assert layers(needed) == [["c"], ["a", "b"]]


def test_unknown_names_are_proposed_never_walked() -> None:
    tools = list(clinic().tools.values())
    giver = tools[0].model_copy(
        update={"id": "s/zz", "yields": (Yield(path="mystery_token", attribute="mystery token"),)}
    )
    graph = DependencyGraph([*tools, giver])
    slot = Slot(path="mystery_token", attribute="mystery token")
    assert graph.providers(slot, "pre") == ()
    other = tools[0].model_copy(update={"id": "s/zy", "needs": (slot,), "yields": ()})
    found = edges(DependencyGraph([giver, other]), Inference([giver, other]), [other])
    assert [(e.link.provider, e.walked) for e in found] == [("s/zz", False)]


def test_walked_joins_come_first_and_carry_what_they_speak_of() -> None:
    known = Inference(LIBRARY.tools.values())
    [first, *_] = edges(GRAPH, known, [LIBRARY.tools["s/lendBook"]], "pre")
    assert first.walked
    assert (first.link.entity, first.link.attribute) == ("读者", "id")
    assert first.link.confidence >= WALKABLE


def test_units_must_be_convertible() -> None:
    tools = list(clinic().tools.values())

    def joins(unit: str | None) -> int:
        item = Yield(path="fee", entity="visit", attribute="amount", unit=unit)
        graph = DependencyGraph([tools[0].model_copy(update={"yields": (item,)})])
        slot = Slot(path="x", entity="visit", attribute="amount", unit="fen")
        return len(graph.providers(slot, tools[0].environments[0]))

    assert [joins(unit) for unit in ("fen", "yuan", "kilogram", None)] == [1, 1, 0, 1]


def test_the_graph_as_json_is_the_same_whatever_the_order() -> None:
    tools = list(LIBRARY.tools.values())
    told = GRAPH.as_json()
    assert DependencyGraph(reversed(tools)).as_json() == told
    assert "s/createReader:data.readerId" in told["joins"]["s/lendBook"]["readerId"]
