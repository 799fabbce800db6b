"""Vectors of names that are shipped beside the weights."""

from pathlib import Path

import numpy as np
import pytest

from pipelines.intent.reader.catalogue_names import names_of
from pipelines.intent.reader.local import WEIGHTS, keep_names, names_file, shipped
from pipelines.intent.reader.names import NameEncoder
from pipelines.models.kept_vectors import VectorFile
from tests.governance.catalogues import commerce

KEPT = VectorFile(names_file(WEIGHTS)).vectors


def test_the_demo_waits_for_no_name() -> None:
    names = {name.text for name in names_of(commerce())}
    assert names <= KEPT.keys(), "`zhizao reader names` encodes them anew"


def test_they_are_those_of_the_shipped_weights() -> None:
    decoder = shipped()
    texts = sorted(KEPT)[::40]
    made = NameEncoder(decoder.network, decoder.tokenizer).vectors(texts)
    assert np.allclose(made, [KEPT[text] for text in texts], atol=1e-4)


def test_damaged_weights_cost_no_names(tmp_path: Path) -> None:
    weights = tmp_path / "weights.npz"
    weights.write_bytes(b"nothing")
    names_file(weights).write_bytes(names_file(WEIGHTS).read_bytes())
    with pytest.raises(ValueError, match="weights"):
        keep_names([commerce()], weights)
    assert VectorFile(names_file(weights)).vectors.keys() == KEPT.keys()
