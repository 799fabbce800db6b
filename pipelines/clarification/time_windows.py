"""When something was that a sentence means: `the user from last week`."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypedDict

from tool_registry.base.yaml_files import packaged

_DATA = Path(__file__).with_name("time_windows.yaml")


class _Words(TypedDict):
    days: dict[str, tuple[int, int]]
    weeks: dict[str, int]
    months: dict[str, int]
    latest: list[str]


@dataclass(frozen=True, slots=True)
class Window:
    """From one moment up to another; seconds since 1970."""

    begins: float
    ends: float

    def holds(self, at: float) -> bool:
        """True for a moment inside it."""
        return self.begins <= at < self.ends


def means_latest(text: str) -> bool:
    """True where it is the one that was used last."""
    folded = text.casefold()
    return any(word in folded for word in _words()["latest"])


def window_of(text: str, now: float) -> Window | None:
    """The days that the sentence names, in the clock of this machine; None where it names none."""
    folded, today = text.casefold(), _midnight(datetime.fromtimestamp(now, UTC).astimezone())
    words = _words()
    if (days := _longest(words["days"], folded)) is not None:
        first, last = words["days"][days]
        return _window(today - timedelta(days=last), today - timedelta(days=first - 1))
    if (week := _longest(words["weeks"], folded)) is not None:
        monday = today - timedelta(days=today.weekday() + 7 * words["weeks"][week])
        return _window(monday, monday + timedelta(days=7))
    if (month := _longest(words["months"], folded)) is not None:
        begins = _month(today, words["months"][month])
        return _window(begins, _month(begins, -1))
    return None


def _words() -> _Words:
    return packaged(_DATA)


def _longest(words: Mapping[str, object], text: str) -> str | None:
    """The longest of the words that stands in the text."""
    return max((word for word in words if word in text), key=len, default=None)


def _midnight(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def _month(day: datetime, before: int) -> datetime:
    """The first of the month so many before the day's."""
    months = day.year * 12 + day.month - 1 - before
    return day.replace(year=months // 12, month=months % 12 + 1, day=1)


def _window(begins: datetime, ends: datetime) -> Window:
    return Window(begins.timestamp(), ends.timestamp())
