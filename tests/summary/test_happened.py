"""A call whose answer was lost: whether it took effect, told by other tools."""

import asyncio

from pipelines.contracts.chain import Step, ToolChain
from pipelines.contracts.execution import CallOutcome
from pipelines.execution.account import account
from pipelines.summary import Baseline, baseline, read_back
from tests.trades.lending import Lending
from tests.trades.library import library
from tests.trades.requests import chain, check, constraint, step
from tool_registry.base.types import JsonValue
from tool_registry.sources.paths import read

LOAN = chain(
    [step(library(), 1, "library/createLoan", "loan", env="pre", readerId="R0001", bookId="B1")]
)
RETURN = chain(
    [step(library(), 1, "library/returnLoan", "loan", env="pre", loanId="L0002")],
    check("state", "returned", "loan", wanted=constraint("status", "returned")),
)


def lending() -> Lending:
    world = Lending()
    world.put("pre", "Reader", name="Ada")
    world.put("pre", "Loan", readerId="R0001", bookId="B9")
    return world


def noted(world: Lending, plan: ToolChain) -> Baseline:
    """What is read ahead of the run, kept and restored as a run that is taken over does."""
    before = asyncio.run(baseline(plan, library(), world.read))
    return Baseline.restored(before.as_json())


def found_out(world: Lending, plan: ToolChain, before: Baseline) -> CallOutcome:
    """What reading back tells of the plan's only call, of which there is no record."""
    only: Step = plan.steps[0]
    sent: dict[str, JsonValue] = {path: one.value for path, one in only.arguments.items()}
    ask = read_back(plan, library(), world.read, before, lambda: account(plan, ()), "en")

    async def asked() -> CallOutcome:
        return await ask(only, library().tools[only.tool], sent)

    return asyncio.run(asked())


def test_one_thing_more_than_before_is_what_the_call_made() -> None:
    world = lending()
    before = noted(world, LOAN)
    made = world.put("pre", "Loan", readerId="R0001", bookId="B1")
    evidence = found_out(world, LOAN, before)
    assert evidence.happened is True
    assert read(evidence.body, "loanId") == [made]


def test_nothing_more_than_before_means_that_nothing_is_there_yet() -> None:
    world = lending()
    assert found_out(world, LOAN, noted(world, LOAN)).happened is False


def test_something_else_than_was_sent_was_made_by_somebody_else() -> None:
    world = lending()
    before = noted(world, LOAN)
    world.put("pre", "Loan", readerId="R0001", bookId="B7")
    assert found_out(world, LOAN, before).happened is None


def test_two_that_fit_tell_nothing() -> None:
    world = lending()
    before = noted(world, LOAN)
    for _ in range(2):
        world.put("pre", "Loan", readerId="R0001", bookId="B1")
    assert found_out(world, LOAN, before).happened is None


def test_without_what_was_there_before_nobody_can_tell() -> None:
    world = lending()
    world.put("pre", "Loan", readerId="R0001", bookId="B1")
    assert found_out(world, LOAN, Baseline()).happened is None


def test_the_state_that_a_call_leads_to_tells_that_it_happened() -> None:
    world = lending()
    assert found_out(world, RETURN, Baseline()).happened is False
    world.call("returnLoan", {"env": "pre", "loanId": "L0002"})
    assert found_out(world, RETURN, Baseline()).happened is True
