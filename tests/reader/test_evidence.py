"""What speaks for a name beside its meaning."""

import pytest

from pipelines.intent.reader.evidence import (
    COLUMNS,
    FORMS,
    Comparison,
    Name,
    Said,
    form_of,
    looks_of,
    owner,
)
from tests.reader.marking import mark

CARD = Name("entity", "card", ("library card", "card"), looks=looks_of(["LC-1021", "8807"]))
STATUS = Name(
    "attribute", "status", ("state",), of=("card",), type="enum", values=("blocked", "lost")
)
FEE = Name("attribute", "fee", ("fee", "fine"), of=("loan",), type="money")


def column(number: int, said: Said, *names: Name) -> list[float]:
    found = Comparison(names).columns([said])
    assert found.shape == (1, len(names), COLUMNS)
    return [float(one) for one in found[0, :, number]]


def test_the_same_words_and_like_ones_are_told() -> None:
    assert column(0, Said("Card"), CARD) == [1.0]
    assert column(0, Said("cards"), CARD) == [0.0]
    assert 0.8 < column(1, Said("cards"), CARD)[0] < 1.0


def test_a_part_of_a_word_counts_by_its_share() -> None:
    assert column(2, Said("library"), CARD) == [pytest.approx(7 / 12)]


def test_identifiers_are_known_by_their_letters_and_never_by_digits_alone() -> None:
    assert column(3, Said("LC-77"), CARD, STATUS) == [1.0, 0.0]
    assert column(3, Said("8807"), CARD) == [0.0]


def test_the_word_of_an_attribute_speaks_for_it_though_the_value_does_not() -> None:
    assert column(5, Said("30", told="fine"), STATUS, FEE) == [0.0, 1.0]


def test_an_attribute_is_likelier_where_its_thing_is_meant() -> None:
    assert column(7, Said("30", of={"loan": 0.75}), STATUS, FEE) == [0.0, 0.75]


def test_a_closed_value_speaks_for_its_attribute() -> None:
    assert column(9, Said("lost"), STATUS, FEE) == [1.0, 0.0]


@pytest.mark.parametrize(
    ("words", "form"),
    [
        ("50", "number"),
        ("三", "number"),
        ("20%", "percent"),
        ("13800000001", "phone"),
        ("a@b.example", "email"),
        ("2026-01-31", "date"),
        ("LC-1021", "code"),
        ("已支付", "han"),
        ("paid", "latin"),
    ],
)
def test_words_have_a_form(words: str, form: str) -> None:
    assert FORMS[form_of(words)] == form


def test_a_value_belongs_to_the_thing_it_is_said_of_and_a_change_to_what_is_changed() -> None:
    text = "set card LC-1 to lost"
    marks = [
        mark(text, "set", "ACT", tie="step"),
        mark(text, "card", "OBJ", 0, "object"),
        mark(text, "LC-1", "ID", 1, "id"),
        mark(text, "lost", "VAL", 0, "set"),
    ]
    assert [owner(at, marks) for at in range(4)] == [1, 1, 1, 1]
