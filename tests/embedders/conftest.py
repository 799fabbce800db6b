"""A service of vectors on loopback, on both wires."""

from collections.abc import Generator
from typing import Any

import pytest

from pipelines.models.permission import model_requests
from tests.scripted_model.server import ScriptedServer, serving


def vector_of(text: str, length: int = 1024) -> list[float]:
    """How often each letter stands in a text, from `a` on."""
    return [float(text.lower().count(chr(ord("a") + place))) for place in range(length)]


def vectors(body: Any) -> Any:
    """The body of an answer to that of a question: DashScope's wire has `texts`."""
    if "texts" in body["input"]:
        length = body["parameters"].get("dimension") or 1024
        told = [vector_of(one, length) for one in body["input"]["texts"]]
        places = [{"text_index": n, "embedding": one} for n, one in enumerate(told)]
        return {"output": {"embeddings": places}, "usage": {"total_tokens": 1}, "request_id": ""}
    told = [vector_of(one, body.get("dimensions") or 1024) for one in body["input"]]
    return {"data": [{"index": n, "embedding": one} for n, one in enumerate(told)]}


@pytest.fixture
def service() -> Generator[ScriptedServer]:
    with model_requests(True), serving({}) as service:
        service.vectors = vectors
        yield service
