"""Words of a catalogue in a message."""

from pipelines.intent.reader.evidence import Name
from pipelines.intent.reader.mentions import Mentions, flags_of
from pipelines.intent.reader.pieces import pieces_of
from tests.reader.small import small_tokenizer

NAMES = [
    Name("entity", "card", ("card", "券")),
    Name("entity", "gift_card", ("gift card",)),
    Name("action", "give", ("give", "发")),
]


def found(text: str) -> list[tuple[str, frozenset[str]]]:
    return [(text[m.start : m.end], m.keys) for m in Mentions(NAMES).within(text)]


def test_the_longest_word_is_found() -> None:
    assert found("Give a gift card") == [
        ("Give", frozenset()),
        ("gift card", frozenset({"gift_card"})),
    ]


def test_several_of_a_thing_are_its_word() -> None:
    assert found("two cards") == [("cards", frozenset({"card"}))]


def test_a_word_inside_another_is_none() -> None:
    assert found("discard forgiven") == []


def test_signs_need_no_gap() -> None:
    assert found("发2张券") == [("发", frozenset()), ("券", frozenset({"card"}))]


def test_pieces_know_the_kinds_of_the_words_that_they_are_in() -> None:
    text = "give cards"
    pieces = pieces_of(text, small_tokenizer())
    flags = flags_of(pieces, Mentions(NAMES).within(text))
    at = pieces.span(0, 4), pieces.span(5, 10)
    assert at[0] is not None
    assert at[1] is not None
    assert flags[at[0][0]] == [0]
    assert [flags[i] for i in range(at[1][0], at[1][1] + 1)] == [[2], [3]]
