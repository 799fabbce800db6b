"""Times that are to be compared: with a zone and without, to the minute and to the millisecond."""

import re
from datetime import datetime

_CLOCK = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d", re.IGNORECASE)


def instants(one: object, other: object) -> tuple[datetime, datetime] | None:
    """Both times, ready to be compared: as instants where both have a zone, else as a clock on the
    wall shows them; None where either is no time of a day."""
    first, second = _instant(one), _instant(other)
    if first is None or second is None:
        return None
    if first.tzinfo and second.tzinfo:
        return first, second
    return first.replace(tzinfo=None), second.replace(tzinfo=None)


def _instant(value: object) -> datetime | None:
    text = str(value).strip()
    if not _CLOCK.match(text):
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
