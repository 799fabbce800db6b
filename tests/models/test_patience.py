"""A model that fails is asked again a little, then left alone, then tried with one question."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import pytest

from pipelines.models.breaker import Breakers
from pipelines.models.errors import (
    BudgetSpent,
    Cut,
    DeadlinePassed,
    ModelError,
    Refused,
    Resting,
    Throttled,
    Unreachable,
)
from pipelines.models.model import Ask, Message, Reply, Show, Usage
from pipelines.models.steady import Budget, Patience, SteadyModel
from tests.models.conftest import opened
from tests.scripted_model.replies import FunctionModel, ScriptedModel
from tests.scripted_model.server import ScriptedServer
from tests.workshop.clock import HandClock

pytestmark = pytest.mark.anyio
ASK = Ask((Message("user", "hello"),), seconds=30)
DOWN = Unreachable("HTTP 503")


@dataclass
class Waiting:
    """Sleeps by moving the hands of the clock, and draws the longest pauses."""

    clock: HandClock
    pauses: list[float] = field(default_factory=list[float])

    async def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.clock.jump(seconds, seconds)

    def patience(self) -> Patience:
        return Patience(sleep=self.sleep, draw=lambda: 1.0)


@pytest.fixture
def waiting(clock: HandClock) -> Waiting:
    return Waiting(clock)


def steady(
    waiting: Waiting, replies: Iterable[str | Reply | ModelError], budget: Budget | None = None
) -> SteadyModel:
    model = ScriptedModel(replies)
    breakers = Breakers(clock=waiting.clock)
    return SteadyModel(model, breakers, budget or Budget(), waiting.patience(), clock=waiting.clock)


async def test_a_passing_failure_is_asked_again_after_growing_pauses(waiting: Waiting) -> None:
    budget = Budget()
    model = steady(waiting, [DOWN, Cut("broke off"), Reply("yes", usage=Usage(7, 2))], budget)
    assert (await model.answer(ASK)).text == "yes"
    assert waiting.pauses == [0.5, 1.0]
    assert (budget.asked, budget.attempts, budget.usage.total) == (1, 3, 9)


async def test_pauses_are_drawn_between_nothing_and_the_longest() -> None:
    patience = Patience(draw=random.Random(3).random)
    drawn = [patience.pause(9, DOWN) for _ in range(200)]
    assert min(drawn) < 1
    assert 7 < max(drawn) <= patience.longest


async def test_a_server_that_says_when_is_believed_up_to_the_deadline(waiting: Waiting) -> None:
    model = steady(waiting, [Throttled("busy", retry_after=20), "yes"])
    assert (await model.answer(ASK)).text == "yes"
    assert waiting.pauses == [20]
    model = steady(waiting, [Throttled("busy", retry_after=31), "never"])
    with pytest.raises(Throttled):
        await model.answer(ASK)
    assert waiting.pauses == [20]


async def test_what_will_not_pass_is_not_asked_again(waiting: Waiting) -> None:
    model = steady(waiting, [Refused("no such key"), "never"])
    with pytest.raises(Refused):
        await model.answer(ASK)
    assert waiting.pauses == []


async def test_tries_again_are_limited_for_the_whole_request(waiting: Waiting) -> None:
    budget = Budget(retries=1, calls=2)
    model = steady(waiting, [DOWN, "one", DOWN, "never"], budget)
    assert (await model.answer(ASK)).text == "one"
    with pytest.raises(Unreachable):
        await model.answer(ASK)
    with pytest.raises(BudgetSpent):
        await model.answer(ASK)


async def test_the_deadline_of_the_request_goes_down_to_every_question(waiting: Waiting) -> None:
    budget = Budget(deadline=waiting.clock.monotonic() + 2)
    model = FunctionModel(lambda _: "yes")
    asked = SteadyModel(
        model, Breakers(clock=waiting.clock), budget, waiting.patience(), clock=waiting.clock
    )
    await asked.answer(ASK)
    assert model.asked[0].seconds == 2
    waiting.clock.jump(-3600, 2)
    with pytest.raises(DeadlinePassed):
        await asked.answer(ASK)


class Stammering(ScriptedModel):
    """Shows a piece, then breaks off."""

    async def answer(self, ask: Ask, show: Show | None = None) -> Reply:
        if show is not None:
            show("He")
        return await super().answer(ask, None)


async def test_what_was_shown_is_not_shown_again(waiting: Waiting) -> None:
    shown: list[str] = []
    model = steady(waiting, [])
    model.model = Stammering([Cut("broke off"), "Hello"])
    with pytest.raises(Cut):
        await model.answer(ASK, shown.append)
    assert shown == ["He"]
    model.model = Stammering([Cut("broke off"), "Hello"])
    assert (await model.answer(ASK)).text == "Hello"


async def test_a_failing_model_rests_and_one_question_finds_out_whether_it_is_back(
    waiting: Waiting,
) -> None:
    clock = waiting.clock
    model = steady(waiting, [DOWN, DOWN, DOWN, DOWN, "back", "again"], Budget(retries=0))
    for _ in range(3):
        with pytest.raises(Unreachable):
            await model.answer(ASK)
    with pytest.raises(Resting) as resting:
        await model.answer(ASK)
    assert resting.value.seconds == 25
    clock.jump(3600)
    with pytest.raises(Resting):
        await model.answer(ASK)
    clock.jump(0, 25)
    with pytest.raises(Unreachable):
        await model.answer(ASK)
    with pytest.raises(Resting):
        await model.answer(ASK)
    clock.jump(0, 25)
    assert (await model.answer(ASK)).text == "back"
    assert (await model.answer(ASK)).text == "again"


async def test_while_one_question_finds_out_the_others_do_not_wait(waiting: Waiting) -> None:
    breakers = Breakers(clock=waiting.clock)
    for _ in range(3):
        breakers.enter("a/b")
        breakers.leave("a/b", failed=True)
    waiting.clock.jump(0, 30)
    breakers.enter("a/b")
    with pytest.raises(Resting):
        breakers.enter("a/b")
    breakers.leave("a/b", failed=None)
    breakers.enter("a/b")
    breakers.enter("another/model")


async def test_a_provider_that_is_down_for_a_minute_is_asked_six_times_at_most(
    waiting: Waiting, service: ScriptedServer
) -> None:
    """A request every four seconds, each with a budget of its own."""
    clock, breakers = waiting.clock, Breakers(clock=waiting.clock)
    begun = clock.monotonic()
    service.broken = "500"
    attempts = slowest = 0.0
    recovered: float | None = None
    async with opened("compatible", service.url) as wire:
        for number in range(40):
            clock.jump(0, max(0.0, begun + 4 * number - clock.monotonic()))
            if clock.monotonic() >= begun + 60 and service.broken:
                service.broken = ""
                attempts = len(service.asked)
            rested = breakers.rests(wire.name)
            arrived = clock.monotonic()
            model = SteadyModel(wire, breakers, Budget(), waiting.patience(), clock=clock)
            try:
                await model.answer(replace(ASK, seconds=10))
            except ModelError:
                slowest = max(slowest, clock.monotonic() - arrived) if rested else slowest
            else:
                recovered = clock.monotonic() - begun
                break
    assert 3 <= attempts <= 6
    assert slowest < 2
    assert recovered is not None
    assert recovered < 60 + 35
