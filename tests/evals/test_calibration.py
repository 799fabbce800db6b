"""A confidence that means something: scores, rights, an isotonic curve, judged by folds."""

import random

import pytest

from evals.calibration import Seen, as_lines, calibrate, learned
from pipelines.agents.confidence import Observation, curve, fit


def drawn(rates: dict[float, float], each: int, seed: int = 1) -> list[Seen]:
    """`each` readings of every score, right at its rate, each of a case of its own."""
    source = random.Random(seed)
    return [
        Seen(f"case-{score}-{number}", Observation(score, source.random() < rate))
        for score, rate in rates.items()
        for number in range(each)
    ]


def test_the_curve_never_falls_and_neighbours_that_would_are_one_step() -> None:
    seen = [Observation(0.2, True), Observation(0.4, False)]
    seen += [Observation(0.4, False), Observation(0.9, True)] + [Observation(0.9, True)] * 8
    made = fit(seen)
    assert list(made.rates) == sorted(made.rates)
    assert made.scores == (0.2, 0.9)
    assert made.counts == (3, 10 - 1)
    assert made.rate(0.2) == made.rate(0.4) == made.rate(0.89) < made.rate(0.9) == made.rate(1.0)
    assert made.rate(0.0) == made.rate(0.2)


def test_a_rate_is_never_certain() -> None:
    made = fit([Observation(1.0, True)] * 10)
    assert 0.9 < made.rate(1.0) < 1


def test_held_out_rates_meet_what_happens() -> None:
    truth = {0.3: 0.2, 0.6: 0.6, 1.0: 0.99}
    found = calibrate(drawn(truth, 400))
    for one in found.bins:
        assert one.right.low - 0.05 <= one.told <= one.right.high + 0.05
    assert found.brier < found.base
    assert found.above.passed / found.above.total > 0.97
    assert found.below.passed / found.below.total < 0.7
    assert found.curve.rate(0.6) < found.curve.sure <= found.curve.rate(1.0)


def test_where_nothing_is_right_often_enough_a_model_is_always_asked() -> None:
    seen = [Observation(0.5, False), Observation(0.6, True)] * 20
    assert learned(seen).sure > 1


def test_nothing_seen_is_no_curve() -> None:
    with pytest.raises(ValueError, match="nothing was seen"):
        calibrate([])


def test_the_report_says_bins_and_intervals() -> None:
    lines = as_lines(calibrate(drawn({0.5: 0.5, 1.0: 1.0}, 100)))
    assert lines[0].split()[:4] == ["told", "mean", "right", "n"]
    assert any(line.startswith("Brier") for line in lines)
    assert lines[-1].startswith("curve: 0.5 →")


def test_the_curve_that_is_shipped_rises_and_asks_about_some_but_not_all() -> None:
    shipped = curve()
    assert list(shipped.rates) == sorted(shipped.rates)
    assert shipped.rate(0.0) < shipped.sure <= shipped.rate(1.0)
