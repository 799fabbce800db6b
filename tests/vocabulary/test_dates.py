"""Days that are written out."""

from tool_registry.vocabulary.dates import written_dates


def test_days_with_the_names_of_their_months() -> None:
    text = "from September 10, 2021 to the 3rd of Oct. 2021, or May 1st 2022"
    found = written_dates(text)
    assert [one.value for one in found] == ["2021-09-10", "2021-10-03", "2022-05-01"]
    assert text[found[1].start : found[1].end] == "3rd of Oct. 2021"


def test_no_day_without_a_year_and_none_that_no_calendar_has() -> None:
    assert written_dates("September 10 and February 30, 2021, 7 marches 2020") == []
