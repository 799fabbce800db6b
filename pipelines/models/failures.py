"""From what a server said to the error that it means. The codes are data: `failures.yaml`."""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from pathlib import Path
from typing import cast

from pipelines.models.errors import (
    BadRequest,
    ModelError,
    Refused,
    Throttled,
    TooLong,
    Unreachable,
)
from tool_registry.base.types import JsonValue
from tool_registry.base.yaml_files import packaged

_DATA = Path(__file__).with_name("failures.yaml")
_KINDS: Mapping[str, type[ModelError]] = {
    "refused": Refused,
    "throttled": Throttled,
    "too_long": TooLong,
    "unreachable": Unreachable,
}
_NOT_SO = (400, 415, 422)
"""Statuses of a server that may take the same question when it is put in another way."""


def failure(
    status: int, code: str, said: str, headers: Mapping[str, str], *, model: str
) -> ModelError:
    """The error behind an HTTP status, with the server's own code and words where it gave them."""
    detail = f"HTTP {status}" + "".join(f", {part}" for part in (code, said) if part)
    kind = _KINDS[_named(f"{code} {said}") or _by_status(status)]
    if kind is Throttled:
        return Throttled(detail, model=model, retry_after=_retry_after(headers))
    if kind is Refused and status in _NOT_SO:
        return BadRequest(detail, model=model)
    return kind(detail, model=model)


def failure_from_body(status: int, text: str, headers: Mapping[str, str], model: str) -> ModelError:
    """The error that the body of a response tells, in the OpenAI form where it has one."""
    try:
        body: JsonValue = json.loads(text)
    except (ValueError, RecursionError):
        return failure(status, "", "", headers, model=model)
    error: JsonValue = cast("dict[str, JsonValue]", body).get("error") if body else None
    return failure_told(status, error or body, headers, model)


def failure_told(
    status: int, error: JsonValue, headers: Mapping[str, str], model: str
) -> ModelError:
    """The error in a part of a body; it is none of ours where the status is 200."""
    told = cast("dict[str, JsonValue]", error) if isinstance(error, dict) else {"message": error}
    code, said = str(told.get("code") or ""), str(told.get("message") or "")
    return failure(500 if status == 200 else status, code, said, headers, model=model)


def _by_status(status: int) -> str:
    if status == 429:
        return "throttled"
    return "unreachable" if status == 408 or status >= 500 else "refused"


def _named(said: str) -> str | None:
    return next((kind for kind, words in _words().items() if words.search(said)), None)


@cache
def _words() -> Mapping[str, re.Pattern[str]]:
    entries: dict[str, list[str]] = packaged(_DATA)
    return {kind: re.compile("|".join(words), re.IGNORECASE) for kind, words in entries.items()}


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds, or a date, as HTTP has both; None for anything else."""
    said = next((v for name, v in headers.items() if name.lower() == "retry-after"), "").strip()
    if re.fullmatch(r"\d{1,6}(\.\d+)?", said):
        return float(said)
    try:
        then = parsedate_to_datetime(said)
    except (TypeError, ValueError):
        return None
    there = then if then.tzinfo else then.replace(tzinfo=UTC)
    return max(0.0, (there - datetime.now(UTC)).total_seconds())
