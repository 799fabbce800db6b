"""Outputs that nobody declared are learned from results, by the rules for declared ones."""

from tests.parsing.catalogues import parse, raw, text
from tool_registry.base.types import JsonValue
from tool_registry.model import Filled
from tool_registry.parsing.learning import apply_learned, learn_outputs
from tool_registry.parsing.tools import content_hash

BODIES: list[JsonValue] = [
    {"data": {"book": {"bookId": "B1", "pages": 10}, "readerId": None}},
    {"data": {"book": {"bookId": "B2", "pages": 10.5}, "readerId": "R7"}, "tags": [{"name": "x"}]},
]
LEND = raw("lendBook", "Lends a book", {"bookId": text("book id"), "readerId": text("reader id")})


def test_what_came_back_is_yielded_as_if_declared() -> None:
    learned = apply_learned(LEND, learn_outputs(BODIES))
    tool = parse(learned).tools["s/lendBook"]
    found = {item.path: (item.entity, item.attribute) for item in tool.yields}
    assert found["data.book.bookId"] == ("book", "id")
    assert found["data.readerId"] == ("reader", "id")
    assert set(found) == {"data.book.bookId", "data.book.pages", "data.readerId", "tags[].name"}
    assert tool.filled_by["yields"].by == "learned"
    assert 0 < tool.filled_by["yields"].confidence < 1


def test_learning_goes_on_from_what_was_learned() -> None:
    once = learn_outputs(BODIES)
    assert learn_outputs(BODIES[1:], learn_outputs(BODIES[:1])) == once
    many = parse(apply_learned(LEND, learn_outputs(BODIES * 20))).tools["s/lendBook"]
    few = parse(apply_learned(LEND, once)).tools["s/lendBook"]
    assert many.filled_by["yields"].confidence > few.filled_by["yields"].confidence


def test_no_value_of_a_result_is_kept() -> None:
    said = str(learn_outputs([{"name": "secret-name", "mail": "a@b.example", "day": "2031-01-02"}]))
    assert not any(value in said for value in ("secret-name", "a@b.example", "2031"))


def test_declared_outputs_and_the_hash_stay_what_they_are() -> None:
    declared = raw("getBook", "", results={"bookId": text("")})
    assert apply_learned(declared, learn_outputs(BODIES)) == declared
    assert content_hash(apply_learned(LEND, learn_outputs(BODIES))) == content_hash(LEND)
    tool = parse(declared).tools["s/getBook"]
    assert tool.filled_by["yields"] == Filled(by="rule", confidence=tool.yields[0].confidence)


def test_results_of_any_shape_are_taken() -> None:
    odd: list[JsonValue] = ["text", 3, None, [], {}, {"": 1}, {"7": {"x": 1}, "8": {"x": 2}}, [[1]]]
    tool = parse(apply_learned(LEND, learn_outputs(odd))).tools["s/lendBook"]
    assert tool.name == "lendBook"
