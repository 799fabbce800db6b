"""`zhizao tools graph`, `zhizao tools matrix` and `zhizao eval graph`."""

import json
from pathlib import Path

from tests.services.commands import Zhizao


def test_the_graph_is_told_in_layers_and_by_entity(zhizao: Zhizao) -> None:
    shown = zhizao.run("tools", "graph")
    assert shown.code == 0
    assert shown.out.index("layer 1") < shown.out.index("优惠券") < shown.out.index("layer 2")
    coupons = zhizao.run("tools", "graph", "--entity", "coupon", "--env", "pre").out
    assert "couponId ← commerce/createDaodianSingleItemCoupon data.couponId  优惠券.id" in coupons


def test_every_link_has_what_it_speaks_of_and_whether_plans_walk_it(zhizao: Zhizao) -> None:
    told = zhizao.run("tools", "graph", "--entity", "优惠券", "--json").json
    walked = [link for link in told["links"] if link["walked"]]
    assert {link["why"] for link in walked} == {"instance"}
    assert all(link["entity"] and link["attribute"] and link["slot"] for link in walked)
    assert min(link["confidence"] for link in walked) >= 0.5
    proposed = [link for link in told["links"] if not link["walked"]]
    filled = {(link["tool"], link["slot"]) for link in walked}
    assert not filled & {(link["tool"], link["slot"]) for link in proposed}


def test_the_graph_as_dot_has_quoted_names(zhizao: Zhizao) -> None:
    lines = zhizao.run("tools", "graph", "--entity", "发票", "--dot").out.splitlines()
    assert (lines[0], lines[-1]) == ("digraph tools {", "}")
    assert any(' -> "commerce/' in line and "style=solid" in line for line in lines)


def test_the_matrix_shows_gaps_and_names(zhizao: Zhizao) -> None:
    table = zhizao.run("tools", "matrix", "--env", "pre").out.splitlines()
    assert table[1].split() == ["create", "query", "operate", "verify", "delete", "entity"]
    [coupons] = [line.split() for line in table if line.endswith("  优惠券")]
    assert coupons[-2] == "·"
    named = zhizao.run("tools", "matrix", "--entity", "优惠券", "--env", "pre")
    assert "verify: commerce/checkCouponUsable" in named.out
    rows = zhizao.run("tools", "matrix", "--json").json
    assert {row["environment"] for row in rows} == {"daily", "pre"}
    assert all(set(row["gaps"]) <= set(row) for row in rows)


def test_unknown_entities_and_environments_are_named(zhizao: Zhizao) -> None:
    entity = zhizao.run("tools", "graph", "--entity", "zeppelin")
    assert (entity.code, entity.out) == (1, "")
    assert entity.err.startswith("No tool has to do with 'zeppelin'; there are: ")
    place = zhizao.run("tools", "matrix", "--env", "moon")
    assert place.code == 2
    assert place.err == "No environment named 'moon' is configured; there are: daily, pre.\n"


def test_the_graph_benchmarks_run_on_a_folder(zhizao: Zhizao, tmp_path: Path) -> None:
    empty = zhizao.run("eval", "graph", "--data", str(tmp_path))
    assert empty.code != 0
    assert "name its folder with --data" in empty.err
    (tmp_path / "typed").mkdir()
    nodes = [{"id": one, "input-type": ["image"], "output-type": ["image"]} for one in "AB"]
    text = json.dumps({"nodes": nodes, "links": [{"source": "A", "target": "B"}]})
    (tmp_path / "typed" / "graph.json").write_text(text, "utf-8")
    [figure] = [
        one
        for one in zhizao.run("eval", "graph", "--data", str(tmp_path), "--json").json
        if one["half"] == "all"
    ]
    assert (figure["numbers"]["precision"], figure["numbers"]["recall"]) == (0.5, 1.0)
