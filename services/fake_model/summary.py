"""The built-in script of the summary stage: it repeats the facts, in the sentence's language.

It knows only what the prompt says. It doubts nothing, and calls uncovered what stands behind `and`
with none of its words in any requirement or fact.
"""

import json
import re
from typing import Any, cast

from services.fake_model.question import Answer, BadQuestion, Question

_AND = re.compile(r"(?:并且?|同时|还要|,再|,再|\band\b|\balso\b)\s*(?P<more>[^,,。;;!!??]+)", re.I)
_WORDS = re.compile(r"[A-Za-z0-9]+|[\u4e00-\u9fff]")
_MADE = re.compile(r"^(?:新建|已处理|已删除|顺带新建|Created|Changed|Removed)\s*[::]", re.I)
_DEEDS = {
    "新建": "新建了{}。",
    "顺带新建": "另外新建了{}。",
    "已处理": "处理了{}。",
    "已删除": "删除了{}。",
    "created": "There is now {}.",
    "changed": "Changed: {}.",
    "removed": "Removed: {}.",
}


def tell(question: Question) -> Answer | None:
    """The filled form; None for a prompt of another stage."""
    if not question.wants("ModelSummary"):
        return None
    needed = ("environment", "verdicts", "facts", "output_schema", "sentence")
    _, verdicts, facts, _, said = question.needed(*needed)
    try:
        told, sentence = cast("list[str]", json.loads(facts)), str(json.loads(said))
    except ValueError as error:
        raise BadQuestion(f"facts and sentence are no JSON: {error}") from error
    form: dict[str, Any] = {
        "text": _text(told),
        "doubts": [],
        "uncovered": _uncovered(sentence, f"{verdicts}\n{facts}"),
    }
    return Answer(json.dumps(form, ensure_ascii=False))


def _text(told: list[str]) -> str:
    """What was made, each in a sentence; where nothing was, what was read first."""
    made = [one for one in told if _MADE.match(one)]
    if not made:
        return told[1] if len(told) > 1 else told[0]
    return "\n".join(map(_sentence, made))


def _sentence(fact: str) -> str:
    head, _, rest = fact.replace(":", ":", 1).partition(":")
    return _DEEDS.get(head.strip().lower(), "{}").format(rest.strip())


def _uncovered(sentence: str, held: str) -> list[str]:
    known = set(map(str.lower, _WORDS.findall(held)))
    found = [match["more"].strip() for match in _AND.finditer(sentence)]
    return [one for one in found if not known & set(map(str.lower, _WORDS.findall(one)))][:1]
