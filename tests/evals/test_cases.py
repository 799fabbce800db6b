"""The shipped cases are readable, complete, and name tools that the sandbox really has."""

import re
from pathlib import Path

import pytest
import yaml

from evals.case import SHIPPED, Case, Suite, load_suite
from evals.draw import draw_variables, fill
from evals.errors import SuiteError
from evals.filtering.testers import read_testers
from evals.suites import all_wordings, corruption, own_wordings, removal, unserved

SANDBOX = Path(__file__).parents[2] / "services" / "sandbox"
SUITES = sorted(file.stem for file in SHIPPED.glob("*.yaml"))
OF_THE_SANDBOX = [
    name for name in SUITES if not (load_suite(name).service or load_suite(name).catalogue)
]
VARIABLE = re.compile(r"\{(\w+)\}")


def cases() -> list[tuple[Suite, Case]]:
    return [(suite, case) for suite in map(load_suite, SUITES) for case in suite.cases]


def tool_names(trade: str) -> set[str]:
    files = (SANDBOX / trade / "tools").glob("*.yaml")
    return {tool["name"] for file in files for tool in yaml.safe_load(file.read_text())["tools"]}


def test_the_seed_suite_has_every_row_in_its_own_and_six_other_wordings() -> None:
    suite = load_suite("seed")
    assert len(suite.cases) == 22
    assert {len(case.wordings) for case in suite.cases} == {6}
    assert len(all_wordings(suite)) == 22 * 7
    assert len(own_wordings(suite)) == 22


@pytest.mark.parametrize("name", SUITES)
def test_case_ids_are_unique_and_every_variable_is_drawn(name: str) -> None:
    suite = load_suite(name)
    ids = [case.id for case in suite.cases]
    assert len(ids) == len(set(ids))
    for case in suite.cases:
        said = {v for turns in case.variants() for text in turns for v in VARIABLE.findall(text)}
        assert said <= set(case.draw), case.id


@pytest.mark.parametrize("name", OF_THE_SANDBOX)
def test_cases_name_only_tools_of_their_trade(name: str) -> None:
    suite = load_suite(name)
    named = {tool for case in suite.cases for tool in named_tools(case)}
    assert named <= tool_names(suite.trade)


def named_tools(case: Case) -> set[str]:
    named = {*case.without, *(tool for one in case.corrupt for tool in one.tools)}
    for expected in case.expect:
        named |= set(expected.candidates)
        if chain := expected.chain:
            steps = {tool for step in chain.steps for tool in step.split("|")}
            named |= {*chain.goal, *chain.never, *steps}
    return named


def test_without_its_tool_or_its_environment_nothing_may_run() -> None:
    planned = removal(load_suite("seed"))
    for conversation in planned:
        last = conversation.case.expect[-1]
        assert last.effects == ()
        assert conversation.variation.without_tools or conversation.variation.without_environments
    nearest = next(one for one in planned if one.id == "create-item-coupon-dine-in/without-tool")
    assert nearest.case.expect[-1].says == ("外卖单品满减券|createWaimaiSingleItemCoupon",)


def test_every_row_that_changes_something_is_falsified() -> None:
    seed = load_suite("seed")
    falsified = {one.case.id for one in corruption(seed)}
    for case in seed.cases:
        changes = case.expect[-1].effects
        assert bool(changes) == (case.id in falsified), case.id


FIXTURES = {"pre": {"guest": {"id": "G7"}}}


def case_with(**draw: object) -> Case:
    expect = [{"status": "succeeded"}]
    return Case.model_validate({"id": "c", "draw": draw, "turns": "x", "expect": expect})


def test_variables_come_from_fixtures_ranges_and_texts() -> None:
    case = case_with(
        guest={"fixture": "pre.guest.id"},
        seats={"first": 2, "low": 3, "high": 9},
        long={"text": "ab", "times": 3},
    )
    assert draw_variables(case, FIXTURES, 0) == {"guest": "G7", "seats": "2", "long": "ababab"}
    drawn = draw_variables(case, FIXTURES, 5)
    assert 3 <= int(drawn["seats"]) <= 9
    assert drawn == draw_variables(case, FIXTURES, 5)


def test_a_fixture_that_is_not_there_is_named() -> None:
    case = case_with(guest={"fixture": "pre.visitor.id"})
    with pytest.raises(SuiteError, match=r"no fixture 'pre.visitor.id' \(no 'visitor'\)"):
        draw_variables(case, FIXTURES, 0)


def test_a_variable_that_is_not_drawn_is_named() -> None:
    with pytest.raises(SuiteError, match=r"\{hall\} is not drawn: the hall \{hall\}"):
        fill("the hall {hall}", {"guest": "G7"})


def test_an_unknown_suite_is_answered_with_the_known_ones(tmp_path: Path) -> None:
    (tmp_path / "tickets.yaml").write_text("name: tickets")
    with pytest.raises(SuiteError, match="no suite named 'tikets'; there are: tickets"):
        load_suite("tikets", tmp_path)


def test_a_wrong_case_file_says_where_it_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "tickets.yaml").write_text("name: tickets\nabout: x\ntrade: t\ncases: [{id: 1}]")
    with pytest.raises(SuiteError, match=r"tickets.yaml: cases.0.id: Input should be a valid str"):
        load_suite("tickets", tmp_path)


def test_testers_requests_are_asked_where_none_of_the_tools_is_that_serve_them() -> None:
    planned = unserved(load_suite("seed"))
    known = {one.id: one for one in read_testers()}
    assert len(planned) > 200
    for conversation in planned:
        request = known[conversation.case.id]
        assert conversation.case.turns[-1] == request.text
        assert conversation.case.expect[-1].effects == ()
        tools = conversation.variation.without_tools
        assert all(tools.issuperset(need.split("|")) for need in request.tools)
