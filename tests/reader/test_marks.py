"""Labels of requests as marks in their texts."""

import random
from typing import Any

import pytest

from evals.reader.marks import Unmarked, marked
from evals.reader.request import Request
from evals.reader.variation import Variation, edited
from tests.reader.labels import BUSINESS, GIVE


def said(request: Request) -> list[tuple[str, str, str]]:
    """Each mark: its words, its role, and the words that it belongs to."""
    found = marked(request, BUSINESS)
    text = found.request.t

    def words(index: int) -> str:
        return text[found.marks[index].start : found.marks[index].end] if index >= 0 else "-"

    return [(words(i), mark.role, words(mark.head)) for i, mark in enumerate(found.marks)]


def labelled(text: str, **labels: Any) -> Request:
    return Request.model_validate({"t": text, "type": "create_data", **labels})


def test_each_label_is_found_and_hangs_below_what_it_belongs_to() -> None:
    assert said(GIVE) == [
        ("pre", "ENV", "-"),
        ("give", "ACT", "-"),
        ("cards", "OBJ", "give"),
        ("red", "VAL", "cards"),
        ("12", "VAL", "cards"),
        ("limit", "ATT", "12"),
        ("two", "QTY", "cards"),
        ("reader", "OBJ", "give"),
        ("1234", "ID", "reader"),
        ("reader", "OBJ", "-"),
    ]


def test_words_that_are_twice_in_a_text_are_counted() -> None:
    request = labelled(
        "12 cards, limit 12", steps=[{"obj": {"w": "cards", "vals": [{"w": "12@2"}]}}]
    )
    assert marked(request, BUSINESS).marks[1].start == len("12 cards, limit ")


@pytest.mark.parametrize(
    ("labels", "reason"),
    [
        ({"env": "daily"}, "not in the text"),
        ({"steps": [{"act": "sell", "obj": {"w": "card"}}]}, "no action 'sell'"),
        ({"steps": [{"obj": {"w": "card", "is": "book"}}]}, "no entity 'book'"),
        ({"steps": [{"obj": {"w": "red card", "vals": [{"w": "red"}]}}]}, "overlaps another label"),
        ({"steps": [{"obj": {"w": "card@2"}}]}, "1 times only"),
    ],
)
def test_labels_that_do_not_fit_are_told(labels: dict[str, Any], reason: str) -> None:
    with pytest.raises(Unmarked, match=reason):
        marked(labelled("a red card", **labels), BUSINESS)


def test_what_is_said_otherwise_keeps_its_labels() -> None:
    variation = Variation({"limit": ["30"]}, random.Random(3))
    seen: set[str] = set()
    for _ in range(60):
        varied = variation.of(marked(GIVE, BUSINESS), BUSINESS)
        text = varied.request.t
        words = {m.role + str(i): text[m.start : m.end] for i, m in enumerate(varied.marks)}
        assert words["ID8"].isdigit()
        assert len(words["ID8"]) == 4
        assert words["VAL3"].lower() == "red"
        assert words["OBJ7"].lower() in ("reader", "patron", "raeder", "redaer", "reaedr", "erader")
        (aside,) = varied.asides
        assert text[aside.start : aside.end].lower().startswith("no ")
        seen.add(text)
    assert len(seen) > 40


def test_an_edit_moves_what_stands_behind_it() -> None:
    found = marked(
        labelled("card 5", steps=[{"obj": {"w": "card", "ids": [{"w": "5"}]}}]), BUSINESS
    )
    varied = edited(found, [(0, 0, "please "), (0, 4, "library card")])
    text = varied.request.t
    assert text == "please library card 5"
    assert [text[m.start : m.end] for m in varied.marks] == ["library card", "5"]
