"""What makes one plan better than another: the parts of its cost in their order, and the ties."""

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from pipelines.contracts.chain import ToolChain
from pipelines.reasoning.planner.search import charged
from pipelines.reasoning.planner.state import Cost, State
from tests.planner.library import (
    asks,
    known,
    library,
    library_tools,
    library_with,
    planned,
    thing,
    wish,
)
from tool_registry.catalogue import Catalogue
from tool_registry.model import Poll

LOAN = asks(
    wish(
        "create",
        "create",
        thing("loan"),
        thing("member", known("id", "M-1"), role="recipient"),
        thing("book", known("id", "B-7")),
    )
)


def twins(**first: Any) -> Catalogue:
    """The library with two tools that make a loan, alike but for what the first one, whose id comes
    first, is said to be."""
    tools = library_tools()
    [loan] = [tool for tool in tools if tool.name == "create_loan"]
    parsed = library_with([*tools, loan.model_copy(update={"name": "create_loan_too"})])
    own = next(id for id in parsed.tools if id.endswith("/create_loan"))
    changed = {**parsed.tools, own: parsed.tools[own].model_copy(update=first)}
    return replace(parsed, tools=MappingProxyType(changed))


def chosen(catalogue: Catalogue) -> str:
    """The name of the one tool that the plan calls."""
    chain = planned(LOAN, catalogue=catalogue)
    assert isinstance(chain, ToolChain)
    [step] = chain.steps
    return step.tool.partition("/")[2]


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        ({}, "create_loan"),
        ({"preferred": True}, "create_loan"),
        ({"prior": 0.6}, "create_loan"),
        ({"prior": 0.4}, "create_loan_too"),
        ({"poll": Poll(tool="x/y", key_path="id", argument="id")}, "create_loan_too"),
        ({"prior": 0.9, "poll": Poll(tool="x/y", key_path="id", argument="id")}, "create_loan_too"),
    ],
)
def test_of_equal_tools_the_preferred_the_immediate_the_reliable_then_the_first_is_called(
    first: dict[str, Any], expected: str
) -> None:
    assert chosen(twins(**first)) == expected


def test_a_platform_that_is_preferred_wins_over_one_that_fails_less_often() -> None:
    assert chosen(twins(preferred=True, prior=0.1)) == "create_loan"


def test_no_number_of_later_parts_outweighs_an_earlier_part() -> None:
    names = Cost._fields
    for place, name in enumerate(names[:-1]):
        much = Cost(**dict.fromkeys(names[place + 1 :], 99))
        assert Cost().plus(**{name: 1}) > much


def test_a_call_costs_itself_what_it_changes_and_that_its_platform_is_not_preferred() -> None:
    tools = library().tools
    writing, reading = (
        next(tool for id, tool in tools.items() if id.endswith(f"/{name}"))
        for name in ("create_loan", "list_books")
    )
    assert charged(State(), writing).cost == Cost(effects=1, calls=1, penalty=1)
    assert charged(State(), reading).cost == Cost(calls=1, penalty=1)
    preferred = writing.model_copy(update={"preferred": True})
    assert charged(State(cost=Cost(calls=2)), preferred).cost == Cost(effects=1, calls=3)


def test_a_value_that_nobody_has_counts_once_and_is_named() -> None:
    lacking = State().lacking("book.id").lacking("member.id")
    assert (lacking.missing, lacking.cost) == (("book.id", "member.id"), Cost(missing=2))
