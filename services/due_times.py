"""Times that people give for later: read in their zone, and refused where they are unclear."""

from datetime import datetime
from zoneinfo import ZoneInfo

from pipelines.contracts.limits import DAYS_AHEAD
from pipelines.contracts.request import Later
from pipelines.flow.waiting_stage import written
from services.errors import InvalidRequest
from services.time_zones import printable, zone_of


def later_of(at: str, zone: str, now: float) -> Later:
    """`at`: ISO 8601, on the clock of that zone unless it brings an offset of its own.

    InvalidRequest for what is no time or zone, is over, is more than a year away, or is on no
    clock, or twice, since the clocks are changed then.
    """
    place = zone_of(zone)
    try:
        told = datetime.fromisoformat(at)
        if told.tzinfo is None:
            told = _on_the_wall(told, place, at)
        seconds = told.timestamp()
        later = Later(at=seconds, zone=zone)
        when = written(later)
    except (ValueError, OverflowError) as error:
        raise InvalidRequest("schedule.bad_time", at=printable(at)) from error
    if seconds <= now:
        raise InvalidRequest("schedule.past", when=when)
    if seconds > now + DAYS_AHEAD * 86_400:
        raise InvalidRequest("schedule.too_far", when=when, days=DAYS_AHEAD)
    return later


def _on_the_wall(told: datetime, place: ZoneInfo, at: str) -> datetime:
    first, second = told.replace(tzinfo=place, fold=0), told.replace(tzinfo=place, fold=1)
    if first.utcoffset() != second.utcoffset():
        back = datetime.fromtimestamp(first.timestamp(), place).replace(tzinfo=None)
        key = "schedule.twice" if back == told else "schedule.skipped"
        raise InvalidRequest(key, at=at, zone=place.key)
    return first
