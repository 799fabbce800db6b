"""A plan stays what it is when thousands of tools of other teams stand beside its own."""

from typing import Any

from tests.planner.library import asks, calls, library_tools, library_with, planned, thing, wish
from tool_registry.model import RawTool

ENV = {"type": "string", "enum": ["daily", "pre"]}
PLACES = ("hall", "desk", "shop", "depot", "ward", "stall", "dock", "lobby")


def made_of(team: str, what: str, *parts: str) -> RawTool:
    """Another team's tool that makes a thing from an existing one of each part."""
    needs = {f"{part}Id": {"type": "string", "description": f"Id of the {part}"} for part in parts}
    fields: dict[str, Any] = {"env": ENV, **needs}
    return RawTool(
        source=team,
        name=f"create_{what}_from_{'_'.join(parts)}",
        description=f"Creates a {what}.",
        input_schema={"type": "object", "properties": fields, "required": list(fields)},
        output_schema={
            "type": "object",
            "properties": {f"{what}Id": {"type": "string", "description": f"{what.title()} id"}},
        },
    )


def crowd() -> list[RawTool]:
    """A dozen teams whose makers need one another, and offer members, books and loans, too."""
    tools: list[RawTool] = []
    for number in range(12):
        for one, other in zip(PLACES, (*PLACES[1:], PLACES[0]), strict=True):
            parts = (one, other, "book") if number % 2 else (one, other)
            tools += [
                made_of(f"team{number}", what, *parts)
                for what in ("member", "book", "loan", *PLACES)
                if what not in parts
            ]
    return tools


def test_among_the_tools_of_other_teams_the_chain_is_the_same():
    loan = asks(wish("create", "create", thing("loan")))
    alone = calls(planned(loan, catalogue=library_with(library_tools())))
    crowded = library_with([*library_tools(), *crowd()])
    assert calls(planned(loan, catalogue=crowded)) == alone
