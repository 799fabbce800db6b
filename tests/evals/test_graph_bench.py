"""The graph benchmarks, on small folders in their format."""

import json
from pathlib import Path
from typing import Any

import pytest

from evals.errors import SuiteError
from evals.graph_bench import Figure, as_text, run
from evals.links_measured import WAYS, providers
from tool_registry.graph.values import Link


def written(place: Path, **files: list[dict[str, Any]]) -> Path:
    """A catalogue's folder; each file's objects a line."""
    place.mkdir(parents=True)
    for name, entries in files.items():
        text = "\n".join(json.dumps(entry) for entry in entries)
        (place / f"{name}.jsonl").write_text(text, "utf-8")
    return place


def taking(*names: str) -> dict[str, Any]:
    return {"type": "object", "properties": {name: {"type": "string"} for name in names}}


def of(figures: list[Figure], measure: str) -> dict[str, float]:
    [found] = [f.numbers for f in figures if (f.measure, f.half) == (measure, "all")]
    return found


def test_closures_are_compared_without_the_goal_itself(tmp_path: Path) -> None:
    needs = {"name": "get_reef_code", "parameter_name": "reef_code"}
    light = {"name": "switch_lamp", "parameter_name": None}
    written(
        tmp_path / "sea",
        tools=[
            {"name": "get_reef_code", "parameters": taking("sea"), "depends_on": []},
            {"name": "switch_lamp", "parameters": taking("colour"), "depends_on": []},
            {"name": "dive", "parameters": taking("reef_code"), "depends_on": [needs, light]},
        ],
        queries=[{"id": "1", "query": "dive", "goal": "dive", "gold": []}],
    )
    figures = run(tmp_path)
    assert of(figures, "closure, all links") == {
        "f1": pytest.approx(2 / 3),
        "precision": 1.0,
        "recall": 0.5,
        "wanted": 2,
        "cases": 1,
    }
    assert of(figures, "closure, declared arguments")["recall"] == 0.5
    assert of(figures, "argument edges")["f1"] == 1.0
    halves = {figure.half for figure in figures if figure.numbers["wanted"]}
    assert len(halves - {"all"}) == 1


def test_states_of_the_surroundings_are_left_out_but_not_what_fills_an_argument() -> None:
    links = {
        "dive": (
            Link("dive", "network", "surroundings", 0.8),
            Link("dive", "today", "surroundings", 0.8, slot="day", path="date"),
            Link("dive", "log_in", "session", 0.8),
        )
    }
    followed = {way: providers(links, follows)["dive"] for way, follows in WAYS.items()}
    assert followed == {
        "all links": {"network", "today", "log_in"},
        "links without surroundings": {"today", "log_in"},
        "links to arguments": {"today"},
    }


def test_flows_are_found_and_what_else_was_proposed_is_counted(tmp_path: Path) -> None:
    code = {"reefCode": {"type": "string"}}
    written(
        tmp_path / "sea",
        tools=[
            {"name": "findReef", "parameters": taking("sea"), "outputs": code},
            {"name": "guessReef", "parameters": taking("mood"), "outputs": code},
            {"name": "dive", "parameters": taking("reefCode"), "outputs": {"depth": {}}},
        ],
        queries=[
            {
                "id": "1",
                "query": "find a reef and dive",
                "calls": [
                    {"name": "findReef", "arguments": {"sea": "red"}, "label": "var1"},
                    {"name": "dive", "arguments": {"reefCode": "$var1.reefCode$", "at": "9"}},
                ],
            }
        ],
    )
    numbers = of(run(tmp_path), "flows by name")
    assert (numbers["flows"], numbers["found"], numbers["wrong an argument"]) == (1, 1.0, 1.0)


def test_typed_links_need_types(tmp_path: Path) -> None:
    def graph(name: str, **types: list[str]) -> None:
        (tmp_path / name).mkdir()
        kinds = {key.replace("_", "-"): value for key, value in types.items()}
        nodes = [{"id": "Painter", "desc": "paints", **kinds}, {"id": "Framer", **kinds}]
        links = [
            {"source": "Painter", "target": "Framer"},
            {"source": "Framer", "target": "Painter"},
        ]
        text = json.dumps({"nodes": nodes, "links": links})
        (tmp_path / name / "graph.json").write_text(text, "utf-8")

    graph("typed", input_type=["image"], output_type=["image"])
    graph("untyped")
    figures = run(tmp_path)
    assert {figure.set for figure in figures} == {"typed"}
    assert of(figures, "typed links")["recall"] == 1.0
    assert "typed links" in as_text(figures)


def test_a_folder_without_benchmarks_and_a_broken_line_are_told(tmp_path: Path) -> None:
    with pytest.raises(SuiteError, match="--data"):
        run(tmp_path)
    place = written(tmp_path / "sea", tools=[], queries=[])
    (place / "queries.jsonl").write_text('{"id": 1}\n{"id"', "utf-8")
    with pytest.raises(SuiteError, match=r"queries\.jsonl, line 2: no valid JSON"):
        run(tmp_path)
