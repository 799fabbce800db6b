"""What is asked of the issuer over HTTP: little at a time, briefly, and kept."""

import json
import threading
import time
from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast

import httpx2

from services.errors import Unavailable

_T = TypeVar("_T")
_SECONDS = 5.0
_BYTES = 512 * 1024
_AT_ONCE = 8
"""Threads that wait for issuers at a time: one that hangs shall not hold those that serve keys."""
_PAUSE = 10.0
"""Seconds after a failure in which the issuer is not asked again for the same thing."""
_PATIENCE = 1.0
"""Seconds that others wait for the first answer that somebody is waiting for already."""
_SLOTS = threading.BoundedSemaphore(_AT_ONCE)


class IssuerFailed(Exception):
    """No answer of the issuer that can be used; the message is for the log."""


def down(issuer: str) -> Unavailable:
    """The error for people."""
    return Unavailable("identity.issuer_down", issuer=issuer)


def ask(method: str, url: str, **content: Any) -> tuple[int, dict[str, Any]]:
    """Status and JSON object of one request, no redirect followed; IssuerFailed where there is
    none. `content`: httpx's `data`, `auth` and the like."""
    if not _SLOTS.acquire(blocking=False):
        raise IssuerFailed("too many requests wait for the issuer already")
    try:
        return _asked(method, url, content)
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
        raise IssuerFailed(f"{url}: {type(error).__name__}: {error}"[:300]) from error
    finally:
        _SLOTS.release()


def _asked(method: str, url: str, content: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    ends, body = time.monotonic() + _SECONDS, b""
    headers = {"Accept": "application/json", "Accept-Encoding": "identity"}
    with (
        httpx2.Client(timeout=_SECONDS, headers=headers) as client,
        client.stream(method, url, **content) as response,
    ):
        for part in response.iter_raw():
            body += part
            if len(body) > _BYTES or time.monotonic() > ends:
                raise IssuerFailed(f"{url}: the answer is too long, or takes too long")
    try:
        told = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise IssuerFailed(f"{url}: HTTP {response.status_code} without JSON") from error
    if not isinstance(told, dict):
        raise IssuerFailed(f"{url}: HTTP {response.status_code} without a JSON object")
    return response.status_code, cast("dict[str, Any]", told)


class Kept(Generic[_T]):
    """Something of the issuer's, fetched when it is needed and kept. For many threads."""

    def __init__(self, fetch: Callable[[float], _T], log: Callable[[IssuerFailed], None]) -> None:
        """`fetch` is given the time, and raises IssuerFailed, which `log` is told."""
        self._fetch, self._log = fetch, log
        self._lock = threading.Lock()
        self._value: _T | None = None
        self._at = self._tried = float("-inf")

    def get(self, now: float, oldest: float) -> _T | None:
        """It, not older than `oldest` seconds where the issuer answers; else what there was before,
        None where there was nothing. `now`: on the steady clock."""
        if now - self._at < oldest or now - self._failed < _PAUSE:
            return self._value
        if not self._lock.acquire(timeout=_PATIENCE if self._value is None else 0.001):
            return self._value
        try:
            if now - self._at >= oldest and now - self._failed >= _PAUSE:
                self._renew(now)
        finally:
            self._lock.release()
        return self._value

    def _renew(self, now: float) -> None:
        self._tried = now
        try:
            self._value, self._at = self._fetch(now), now
        except IssuerFailed as error:
            self._log(error)

    @property
    def _failed(self) -> float:
        """When it was tried in vain."""
        return self._tried if self._tried > self._at else float("-inf")
