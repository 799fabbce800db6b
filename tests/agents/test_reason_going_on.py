"""Going on behind what was done: what a step was to bring about, and a plan for what is left."""

import asyncio
import json
from pathlib import Path

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.chain import Step, ToolChain
from pipelines.contracts.execution import StepRecord
from pipelines.contracts.request import Request
from pipelines.execution.outcome import deviation
from pipelines.reasoning.proposals.resume import continued
from services.eval_wiring import sources_file
from services.sandbox_process import private_sandbox
from services.settings import Settings, read_settings
from services.wiring import open_system
from tests.agents.proposals import BOOK, LEND, draft, surveyed
from tests.planner.library import asks, known, library, thing, wish
from tool_registry.base.types import JsonValue
from tool_registry.sources.result import Failure


def done(step: Step, body: JsonValue) -> StepRecord:
    return StepRecord(step=step.id, tool=step.tool, status="done", body=body)


def made_and_lent() -> ToolChain:
    """A member is registered, a book taken from the shelf, a loan made of both."""
    return draft(surveyed(asks(wish("create", "create", thing("loan")))))


def deviates(chain: ToolChain, at: int, body: JsonValue) -> Failure | None:
    step = chain.steps[at]
    tool = library().tools[step.tool]
    return deviation(step, tool, done(step, body), chain.steps[at + 1 :], "en")


def test_a_result_without_what_later_steps_take_from_it_is_a_deviation() -> None:
    chain = made_and_lent()
    first = chain.steps[0]
    assert first.tool == "library/register_member"
    assert deviates(chain, 0, {"memberId": "M-9"}) is None
    found = deviates(chain, 0, {"name": "Ann"})
    assert found is not None
    assert "memberId" in found.message


def test_a_result_that_still_tells_the_old_state_is_a_deviation() -> None:
    tool = library().tools["library/approve_loan"]
    approve = made_and_lent().steps[0].model_copy(update={"tool": tool.id})
    later = [made_and_lent().steps[-1].model_copy(update={"arguments": {}})]

    def told(state: str) -> Failure | None:
        record = done(approve, {"loanId": "L-5", "status": state})
        return deviation(approve, tool, record, later, "en")

    assert told("APPROVED") is None
    found = told("REQUESTED")
    assert found is not None
    assert "REQUESTED" in found.message


def test_nothing_is_judged_behind_the_last_step() -> None:
    chain = made_and_lent()
    assert deviates(chain, len(chain.steps) - 1, {}) is None


def test_a_call_that_was_made_keeps_its_place_and_is_not_made_again() -> None:
    chain = made_and_lent()
    after = continued(chain, {"s1"}, chain, ())
    assert after is not None
    ids = {step.tool.partition("/")[2]: step.id for step in after.steps}
    assert ids["register_member"] == "s1"
    assert ids["create_loan"] not in {step.id for step in chain.steps}
    loan = after.steps[-1]
    assert loan.arguments["memberId"].step == "s1"
    assert set(loan.depends_on) <= set(ids.values())
    assert after.digest != chain.digest


def test_a_plan_that_leaves_behind_what_was_made_is_none() -> None:
    given = asks(wish("create", "create", thing("loan"), thing("member", known("id", "M-1")), BOOK))
    assert continued(made_and_lent(), {"s1"}, draft(surveyed(given)), ()) is None


def test_moves_that_were_made_lie_behind_a_new_way() -> None:
    lent = draft(surveyed(LEND))
    other = lent.model_copy(update={"steps": lent.steps[:0]})
    after = continued(lent, {step.id for step in lent.steps}, other, {"G1"})
    assert after is not None
    assert [step.id for step in after.steps] == [step.id for step in lent.steps]


async def asked(settings: Settings, text: str) -> Answer:
    async with open_system(settings) as system:
        road = await system.road()
        request = Request(text=text, session_id="one", request_id="one")
        return await road.run(request, lambda event: None)


def test_a_thing_that_has_moved_on_meanwhile_is_taken_on_from_where_it_is(tmp_path: Path) -> None:
    with private_sandbox("commerce", tmp_path / "sandbox") as sandbox:
        sandbox.run(["corrupt-next", "merchantAcceptOrder", "--set", "status=DELIVERING"])
        own = {"home": tmp_path / "home", "sources": sources_file(sandbox, tmp_path)}
        settings = read_settings({}).model_copy(update=own)
        answer = asyncio.run(asked(settings, "把订单1234推进到完结,线下"))
        effects = json.loads(sandbox.run(["effects", "--json"]))
    assert answer.status is Status.SUCCEEDED
    assert [one["tool"] for one in effects] == ["merchantAcceptOrder", "confirmDelivered"]
