"""Days that are written out, and times that are compared."""

import pytest

from tool_registry.vocabulary.dates import written_dates
from tool_registry.vocabulary.instants import instants


def test_days_with_the_names_of_their_months() -> None:
    text = "from September 10, 2021 to the 3rd of Oct. 2021, or May 1st 2022"
    found = written_dates(text)
    assert [one.value for one in found] == ["2021-09-10", "2021-10-03", "2022-05-01"]
    assert text[found[1].start : found[1].end] == "3rd of Oct. 2021"


def test_no_day_without_a_year_and_none_that_no_calendar_has() -> None:
    assert written_dates("September 10 and February 30, 2021, 7 marches 2020") == []


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2026-12-03T09:15:00+00:00", "2026-12-03T09:15:00Z", True),
        ("2026-12-03T09:15:00+08:00", "2026-12-03T01:15Z", True),
        ("2026-12-03 09:15", "2026-12-03T09:15:00.000+08:00", True),
        ("2026-12-03T09:15:00+08:00", "2026-12-03T09:15:00Z", False),
        ("2026-12-03", "2026-12-03T09:15:00Z", None),
        ("2026-12-03 09:15", "2026-13-03 09:15", None),
    ],
)
def test_times_are_compared_as_instants_or_as_the_wall_shows_them(
    one: str, other: str, same: bool | None
) -> None:
    times = instants(one, other)
    assert (times and times[0] == times[1]) == same
