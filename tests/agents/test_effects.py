"""A model's plan counts; a person is asked only where it would leave other data behind."""

import asyncio
from typing import Any

from pipelines.contracts.chain import NoPlan, ToolChain
from pipelines.contracts.intent import IntentResult
from pipelines.reasoning.model.agent import Planned
from pipelines.reasoning.model.effects import differ
from pipelines.reasoning.model.settle import settled
from pipelines.reasoning.planner.plan import Survey, frozen, survey
from pipelines.reasoning.planner.problem import Problem
from tests.agents.proposals import BOOK, LEND, draft, form_of, judged, read, surveyed
from tests.planner.library import asks, known, library_tools, library_with, thing, wish
from tool_registry.base.types import FunctionType
from tool_registry.model import RawTool

MAKING = asks(wish("create", "create", thing("loan"), BOOK))
"""Nobody is named who is to have the book: a member is made on the way."""
ENV = {"type": "string", "enum": ["daily", "pre"]}
MORE = (
    RawTool(
        source="library",
        name="lookup_member",
        description="Looks up a member by e-mail in the new directory.",
        input_schema={
            "type": "object",
            "properties": {
                "env": ENV,
                "email": {"type": "string", "format": "email", "description": "E-mail"},
            },
            "required": ["env", "email"],
        },
        output_schema={
            "type": "object",
            "properties": {"memberId": {"type": "string", "description": "Member number"}},
        },
        read_only=True,
    ),
    RawTool(
        source="library",
        name="new_loan",
        description="Creates a loan of a book to a member.",
        input_schema={
            "type": "object",
            "properties": {
                "env": ENV,
                "member": {"type": "string", "description": "Member number"},
                "book": {"type": "string", "description": "Book id"},
            },
            "required": ["env", "member", "book"],
        },
        output_schema={
            "type": "object",
            "properties": {"loanId": {"type": "string", "description": "Loan id"}},
        },
    ),
)


def wide(intent: IntentResult = LEND) -> Survey:
    """The request in a library that has two tools for either call."""
    problem = Problem(intent, library_with([*library_tools(), *MORE]), "pre", seed="run-1")
    return asyncio.run(survey(problem, read))


def chain_of(form: dict[str, Any], found: Survey) -> ToolChain:
    """What the validator makes of a model's form, which it has to pass."""
    result = judged(form, found)
    assert result.state is not None, result.problems
    return frozen(found.problem, result.state, found.present)


def tools(form: dict[str, Any]) -> list[str]:
    return [step["tool"].partition("/")[2] for step in form["steps"]]


def by_other_tools(found: Survey) -> dict[str, Any]:
    """The rules' plan with the other lookup, and the other tool for the loan."""
    form = form_of(found)
    look, lend = form["steps"]
    names = {"find_member_by_email": "lookup_member", "lookup_member": "find_member_by_email"}
    look["tool"] = f"library/{names[tools(form)[0]]}"
    other = {"create_loan": "new_loan", "new_loan": "create_loan"}[tools(form)[1]]
    paths = {"memberId": "member", "bookId": "book", "member": "memberId", "book": "bookId"}
    for one in lend["arguments"]:
        one["name"] = paths[one["name"]]
    lend["tool"] = f"library/{other}"
    return form


def test_another_tool_for_the_lookup_and_for_the_deed_is_no_question() -> None:
    found = wide()
    other = chain_of(by_other_tools(found), found)
    assert [step.tool for step in other.steps] != [step.tool for step in draft(found).steps]
    for mode in ("auto", "model"):
        reasoned = settled(Planned(other), found, mode)
        assert reasoned.plan == other
        assert reasoned.account is not None
        assert reasoned.account.outcome == "agreed"


def test_another_receiver_is_asked_about() -> None:
    found = surveyed()
    other = surveyed(
        asks(wish("create", "create", thing("loan"), thing("member", known("id", "M-1")), BOOK))
    )
    assert differ(draft(found), draft(other), found.problem)


def test_a_thing_that_is_made_on_the_way_is_asked_about() -> None:
    found = surveyed(MAKING)
    assert "register_member" in str(draft(found))
    plan = draft(found)
    lone = plan.model_copy(update={"steps": tuple(s for s in plan.steps if s.main)})
    assert differ(plan, lone, found.problem)
    reasoned = settled(Planned(lone), found, "auto")
    assert isinstance(reasoned.plan, NoPlan)
    assert "1." in (reasoned.plan.question or "")


def test_a_thing_that_a_model_makes_beside_what_was_asked_is_no_choice() -> None:
    found = surveyed()
    plan = draft(found)
    maker = next(s for s in draft(surveyed(MAKING)).steps if s.tool == "library/register_member")
    beside = maker.model_copy(update={"id": "s9", "goal": plan.steps[-1].goal})
    more = plan.model_copy(update={"steps": (beside, *plan.steps)})
    assert differ(plan, more, found.problem)
    for mode in ("auto", "model"):
        reasoned = settled(Planned(more), found, mode)
        assert reasoned.plan == plan
        assert reasoned.account is not None
        assert reasoned.account.outcome == "fell_back"


def test_a_deletion_instead_of_a_change_is_asked_about() -> None:
    found = surveyed()
    plan = draft(found)
    last = plan.steps[-1].model_copy(update={"function": FunctionType.DELETE})
    assert differ(plan, plan.model_copy(update={"steps": (*plan.steps[:-1], last)}), found.problem)


def test_two_values_in_each_others_place_are_asked_about() -> None:
    found = surveyed(
        asks(wish("create", "create", thing("loan"), thing("member", known("id", "M-1")), BOOK))
    )
    plan = draft(found)
    [lend] = plan.steps
    one, other = lend.arguments["memberId"], lend.arguments["bookId"]
    turned = {**lend.arguments, "memberId": other, "bookId": one}
    swapped = plan.model_copy(update={"steps": (lend.model_copy(update={"arguments": turned}),)})
    assert differ(plan, swapped, found.problem)
    assert not differ(plan, plan, found.problem)


def test_a_kind_that_nobody_said_is_asked_about() -> None:
    found = surveyed()
    plan = draft(found)
    card = plan.steps[-1]
    adult = card.model_copy(update={"tool": "library/create_adult_library_card"})
    child = card.model_copy(update={"tool": "library/create_child_library_card"})
    both = [plan.model_copy(update={"steps": (*plan.steps[:-1], one)}) for one in (adult, child)]
    assert differ(both[0], both[1], found.problem)
