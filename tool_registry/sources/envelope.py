"""Reading from a result whether the tool succeeded, and what it says if not.

All names and patterns are data (`envelopes.yaml`). A flag (`success: false`) decides wherever it
stands; a code decides only in an envelope, since a flat result may well have a `code` of its own.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple, cast

from tool_registry.base.types import JsonValue
from tool_registry.base.yaml_files import packaged
from tool_registry.sources.result import CallResult, FailureKind

_DATA = Path(__file__).with_name("envelopes.yaml")
_DEPTH = 3
"""Envelopes in envelopes are judged so deep."""
Fields = dict[str, JsonValue]


class Complaint(NamedTuple):
    """What an envelope says of a failure."""

    code: str | None
    message: str


def evaluate(body: JsonValue, *, is_error: bool = False) -> CallResult:
    """The call's result; `is_error` is what the protocol says of it.

    A text that is no JSON comes as `{"text": …}` (see `body_of`); a page or cut-off JSON in it is
    an answer that cannot be read, so the outcome is unknown.
    """
    text = _only_text(body)
    if text is not None and _pattern("malformed").search(text):
        return CallResult.failed("unknown", _excerpt(text), code="MALFORMED", body=body)
    complaint = _complaint(body, _DEPTH)
    if complaint is None and not is_error:
        return CallResult.success(body)
    if complaint is None:
        complaint = Complaint(None, text if text is not None else _message(body) or "")
    kind = _kind(complaint, is_error=is_error)
    return CallResult.failed(kind, complaint.message, code=complaint.code, body=body)


def body_of(structured: JsonValue, texts: list[str]) -> JsonValue:
    """Structured content where there is some, else the JSON of the text, else `{"text": …}`."""
    if structured is not None:
        return structured
    parsed = [_parsed(text) for text in texts]
    if parsed and all(value is not None for value in parsed):
        return parsed[0] if len(parsed) == 1 else parsed
    return {"text": "\n".join(texts)}


def _parsed(text: str) -> JsonValue:
    """The JSON object or list of a text; None where it is not one (a bare number is a text)."""
    try:
        value: JsonValue = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return cast("JsonValue", value) if isinstance(value, dict | list) else None


def _only_text(body: JsonValue) -> str | None:
    """The text of a result that is nothing but text."""
    fields = cast("Fields", body) if isinstance(body, dict) else {}
    text: JsonValue = fields.get("text")
    return text if len(fields) == 1 and isinstance(text, str) else None


def _complaint(body: JsonValue, depth: int) -> Complaint | None:
    if not isinstance(body, dict) or depth == 0:
        return None
    fields = {_fold(key): value for key, value in cast("Fields", body).items()}
    flag = _flag(fields)
    if flag is False:
        return _described(fields)
    closed = fields.keys() <= _known()
    if flag is None and closed and _says_no(fields):
        return _described(fields)
    if flag is None and _has_error(fields, closed=closed):
        return _described(fields)
    for name in fields.keys() & _names("payloads"):
        inner = _complaint(fields[name], depth - 1)
        if inner is not None and (closed or flag is not None):
            return inner
    return None


def _flag(fields: Fields) -> bool | None:
    """What the flags say; None where there is none."""
    for names, meaning in (("success_flags", True), ("failure_flags", False)):
        for name in fields.keys() & _names(names):
            text = str(fields[name]).casefold()
            if isinstance(fields[name], bool | int | str):
                if text in _names("true_values"):
                    return meaning
                if text in _names("false_values"):
                    return not meaning
    return None


def _says_no(fields: Fields) -> bool:
    """True where a code is none of success, or a state is one of failure."""
    return any(True for _ in _bad_codes(fields))


def _bad_codes(fields: Fields) -> Iterator[str]:
    for code in _texts(fields, "codes"):
        if not _is_ok(code):
            yield code
    for state in _texts(fields, "states"):
        if state.casefold() in _names("failed_states") or _is_http_failure(state):
            yield state


def _texts(fields: Fields, group: str) -> Iterator[str]:
    for name in _listed(group):
        value = fields.get(name)
        if isinstance(value, list):
            yield from (str(item) for item in cast("list[JsonValue]", value)[:1])
        elif isinstance(value, str | int | float) and not isinstance(value, bool):
            yield str(value).strip()


def _is_ok(code: str) -> bool:
    folded = code.casefold()
    return folded in _names("ok_codes") or folded.startswith(tuple(_listed("ok_prefixes")))


def _is_http_failure(state: str) -> bool:
    return state.isdigit() and 400 <= int(state) < 600


def _has_error(fields: Fields, *, closed: bool) -> bool:
    """An error of its own, and nothing beside it that a success would bring."""
    present = [name for name in fields.keys() & _names("errors") if fields[name]]
    values = [fields[name] for name in present]
    told = any(isinstance(v, dict) and _message(cast("Fields", v)) is not None for v in values)
    return bool(present) and (closed or told)


def _described(fields: Fields) -> Complaint:
    """Code and message, from the envelope itself or from the error inside it."""
    inner: Fields = {}
    for name in _listed("errors"):
        value: JsonValue = fields.get(name)
        first: JsonValue = value
        if isinstance(value, list) and value:
            first = cast("list[JsonValue]", value)[0]
        if isinstance(first, dict):
            inner = {_fold(key): item for key, item in cast("Fields", first).items()}
        elif isinstance(first, str) and first:
            inner = {"message": first}
    bad = [code for part in (fields, inner) for code in _bad_codes(part)]
    message = _message(fields) or _message(inner) or (bad[0] if bad else "")
    code = bad[0] if bad else None
    if code and "::" in code:
        code, _, said = code.partition("::")
        message = said if message == f"{code}::{said}" else message
    return Complaint(code, message)


def _message(body: JsonValue) -> str | None:
    if not isinstance(body, dict):
        return None
    fields = {_fold(key): value for key, value in cast("Fields", body).items()}
    texts = (fields.get(name) for name in (*_listed("messages"), *_listed("other_messages")))
    return next((text for text in texts if isinstance(text, str) and text.strip()), None)


def _kind(complaint: Complaint, *, is_error: bool) -> FailureKind:
    said = f"{complaint.code or ''} {complaint.message}".strip()
    if _matches("validation", said):
        return "validation"
    broken = _matches("crash", said) or (is_error and not said)
    return "unknown" if broken else "business"


def _excerpt(text: str) -> str:
    short = " ".join(text.split())
    return short if len(short) <= 200 else f"{short[:200]}…"


def _fold(key: str) -> str:
    return key.replace("_", "").replace("-", "").casefold()


def _table() -> dict[str, list[str]]:
    return packaged(_DATA)


def _listed(name: str) -> list[str]:
    return _table()[name]


@cache
def _names(name: str) -> frozenset[str]:
    return frozenset(_table()[name])


@cache
def _known() -> frozenset[str]:
    groups = ("success_flags", "failure_flags", "codes", "states", "errors", "messages", "payloads")
    return frozenset(name for group in (*groups, "technical") for name in _listed(group))


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(cast("str", _table()[name]), re.IGNORECASE)


@cache
def _patterns(name: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(text, re.IGNORECASE) for text in _table()[name])


def _matches(name: str, text: str) -> bool:
    return any(pattern.search(text) for pattern in _patterns(name))
