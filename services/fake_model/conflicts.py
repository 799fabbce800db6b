"""The built-in script for conflicts: the longest word that each of two tools has of its own."""

import json
import re
from typing import Any, cast

from services.fake_model.question import Answer, BadQuestion, Question

_WORD = re.compile(r"[A-Za-z]{3,}|[\u4e00-\u9fff]{2,6}")


def compare(question: Question) -> Answer | None:
    """The filled form; None for a prompt of another stage."""
    if not question.wants("ModelConflict"):
        return None
    new, other, _ = question.needed("new", "other", "output_schema")
    try:
        texts = [cast("dict[str, Any]", json.loads(one)) for one in (new, other)]
    except ValueError as error:
        raise BadQuestion(f"a tool is no JSON: {error}") from error
    left, right = (str(one.get("description", "")) for one in texts)
    own = _only(left, right), _only(right, left)
    chinese = re.search(r"用 zh", question.prompt) is not None
    if all(own):
        reason = "说明里各有对方没有的词" if chinese else "Each has words of its own."
        form = {"verdict": "twin", "new_words": own[0], "other_words": own[1]}
    else:
        reason = "说明没有区别" if chinese else "Their descriptions say the same."
        form = {"verdict": "duplicate", "new_words": "", "other_words": ""}
    return Answer(json.dumps({**form, "reason": reason}, ensure_ascii=False))


def _only(text: str, other: str) -> str:
    """The longest word of a text that is nowhere in the other one."""
    words = [word for word in _WORD.findall(text) if word.lower() not in other.lower()]
    return max(words, key=len, default="")
