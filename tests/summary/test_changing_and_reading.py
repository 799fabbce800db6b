"""Changes, readings, verifications, and runs that stopped on the way."""

import asyncio
from datetime import datetime
from typing import Any

import pytest

from pipelines.contracts.answer import Summary
from pipelines.contracts.chain import ToolChain
from pipelines.contracts.execution import Execution, StepRecord
from pipelines.contracts.intent import Constraint, IntentResult, Language
from pipelines.summary import judge
from pipelines.summary.compare import holds
from pipelines.summary.judged_run import JudgedRun
from pipelines.summary.phrases import values
from pipelines.summary.rows import Cell, Row
from tests.trades.clinic import clinic
from tests.trades.lending import Lending
from tests.trades.library import library
from tests.trades.requests import NOWHERE, chain, check, constraint, ref, request, step
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.sources.result import Failure

QUERY, OPERATE, VERIFY = FunctionType.QUERY, FunctionType.OPERATE, FunctionType.VERIFY
LOANS = request(
    "show the loans of R0001, pre", "query", QUERY, ref("loan"), ref("reader", id="R0001")
)


def judged(
    world: Lending,
    intent: IntentResult,
    plan: ToolChain,
    execution: Execution,
    catalogue: Catalogue | None = None,
) -> Summary:
    whole = catalogue or library()
    return asyncio.run(judge(intent, plan, execution, whole, world.read, sleep=world.sleep))


def record(
    plan: ToolChain, body: Any, status: str = "done", failure: Failure | None = None
) -> StepRecord:
    first = plan.steps[0]
    return StepRecord.model_validate(
        {
            "step": first.id,
            "tool": first.tool,
            "status": status,
            "body": body,
            "failure": failure,
        }
    )


def loans() -> ToolChain:
    return chain(
        [step(library(), 1, "library/listReaderLoans", "loan", env="pre", readerId="R0001")],
        check("answered", "the loans are shown", "loan"),
    )


def returning() -> ToolChain:
    return chain(
        [step(library(), 1, "library/returnLoan", "loan", env="pre", loanId="L0001")],
        check("state", "it is returned", "loan", wanted=constraint("status", "RETURNED")),
    )


RETURN = request("return loan L0001, pre", "return", OPERATE, ref("loan", id="L0001"))


def test_a_state_is_confirmed_by_the_tool_that_reads_it() -> None:
    world = Lending()
    world.put("pre", "Loan", readerId="R1", bookId="B1")
    summary = judged(world, RETURN, returning(), world.run(returning()))
    assert summary.satisfied
    assert summary.requirements[0].verdict.value == "confirmed"
    assert "Changed: loan L0001" in summary.text


def test_of_several_changes_each_is_counted_once() -> None:
    world, returned = Lending(), constraint("status", "RETURNED")
    for book in ("B1", "B2"):
        world.put("pre", "Loan", readerId="R1", bookId=book)
    steps = [
        step(library(), n, "library/returnLoan", "loan", env="pre", loanId=f"L000{n}")
        for n in (1, 2)
    ]
    came_to = [
        each
        for one in steps
        for each in (
            check("answered", "the loan was changed", "loan", one.id),
            check("state", "it is RETURNED", "loan", one.id, wanted=returned),
        )
    ]
    plan = chain(steps, *came_to)
    execution = world.run(plan)
    failed = execution.records[1].model_copy(update={"status": "failed", "body": None})
    summary = judged(world, RETURN, plan, Execution((execution.records[0], failed)))
    told = {each.text: each.verdict.value for each in summary.requirements}
    assert told == {"it is RETURNED (1 of 2 done)": "confirmed"}


def test_a_state_that_was_turned_back_is_named() -> None:
    world = Lending()
    world.put("pre", "Loan", readerId="R1", bookId="B1")
    execution = world.run(returning())
    world.rows["pre"]["L0001"]["status"] = "OPEN"
    summary = judged(world, RETURN, returning(), execution)
    assert not summary.satisfied
    assert "expected RETURNED, actual OPEN" in summary.text


def test_a_thing_that_is_gone_is_in_no_state() -> None:
    world = Lending()
    world.put("pre", "Loan", readerId="R1", bookId="B1")
    execution = world.run(returning())
    world.rows["daily"]["L0001"] = world.rows["pre"].pop("L0001")
    summary = judged(world, RETURN, returning(), execution)
    assert not summary.satisfied
    assert "not found in the pre-release environment" in summary.text


def test_a_state_passed_on_the_way_is_not_expected_at_the_end() -> None:
    world = Lending()
    loan = world.put("pre", "Loan", readerId="R1", bookId="B1")
    steps = [
        step(library(), 1, "library/returnLoan", "loan", instance="loan", env="pre", loanId=loan),
        step(library(), 2, "library/returnLoan", "loan", instance="loan", env="pre", loanId=loan),
    ]
    plan = chain(
        steps,
        check("state", "it is open", "loan", "s1", constraint("status", "OPEN")),
        check("state", "it is returned", "loan", "s2", constraint("status", "RETURNED")),
    )
    summary = judged(world, RETURN, plan, world.run(plan))
    assert [item.verdict.value for item in summary.requirements] == ["unverified", "confirmed"]
    assert summary.satisfied


def lent_and_returned(goal: str, wanted: str) -> Summary:
    """A loan that is to be `wanted`, made and then given back by a step that serves the goal."""
    world = Lending()
    made = step(
        library(),
        1,
        "library/createLoan",
        "loan",
        instance="a",
        env="pre",
        readerId="R1",
        bookId="B1",
    )
    back = ("s1", "loanId")
    then = step(
        library(), 2, "library/returnLoan", "loan", instance="a", goal=goal, env="pre", loanId=back
    )
    asked = check("attribute", "as asked", "loan", "s1", constraint("status", wanted))
    return judged(world, RETURN, chain([made, then], asked), world.run(chain([made, then])))


@pytest.mark.parametrize(
    ("goal", "wanted", "verdict"),
    [
        ("G1", "RETURNED", "confirmed"),
        ("G1", "OPEN", "contradicted"),
        ("G2", "OPEN", "reported"),
        ("G2", "LOST", "unverified"),
    ],
)
def test_what_several_steps_of_a_goal_make_is_compared_as_it_is_in_the_end(
    goal: str, wanted: str, verdict: str
) -> None:
    summary = lent_and_returned(goal, wanted)
    assert [item.verdict.value for item in summary.requirements] == [verdict]


def test_a_code_that_is_explained_by_a_bare_deed_is_the_state_that_it_brings_about() -> None:
    choices = ("正常", "冻结")
    frozen = Cell("FROZEN", words=("冻结",), choices=choices)
    wanted = constraint("status", "已冻结")
    lexicon = library().lexicon
    assert holds(wanted, frozen, lexicon) is True
    assert holds(wanted, Cell("NORMAL", words=("正常",), choices=choices), lexicon) is False
    assert holds(constraint("status", "未冻结"), frozen, lexicon) is None


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", [("discount amount", "0 yuan"), ("payable amount", "68 yuan")]),
        ("zh", [("优惠总额", "0 元"), ("应付金额", "68 元")]),
    ],
)
def test_two_amounts_of_one_thing_are_told_apart_in_both_languages(
    language: Language, told: list[tuple[str, str]]
) -> None:
    """The program name says what the lexicon's word for both does not."""
    row = Row(
        "loan",
        {
            ("loan", "amount"): Cell(0, "fen", name="discountAmount", label="优惠总额"),
            ("fine", "amount"): Cell(6800, "fen", name="payable_amount", label="应付金额"),
        },
    )
    run = JudgedRun(language, library(), chain([]), {}, ())
    assert list(values(run, row, None)) == told


def test_several_rows_are_a_numbered_list() -> None:
    world = Lending()
    world.put("pre", "Loan", readerId="R0001", bookId="B1")
    world.put("pre", "Loan", readerId="R0001", bookId="B2", status="RETURNED")
    summary = judged(world, LOANS, loans(), world.run(loans()))
    assert summary.satisfied
    assert summary.text.splitlines() == [
        "Found in the pre-release environment:",
        "loan: 2 results",
        "1. loan L0001 (reader R0001, book B1, loan status OPEN, due date 2026-12-01)",
        "2. loan L0002 (reader R0001, book B2, loan status RETURNED, due date 2026-12-01)",
        "Thanks to Grace",
    ]
    assert [item.id for item in summary.data] == ["L0001", "L0002"]


@pytest.mark.parametrize(
    ("said", "moment"),
    [
        ("2026-12-01 10:00:00+08:00", "2026-12-01T02:00:00+00:00"),
        ("2026-12-01T10:00:00.5Z", "2026-12-01T10:00:00+00:00"),
        ("2026/12/01 10:00", datetime(2026, 12, 1, 10).astimezone().isoformat()),
        ("2026-12-01", None),
        ("2026-13-01 10:00:00", None),
        ("at 2026-12-01 10:00:00", None),
    ],
)
def test_times_of_a_result_are_moments_with_an_offset(said: str, moment: str | None) -> None:
    world = Lending()
    world.put("pre", "Loan", readerId="R0001", bookId="B1", dueDate=said)
    [found] = judged(world, LOANS, loans(), world.run(loans())).data
    assert found.values["due date"] == said
    told = {name: datetime.fromisoformat(at) for name, at in found.times.items()}
    wanted = {} if moment is None else {"due date": datetime.fromisoformat(moment)}
    assert told == wanted
    assert all(at.tzinfo is not None for at in told.values())


def test_nothing_found_is_an_answer() -> None:
    world = Lending()
    summary = judged(world, LOANS, loans(), world.run(loans()))
    assert summary.satisfied
    assert "There is no loan that fits." in summary.text
    assert "It was not checked whether reader R0001 exists" in summary.text
    assert "It was not checked whether reader R0001 exists" in summary.lead


def test_who_was_looked_up_in_the_same_run_is_there() -> None:
    world = Lending()
    world.put("pre", "Reader", name="Ada")
    steps = [
        step(library(), 1, "library/getReader", "reader", env="pre", readerId="R0001"),
        step(library(), 2, "library/listReaderLoans", "loan", env="pre", readerId="R0001"),
    ]
    both = chain(steps, check("answered", "the loans are shown", "loan"))
    summary = judged(world, LOANS, both, world.run(both))
    assert "There is no loan that fits." in summary.text
    assert "not checked" not in summary.text


def test_conditions_of_the_sentence_hold_for_what_is_shown() -> None:
    world = Lending()
    for day in ("2026-12-03", "2026-12-01", "2026-12-02"):
        world.put("pre", "Loan", readerId="R0001", bookId="B1", dueDate=day)
    last = Constraint(attribute=None, operator="last", value=2, span=NOWHERE)
    intent = request("the last 2 loans", "query", QUERY, ref("loan", last))
    summary = judged(world, intent, loans(), world.run(loans()))
    assert [item.attributes["end_date"] for item in summary.data] == ["2026-12-02", "2026-12-03"]


def test_a_result_that_cannot_be_read_is_no_answer() -> None:
    world = Lending()
    world.broken = frozenset({"listReaderLoans"})
    summary = judged(world, LOANS, loans(), world.run(loans()))
    assert "cannot be read" in summary.text
    assert summary.data == ()
    assert summary.requirements[0].verdict.value == "unverified"


def fine_rules(passed: bool) -> dict[str, Any]:
    return {
        "passed": passed,
        "rules": [
            {"ruleName": "reader exists", "expected": "yes", "actual": "yes", "passed": True},
            {
                "ruleName": "amount",
                "expected": "300",
                "actual": "300" if passed else "310",
                "passed": passed,
            },
        ],
    }


def verified(passed: bool) -> Summary:
    plan = chain(
        [step(library(), 1, "library/verifyFine", "fine", env="pre", fineId="F1")],
        check("answered", "the fine is verified", "fine"),
    )
    intent = request("verify fine F1", "verify", VERIFY, ref("fine", id="F1"))
    return judged(Lending(), intent, plan, Execution((record(plan, fine_rules(passed)),)))


def test_a_verification_shows_each_rule_with_expected_actual_and_tool() -> None:
    summary = verified(True)
    assert summary.satisfied
    assert summary.text.splitlines()[:2] == [
        "Verified in the pre-release environment: 2 checks, all as expected.",
        "passed: reader exists (expected yes, actual yes, checked by “Verify fine”)",
    ]


def test_rules_that_failed_come_first_and_the_request_is_not_satisfied() -> None:
    summary = verified(False)
    assert not summary.satisfied
    assert "1 of 2 checks not as expected" in summary.text
    assert summary.text.splitlines()[1].startswith("failed: amount (expected 300, actual 310")
    assert {"amount", "reader exists"} <= {item.text for item in summary.requirements}


def test_a_value_to_be_verified_is_compared_with_the_one_read() -> None:
    world = Lending()
    world.put("pre", "Fine", readerId="R1", amount=12000)
    plan = chain(
        [step(library(), 1, "library/getFine", "fine", env="pre", fineId="F0001")],
        check("attribute", "120 dollars", "fine", wanted=constraint("amount", 120, "dollar")),
        check("state", "paid", "fine", wanted=constraint("status", "PAID")),
    )
    intent = request("check that fine F0001 is 120 dollars and paid", "verify", VERIFY, ref("fine"))
    summary = judged(world, intent, plan, world.run(plan))
    assert not summary.satisfied
    assert "failed: paid (expected PAID, actual UNPAID, checked by “Query fine”)" in summary.text
    assert "passed: 120 dollars (expected 120 dollars, actual 120 dollars" in summary.text


def test_a_failure_names_the_reason_what_to_do_and_what_was_not_run() -> None:
    plan = chain(
        [
            step(library(), 1, "library/createReader", "reader", main=False, env="pre"),
            step(library(), 2, "library/createFine", "fine", env="pre", amount=300),
        ],
        check("exists", "the fine exists", "fine", "s2"),
    )
    failure = Failure(kind="business", code="E1", message="MCP error -32602: desk is closed")
    execution = Execution((record(plan, None, "failed", failure),))
    summary = judged(Lending(), RETURN, plan, execution)
    assert not summary.satisfied
    assert "“Create reader” did not succeed: desk is closed" in summary.text
    assert "To find the cause: look at the desk's log" in summary.text
    assert "Not run: Create fine" in summary.text
    assert summary.missing == ("“Create reader” did not succeed", "“Create fine” was not run")
    assert "mcp" not in summary.text.casefold()


def test_an_unknown_outcome_is_said_to_be_one() -> None:
    plan = returning()
    execution = Execution((record(plan, None, "unknown", Failure(kind="unknown")),))
    summary = judged(Lending(), RETURN, plan, execution)
    assert not summary.satisfied
    assert "may have taken effect" in summary.text
    assert summary.missing


def test_codes_are_shown_by_their_meaning_and_amounts_in_people_s_units() -> None:
    plan = chain(
        [step(clinic(), 1, "clinic/getVisit", "预约单", env="pre", visitId="7")],
        check("answered", "查询预约单", "预约单"),
    )
    body = {"visitId": "7", "patientNo": "P1", "fee": 1550, "status": "BOOKED"}
    intent = request("查询预约单7", "query", QUERY, ref("预约单", id="7"), language="zh")
    summary = judged(Lending(), intent, plan, Execution((record(plan, body),)), clinic())
    assert "预约单 7（患者 P1、挂号费 15.5 元、状态 已预约）" in summary.text
    assert summary.text.splitlines()[-1] == "感谢作者：黄芪"
