"""Requests of the corpus made longer: every label still stands on its words."""

import random

from evals.reader.composition import Composition, cut, joined
from evals.reader.corpus import Trade
from evals.reader.marks import Marked, marked
from evals.reader.request import Request
from tests.reader.labels import BUSINESS, GIVE


def labelled(text: str, **labels: object) -> Marked:
    return marked(Request.model_validate({"t": text, "type": "create_data", **labels}), BUSINESS)


def words(one: Marked) -> list[str]:
    return [one.request.t[m.start : m.end] for m in one.marks]


def asides(one: Marked) -> list[tuple[str, str]]:
    return [(a.kind, one.request.t[a.start : a.end]) for a in one.asides]


FIRST = labelled("a card for 7", steps=[{"obj": {"w": "card", "n": "a"}}])
SECOND = labelled(
    "2 cards, no reader please",
    steps=[{"obj": {"w": "cards", "n": "2"}}],
    aside=[{"k": "forbid", "w": "no reader please", "obj": "reader", "is": "reader"}],
)


def test_two_requests_in_a_row_keep_their_labels_and_what_these_belong_to() -> None:
    both = joined(FIRST, ", then ", SECOND)
    assert both.request.t == "a card for 7, then 2 cards, no reader please"
    assert words(both) == [*words(FIRST), *words(SECOND)]
    assert [both.marks[m.head].start for m in both.marks if m.head >= 0] == [2, 21]
    assert asides(both) == asides(SECOND)


def test_what_is_said_beside_a_request_moves_with_its_own_labels() -> None:
    stretch = SECOND.asides[0]
    alone = cut(SECOND, stretch.start, stretch.end)
    beside = joined(FIRST, "; ", alone)
    assert asides(beside) == [("forbid", "no reader please")]
    assert words(beside) == [*words(FIRST), "reader"]
    assert len(beside.request.steps) == 1


def test_a_slip_stands_before_what_is_meant_and_is_marked_as_taken_back() -> None:
    request = marked(GIVE, BUSINESS)
    longer = Composition([Trade(BUSINESS, (request,), "x")], random.Random(3))
    made = [longer.of(request, BUSINESS.name) for _ in range(60)]
    slips = [one for one in made if any(kind == "retract" for kind, _ in asides(one))]
    assert slips
    for one in slips:
        assert all(word in GIVE.t for word in words(one))
        assert len(one.request.t) > len(GIVE.t)


def test_a_follow_up_stays_as_it_is() -> None:
    follow = labelled("5 more", before=("a card",), turn="more", steps=[{"obj": {"n": "5"}}])
    longer = Composition([Trade(BUSINESS, (follow,), "x")], random.Random(1))
    assert all(longer.of(follow, BUSINESS.name) is follow for _ in range(50))
