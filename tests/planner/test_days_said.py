"""Days as people write them."""

from datetime import date

import pytest

from pipelines.reasoning.arguments.moments import day_of

TODAY = date(2026, 11, 29)


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("December 8", "2026-12-08"),
        ("Dec. 8th", "2026-12-08"),
        ("8 december", "2026-12-08"),
        ("the 6th of May 2031", "2031-05-06"),
        ("May 6, 2031", "2031-05-06"),
        ("March 1", "2027-03-01"),
        ("February 30", None),
        ("12 apples", None),
        ("room 7", None),
        ("2031-05-06", "2031-05-06"),
    ],
)
def test_a_day_with_its_month_in_words(said: str, day: str | None) -> None:
    assert day_of(said, TODAY) == day
