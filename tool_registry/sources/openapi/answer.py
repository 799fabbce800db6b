"""What the answer to an operation's request means: a result, a refusal, or nobody knows."""

import json
from http import HTTPStatus
from typing import Any, cast
from urllib.parse import unquote, urlsplit

from tool_registry.base.http import Answer
from tool_registry.base.redaction import mask_text
from tool_registry.base.types import JsonValue
from tool_registry.sources.envelope import evaluate
from tool_registry.sources.openapi.plan import Plan
from tool_registry.sources.problems.reading import complaints
from tool_registry.sources.result import CallResult, Failure, FailureKind

_REFUSED = frozenset({400, 405, 406, 411, 413, 414, 415, 422, 431})
"""The request itself was refused, so nothing was done."""
_UNKNOWN = frozenset({408, 425, 499})
_LONGEST = 500


def result_of(plan: Plan, answer: Answer) -> CallResult:
    """The result, with what a `Location` header tells put into the body."""
    body = body_of(answer)
    if answer.status in (302, 303) and plan.writes:
        made = cast("dict[str, JsonValue]", body) if isinstance(body, dict) else {}
        return CallResult.success(_located(made, answer))
    if 300 <= answer.status < 400:
        there = answer.headers.get("location", "")
        return CallResult.failed(
            "unknown", f"answers {answer.status} and sends to {there}", code=f"HTTP_{answer.status}"
        )
    if answer.status < 300:
        found = evaluate(body)
        return found.model_copy(update={"body": _located(body, answer)}) if found.ok else found
    return _failed(plan, answer, body)


def body_of(answer: Answer) -> JsonValue:
    """JSON as it is, text as `{"text": …}`, nothing as `{}`."""
    if not answer.content.strip():
        return dict[str, JsonValue]()
    kind = answer.headers.get("content-type", "").lower()
    text = answer.content.decode("utf-8", errors="replace")
    if "json" in kind or text.lstrip()[:1] in ("{", "["):
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return {"text": text}
    return {"text": text}


def _located(body: JsonValue, answer: Answer) -> Any:
    """The body with `location` and `location_id`, where the answer names what it made."""
    location = answer.headers.get("location")
    if not location or not isinstance(body, dict):
        return body
    try:
        parts = [part for part in urlsplit(location).path.split("/") if part]
    except ValueError:
        parts = []
    told = {"location": location, "location_id": unquote(parts[-1]) if parts else location}
    return {**told, **cast("dict[str, JsonValue]", body)}


def _failed(plan: Plan, answer: Answer, body: JsonValue) -> CallResult:
    status = answer.status
    judged = evaluate(body, is_error=True).failure
    kind: FailureKind = "business"
    if status in _REFUSED:
        kind = "validation"
    elif status >= 500 or status in _UNKNOWN:
        kind = "unknown"
    fields = _fields(plan, body) if kind != "unknown" else {}
    said = _said(status, judged, fields)
    if after := answer.headers.get("retry-after"):
        said += f" (may be tried again after {after[:40]})"
    code = judged.code if judged and judged.code not in (None, "MALFORMED") else f"HTTP_{status}"
    failure = Failure(kind=kind, code=code, message=said, fields=fields)
    return CallResult(ok=False, body=body, failure=failure)


def _said(status: int, judged: Failure | None, fields: dict[str, str]) -> str:
    told = judged.message.strip() if judged and judged.code != "MALFORMED" else ""
    if not told or told.isdigit() or _is_data(told):
        told = "; ".join(f"{path}: {text}" for path, text in fields.items())
    if not told:
        try:
            told = HTTPStatus(status).phrase
        except ValueError:
            told = "no reason given"
    return mask_text(f"HTTP {status}: {told[:_LONGEST]}")


def _is_data(text: str) -> bool:
    return text[:1] in "{[<"


def _fields(plan: Plan, body: JsonValue) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, text in complaints(body):
        path = located(plan, name)
        said = mask_text(text[:_LONGEST])
        found[path] = (
            f"{found[path]}; {said}" if path in found and said not in found[path] else said
        )
    return found


def located(plan: Plan, field: str) -> str:
    """The path into the arguments for a field as the server calls it."""
    parts = field.split(".")
    known = {_fold(one.name): one.argument for one in plan.parameters}
    if plan.body is not None:
        known |= {_fold(name): argument for argument, name in plan.body.fields.items()}
    for start, part in enumerate(parts):
        name, _, mark = part.partition("[")
        if _fold(name) in known:
            own = known[_fold(name)] + (f"[{mark}" if mark else "")
            return ".".join([own, *parts[start + 1 :]])
    if plan.body is not None and plan.body.argument is not None:
        return f"{plan.body.argument}.{field}"
    return field


def _fold(name: str) -> str:
    return name.replace("_", "").replace("-", "").casefold()
