"""Turns by the shipped weights: plain follow-ups that any good reader knows."""

import pytest

from pipelines.contracts.reader import Turn
from pipelines.intent.reader.decoding import Decoder
from pipelines.intent.reader.evidence import Name
from pipelines.intent.reader.local import shipped
from pipelines.intent.reader.names import NameTable

BEFORE = ("lend two books to reader 1234 in pre", "Done: loans 71 and 72.")
PLAN = ("delete the three books of shelf 8, daily", "Plan: delete 3 books. Shall I go ahead?")


@pytest.fixture(scope="module")
def decoder() -> Decoder:
    return shipped()


@pytest.mark.parametrize(
    ("before", "text", "turn"),
    [
        (BEFORE, "thanks a lot!", "thanks"),
        (BEFORE, "two more", "more"),
        (PLAN, "yes, go ahead", "yes"),
    ],
)
def test_the_turn_of_a_plain_follow_up(
    decoder: Decoder, before: tuple[str, str], text: str, turn: Turn
) -> None:
    names = NameTable([Name("entity", "book", ("book",))], decoder.encoder)
    assert decoder.read(text, names, before).turn == turn
