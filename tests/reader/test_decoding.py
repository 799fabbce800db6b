"""Marks out of what a network says, with a network of three layers that has learned nothing."""

from pathlib import Path

import numpy as np
import pytest

from pipelines.intent.reader.decoding import Decoder
from pipelines.intent.reader.evidence import Name
from pipelines.intent.reader.labels import LINKS
from pipelines.intent.reader.names import NameEncoder, NameTable
from pipelines.intent.reader.network import Network, load
from tests.reader.small import small_network, small_tokenizer, write_small


def table(network: Network) -> NameTable:
    encoder = NameEncoder(network, small_tokenizer())
    return NameTable([Name(kind, f"{kind}-1", ("card", "give")) for kind in LINKS], encoder)


def test_marks_lie_in_the_text_and_belong_to_each_other_without_a_ring() -> None:
    network = small_network(seed=5)
    text = "give 1234 cards, 12 cards"
    read = Decoder(network, small_tokenizer()).read(text, table(network))
    for at, mark in enumerate(read.marks):
        assert text[mark.start : mark.end] == mark.text
        seen = {at}
        head = mark.head
        while head >= 0:
            assert head not in seen
            seen.add(head)
            head = read.marks[head].head


def test_links_name_what_the_catalogue_has_or_nothing() -> None:
    network = small_network(seed=5)
    read = Decoder(network, small_tokenizer()).read("give 1234 cards", table(network))
    assert read.marks
    for mark in read.marks:
        for kind in LINKS:
            assert {key for key, _ in mark.links[kind]} == {f"{kind}-1", ""}
            assert sum(sure for _, sure in mark.links[kind]) == pytest.approx(1.0, abs=1e-4)


def test_what_was_said_before_is_read_with_the_message_but_has_no_marks() -> None:
    network = small_network(seed=5)
    decoder = Decoder(network, small_tokenizer())
    read = decoder.read("12 cards", table(network), before=("give 1234 a card",))
    assert all(mark.end <= len("12 cards") for mark in read.marks)


def test_an_empty_message_and_a_very_long_one_are_read_too() -> None:
    network = small_network(seed=5)
    decoder = Decoder(network, small_tokenizer())
    assert decoder.read("", table(network)).marks == ()
    long = "give 1234 cards " * 600
    assert all(mark.end <= len(long) for mark in decoder.read(long, table(network)).marks)


def test_weights_are_the_same_out_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "weights.npz"
    write_small(file, seed=5)
    network, tokenizer = load(file)
    ids = tokenizer.tokens("give 1234").ids
    again = small_network(seed=5).hidden(ids, (1,) * len(ids))
    assert np.allclose(network.hidden(ids, (1,) * len(ids)), again, atol=0.2)


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "weights.npz"
    file.write_bytes(b"PK\x03\x04 nothing")
    with pytest.raises(ValueError, match=r"weights\.npz holds no weights of the reader"):
        load(file)
