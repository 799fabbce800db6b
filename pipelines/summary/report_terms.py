"""How tools say that something is missing, and name parts of a rule (`report_terms.yaml`)."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import cast

from tool_registry.base.types import JsonValue
from tool_registry.base.yaml_files import packaged


def says_not_found(*texts: str | None) -> bool:
    """True when a failure's code or message says that the thing asked for does not exist."""
    said = " ".join(text or "" for text in texts).casefold().replace("_", " ").replace("-", " ")
    return any(word in said for word in _words()["not_found"])


def names(part: str) -> tuple[str, ...]:
    """The keys under which results hold that part of a rule: name, expected, actual, passed."""
    return _words()[f"rule_{part}"]


def describes_itself(key: str) -> bool:
    """True for keys under which an API tells of its representation of a record."""
    return key.casefold() in _words()["representation"]


def is_total(key: str) -> bool:
    """True for keys beside a list that tell how many there are in all."""
    return key.casefold() in _words()["totals"]


def naming_keys() -> tuple[str, ...]:
    """Keys under which a record tells its name, the best first."""
    return _words()["naming"]


def total_of(body: JsonValue) -> int:
    """How many a list has in all, as its page tells it; 0 where it does not."""
    if not isinstance(body, dict):
        return 0
    told = [
        v
        for k, v in cast("dict[str, JsonValue]", body).items()
        if k.casefold() in _words()["totals"]
    ]
    return next((v for v in told if isinstance(v, int) and not isinstance(v, bool)), 0)


@cache
def _words() -> Mapping[str, tuple[str, ...]]:
    entries: dict[str, list[str]] = packaged(Path(__file__).with_name("report_terms.yaml"))
    return {name: tuple(words) for name, words in entries.items()}
