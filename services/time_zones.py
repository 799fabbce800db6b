"""Time zones by their names."""

from zoneinfo import ZoneInfo

from services.errors import InvalidRequest

_SHOWN = 64
"""Characters that are told of what cannot be used."""


def zone_of(name: str) -> ZoneInfo:
    """The time zone; InvalidRequest where there is none of that name."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError) as error:
        raise InvalidRequest("schedule.bad_zone", zone=printable(name)) from error


def printable(text: str) -> str:
    """The text with signs that nobody can read replaced, cut to what is told of it."""
    return "".join(char if char.isprintable() else "?" for char in text[:_SHOWN])
