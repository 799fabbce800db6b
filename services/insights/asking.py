"""What figures are asked about: days on a person's clock, and what the runs have in common."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, Integer, case, literal

from services.errors import InvalidRequest
from services.insights.outcomes import Outcome
from services.insights.tables import QUARTER, ended

MOST_DAYS = 400
_DAY = 86_400 // QUARTER
USUAL_DAYS = 28


@dataclass(frozen=True, slots=True)
class Span:
    """Whole days on the clock of a time zone, the last one included."""

    since: date
    until: date
    zone: ZoneInfo

    @classmethod
    def of(cls, since: date | None, until: date | None, zone: ZoneInfo, now: float) -> "Span":
        """These days; the last four weeks where none are named. InvalidRequest for days that run
        backward, or are more than a year's."""
        until = until or datetime.fromtimestamp(now, zone).date()
        since = since or until - timedelta(days=USUAL_DAYS - 1)
        if not 0 <= (until - since).days < MOST_DAYS:
            raise InvalidRequest("insights.bad_days", most=MOST_DAYS)
        return cls(since, until, zone)

    def within(self) -> ColumnElement[bool]:
        """The rows of these days."""
        first, end = self._quarter(self.since), self._quarter(self.until + timedelta(days=1))
        return (ended.c.quarter >= first) & (ended.c.quarter < end)

    def day(self) -> ColumnElement[int]:
        """Of a row: on which day, counted since 1970, it began."""
        shifts = list(self._shifts())
        shift: ColumnElement[int] = literal(shifts[0][1], Integer)
        later = [(ended.c.quarter >= at, literal(by, Integer)) for at, by in shifts[:0:-1]]
        if later:
            shift = case(*later, else_=shift)
        return (ended.c.quarter + shift) // _DAY

    def _shifts(self) -> Iterator[tuple[int, int]]:
        """(from which quarter on, how far the zone's clock is ahead), where it is moved."""
        before = None
        for number in range((self.until - self.since).days + 2):
            start = self._quarter(self.since + timedelta(days=number))
            ahead = _ahead(start, self.zone)
            if before is not None and ahead != before:
                start = next(
                    one
                    for one in range(start - _DAY - 8, start + 1)
                    if _ahead(one, self.zone) == ahead
                )
            if ahead != before:
                yield start, ahead
            before = ahead

    def _quarter(self, day: date) -> int:
        return int(datetime.combine(day, time(), self.zone).timestamp() // QUARTER)


def day_of(number: int) -> date:
    """The day of that number since 1970."""
    return date(1970, 1, 1) + timedelta(days=number)


def _ahead(quarter: int, zone: ZoneInfo) -> int:
    offset = datetime.fromtimestamp(quarter * QUARTER, zone).utcoffset() or timedelta()
    return int(offset.total_seconds() // QUARTER)


@dataclass(frozen=True, slots=True)
class Which:
    """What the runs have in common, beside their days; None: anything."""

    project: str | None = None
    environment: str | None = None
    outcome: Outcome | None = None
    language: str | None = None
    entity: str | None = None

    def rows(self) -> list[ColumnElement[bool]]:
        """As conditions on rows."""
        columns: dict[str, Any] = {
            "project": self.project,
            "environment": self.environment,
            "outcome": self.outcome,
            "language": self.language,
            "entity": self.entity,
        }
        return [ended.c[name] == one for name, one in columns.items() if one is not None]
