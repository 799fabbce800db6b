"""What a model makes of words that the program does not know, in tools that it can read."""

import asyncio
import json
from typing import Any

import pytest

from pipelines.contracts.chain import NoPlan, ToolChain
from pipelines.contracts.intent import Goal, IntentResult
from pipelines.reasoning.model.agent import Planned, Proposal, Unusable, propose
from pipelines.reasoning.planner.plan import survey
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.stage import PlanningTask
from tests.agents.proposals import read
from tests.planner.library import asks, known, library_tools, library_with, must, thing, wish
from tests.scripted_model.replies import ScriptedModel
from tool_registry.model import RawTool

TEXT = {"type": "string"}
CHANNELS = [
    {"const": "ALL", "title": "general"},
    {"const": "ONLINE", "title": "online"},
    {"const": "ONSITE", "title": "on site"},
]
TOUR = {"tourId": TEXT | {"description": "Tour id"}}
TOURED = TOUR | {"status": TEXT | {"description": "PLANNED - planned, RUNNING - under way"}}


def tool(name: str, says: str, needs: dict[str, Any], gives: dict[str, Any]) -> RawTool:
    """Every argument but the second kind of a voucher has to be there."""
    env = {"env": {"type": "string", "enum": ["daily", "pre"]}}
    required = ["env", *(one for one in needs if one not in ("channel", "assignee"))]
    wants = {"type": "object", "properties": env | needs, "required": required}
    told = {"type": "object", "properties": gives}
    return RawTool(
        source="library", name=name, description=says, input_schema=wants, output_schema=told
    )


CATALOGUE = library_with(
    [
        *library_tools(),
        tool(
            "add_stock",
            "Adds stock of a book. The quantity is how many are added, not the new total.",
            {
                "bookId": TEXT | {"description": "Book id"},
                "quantity": {"type": "integer", "description": "quantity added to the stock"},
            },
            {"bookId": TEXT, "available": {"type": "integer"}},
        ),
        tool("start_tour", "Starts a tour. The tour becomes under way.", TOUR, TOURED),
        tool("open_tour", "Opens a tour for visitors.", TOUR, TOURED),
        tool("close_tour", "Closes a tour for visitors.", TOUR, TOURED),
        tool("delete_tour", "Deletes a tour.", TOUR, {}),
        tool(
            "create_voucher",
            "Creates a voucher. A new voucher starts as unclaimed.",
            {
                "channel": {"type": "string", "oneOf": CHANNELS, "default": "ALL"},
                "assignee": TEXT | {"description": "name of who handles the voucher"},
            },
            {
                "voucherId": TEXT | {"description": "Voucher id"},
                "channel": TEXT,
                "assignee": TEXT,
                "status": TEXT | {"description": "UNCLAIMED - unclaimed, USED - used"},
            },
        ),
    ]
)


def proposed(intent: IntentResult, *forms: dict[str, Any]) -> tuple[Proposal, ScriptedModel]:
    """What comes of these answers, and the model that gave them."""
    found = asyncio.run(survey(Problem(intent, CATALOGUE, "pre", seed="run-1"), read))
    model = ScriptedModel([json.dumps(one) for one in forms])
    matter = PlanningTask(found, tuple(CATALOGUE.tools), read)
    return asyncio.run(propose(matter, model)), model


def form(name: str = "", move: str = "plan", **arguments: Any) -> dict[str, Any]:
    """One call, its arguments as words and, where two are told, the value for them."""
    told = [
        {"name": key, "source": "words", **dict(zip(("words", "value"), said, strict=False))}
        for key, said in arguments.items()
    ]
    step = {"tool": f"library/{name}", "goal": "G1", "role": "main", "arguments": told}
    return {"move": move, "environment": "pre", "steps": [step] if name else []}


def said(text: str, goal: Goal, words: str | None = None) -> IntentResult:
    changed = goal.model_copy(update={"action_words": goal.action if words is None else words})
    return asks(changed).model_copy(update={"text": text})


def tours(action: str, words: str) -> IntentResult:
    text = f"{words} tour T-5"
    return said(text, wish(action, "operate", thing("tour", known("id", "T-5"))), words)


def plan_of(found: Proposal) -> ToolChain:
    assert isinstance(found, Planned), found
    assert isinstance(found.plan, ToolChain), found.plan
    return found.plan


STARTS = form("start_tour", tourId=("T-5",))


def test_a_deed_in_unknown_words_may_be_done_by_a_tool_of_like_effect() -> None:
    found, model = proposed(tours("deliver", "set off"), STARTS, STARTS)
    assert [one.tool for one in plan_of(found).steps] == ["library/start_tour"]
    assert "<doubts>" in model.asked[1].messages[-1].text


@pytest.mark.parametrize(
    ("intent", "name"),
    [
        (tours("open", "unfurl"), "close_tour"),
        (tours("deliver", "set off"), "delete_tour"),
        (tours("cancel", "cancel"), "start_tour"),
    ],
    ids=["an opposite", "a deletion", "words that mean something else"],
)
def test_another_effect_is_refused_however_often(intent: IntentResult, name: str) -> None:
    found, _ = proposed(intent, *[form(name, tourId=("T-5",))] * 3)
    assert isinstance(found, Unusable)
    assert any(name in one for one in found.problems), found.problems


def test_more_of_what_exists_may_be_made_by_a_tool_that_adds() -> None:
    stock = thing("stock", where=[must("quantity", 40)])
    goal = wish("update", "operate", stock, thing("book", known("id", "B-7")))
    adds = form("add_stock", bookId=("B-7",), quantity=("40",))
    found, _ = proposed(said("stock of book B-7 +40", goal, "+"), adds, adds)
    [step] = plan_of(found).steps
    assert {path: one.value for path, one in step.arguments.items()}["quantity"] == 40


def voucher(*where: tuple[str, str]) -> IntentResult:
    text = "create a voucher, " + ", ".join(words for _, words in where)
    told = [must(attribute, words) for attribute, words in where]
    return said(text, wish("create", "create", thing("voucher", where=told)))


@pytest.mark.parametrize("words", ["both channels", "online and on site"])
def test_a_closed_value_may_be_meant_by_words_that_do_not_say_it(words: str) -> None:
    found, _ = proposed(voucher(("channel", words)), form("create_voucher", channel=(words, "ALL")))
    [step] = plan_of(found).steps
    assert step.arguments["channel"].value == "ALL"


@pytest.mark.parametrize(("words", "code"), [("online", "ALL"), ("both channels", "MOON")])
def test_a_closed_value_is_never_another_than_words_say(words: str, code: str) -> None:
    wrong = form("create_voucher", channel=(words, code))
    found, model = proposed(voucher(("channel", words)), wrong, wrong, wrong)
    assert isinstance(found, Unusable)
    if code == "MOON":
        assert "ALL:general|ONLINE:online" in model.asked[1].messages[-1].text


def test_a_state_that_the_tool_promises_needs_no_argument() -> None:
    found, _ = proposed(voucher(("status", "unclaimed")), form("create_voucher"))
    assert [one.tool for one in plan_of(found).steps] == ["library/create_voucher"]


def test_another_state_than_the_tool_promises_is_not_dropped() -> None:
    found, _ = proposed(voucher(("status", "used")), *[form("create_voucher")] * 3)
    assert not (isinstance(found, Planned) and isinstance(found.plan, ToolChain))


def test_a_name_may_be_whose_the_argument_wants() -> None:
    told = voucher(("name", "Lily"))
    found, _ = proposed(told, form("create_voucher", assignee=("Lily",)))
    [step] = plan_of(found).steps
    assert step.arguments["assignee"].value == "Lily"


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ({"question": "Which tour do you mean?"}, "Which tour do you mean?"),
        ({"choices": ["library/start_tour"]}, "“start_tour”"),
        ({"choices": ["library/start_tour"], "question": "Start it now?"}, "Start it now?"),
    ],
    ids=["no choice", "one choice", "one choice with a question"],
)
def test_a_question_needs_no_two_choices(asked: dict[str, Any], shown: str) -> None:
    found, _ = proposed(tours("deliver", "set off"), form(move="ask_user") | asked)
    assert isinstance(found, Planned), found
    assert isinstance(found.plan, NoPlan)
    assert shown in (found.plan.question or "")


def test_a_question_about_nothing_is_told_what_to_name() -> None:
    nothing = form(move="ask_user")
    found, model = proposed(tours("deliver", "set off"), nothing, nothing, nothing)
    assert isinstance(found, Unusable)
    assert "question" in model.asked[1].messages[-1].text
