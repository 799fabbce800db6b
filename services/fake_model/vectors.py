"""Vectors on both wires: hashed pairs of letters, so that texts with the same letters are alike."""

import math
from collections.abc import Mapping
from typing import Any, cast
from zlib import crc32

from services.fake_model.question import BadQuestion

NATIVE = "/api/v1/services/embeddings/text-embedding/text-embedding"
COMPATIBLE = "/compatible-mode/v1/embeddings"
PATHS = (NATIVE, COMPATIBLE)
_MOST = 10
_LENGTHS = (64, 128, 256, 512, 768, 1024, 1536, 2048)
_USUAL = 1024


def answer(path: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """The body of an answer; BadQuestion where the request is none."""
    texts, length = _read(path, body)
    vectors = [vector_of(text, length) for text in texts]
    if path == NATIVE:
        told = [{"text_index": n, "embedding": one} for n, one in enumerate(vectors)]
        usage = {"total_tokens": sum(map(len, texts))}
        return {"output": {"embeddings": told}, "usage": usage, "request_id": "fake"}
    data = [{"index": n, "embedding": one, "object": "embedding"} for n, one in enumerate(vectors)]
    return {"object": "list", "data": data, "model": body.get("model")}


def vector_of(text: str, length: int = _USUAL) -> list[float]:
    """The vector of a text, of length 1."""
    counts = [0.0] * length
    for one, other in zip(text.lower(), text.lower()[1:], strict=False):
        counts[crc32((one + other).encode()) % length] += 1.0
    norm = math.sqrt(sum(count * count for count in counts)) or 1.0
    return [round(count / norm, 6) for count in counts]


def _read(path: str, body: Mapping[str, Any]) -> tuple[list[str], int]:
    model = str(body.get("model") or "")
    if not model.startswith("text-embedding"):
        raise BadQuestion(f"Model {model} does not exist.", 404, "ModelNotFound")
    native = path == NATIVE
    given: Any = cast("dict[str, Any]", body.get("input") or {}).get("texts") if native else None
    texts: Any = given if native else body.get("input")
    options = cast("dict[str, Any]", body.get("parameters") or {}) if native else body
    length = options.get("dimension" if native else "dimensions", _USUAL)
    if not isinstance(texts, list) or not all(map(_is_text, cast("list[Any]", texts))):
        raise BadQuestion("input.contents should be a list of texts that are not empty")
    told = cast("list[str]", texts)
    if not 0 < len(told) <= _MOST:
        raise BadQuestion(f"batch size is invalid, it should not be larger than {_MOST}")
    if length not in _LENGTHS:
        raise BadQuestion(f"dimension {length} is invalid")
    return told, int(length)


def _is_text(given: object) -> bool:
    return isinstance(given, str) and bool(given)
