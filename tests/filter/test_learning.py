"""Learning of weights, judging of results, and the gate that notices a fall."""

import json
from pathlib import Path

import numpy as np

from evals.filtering.bench import run_bench
from evals.filtering.distil import write_model
from evals.filtering.engines import Engine, Prepared, refusals_of
from evals.filtering.gate import fall, falls, keep_missed
from evals.filtering.leaning import closure, joined, links_of
from evals.filtering.learn import Example, learn
from evals.filtering.measure import Search, judged
from evals.filtering.peers import Texts
from evals.filtering.removal import without
from evals.filtering.sets import Labelled, ToolSet, pooled, read_sets
from evals.filtering.testers import read_testers
from pipelines.filter.index.features import NAMES, Features, features
from pipelines.filter.index.index import ToolIndex
from pipelines.filter.index.ranker import rank, shipped
from pipelines.filter.index.static import load_static
from pipelines.filter.index.texts import FIELDS

THINGS = ("boat", "lamp", "door", "wheel", "clock", "chair", "drum", "glove", "kite", "ladder")
WAYS = ("paint", "weigh", "sell", "rent", "mend", "clean", "move", "hide")
MORE_WAYS = ("draw", "count", "fold", "burn", "wash", "lift", "tie", "sort")


def example(gold: int, draw: np.random.Generator) -> Example:
    """Five tools of which two columns tell the gold one, all else is noise."""
    rows = draw.random((5, len(NAMES)))
    telling = [NAMES.index("words"), NAMES.index("model_need")]
    rows[:, telling] *= 0.3
    without = Features(np.arange(4), np.delete(rows, gold, axis=0).astype(np.float32))
    rows[gold, telling] += 0.6
    return Example(Features(np.arange(5), rows.astype(np.float32)), np.arange(5) == gold, without)


def test_what_tells_gold_from_the_rest_is_learned() -> None:
    draw = np.random.default_rng(1)
    learned = learn({"one": [example(n % 5, draw) for n in range(500)]})
    assert min(learned.order.values()) >= 0
    right = sure = doubtful = 0
    for number in range(50):
        one = example(number % 5, draw)
        assert one.found is not None
        assert one.without is not None
        found = rank(one.found, learned)
        right += int(found.tools[0]) == number % 5
        sure += found.served
        doubtful += not rank(one.without, learned).served
    assert right >= 48
    assert sure >= 44
    assert doubtful >= 30


def prepared(name: str, ways: tuple[str, ...]) -> Prepared:
    """A set whose every other tool is asked for."""
    told = {f"{way}_{thing}": (way, thing) for thing in THINGS for way in ways}
    texts = {
        key: {"name": key, "text": f"Can {way} a {thing}.", **dict.fromkeys(FIELDS[2:], "")}
        for key, (way, thing) in told.items()
    }
    asked = tuple(
        Labelled(key, f"please {way} my {thing}", frozenset({key}), frozenset({key}))
        for key, (way, thing) in list(told.items())[::2]
    )
    return Prepared(ToolSet(name, (), asked), texts)


def test_a_set_is_judged_by_what_all_but_its_family_teach() -> None:
    sets = [prepared("a_zh", WAYS), prepared("a_en", MORE_WAYS), prepared("b", MORE_WAYS)]
    engine = Engine("words")
    engine.learn(sets)
    for one in sets:
        found = engine.scores(one)
        assert sum(each.complete_at_5 for each in found) == len(one.set.requests)
        refused = engine.refusals(one)
        assert refused.removed >= refused.intact
    assert 0 < engine.all_weights().threshold < 1


def test_who_is_certainly_behind_the_best_peer_is_named() -> None:
    sets = [prepared("a", WAYS), prepared("b", MORE_WAYS)]

    def backwards(texts: Texts) -> Search:
        return lambda text: sorted(texts, reverse=True)

    def perfect(texts: Texts) -> Search:
        return lambda text: ["_".join(text.split()[1::2])]

    weights = shipped("words")
    blind = weights.model_copy(update={"order": {}})
    for order, engine in (([], weights), (["a", "b"], blind)):
        peers = {"backwards": backwards, "perfect": perfect}
        if not order:
            del peers["perfect"]
        held = {"zhizao": Engine("words", fixed=engine)}
        result = run_bench(sets, held, peers, lambda _: None)
        assert [told.partition(":")[0] for told in result.behind()] == order


def test_a_catalogue_without_some_tools_is_one_that_never_had_them() -> None:
    texts = {
        name: {"name": name, "text": text, **dict.fromkeys(FIELDS[2:], "")}
        for name, text in (("paint_boat", "Paints."), ("sell_boat", "Sells."), ("rent_lamp", "Ok."))
    }
    whole = ToolIndex.of(texts, load_static())
    less = without(whole, {"paint_boat"})
    anew = ToolIndex.of({n: t for n, t in texts.items() if n != "paint_boat"}, load_static())
    words = ("paint", "boat", "sell", "lamp")
    assert "paint" in whole.idf(words)
    assert less.idf(words).keys() == anew.idf(words).keys() == {"boat", "sell", "lamp"}
    found = rank(features(less, "paint or sell my boat"), shipped("table")).tools.tolist()
    assert less.ids[found[0]] == "sell_boat"
    assert "paint_boat" not in [less.ids[number] for number in found]


def test_the_curve_tells_right_refusals_at_shares_of_false_ones() -> None:
    intact = [n / 10 - 1 for n in range(100)]
    found = refusals_of(intact, [n / 10 - 5 for n in range(100)])
    assert (found.intact, found.removed) == (10.0, 50.0)
    assert found.curve == (41.0, 42.0, 45.0, 50.0)


def test_half_of_the_gold_among_the_first_five_is_half_a_recall_and_not_complete() -> None:
    asked = Labelled("1", "text", frozenset({"a", "b"}))
    found = judged(asked, ["x", "a", "y", "z", "w", "b"])
    assert (found.recall_at_5, found.recall_at_10, found.complete_at_5) == (0.5, 1.0, False)


def test_what_the_likely_tools_lean_on_goes_in_front_of_what_is_unlikely() -> None:
    links = {"send": ["log_in", "network"], "log_in": ["network"], "draw": ["log_in"]}
    assert closure("send", links) == ["send", "log_in", "network"]
    found = joined(["send", "draw", "paint"], [1.0, 0.2, 0.1], links)
    assert found == ["log_in", "network", "send", "paint", "draw"]


def test_links_are_declared_by_the_set_or_inferred_from_its_tools(tmp_path: Path) -> None:
    folder = tmp_path / "apps"
    folder.mkdir()
    lines: tuple[dict[str, object], ...] = (
        {
            "name": "get_station_id",
            "description": "Finds a station.",
            "outputs": {"station_id": {"type": "string"}},
        },
        {
            "name": "get_departures",
            "description": "Lists the departures of a station.",
            "parameters": {"type": "object", "properties": {"station_id": {"type": "string"}}},
            "depends_on": [{"name": "get_station_id", "parameter_name": "station_id"}],
        },
    )
    (folder / "tools.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    asked = {"id": 1, "query": "next departures", "gold": ["get_departures"]}
    (folder / "queries.jsonl").write_text(json.dumps(asked), "utf-8")
    links = links_of(read_sets(tmp_path), tmp_path)["apps"]
    assert links["declared"] == {"get_departures": ["get_station_id"]}
    assert links["inferred"]["get_departures"] == ["get_station_id"]


def test_three_requests_lost_and_none_won_are_a_fall() -> None:
    assert fall("set", [], ["1", "2", "3"])
    assert not fall("set", [], ["1", "2"])
    assert not fall("set", ["7", "8"], ["1", "2", "3"])
    assert fall("set", ["7"], [str(n) for n in range(10, 20)])


def test_a_fall_is_told_against_what_was_kept(tmp_path: Path) -> None:
    file = tmp_path / "missed.json"
    keep_missed({"one": ["4"], "two": []}, file)
    [found] = falls({"one": ["1", "2", "3", "4"], "two": [], "never kept": ["1"] * 9}, file)
    assert str(found) == "one: 3 lost, 0 won; lost: 1, 2, 3"


def test_a_folder_of_sets_is_read_and_pooled(tmp_path: Path) -> None:
    for name in ("a", "b"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "tools.jsonl").write_text('{"name": "t", "description": "d"}\n', "utf-8")
        line = '{"id": 1, "query": "q", "gold": ["t"], "goal": "t"}\n'
        (folder / "queries.jsonl").write_text(line, "utf-8")
    sets = read_sets(tmp_path)
    assert [one.name for one in sets] == ["a", "a_goal", "b", "b_goal"]
    assert {tuple(each.gold) for each in pooled(sets).requests} == {("a.t",), ("b.t",)}


def test_the_requests_of_testers_are_of_three_kinds_of_language_and_enough() -> None:
    requests = read_testers()
    assert len(requests) >= 300
    assert {one.lang for one in requests} == {"zh", "en", "mixed"}
    assert not [one.id for one in requests if one.none and one.tools]


def test_a_table_of_words_is_read_as_it_was_written(tmp_path: Path) -> None:
    words = {"sun": np.array([1.0, 0.0]), "moon": np.array([0.0, 2.0]), "the": np.zeros(2)}
    write_model(words, tmp_path)
    vectors = load_static(tmp_path).embed(["The sun", "moon"]).vectors
    assert np.allclose(vectors, np.eye(2), atol=1e-3)
