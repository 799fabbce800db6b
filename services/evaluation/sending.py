"""Sends the traces of an evaluation to a collector: OTLP over HTTP, as JSON.

https://opentelemetry.io/docs/specs/otlp/#otlphttp"""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, cast
from urllib.parse import unquote

import httpx2

from evals.errors import EvaluationError

_PATH = "/v1/traces"
_TOGETHER = 64
"""Conversations of one message."""
_SECONDS = 30.0


class NotSent(EvaluationError):
    """The collector did not take it; the message is for the person who asked."""


def headers_of(told: str) -> dict[str, str]:
    """What `OTEL_EXPORTER_OTLP_HEADERS` holds: `name=value` parted by commas, values as in URLs.

    NotSent for a part without a name."""
    found: dict[str, str] = {}
    for part in filter(None, (one.strip() for one in told.split(","))):
        name, sign, value = part.partition("=")
        if not (sign and name.strip()):
            raise NotSent("OTEL_EXPORTER_OTLP_HEADERS is no list of name=value")
        found[name.strip()] = unquote(value.strip())
    return found


def send(lines: Iterable[str], to: str, headers: Mapping[str, str]) -> int:
    """Posts the lines of `as_otlp` and returns how many traces were sent. `to`: the collector's
    base address, or that of its traces.

    Raises NotSent where the address does not answer, refuses, or takes a part only."""
    place = to.rstrip("/") if to.rstrip("/").endswith(_PATH) else to.rstrip("/") + _PATH
    sent = 0
    try:
        with httpx2.Client(timeout=_SECONDS, headers=dict(headers)) as client:
            for part in _parts(lines):
                _accepted(client.post(place, json={"resourceSpans": part}), place)
                sent += len(part)
    except (httpx2.HTTPError, httpx2.InvalidURL, ValueError) as error:
        raise NotSent(f"{place} cannot be reached: {error} ({sent} traces were sent)") from error
    return sent


def _parts(lines: Iterable[str]) -> Iterator[list[Any]]:
    rest = iter(lines)
    while some := list(islice(rest, _TOGETHER)):
        yield [one for line in some for one in json.loads(line)["resourceSpans"]]


def _accepted(response: httpx2.Response, place: str) -> None:
    if not response.is_success:
        raise NotSent(f"{place} answers {response.status_code}: {response.text[:200].strip()}")
    told: object = response.json() if response.content else {}
    partial = _inside(told, "partialSuccess")
    rejected = int(partial.get("rejectedSpans") or 0)
    if rejected:
        why = str(partial.get("errorMessage") or "")[:200]
        raise NotSent(f"{place} has left out {rejected} spans: {why}")


def _inside(told: object, name: str) -> dict[str, Any]:
    found = cast("dict[str, Any]", told).get(name) if isinstance(told, dict) else None
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}
