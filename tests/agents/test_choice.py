"""Which candidates a model is shown."""

from pipelines.contracts.intent import IntentResult
from pipelines.reasoning.model import view
from pipelines.reasoning.model.agent import reason_messages
from pipelines.reasoning.model.choice import helpful
from tests.agents.proposals import BOOK, LEND, READER, matter, surveyed
from tests.planner.library import asks, thing, wish


def shown(intent: IntentResult) -> set[str]:
    """Names of the tools of the library that are left."""
    problem = surveyed(intent).problem
    tools = tuple(problem.catalogue.tools.values())
    return {one.name for one in helpful(tools, problem, view.what_is_said(surveyed(intent), tools))}


def test_what_serves_the_goal_and_what_leads_to_what_it_needs_is_shown() -> None:
    names = shown(LEND)
    assert {"create_loan", "find_member_by_email"} <= names


def test_what_leads_nowhere_is_not_shown() -> None:
    everything = {one.name for one in surveyed().problem.catalogue.tools.values()}
    assert shown(LEND) < everything


def test_where_no_tool_serves_all_are_shown() -> None:
    intent = asks(wish("create", "create", thing("dragon"), READER, BOOK))
    assert shown(intent) == {one.name for one in surveyed().problem.catalogue.tools.values()}


def test_what_may_be_picked_from_a_list_is_told() -> None:
    system, _ = reason_messages(matter(surveyed()))
    assert "<pickable>book" in system.text
    assert "member</pickable>" not in system.text
