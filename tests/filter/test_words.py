"""The table of word vectors: what it knows, and that it says when it knows nothing."""

import pytest

from pipelines.filter.index.static import UNKNOWN, load_static

WORDS = load_static()


def likeness(one: str, other: str) -> float:
    vectors = WORDS.embed([one, other]).vectors
    return float(vectors[0] @ vectors[1])


def test_words_of_like_meaning_are_alike_in_and_across_languages() -> None:
    assert likeness("car", "vehicle") > likeness("car", "banana") + 0.2
    assert likeness("天气", "weather") > likeness("天气", "invoice") + 0.3
    assert likeness("退款", "refund money") > likeness("退款", "mountain") + 0.3


def test_what_it_does_not_know_has_no_vector_and_no_share() -> None:
    found = WORDS.embed(["ωψφ", "", "12 345"])
    assert not found.vectors.any()
    assert not found.shares.any()


def test_a_text_of_which_half_is_known_says_so() -> None:
    assert WORDS.embed(["weather ωψφ"]).shares[0] == pytest.approx(0.5)


def test_a_run_of_ideographs_is_cut_into_the_longest_words_that_are_known() -> None:
    names = {row: word for word, row in WORDS.pieces.items()}
    assert [names[row] for row in WORDS.rows("查询天气预报")] == ["查询", "天气预报"]
    assert WORDS.rows("ωψφ") == [UNKNOWN]
