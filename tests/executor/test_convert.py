"""Named conversions of values."""

from typing import Any

import pytest

from tool_registry.vocabulary.conversions import conversion_between, convert


@pytest.mark.parametrize(
    ("name", "value", "result"),
    [
        ("yuan_to_fen", 50, 5000),
        ("yuan_to_fen", 19.9, 1990),
        ("yuan_to_fen", "1,200.05", 120005),
        ("fen_to_yuan", 1250, 12.5),
        ("fen_to_yuan", 5000, 50),
        ("discount_zh_to_ratio", 8, 0.8),
        ("discount_zh_to_percent", 8.5, 85),
        ("percent_to_ratio", 15, 0.15),
        ("ratio_to_percent", 0.07, 7),
        ("hour_to_second", 1.5, 5400),
        ("day_to_millisecond", 1, 86_400_000),
        ("cent_to_dollar", 99, 0.99),
        ("yuan_to_fen", [1, 2], [100, 200]),
        ("text", 13800000001, "13800000001"),
        ("text", 2.0, "2"),
        ("text", True, "true"),
        ("integer", "42", 42),
        ("integer", 42.0, 42),
        ("number", "4.50", 4.5),
        ("boolean", "Yes", True),
        ("boolean", 0, False),
        ("wrap_list", "a", ["a"]),
        ("wrap_list", ["a"], ["a"]),
        ("date", "20260131", "2026-01-31"),
        ("date", "2026/01/31", "2026-01-31"),
        ("compact_date", "2026-01-31 08:30:00", "20260131"),
        ("datetime", "20260131083000", "2026-01-31 08:30:00"),
    ],
)
def test_conversions(name: str, value: Any, result: Any) -> None:
    converted = convert(name, value)
    assert converted == result
    assert type(converted) is type(result)


def test_dates_and_epochs_go_both_ways() -> None:
    seconds = convert("epoch_seconds", "2026-01-31 08:30:00")
    assert convert("epoch_milliseconds", "2026-01-31 08:30:00") == seconds * 1000
    assert convert("datetime", seconds) == "2026-01-31 08:30:00"
    assert convert("datetime", seconds * 1000) == "2026-01-31 08:30:00"
    assert convert("date-time", seconds).startswith("2026-01-31T08:30:00")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("yuan_to_fen", "fifty"),
        ("yuan_to_fen", True),
        ("yuan_to_fen", float("nan")),
        ("yuan_to_fen", float("inf")),
        ("yuan_to_fen", "1e999999999"),
        ("integer", "1e40"),
        ("integer", 1.5),
        ("boolean", "perhaps"),
        ("text", {"a": 1}),
        ("date", "tomorrow"),
        ("yuan_to_hour", 1),
        ("yuan_to_dollar", 1),
        ("no_such_thing", 1),
    ],
)
def test_what_does_not_fit_is_refused(name: str, value: Any) -> None:
    with pytest.raises(
        ValueError, match=r"is not|is neither|cannot|no conversion|more than 40 digits"
    ):
        convert(name, value)


def test_units_of_one_dimension_only() -> None:
    assert conversion_between("yuan", "fen") == "yuan_to_fen"
    assert conversion_between("yuan", "dollar") is None
    assert conversion_between("yuan", "parsec") is None
