"""The built-in script for synonyms: a word with another one in brackets behind it."""

import json
import re
from typing import Any, cast

from services.fake_model.question import Answer, BadQuestion, Question

_BRACKETS = re.compile(
    r"(?P<term>[\u4e00-\u9fff]{2,8}|[A-Za-z][a-z]+(?: [a-z]+)?)\s?[((]"
    r"(?P<synonym>[\u4e00-\u9fff]{2,8}|[A-Za-z][a-z]+(?: [a-z]+)?)[))]"
)


def pair(question: Question) -> Answer | None:
    """The filled form; None for a prompt of another stage."""
    if not question.wants("ModelSynonyms"):
        return None
    texts, _ = question.needed("texts", "output_schema")
    try:
        told = cast("list[dict[str, Any]]", json.loads(texts))
    except ValueError as error:
        raise BadQuestion(f"the texts are no JSON: {error}") from error
    pairs = [
        {**found.groupdict(), "quote": found.group(), "confidence": 0.8}
        for one in told
        for found in _BRACKETS.finditer(f"{one['heading']}\n{one['text']}")
    ]
    return Answer(json.dumps({"pairs": pairs[:40]}, ensure_ascii=False))
