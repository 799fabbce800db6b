"""Links in catalogues of free names: for people, never walked by planners."""

from itertools import chain

from tests.graph.catalogues import inferred, tool
from tool_registry.graph.inference import Inference
from tool_registry.graph.values import LIKELY, POSSIBLE, SAME_KIND, Link

TEXT = {"type": "string"}
NUMBER = {"type": "number"}


def links(graph: Inference, name: str, least: float = LIKELY) -> dict[str, Link]:
    """Provider's name → the surest link to it."""
    found = graph.links(f"x/{name}", least)
    return {link.provider.split("/")[1]: link for link in reversed(found)}


def test_a_qualified_argument_takes_the_value_of_that_name() -> None:
    graph = inferred(
        tool("searchHarbour", "Harbours by text", "text", gives={"harbourCode": TEXT}),
        tool("findFerries", "Ferries", "originHarbourCode", "destinationHarbourCode"),
    )
    found = graph.links("x/findFerries")
    assert [(k.slot, k.path) for k in found] == [
        ("destinationHarbourCode", "harbourCode"),
        ("originHarbourCode", "harbourCode"),
    ]


def test_a_bare_name_takes_its_thing_from_the_path_or_the_tool() -> None:
    people = {"type": "array", "items": {"type": "object", "properties": {"id": TEXT}}}
    graph = inferred(
        tool("searchSongs", "Songs by word", "word", gives={"singer": people, "length": NUMBER}),
        tool("getSingerByName", "One singer", "word", gives={"id": TEXT}),
        tool("getLabelByName", "One label", "word", gives={"id": TEXT}),
        tool("listConcerts", "Concerts of a singer", "singerID"),
    )
    found = links(graph, "listConcerts")
    assert sorted(found) == ["getSingerByName", "searchSongs"]
    assert found["searchSongs"].path == "singer[].id"


def test_a_bare_name_of_another_subject_matches_nothing() -> None:
    graph = inferred(
        tool("getTide", "The tide", "harbour", gives={"name": TEXT}),
        tool("renameDog", "Renames a dog", "name"),
    )
    assert graph.links("x/renameDog") == ()


def test_each_side_of_an_or_is_a_name() -> None:
    graph = inferred(
        tool("searchMembers", "Members", "text", gives={"nickname": TEXT}),
        tool("memberPosts", "Posts", "nickname_or_link"),
    )
    assert links(graph, "memberPosts")["searchMembers"].path == "nickname"


def test_a_tool_that_declares_no_result_gives_what_its_name_tells() -> None:
    graph = inferred(
        tool("get_grid_code_by_name", "Looks it up", "village"),
        tool("grid_outages", "Outages", "grid_code"),
    )
    link = links(graph, "grid_outages")["get_grid_code_by_name"]
    assert (link.slot, link.path, link.why) == ("grid_code", "", "name")


def test_the_present_date_answers_who_asks_for_a_year() -> None:
    graph = inferred(
        tool("get_current_date", "Returns the current date"),
        tool("get_founding_date", "When it was founded", "club"),
        tool("rainfall_of_year", "Rain in a year", "year"),
    )
    assert list(links(graph, "rainfall_of_year")) == ["get_current_date"]


def test_what_is_only_of_the_same_kind_or_sort_stays_below_what_names_tell() -> None:
    graph = inferred(
        tool("calculate_wage", "The wage", "hours", gives={"gross_salary": NUMBER}),
        tool("pose_riddle", "A riddle", "theme", gives={"riddle": TEXT}),
        tool("levy", "Computes a levy", amount=NUMBER),
        tool("speak", "Says it", "text"),
    )
    assert links(graph, "levy") == links(graph, "speak") == {}
    assert links(graph, "levy", SAME_KIND)["calculate_wage"].why == "kind"
    assert "pose_riddle" not in links(graph, "speak", SAME_KIND)
    assert links(graph, "speak", POSSIBLE)["pose_riddle"].why == "sort"


def test_a_number_that_a_tool_is_for_feeds_an_argument_that_takes_any_number() -> None:
    graph = inferred(
        tool("calculate_bmi", "The index", "person", gives={"bmi": NUMBER, "percentile": NUMBER}),
        tool("square", "Squares it", number=NUMBER),
    )
    sure = {k.path: k.confidence >= SAME_KIND for k in graph.links("x/square", POSSIBLE)}
    assert sure == {"bmi": True, "percentile": False}


def test_units_that_cannot_be_converted_do_not_join() -> None:
    def joined(unit: str) -> bool:
        graph = inferred(
            tool("weigh", "Weighs", "thing", gives={"net_load": NUMBER | {"description": unit}}),
            tool("lift", "Lifts", net_load=NUMBER | {"description": "load, in kg"}),
        )
        return bool(graph.links("x/lift"))

    assert [joined("in grams"), joined("in minutes")] == [True, False]


def test_logging_in_comes_before_what_is_done_in_that_account() -> None:
    graph = inferred(
        tool("login_to_gull", "Logs in to Gull", "password"),
        tool("login_to_heron", "Logs in to Heron", "password"),
        tool("gull_post", "Posts on Gull", "session_id", "words"),
    )
    assert {k.provider: k.why for k in graph.links("x/gull_post")} == {"x/login_to_gull": "session"}


def test_a_switch_is_read_before_it_is_set_and_a_value_checked_before_it_is_used() -> None:
    graph = inferred(
        tool("get_heating_status", "Tells the heating"),
        tool("set_heating_status", "Turns it on or off", on={"type": "boolean"}),
        tool("validate_iban", "Checks that it is a valid IBAN", "iban"),
        tool("pay_out", "Pays out", "iban"),
    )
    assert links(graph, "set_heating_status")["get_heating_status"].why == "switch"
    assert links(graph, "pay_out")["validate_iban"].why == "check"


def test_the_closure_follows_links_through_other_tools_in_one_environment() -> None:
    graph = inferred(
        tool("find_reef", "Reefs", "sea", gives={"reefCode": TEXT}),
        tool("find_wreck", "Wrecks", "reefCode", gives={"wreckCode": TEXT}),
        tool("plan_dive", "Dives", "wreckCode"),
    )
    assert graph.closure("x/plan_dive") == {"x/find_wreck", "x/find_reef"}
    assert graph.closure("x/plan_dive", environment="lab") == graph.closure("x/plan_dive")
    assert graph.closure("x/plan_dive", environment="elsewhere") == frozenset()


def test_another_teams_value_of_the_same_name_is_less_sure() -> None:
    graph = inferred(
        tool("find_reef", "Reefs", "sea", gives={"reefCode": TEXT}),
        tool("find_reef", "Reefs", "sea", gives={"reefCode": TEXT}, source="y"),
        tool("dive", "Dives", "reefCode"),
    )
    own, foreign = graph.links("x/dive")
    assert (own.provider, foreign.provider) == ("x/find_reef", "y/find_reef")
    assert own.confidence > foreign.confidence


def test_links_do_not_depend_on_the_order_of_the_tools() -> None:
    tools = [
        tool(f"find_{thing}", "Finds", "word", gives={f"{thing}_code": TEXT, "name": TEXT})
        for thing in ("reef", "wreck", "buoy")
    ]
    tools.append(tool("chart", "Draws", "reef_code", "wreck_code", "name"))
    told = [inferred(*order) for order in (tools, tools[::-1])]
    one, two = ([g.links(f"x/{t.name}", POSSIBLE) for t in tools] for g in told)
    assert list(chain(*one)) == list(chain(*two)) != []
