"""Things that were created: read back by another tool, and every difference is named."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from pipelines.contracts.answer import Summary
from pipelines.contracts.chain import ToolChain
from pipelines.contracts.execution import Execution
from pipelines.summary import Baseline, baseline, judge
from tests.trades.lending import Lending
from tests.trades.library import library
from tests.trades.requests import chain, check, constraint, ref, request, step
from tool_registry.base.types import FunctionType

FINE = request(
    "fine reader R0001 3 dollars, pre",
    "create",
    FunctionType.CREATE,
    ref("fine", constraint("amount", 3, "dollar")),
    ref("reader", id="R0001"),
)


def fine_chain(amount: int = 300) -> ToolChain:
    return chain(
        [
            step(
                library(),
                1,
                "library/createFine",
                "fine",
                env="pre",
                readerId="R0001",
                amount=amount,
            )
        ],
        check("exists", "the fine exists", "fine"),
        check("attribute", "3 dollars", "fine", wanted=constraint("amount", 3, "dollar")),
        check("owner", "it is the reader's", "reader", slot="readerId"),
        check("count", "one fine", "fine", step=None, wanted=constraint(None, 1)),
    )


def loans_chain(count: int) -> ToolChain:
    steps = [
        step(library(), n, "library/createLoan", "loan", env="pre", readerId="R0001", bookId="B1")
        for n in range(1, count + 1)
    ]
    counted = check("count", f"{count} loans", "loan", step=None, wanted=constraint(None, count))
    return chain(steps, counted)


def lending() -> Lending:
    world = Lending()
    world.put("pre", "Reader", name="Ada")
    return world


def judged(
    world: Lending, plan: ToolChain, execution: Execution, before: Baseline | None = None
) -> Summary:
    return asyncio.run(
        judge(FINE, plan, execution, library(), world.read, before=before, sleep=world.sleep)
    )


def verdicts(summary: Summary) -> dict[str, str]:
    return {item.text: item.verdict.value for item in summary.requirements}


def test_what_another_tool_shows_is_confirmed() -> None:
    world = lending()
    summary = judged(world, fine_chain(), world.run(fine_chain()))
    assert summary.satisfied
    assert set(verdicts(summary).values()) == {"confirmed"}
    assert summary.text.splitlines() == [
        "Done in the pre-release environment.",
        "Created: fine F0002 (reader R0001, amount of the fine 3 dollars, fine status UNPAID)",
        "Thanks to Linus",
    ]
    assert summary.data[0].model_dump() == {
        "entity": "fine",
        "id": "F0002",
        "attributes": {"reader.id": "R0001", "amount": 300, "status": "UNPAID"},
        "values": {
            "reader": "R0001",
            "amount of the fine": "3 dollars",
            "fine status": "UNPAID",
        },
        "times": {},
        "parts": (),
        "came_of": "created",
    }


@pytest.mark.parametrize(
    ("change", "requirement", "says"),
    [
        ({"amount": 301}, "3 dollars", "expected 3 dollars, actual 3.01 dollars"),
        ({"readerId": "R0009"}, "it is the reader's", "expected R0001, actual R0009"),
    ],
)
def test_a_value_changed_behind_the_tool_is_contradicted_and_named(
    change: dict[str, Any], requirement: str, says: str
) -> None:
    world = lending()
    execution = world.run(fine_chain())
    world.rows["pre"]["F0002"] |= change
    summary = judged(world, fine_chain(), execution)
    assert not summary.satisfied
    assert verdicts(summary)[requirement] == "contradicted"
    assert says in summary.text
    assert "Query fine" in summary.text


@pytest.mark.parametrize(("amount", "verdict"), [(300, "confirmed"), (301, "contradicted")])
def test_the_field_called_as_the_argument_is_compared_whatever_that_was_corrected_to(
    amount: int, verdict: str
) -> None:
    world, known = lending(), library()
    acting = known.tools["library/createFine"]
    needs = tuple(
        slot.model_copy(update={"attribute": "sum"}) if slot.path == "amount" else slot
        for slot in acting.needs
    )
    tools = {**known.tools, acting.id: acting.model_copy(update={"needs": needs})}
    wanted = check("attribute", "3 dollars", "fine", wanted=constraint("sum", 3, "dollar"))
    plan = fine_chain().model_copy(update={"checks": (wanted,)})
    execution = world.run(plan)
    world.rows["pre"]["F0002"]["amount"] = amount
    corrected = replace(known, tools=tools)
    summary = asyncio.run(judge(FINE, plan, execution, corrected, world.read, sleep=world.sleep))
    assert verdicts(summary)["3 dollars"] == verdict


def test_a_thing_in_the_wrong_environment_is_missed_where_it_was_asked_for() -> None:
    world = lending()
    execution = world.run(fine_chain())
    world.rows["daily"]["F0002"] = world.rows["pre"].pop("F0002")
    summary = judged(world, fine_chain(), execution)
    assert not summary.satisfied
    assert verdicts(summary)["the fine exists"] == "contradicted"
    assert "not found in the pre-release environment" in summary.text
    assert world.waited <= 3


def test_what_is_wrong_for_one_reason_is_said_once() -> None:
    world = lending()
    execution = world.run(fine_chain())
    del world.rows["pre"]["F0002"]
    summary = judged(world, fine_chain(), execution)
    assert summary.text.count("not found in the pre-release environment") == 1
    world.rows["pre"]["F0002"] = {**execution.records[0].body, "amount": 301, "readerId": "R0001"}
    assert judged(world, fine_chain(), execution).text.count("actual 3.01 dollars") == 1


def test_a_thing_that_shows_a_moment_later_is_waited_for() -> None:
    world = lending()
    execution = world.run(fine_chain())
    world.late = 3
    summary = judged(world, fine_chain(), execution)
    assert summary.satisfied
    assert 0 < world.waited < 1


def test_an_answer_that_cannot_be_read_confirms_nothing_and_contradicts_nothing() -> None:
    world = lending()
    execution = world.run(fine_chain())
    world.broken = frozenset({"getFine"})
    summary = judged(world, fine_chain(), execution)
    assert verdicts(summary)["the fine exists"] == "unverified"
    assert "Could not be verified: the fine exists" in summary.text


def test_without_a_tool_that_reads_it_back_the_tool_is_only_quoted() -> None:
    world = lending()
    plan = chain(
        [step(library(), 1, "library/createBook", "book", env="daily", title="Emma")],
        check("exists", "the book exists", "book"),
        check("attribute", "Emma", "book", wanted=constraint("title", "Emma")),
        environment="daily",
    )
    summary = judged(world, plan, world.run(plan))
    assert verdicts(summary) == {"the book exists": "reported", "Emma": "reported"}
    assert world.reads == []
    assert summary.satisfied


def test_a_list_before_and_after_shows_one_too_many() -> None:
    world, plan = lending(), loans_chain(2)
    world.put("pre", "Loan", readerId="R0001", bookId="B0")
    before = asyncio.run(baseline(plan, library(), world.read))
    execution = world.run(plan)
    assert judged(world, plan, execution, before).satisfied

    world.rows["pre"]["L9"] = {**world.rows["pre"]["L0003"], "loanId": "L9"}
    summary = judged(world, plan, execution, before)
    assert not summary.satisfied
    assert "expected 2, actual 3; extra: L9" in summary.text


def test_a_list_before_and_after_shows_what_got_lost() -> None:
    world, plan = lending(), loans_chain(1)
    for book in ("B0", "B1", "B2"):
        world.put("pre", "Loan", readerId="R0001", bookId=book)
    before = asyncio.run(baseline(plan, library(), world.read))
    execution = world.run(plan)
    del world.rows["pre"]["L0002"], world.rows["pre"]["L0003"]
    summary = judged(world, plan, execution, before)
    assert not summary.satisfied
    assert "gone: L0002, L0003" in summary.text


def test_fewer_than_asked_for_are_missing() -> None:
    world, plan = lending(), loans_chain(3)
    execution = world.run(plan)
    short = Execution(
        (*execution.records[:2], execution.records[2].model_copy(update={"status": "failed"}))
    )
    summary = judged(world, plan, short)
    assert not summary.satisfied
    assert "3 loans (2 done)" in summary.missing
    assert "“Create loan” did not succeed" in summary.missing


def test_what_was_made_of_several_is_told_apart_from_what_was_not() -> None:
    world = lending()
    steps = [
        step(library(), n, "library/createFine", "fine", env="pre", readerId="R0001", amount=300)
        for n in (1, 2)
    ]
    asked = [
        check("owner", "it is the reader's", "reader", each.id, slot="readerId") for each in steps
    ]
    plan = chain(steps, *asked)
    execution = world.run(plan)
    failed = execution.records[1].model_copy(update={"status": "failed", "body": None})
    summary = judged(world, plan, Execution((execution.records[0], failed)))
    assert verdicts(summary) == {"it is the reader's (1 of 2 done)": "confirmed"}
    assert not summary.satisfied


def test_a_value_nobody_asked_for_is_still_compared_with_what_was_sent() -> None:
    world = lending()
    plan = chain(
        [step(library(), 1, "library/createReader", "reader", env="pre", name="Grace")],
        check("exists", "the reader exists", "reader"),
    )
    execution = world.run(plan)
    world.rows["pre"]["R0002"]["name"] = "Mallory"
    summary = judged(world, plan, execution)
    assert not summary.satisfied
    assert "expected Grace, actual Mallory" in summary.text


def test_what_was_made_on_the_way_is_told_apart() -> None:
    world = lending()
    plan = chain(
        [
            step(library(), 1, "library/createReader", "reader", main=False, env="pre", name="Eve"),
            step(
                library(),
                2,
                "library/createFine",
                "fine",
                env="pre",
                readerId=("s1", "readerId"),
                amount=300,
            ),
        ],
        check("exists", "the fine exists", "fine", step="s2"),
    )
    summary = judged(world, plan, world.run(plan))
    lines = summary.text.splitlines()
    assert lines[1].startswith("Created: fine")
    assert lines[2].startswith("Also created, because it was needed: reader R0002")
    assert lines[-1] == "Thanks to Ada, Linus"
