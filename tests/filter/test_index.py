"""What the index finds, how it changes, and how it is kept."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from evals.filtering.stems import write_stems
from pipelines.filter.index.clauses import clauses
from pipelines.filter.index.embedder import Embedded
from pipelines.filter.index.encoder import load_encoder
from pipelines.filter.index.features import Model, features
from pipelines.filter.index.index import ToolIndex
from pipelines.filter.index.ranker import rank, shipped
from pipelines.filter.index.segment import model_text
from pipelines.filter.index.snapshot import load_index, save_index
from pipelines.filter.index.static import load_static
from pipelines.filter.index.terms import known_stems, stemmer, terms
from pipelines.filter.index.translation import translated

Texts = dict[str, str]


def tool(name: str, text: str, arguments: str = "", meanings: str = "") -> Texts:
    return {
        "name": name,
        "text": text,
        "arguments": arguments,
        "meanings": meanings,
        "results": "",
    }


TOOLS = {
    "weather": tool("getForecast", "Tells the weather of a city for the next days.", "city . days"),
    "rate": tool("convertCurrency", "Converts an amount from one currency into another.", "amount"),
    "trains": tool("查询列车时刻", "按出发城市和到达城市查询火车班次。", "出发 . 到达"),
    "hotel": tool("预订酒店", "在指定城市预订一间酒店客房。", "城市 . 日期"),
    "mail": tool("sendMail", "Sends an e-mail with a subject to somebody.", "recipient . subject"),
}


def first(index: ToolIndex, text: str) -> str:
    found = rank(features(index, text), shipped("table" if index.embedder else "words"))
    return index.ids[int(found.tools[0])]


@pytest.fixture(scope="module")
def index() -> ToolIndex:
    return ToolIndex.of(TOOLS, load_static())


def test_names_in_camel_case_and_inflected_words_meet_in_their_stems() -> None:
    assert terms("convertCurrencies") == terms("Convert the currency")


def test_the_table_of_stems_says_what_the_stemmer_says() -> None:
    stem = stemmer()
    assert {word: stem(word) for word in known_stems()} == known_stems()


def test_the_table_of_stems_can_be_made_anew(tmp_path: Path) -> None:
    assert write_stems(tmp_path / "stems.tsv")
    made = dict(line.split("\t") for line in (tmp_path / "stems.tsv").read_text().splitlines())
    assert all(terms(word) == [stem] for word, stem in made.items())


def test_a_tool_has_the_number_of_its_living_form(index: ToolIndex) -> None:
    other = {**TOOLS, "mail": tool("sendMail", "Sends a letter.")}
    changed = index.changed(other, ["mail"], lambda ids: {name: other[name] for name in ids})
    assert changed.ids[changed.number("mail")] == "mail"
    assert changed.number("mail") == len(TOOLS)
    gone = changed.changed([name for name in TOOLS if name != "mail"], [], lambda _: {})
    with pytest.raises(KeyError):
        gone.number("mail")


def test_ideographs_are_found_alone_and_in_pairs() -> None:
    assert terms("火车票") == ["火", "车", "票", "火车", "车票"]


def test_a_sentence_of_several_wishes_falls_into_its_parts() -> None:
    assert clauses("查询火车班次，然后预订酒店") == ["查询火车班次", "预订酒店"]
    assert clauses("send 1,000 euros to the bank") == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("what will the weather be in Rome", "weather"),
        ("convert 20 euros into dollars", "rate"),
        ("查一下去上海的火车", "trains"),
        ("订一间酒店", "hotel"),
        ("book a hotel room", "hotel"),
        ("看看明天的天气", "weather"),
    ],
)
def test_requests_find_tools_in_their_own_language_and_in_the_other(
    index: ToolIndex, text: str, wanted: str
) -> None:
    assert first(index, text) == wanted


def test_a_word_is_translated_by_the_lexicon_as_one_however_many_words_it_has() -> None:
    assert "weather" in translated("天气")
    assert sum(share**2 for share in translated("天气").values()) == pytest.approx(1)


def test_what_nothing_speaks_of_is_less_likely_served(index: ToolIndex) -> None:
    weights = shipped("table")
    asked = rank(features(index, "convert an amount into another currency"), weights)
    strange = rank(features(index, "paint the fence"), weights)
    assert asked.served
    assert strange.likelihood < asked.likelihood


def test_a_model_of_sentences_finds_what_words_do_not(index: ToolIndex) -> None:
    encoder = load_encoder()
    told = [model_text(each) for each in TOOLS.values()]
    model = Model(encoder, encoder.embed(told, tools=True).vectors)
    text = "明天出门会下雨吗"
    found = rank(features(index, text, model=model), shipped("model"))
    assert index.ids[int(found.tools[0])] == "weather"
    assert first(ToolIndex.of(TOOLS), text) != "weather"


def test_texts_that_are_encoded_at_once_are_read_as_if_each_were_alone() -> None:
    encoder = load_encoder()
    told = ["明天出门会下雨吗", "convert 20 euros into dollars, then send them to Ann", "", "天气"]
    at_once = encoder.embed(told).vectors
    alone = np.concatenate([encoder.embed([one]).vectors for one in reversed(told)])[::-1]
    assert np.allclose(at_once, alone, atol=1e-5)
    assert np.linalg.norm(at_once[0] - at_once[1]) > 0.1


def test_the_words_decide_where_a_model_knows_nothing(index: ToolIndex) -> None:
    silent = Silent()
    model = Model(silent, np.zeros((len(TOOLS), 4), np.float32))
    text = "convert 20 euros into dollars"
    alone, beside = features(index, text), features(index, text, model=model)
    assert np.array_equal(alone.rows, beside.rows)


class Silent:
    """A model that knows none of the texts."""

    name = "silent"

    def embed(self, texts: Sequence[str], *, tools: bool = False) -> Embedded:
        return Embedded(np.zeros((len(texts), 4), np.float32), np.zeros(len(texts), np.float32))


@pytest.mark.parametrize(
    ("tools", "text"),
    [
        ({}, "weather in Rome"),
        ({f"t{n}": tool(f"tool{n}", "") for n in range(30)}, "tool7"),
        ({f"t{n}": tool("issueCoupon", "Issues a coupon.") for n in range(2000)}, "issue a coupon"),
        (TOOLS, "查询明天的天气，" * 12_500),
    ],
    ids=["no tools", "no descriptions", "2,000 twins", "100,000 characters"],
)
def test_odd_catalogues_and_requests_have_an_answer(tools: dict[str, Texts], text: str) -> None:
    index = ToolIndex.of(tools, load_static())
    found = rank(features(index, text), shipped("table"))
    assert bool(found.tools.size) == bool(tools)
    assert 0 <= found.likelihood <= 1
    assert len(found.tools) <= 50 * 2 + 12 * 2 * 12


def texts(tools: Mapping[str, Texts]) -> "Lookup":
    return Lookup(tools)


class Lookup:
    """Gives texts by id and notes which were asked for."""

    def __init__(self, tools: Mapping[str, Texts]) -> None:
        self.tools = tools
        self.asked: list[str] = []

    def __call__(self, ids: Iterable[str]) -> dict[str, Texts]:
        self.asked += (wanted := list(ids))
        return {name: self.tools[name] for name in wanted}


def test_a_change_reads_only_the_tools_that_changed(index: ToolIndex) -> None:
    fresh = tool("calmSeas", "Tells the height of the waves at a beach.")
    lookup = texts({**TOOLS, "sea": fresh})
    changed = index.changed([*TOOLS, "sea"], ["sea"], lookup)
    assert lookup.asked == ["sea"]
    assert first(changed, "how high are the waves") == "sea"
    assert first(index, "weather") == first(changed, "weather") == "weather"


def test_a_removed_tool_is_found_no_more_and_comes_back_when_it_is_added(index: ToolIndex) -> None:
    without = index.changed([name for name in TOOLS if name != "mail"], [], texts(TOOLS))
    assert first(without, "send an e-mail") != "mail"
    back = without.changed(TOOLS, ["mail"], texts(TOOLS))
    assert first(back, "send an e-mail") == "mail"
    assert first(back.changed(TOOLS, [], texts(TOOLS)), "send an e-mail") == "mail"


def test_readers_of_the_old_index_are_not_disturbed_by_a_change(index: ToolIndex) -> None:
    before = rank(features(index, "weather"), shipped("table")).scores
    index.changed(["weather"], [], texts(TOOLS))
    assert np.array_equal(before, rank(features(index, "weather"), shipped("table")).scores)


def test_many_changes_come_to_the_same_as_building_anew() -> None:
    many = {f"t{n}": tool(f"tool{n}", f"speaks of subject number {n} alone") for n in range(150)}
    grown = ToolIndex.of({"t0": many["t0"]})
    for count in range(2, 151):
        held = dict(list(many.items())[:count])
        grown = grown.changed(held, [], texts(held))
    asked = "tool77 speaks"
    assert grown.size == 150
    assert first(grown, asked) == first(ToolIndex.of(many), asked)


def test_a_snapshot_answers_like_the_index_that_it_was_made_of(
    index: ToolIndex, tmp_path: Path
) -> None:
    save_index(index, tmp_path / "one.npz")
    loaded = load_index(tmp_path / "one.npz", index.embedder)
    assert loaded is not None
    for text in ("book a hotel", "查询火车"):
        one, other = features(index, text), features(loaded, text)
        assert np.array_equal(one.tools, other.tools)
        assert np.allclose(one.rows, other.rows, atol=1e-3)


def test_a_broken_snapshot_is_no_snapshot(tmp_path: Path) -> None:
    (tmp_path / "one.npz").write_bytes(b"PK\x03\x04 nothing")
    assert load_index(tmp_path / "one.npz", None) is None
    assert load_index(tmp_path / "absent.npz", None) is None


def test_what_words_count_is_told_tool_by_tool_as_asked_where_some_came_later() -> None:
    later = {**TOOLS, "wipe": tool("Wipe", "Wipe")}
    index = ToolIndex.of(TOOLS, None).changed(
        later, ["wipe"], lambda ids: {name: later[name] for name in ids}
    )
    asked = np.array([index.number(name) for name in ("wipe", "weather", "rate")])
    counts = index.impacts(terms("wipe weather currency"), asked).any(axis=2)
    assert counts.tolist() == np.eye(3, dtype=bool).tolist()
