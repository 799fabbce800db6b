"""Whether a reading is acted on, or the person is asked whether it is the one that is meant."""

from pipelines.contracts.chain import NoPlan, ToolChain
from pipelines.contracts.intent import IntentResult
from pipelines.contracts.limits import Limits
from pipelines.contracts.readings import Understood, doubted, is_sure
from tests.planner.library import asks, planned, thing, wish

LIMITS = Limits(alone=0.6)


def registered(confidence: float) -> IntentResult:
    made = asks(wish("register", "create", thing("member")))
    return made.model_copy(update={"confidence": confidence})


def read(confidence: float) -> Understood:
    intent = registered(confidence)
    return Understood(intent, is_sure=is_sure(intent, LIMITS))


def test_what_is_sure_enough_is_carried_out_and_else_the_person_chooses() -> None:
    plan = planned(registered(1.0))
    assert isinstance(plan, ToolChain)
    assert doubted(read(0.7), plan).plan == plan
    asked = doubted(read(0.5), plan)
    assert isinstance(asked.plan, NoPlan)
    assert (asked.plan.reason, asked.rivals) == ("ambiguous", (registered(0.5),))


def test_a_question_about_data_needs_no_certainty() -> None:
    looks = asks(wish("query", "query", thing("member"))).model_copy(update={"confidence": 0.1})
    assert is_sure(looks, LIMITS)


def test_what_cannot_be_carried_out_stays_the_reason_why() -> None:
    why = NoPlan(reason="no_tool", text="none")
    assert doubted(read(0.1), why).plan == why
