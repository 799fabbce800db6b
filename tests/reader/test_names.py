"""Names of a catalogue: encoded once, several at a time, and kept in a file."""

from pathlib import Path

import numpy as np

from pipelines.intent.reader.evidence import Name
from pipelines.intent.reader.names import NameEncoder
from pipelines.models.kept_vectors import VectorFile
from tests.reader.small import small_network, small_tokenizer

CARD = Name("entity", "card", ("library card", "card"))


def test_a_name_that_was_encoded_before_is_read_from_the_file(tmp_path: Path) -> None:
    file = tmp_path / "kept" / "names.npz"
    first = VectorFile(file)
    encoded = NameEncoder(small_network(seed=1), small_tokenizer()).vectors([CARD.text], first)
    first.write()
    kept = VectorFile(file)
    other = NameEncoder(small_network(seed=2), small_tokenizer()).vectors([CARD.text], kept)
    assert np.array_equal(encoded, other)


def test_a_damaged_file_is_no_reason_to_stop(tmp_path: Path) -> None:
    file = tmp_path / "names.npz"
    file.write_bytes(b"nothing")
    assert VectorFile(file).get(CARD.text) is None


def test_a_folder_that_cannot_be_made_is_no_reason_to_stop(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    kept = VectorFile(tmp_path / "taken" / "names.npz")
    kept.add({"card": np.zeros((4, 8), np.float32)})
    kept.write()


def test_names_are_encoded_the_same_alone_and_with_others() -> None:
    texts = ["card", "give", "a card", "12", "give a card"]
    together = NameEncoder(small_network(seed=1), small_tokenizer()).vectors(texts)
    alone = [NameEncoder(small_network(seed=1), small_tokenizer()).vectors([t]) for t in texts]
    assert np.allclose(together, np.concatenate(alone), atol=1e-5)
