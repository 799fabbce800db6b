"""Vectors are asked for once, whoever needs them, and a file that is broken costs only time."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pipelines.filter.index.remote import RemoteEmbedder
from pipelines.filter.index.stored import StoredEmbedder, VectorFile
from pipelines.models.compatible import Endpoint
from pipelines.models.vectors import CompatibleVectors
from tests.scripted_model.server import ScriptedServer


def stored(
    service: ScriptedServer, folder: Path, model: str = "text-embedding-v4"
) -> StoredEmbedder:
    endpoint = Endpoint(f"{service.url}/compatible-mode/v1", "sk-of-a-test")
    remote = RemoteEmbedder(CompatibleVectors(endpoint, model, 64))
    return StoredEmbedder(remote, VectorFile(folder / "vectors.db"))


def sent(service: ScriptedServer) -> list[list[str]]:
    bodies: list[dict[str, Any]] = [one["body"] for one in service.asked]
    return [body["input"] for body in bodies]


def test_texts_are_sent_in_tens_and_each_only_once(service: ScriptedServer, tmp_path: Path) -> None:
    texts = [f"tool {number}" for number in range(23)]
    first = stored(service, tmp_path).embed([*texts, texts[0]])
    assert [len(batch) for batch in sent(service)] == [10, 10, 3]
    again = stored(service, tmp_path).embed(texts)
    assert len(service.asked) == 3
    assert np.array_equal(first.vectors[:23], again.vectors)


def test_only_what_is_new_is_sent(service: ScriptedServer, tmp_path: Path) -> None:
    stored(service, tmp_path).embed(["lend a book", "return a book"])
    stored(service, tmp_path).embed(["return a book", "pay a fine"])
    assert sent(service)[1:] == [["pay a fine"]]


def test_another_model_has_vectors_of_its_own(service: ScriptedServer, tmp_path: Path) -> None:
    stored(service, tmp_path).embed(["lend a book"])
    stored(service, tmp_path, "text-embedding-v3").embed(["lend a book"])
    assert len(service.asked) == 2


def test_blank_texts_are_not_sent_and_say_nothing(service: ScriptedServer, tmp_path: Path) -> None:
    found = stored(service, tmp_path).embed(["", "lend a book", "  "])
    assert sent(service) == [["lend a book"]]
    assert found.shares.tolist() == [0, 1, 0]
    assert np.linalg.norm(found.vectors, axis=1) == pytest.approx([0, 1, 0], abs=1e-3)


def test_a_file_that_is_none_costs_only_time(service: ScriptedServer, tmp_path: Path) -> None:
    (tmp_path / "vectors.db").write_bytes(b"no database at all, but some bytes" * 50)
    embedder = stored(service, tmp_path)
    assert embedder.embed(["lend a book"]).shares.tolist() == [1]
    assert embedder.embed(["lend a book"]).shares.tolist() == [1]
    assert len(service.asked) == 1
