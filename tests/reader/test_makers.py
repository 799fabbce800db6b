"""What is made, where only its values are said."""

import pytest

from pipelines.contracts.intent import Constraint, EntityRef, Identifier, Span
from pipelines.contracts.limits import Limits
from pipelines.contracts.readings import is_sure
from pipelines.intent.reader import read_alone
from pipelines.intent.reader.makers import Maker, Makers
from tests.governance.catalogues import commerce
from tests.trades.library import library
from tool_registry.base.types import FunctionType

MAKERS = Makers(
    (
        Maker("coupon", frozenset({"threshold", "amount"}), frozenset({"user"})),
        Maker("template", frozenset({"threshold", "amount", "stock"}), frozenset()),
        Maker("order", frozenset({"amount"}), frozenset({"user", "item"})),
    )
)


def told(*names: str) -> list[Constraint]:
    return [Constraint(attribute=n, value=5, span=Span(start=0, end=1, text="5")) for n in names]


@pytest.mark.parametrize(
    ("attributes", "beside", "kind"),
    [
        (("threshold", "amount"), ("user",), "coupon"),
        (("stock",), (), "template"),
        (("threshold", "amount"), (), None),
        (("amount",), ("user",), None),
        (("colour",), ("user",), None),
        ((), ("user",), None),
    ],
)
def test_values_and_receivers_tell_the_kind_where_only_one_is_made_with_them(
    attributes: tuple[str, ...], beside: tuple[str, ...], kind: str | None
) -> None:
    assert MAKERS.kind(told(*attributes), [EntityRef(type=name) for name in beside]) == kind


def test_somebody_of_an_unknown_kind_is_somebody_for_whom_it_is_made() -> None:
    number = Identifier(attribute=None, value="5678", span=Span(start=0, end=4, text="5678"))
    somebody = EntityRef(type=None, role="recipient", identifiers=(number,))
    assert MAKERS.kind(told("threshold", "amount"), [somebody]) == "coupon"


@pytest.mark.parametrize(
    "text",
    ["book a flight to Paris for user 1234 in daily", "预发给用户1234订一张去巴黎的机票"],
)
def test_a_noun_that_names_nothing_here_is_no_thing_that_its_values_fit(text: str) -> None:
    [goal] = read_alone(text, commerce()).goals
    assert goal.object.type is None


@pytest.mark.parametrize("text", ["lend a book in daily", "lend a book to reader R7 in daily"])
def test_what_is_given_to_somebody_is_there_and_not_made(text: str) -> None:
    [goal] = read_alone(text, library()).goals
    assert (goal.function, goal.action, goal.object.type) == (FunctionType.OPERATE, "lend", "book")


def test_a_noun_that_is_no_word_of_the_catalogue_is_not_enough_to_make_something() -> None:
    limits = Limits()
    assert not is_sure(read_alone("Register a bike, brand Dahon, in pre", commerce()), limits)
    assert is_sure(read_alone("create an item for store 2001 in pre", commerce()), limits)
