"""The bench of chains, on small sets in the benchmarks' forms; each figure is known by hand."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from evals.chain import acebench, nestful, seal_tools, taskbench, toollinkos
from evals.chain.bench import published, run_chain
from evals.chain.measures import Agreement, agreement, leaves, plain, pooled, scores, share
from evals.chain.report import as_markdown
from evals.chain.result import Measured
from evals.errors import SuiteError
from evals.links_measured import half_of
from evals.statistics import wilson
from services.cli.group import commands


def lines(file: Path, *entries: dict[str, Any]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(json.dumps(one) for one in entries), "utf-8")


def taking(*names: str, **types: Any) -> dict[str, Any]:
    declared = {**{name: {"type": "string"} for name in names}, **types}
    return {"type": "object", "properties": declared, "required": list(declared)}


def counts(measured: Measured, measure: str) -> tuple[int, int]:
    [one] = [f for f in measured.figures if (f.measure, f.half) == (measure, "all")]
    assert one.low <= one.value <= one.high
    return one.right, one.total


def test_values_are_compared_at_their_places() -> None:
    made = {"a": {"b": [1, 2]}, "list": [{"c": "X  y"}, {"c": "z"}]}
    assert list(leaves(made)) == [("a.b", "1 | 2"), ("list[0].c", "x y"), ("list[1].c", "z")]
    assert plain("85") == plain(85) == plain(85.0)
    assert plain("007") != plain("7")
    assert plain(True) != plain(1)
    assert agreement("aab", "abb") == Agreement(right=2, found=3, wanted=3)


def test_each_half_is_counted_by_itself_and_both_together() -> None:
    held = {str(n): Agreement(right=1, found=2, wanted=4) for n in range(20)}
    by = {one.half: one for one in scores("set", "values", held) if one.measure.endswith("F1")}
    assert by["all"].value == pytest.approx(1 / 3, abs=1e-3)
    assert (by["all"].low, by["all"].high) == (by["all"].value, by["all"].value)
    assert by["a"].requests + by["b"].requests == 20
    halves = {one.half: one.right for one in share("set", "whole", {"1": True, "2": False})}
    assert halves[half_of("1")] == halves["all"] == 1


def test_what_one_request_has_goes_together_so_its_interval_is_wider() -> None:
    held = {str(n): (n < 10,) * 10 for n in range(20)}
    [one] = [one for one in pooled("set", "flows", held) if one.half == "all"]
    assert (one.right, one.total, one.requests, one.value) == (100, 200, 20, 0.5)
    single, of_requests = wilson(100, 200), wilson(10, 20)
    assert one.high - one.low > 2 * (single.high - single.low)
    assert one.high - one.low == pytest.approx(of_requests.high - of_requests.low, abs=0.06)


@pytest.mark.parametrize("hit", [True, False])
def test_where_nothing_varies_the_interval_is_that_of_so_many_requests(hit: bool) -> None:
    held = {str(n): (hit,) * (n % 3) for n in range(30)}
    [one] = [one for one in pooled("set", "flows", held) if one.half == "all"]
    expected = wilson(20 if hit else 0, 20)
    assert (one.low, one.high) == (expected.low, expected.high)
    assert one.total == 30
    nothing = {"1": Agreement(right=0, found=0, wanted=2)}
    by = {one.measure: one for one in scores("set", "x", nothing) if one.half == "all"}
    assert (by["x: precision"].low, by["x: precision"].high) == (0.0, 1.0)
    assert by["x: recall"].high < 1


def test_all_that_a_goal_leans_on_is_found_through_arguments_and_conditions(
    tmp_path: Path,
) -> None:
    place = tmp_path / "toollinkos"
    lines(
        place / "tools.jsonl",
        {"name": "get_reef_code", "parameters": taking("sea")},
        {"name": "switch_lamp", "parameters": taking("colour")},
        {"name": "dive", "parameters": taking("reef_code")},
    )
    gold = ["dive", "get_reef_code", "switch_lamp"]
    lines(
        place / "queries.jsonl",
        {"id": "1", "query": "dive", "goal": "dive", "gold": gold},
        {"id": "2", "query": "swim", "goal": "swim", "gold": ["swim"]},
    )
    measured = toollinkos.measure(place)
    before = "tools before the given goal, links to arguments"
    assert counts(measured, f"{before}: precision") == (1, 1)
    assert counts(measured, f"{before}: recall") == (1, 2)
    assert counts(measured, f"{before}: F1") == (2, 3)
    assert list(measured.left_out.values()) == [1]


def sea(place: Path, last_tool: str = "book_dive") -> None:
    """A chain: the reef that a search finds is what the last tool is about."""
    reef = {"reef_id": {"type": "string"}}
    lines(
        place / "tools.jsonl",
        {"name": "search_reef", "parameters": taking("sea"), "outputs": reef},
        {"name": last_tool, "parameters": taking("reef_id"), "outputs": {"left": {}}},
    )
    found = {"name": "search_reef", "arguments": {"sea": "red"}, "label": "var1"}
    gone = {"name": last_tool, "arguments": {"reef_id": "$var1.reef_id$"}, "label": "var2"}
    last = {"name": "var_result", "arguments": {"gone": "$var2$"}}
    lines(
        place / "queries.jsonl",
        {"id": "1", "query": "a dive at a reef of the red sea", "calls": [found, gone, last]},
    )


@pytest.mark.parametrize(("last", "walked"), [("book_dive", 1), ("delete_reef", 0)])
def test_a_flow_is_walked_where_the_plan_takes_the_field_of_the_earlier_call(
    tmp_path: Path, last: str, walked: int
) -> None:
    """Which one is to be deleted is asked, and not searched for."""
    sea(tmp_path / "nestful_sea", last)
    measured = nestful.measure(tmp_path / "nestful_sea")
    assert counts(measured, "flows that plans may walk, tools given") == (1, 1)
    assert counts(measured, "flows that the graph proposes, tools given") == (1, 1)
    for name in (
        "flows walked by plans, calls given",
        "data-flow edges, calls given: recall",
        "tools before the given last calls: recall",
    ):
        assert counts(measured, name) == (walked, 1)
    assert measured.left_out == {"calls that only collect results (no tool of the catalogue)": 1}


def test_a_label_that_two_calls_have_is_that_of_the_latest_one_before(tmp_path: Path) -> None:
    """Some chains of the set name two calls alike; a call takes nothing of itself."""
    place = tmp_path / "nestful_sea"
    sea(place)
    listed = (place / "queries.jsonl").read_text("utf-8")
    (place / "queries.jsonl").write_text(listed.replace("var2", "var1"), "utf-8")
    measured = nestful.measure(place)
    assert counts(measured, "flows that the graph proposes, tools given") == (1, 1)
    assert counts(measured, "tools before the given last calls: recall") == (1, 1)


def test_a_link_to_another_field_of_the_right_tool_is_not_the_flow(tmp_path: Path) -> None:
    place = tmp_path / "nestful_sea"
    sea(place)
    found = json.loads((place / "tools.jsonl").read_text("utf-8").splitlines()[0])
    found["outputs"]["lamp_colour"] = {"type": "string"}
    rest = (place / "tools.jsonl").read_text("utf-8").splitlines()[1]
    (place / "tools.jsonl").write_text(f"{json.dumps(found)}\n{rest}", "utf-8")
    asked = (place / "queries.jsonl").read_text("utf-8")
    (place / "queries.jsonl").write_text(asked.replace("$var1.reef_id$", "$var1.lamp_colour$"))
    measured = nestful.measure(place)
    assert counts(measured, "flows that the graph proposes, tools given") == (0, 1)
    assert counts(measured, "flows that plans may walk, tools given") == (0, 1)


def test_arguments_are_asked_of_the_users_own_words_with_the_tool_given(tmp_path: Path) -> None:
    place = tmp_path / "acebench_en"
    number: dict[str, Any] = {"type": "integer", "description": "Depth in metres."}
    lines(
        place / "tools.jsonl",
        {
            "name": "set_dive_depth",
            "description": "Set the depth of a dive.",
            "parameters": taking(depth=number),
        },
    )

    def asked(id: str, query: str, depth: int) -> dict[str, Any]:
        calls = [{"tool": "set_dive_depth", "arguments": {"depth": depth}}]
        return {"id": id, "query": query, "gold": ["set_dive_depth"], "calls": calls}

    talk = "Set it.\nsystem: [set_dive_depth(depth=7)]\nsystem: done\nuser: set the depth to 40"
    lines(
        place / "queries.jsonl",
        asked("x_1", "set the depth to 30", 30),
        asked("x_2", talk, 40),
        asked("x_3", "set the depth to 30", 31),
        asked("x_preference_1", "as I like it", 12),
    )
    measured = acebench.measure(place)
    assert measured.requests == 3
    assert counts(measured, "requests with all arguments exact, tools given") == (2, 3)
    assert counts(measured, "values, tools given: F1") == (4, 6)
    assert counts(measured, "values that stand in the text, tools given: recall") == (2, 2)
    assert sum(measured.left_out.values()) == 1


def test_results_of_earlier_calls_are_no_arguments_to_be_said(tmp_path: Path) -> None:
    place = tmp_path / "seal_tools"
    lines(
        place / "tools.jsonl",
        {
            "name": "getFilmLight",
            "description": "Get the light of a film",
            "parameters": taking(film_title={"type": "str", "description": "Title of the film"}),
        },
        {"name": "dimLight", "description": "Dim a light", "parameters": taking("light")},
    )
    first = {"tool": "getFilmLight", "arguments": {"film_title": "Inception"}}
    then = {"tool": "dimLight", "arguments": {"light": "API_call_0"}}
    text = 'Get the light of the film titled "Inception" and dim it.'
    lines(place / "queries.jsonl", {"id": "1", "query": text, "calls": [first, then]})
    measured = seal_tools.measure(place)
    assert counts(measured, "values, tools given: recall") == (1, 1)
    assert measured.left_out == {"arguments that are the result of an earlier call": 1}


def painters(folder: Path) -> Path:
    """A file of TaskBench's form: two tools, of which the second takes what the first gives."""
    nodes = [
        {"id": "Painter", "desc": "Paints", "input-type": ["text"], "output-type": ["image"]},
        {"id": "Framer", "desc": "Frames", "input-type": ["image"], "output-type": ["video"]},
    ]
    folder.mkdir(parents=True)
    (folder / "tool_desc.json").write_text(json.dumps({"nodes": nodes}), "utf-8")
    tasks: list[dict[str, Any]] = [
        {"task": "Painter", "arguments": ["a sea"]},
        {"task": "Framer", "arguments": []},
    ]
    links = [{"source": "Painter", "target": "Framer"}]
    lines(
        folder / "data.json",
        {"id": "1", "instruction": "zzz", "tool_nodes": tasks, "tool_links": json.dumps(links)},
        {"id": "2", "user_request": "zzz", "task_nodes": [{"task": "Cook"}], "task_links": []},
    )
    return folder


def test_links_among_the_given_tools_of_a_taskbench_file(tmp_path: Path) -> None:
    folder = painters(tmp_path / "data_sea")
    measured = taskbench.measure(folder)
    assert (measured.set, measured.requests) == ("taskbench_sea", 1)
    assert counts(measured, "links, with the tools given: F1") == (2, 2)
    assert counts(measured, "tools, from the sentence: recall") == (0, 2)
    assert list(measured.left_out.values()) == [1]
    (folder / "tool_desc.json").unlink()
    with pytest.raises(SuiteError, match=r"tool_desc\.json"):
        taskbench.measure(folder / "data.json")


def test_the_command_prints_figures_and_writes_page_and_json(tmp_path: Path) -> None:
    sea(tmp_path / "data" / "nestful_sea")
    folder = painters(tmp_path / "data_multimedia")
    arguments = ["--data", str(tmp_path / "data"), "--taskbench", str(folder)]
    ran = CliRunner().invoke(
        commands, ["bench", "chain", *arguments, "--out", str(tmp_path / "out")]
    )
    assert ran.exit_code == 0, ran.output
    assert "nestful_sea: 1 requests" in ran.output
    page = (tmp_path / "out" / "chain.md").read_text("utf-8")
    assert "flows walked by plans, calls given" in page
    assert "Published by others" in page
    found = json.loads((tmp_path / "out" / "chain.json").read_text("utf-8"))
    assert [one["set"] for one in found["sets"]] == ["nestful_sea", "taskbench_multimedia"]


def test_figures_of_others_stand_beside_their_own_benchmark_alone(tmp_path: Path) -> None:
    assert all(0 < one.value < 1 and one.source and one.differs for one in published())
    sea(tmp_path / "nestful_sea")
    page = as_markdown(run_chain(tmp_path, (), lambda _: None))
    assert "full sequence match" in page
    assert "gpt-4" not in page


def test_a_folder_without_such_sets_is_told(tmp_path: Path) -> None:
    with pytest.raises(SuiteError, match="nestful"):
        run_chain(tmp_path, (), lambda _: None)
