"""Several things of a kind: one call each, within a bound that keeps planning quick."""

from pipelines.contracts.chain import NoPlan, ToolChain
from tests.planner.library import asks, planned, thing, wish


def test_so_many_that_no_request_makes_them_one_by_one_are_refused_at_once() -> None:
    result = planned(asks(wish("register", "create", thing("member"), count=20_000)))
    assert isinstance(result, NoPlan)
    assert result.final
    assert "20000" in result.text
    assert "1000" in result.text


def test_each_of_several_gets_its_call() -> None:
    result = planned(asks(wish("register", "create", thing("member"), count=40)))
    assert isinstance(result, ToolChain)
    assert len(result.steps) == 40


def test_what_is_for_each_of_several_goes_to_another_one_each_time() -> None:
    members = wish("register", "create", thing("member"), count=2)
    cards = [
        wish(
            "borrow",
            "create",
            thing("loan"),
            thing("member", role="recipient").model_copy(update={"made_by": "G1", "which": which}),
            number=which + 1,
        )
        for which in (1, 2)
    ]
    result = planned(asks(members, *cards))
    assert isinstance(result, ToolChain), result
    makers = [step.id for step in result.steps if step.tool.endswith("register_member")]
    users = [
        binding.step
        for step in result.steps
        if step.goal in ("G2", "G3") and step.main
        for path, binding in step.arguments.items()
        if path == "memberId"
    ]
    assert users == makers
