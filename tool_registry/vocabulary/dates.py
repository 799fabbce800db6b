"""Days that are written out: `September 10, 2021`, `10th of September 2021`."""

import re
from datetime import date

from tool_registry.vocabulary.value import Value

_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_NAME = "|".join(f"{name}|{name[:3]}\\.?" if len(name) > 3 else name for name in _MONTHS)
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>\d{4})"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"\b(?P<month>{_NAME})\s+{_DAY},?\s+{_YEAR}\b",
        rf"\b{_DAY}\s+(?:of\s+)?(?P<month>{_NAME}),?\s+{_YEAR}\b",
    )
)


def written_dates(text: str) -> list[Value]:
    """The days with their year, as ISO dates, in order; no day that no calendar has."""
    found = [one for form in _FORMS for match in form.finditer(text) for one in _read(match)]
    return sorted(found, key=lambda value: value.start)


def _read(match: re.Match[str]) -> list[Value]:
    month = [name[:3] for name in _MONTHS].index(match["month"][:3].lower()) + 1
    try:
        day = date(int(match["year"]), month, int(match["day"]))
    except ValueError:
        return []
    return [Value(match.start(), match.end(), day.isoformat(), "date")]
