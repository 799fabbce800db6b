"""Intervals, tries that all pass, and differences that are no chance."""

import pytest

from evals.statistics import mcnemar, pass_hat, wilson


def test_intervals_are_wilson_s() -> None:
    assert wilson(0, 0).model_dump() == {"passed": 0, "total": 0, "low": 0.0, "high": 1.0}
    assert (wilson(10, 10).low, wilson(10, 10).high) == (0.7225, 1.0)
    assert (wilson(81, 263).low, wilson(81, 263).high) == (0.2553, 0.3662)


def test_pass_hat_is_how_likely_k_tries_drawn_of_n_all_pass() -> None:
    assert pass_hat([[True, True, False, False]], 2) == pytest.approx(1 / 6)
    assert pass_hat([[True, True], [False, True]], 2) == 0.5
    assert pass_hat([[True]], 2) is None


@pytest.mark.parametrize(
    ("gains", "losses", "p"),
    [(0, 0, 1.0), (5, 5, 1.0), (0, 5, 0.0625), (1, 9, 0.021484375), (10, 2, 0.03857421875)],
)
def test_pairs_that_differ_are_tested_exactly(gains: int, losses: int, p: float) -> None:
    assert mcnemar(gains, losses) == pytest.approx(p)
    assert mcnemar(losses, gains) == pytest.approx(p)
