"""How sure a reading is: learned from readings of which it is known whether they were right."""

from dataclasses import replace

import pytest

from evals.reader.calibration import fitted
from pipelines.intent.reader.confidence import FEATURES, confidence, features, least
from pipelines.intent.reader.marks import Mark, Marks
from tool_registry.base.types import IntentType


def read(likely: float, marks: int = 2) -> Marks:
    """A reading all of whose parts are as likely."""
    held = tuple(
        Mark(at, at + 1, "x", "OBJ", links={"entity": (("card", likely),)}, sure=likely)
        for at in range(marks)
    )
    return Marks("x" * marks, IntentType.CREATE_DATA, likely, "new", held, (), 1.0, likely, likely)


def test_readings_whose_parts_are_sure_are_surer() -> None:
    held = [(read(share), share > 0.5) for share in (0.2, 0.3, 0.4, 0.6, 0.8, 0.9, 0.99)] * 5
    weights = fitted(held)
    assert len(weights) == FEATURES + 1
    shares = [confidence(read(share), weights) for share in (0.2, 0.5, 0.99)]
    assert shares == sorted(shares)
    assert shares[0] < 0.3
    assert shares[-1] > 0.7


def test_where_all_are_right_or_all_are_wrong_there_is_an_answer_too() -> None:
    for right in (True, False):
        weights = fitted([(read(0.9), right)] * 10)
        assert (confidence(read(0.9), weights) > 0.5) is right


def test_a_part_that_cannot_be_is_no_error() -> None:
    assert len(features(replace(read(0.9), type_sure=0.0))) == FEATURES


def test_without_anything_learned_the_least_sure_part_counts() -> None:
    assert least(replace(read(0.9), type_sure=0.4)) == pytest.approx(0.4)
    assert least(read(0.3)) == pytest.approx(0.3)
