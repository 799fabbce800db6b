"""The built-in script of the parsing stage: the candidate whose name stands in a gap's own line."""

import json
import re
from typing import Any, cast

from services.fake_model.question import Answer, BadQuestion, Question


def parse(question: Question) -> Answer | None:
    """The filled form; None for a prompt of another stage."""
    if not question.wants("ModelParse"):
        return None
    candidates, tool, gaps, _ = question.needed("candidates", "tool", "gaps", "output_schema")
    try:
        declared = cast("dict[str, Any]", json.loads(tool))
        wanted = cast("list[dict[str, Any]]", json.loads(gaps))
    except ValueError as error:
        raise BadQuestion(f"tool and gaps are no JSON: {error}") from error
    fields = [_filled(one, declared, _listed(candidates, str(one["kind"]))) for one in wanted]
    return Answer(json.dumps({"fields": fields}, ensure_ascii=False))


def _filled(gap: dict[str, Any], tool: dict[str, Any], names: list[str]) -> dict[str, Any]:
    """Longest name first; nothing where no candidate's name stands in the text."""
    text = _line(str(gap["field"]), tool)
    for name in sorted(names, key=len, reverse=True):
        found = re.search(_pattern(name), text, re.IGNORECASE)
        if found:
            said = {"value": name, "words": found.group(), "confidence": 0.8}
            return {"field": gap["field"], **said}
    return {"field": gap["field"], "value": None, "words": "", "confidence": 0.0}


def _line(field: str, tool: dict[str, Any]) -> str:
    """What is said of the argument or result; of the tool itself, its name, title and text."""
    part, _, rest = field.partition(".")
    path = rest.rpartition(".")[0]
    lines = cast("list[str]", tool.get(part, []))
    own = [line for line in lines if line.startswith(f"{path} (")]
    whole = " ".join(str(tool.get(name, "")) for name in ("name", "title", "description"))
    return own[0] if own else whole


def _listed(candidates: str, kind: str) -> list[str]:
    found = re.search(rf"<{kind}>\n(.*?)\n</{kind}>", candidates, re.DOTALL)
    return found.group(1).split(", ") if found else []


def _pattern(name: str) -> str:
    edge = r"(?![A-Za-z])" if name[-1:].isascii() else ""
    return re.escape(name).replace("_", "[ _]?") + edge
