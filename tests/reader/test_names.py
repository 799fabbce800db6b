"""Names of a catalogue: encoded once, kept in a file, compared by spelling too."""

from pathlib import Path

import numpy as np

from pipelines.reader.names import Name, NameTable, VectorFile, vector_of
from tests.reader.small import small_network, small_tokenizer

CARD = Name("entity", "card", ("library card", "card"))


def test_a_name_that_was_encoded_before_is_read_from_the_file(tmp_path: Path) -> None:
    file = tmp_path / "kept" / "names.npz"
    first = VectorFile(file)
    encoded = vector_of(small_network(seed=1), small_tokenizer(), first)(CARD)
    first.write()
    other = vector_of(small_network(seed=2), small_tokenizer(), VectorFile(file))(CARD)
    assert np.array_equal(encoded, other)


def test_a_damaged_file_is_no_reason_to_stop(tmp_path: Path) -> None:
    file = tmp_path / "names.npz"
    file.write_bytes(b"nothing")
    assert VectorFile(file).get(CARD.text) is None


def test_a_folder_that_cannot_be_made_is_no_reason_to_stop(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    kept = VectorFile(tmp_path / "taken" / "names.npz")
    kept.put("card", np.zeros((4, 8), np.float32))
    kept.write()


def test_the_same_words_and_like_ones_are_told() -> None:
    table = NameTable([CARD], vector_of(small_network(seed=1), small_tokenizer()))
    same, alike = table.spelled("entity", "Card")[0]
    assert (same, alike) == (1.0, 1.0)
    same, alike = table.spelled("entity", "cards")[0]
    assert same == 0.0
    assert 0.8 < alike < 1.0
