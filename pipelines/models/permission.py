"""Whether this process may send requests to models. Tests turn it off for all but a few."""

from collections.abc import Generator
from contextlib import contextmanager

from pipelines.models.errors import RequestsOff

_state = {"allowed": True}


def allow_model_requests(allowed: bool) -> None:
    """From here on, requests to models may or may not leave this process."""
    _state["allowed"] = allowed


@contextmanager
def model_requests(allowed: bool) -> Generator[None]:
    """The same inside this block only."""
    before = _state["allowed"]
    allow_model_requests(allowed)
    try:
        yield
    finally:
        allow_model_requests(before)


def check_permission(model: str) -> None:
    """RequestsOff where requests to models are turned off; every adapter asks before it sends."""
    if not _state["allowed"]:
        raise RequestsOff("requests to models are turned off in this process", model=model)
