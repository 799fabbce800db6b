"""What the words of a state come to among the states that such a thing has."""

from dataclasses import replace

from pipelines.intent.reader.values import Closed, Text
from tests.intent.world import lexicon_of
from tests.reader.marking import mark

OWN = {"appointment": frozenset({"status=booked", "status=missed"})}


def said(text: str, *likely: tuple[str, float], tie: str = "set", own: Closed = OWN) -> object:
    links = {"attribute": (("status", 1.0),), "value": likely}
    one = replace(mark(text, text, "VAL", tie=tie), links=links)
    return Text(text, lexicon_of("commerce"), own).constraints(one, "appointment")[0].value


def test_a_thing_is_set_to_no_state_that_is_likely_by_a_hair() -> None:
    assert said("已完成", ("status=已完成", 0.99), ("status=booked", 0.001)) == "已完成"


def test_a_look_is_for_no_state_that_is_likely_by_a_hair_either() -> None:
    told = (("status=已完成", 0.99), ("status=booked", 0.001))
    assert said("已完成", *told, tie="val") == "已完成"


def test_a_look_is_for_the_state_of_the_thing_that_is_called_so() -> None:
    closed = {"appointment": frozenset({"status=booked", "status=已完结"})}
    assert said("已完成", ("status=已完成", 0.99), tie="val", own=closed) == "已完结"


def test_a_likely_one_that_the_thing_has_goes_first() -> None:
    assert said("已完成", ("status=已完成", 0.6), ("status=missed", 0.3)) == "missed"
