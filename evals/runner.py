"""Runs conversations: reset, draw, say the turns, read the effects, score."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, cast

from evals.bench import Ask, Bench
from evals.choosing import choice_request
from evals.conversation import Conversation
from evals.draw import Variables, draw_variables, fill
from evals.expected import Choose, Expected, ExpectedQuestion
from evals.picking import Picks
from evals.pricing import FREE, Price
from evals.recording import JudgedTurn, judged, recorded
from evals.records import Record
from evals.score import Outcome, Scorer
from evals.scorers.shipped import SHIPPED
from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.request import Request
from pipelines.messages import say
from tool_registry.base.caller import Caller
from tool_registry.base.ids import new_id
from tool_registry.base.types import JsonValue
from tool_registry.vocabulary.language import language_of


def _nothing(record: Record) -> None:
    """Nobody watches."""


@dataclass
class Runner:
    """Runs conversations one after the other; resets the sandbox only where it was changed."""

    bench: Bench
    seed: int
    picks: Picks | None = None
    """Choices made by somebody who sees only the sentence and the lines."""
    scorers: Sequence[Scorer] = SHIPPED
    price: Price = FREE
    _clean: bool = field(default=False, init=False)
    _fixtures: JsonValue = field(default=None, init=False)
    _seen: int = field(default=0, init=False)

    async def run(
        self, chosen: Iterable[Conversation], done: Callable[[Record], None] = _nothing
    ) -> list[Record]:
        """Records in order; `done` hears each one as soon as it is there."""
        records: list[Record] = []
        for variation, alike in groupby(chosen, key=lambda one: one.variation):
            async with self.bench.road(variation) as ask:
                for conversation in alike:
                    records.append(await self._converse(conversation, ask))
                    done(records[-1])
        return records

    async def _converse(self, conversation: Conversation, ask: Ask) -> Record:
        case = conversation.case
        self._make_clean()
        variables = draw_variables(case, self._fixtures, self.seed)
        for command in case.prepare:
            self._clean = False
            self.bench.command([fill(part, variables) for part in command])
        talk = _Talk(conversation, new_id("eval"), variables)
        for number in range(len(case.expect)):
            await self._turn(talk, number, ask)
        return recorded(conversation, talk.turns)

    async def _turn(self, talk: "_Talk", number: int, ask: Ask) -> None:
        """Says one turn, takes what is to be chosen, agrees where it is to be, and judges."""
        conversation, expected = talk.conversation, talk.conversation.case.expect[number]
        request = talk.request(number)
        started = time.perf_counter()
        answer = await ask(request)
        talk.said.append(request.text)
        choose = self._choose(conversation, talk.said, expected, answer)
        choosing = choice_request(choose, answer, request, talk.variables)
        if choosing is not None:
            answer = await self._chosen(conversation, talk.said, choosing, answer, ask)
        if expected.agrees and answer.status is Status.NEEDS_INPUT and not answer.choices:
            answer = await ask(_consent(request))
        outcome = Outcome(
            _due(expected, answer),
            answer,
            self._new_effects(),
            "\n".join(talk.said),
            talk.variables,
            talk.named,
            milliseconds=round((time.perf_counter() - started) * 1000, 1),
            cost=self.price.of(answer.model),
            mocked=self.bench.mocked,
        )
        outcome, chose = self._with_rows(outcome), choosing is not None
        talk.turns.append(judged(outcome, self.scorers, request.text, chose=chose))

    def _with_rows(self, outcome: Outcome) -> Outcome:
        """With the rows that the case names, as the business holds them now."""
        wanted = outcome.expected.state
        if not wanted or outcome.mocked:
            return outcome
        rows = [
            self.bench.row(one.entity, id, one.environment) if id is not None else None
            for one in wanted
            for id in (outcome.value(one.id),)
        ]
        return replace(outcome, rows=tuple(rows))

    async def _chosen(
        self,
        conversation: Conversation,
        said: list[str],
        choosing: Request,
        answer: Answer,
        ask: Ask,
    ) -> Answer:
        """What comes of a choice; of a picked tool, of the form that it opens."""
        tools = {one.id for one in answer.choices if one.kind == "tool"}
        chosen = choosing.choice
        if self.picks is None or chosen is None or chosen.id not in tools:
            return await ask(choosing)
        opened = chosen.model_copy(update={"form": True})
        answer = await ask(choosing.model_copy(update={"choice": opened}))
        sent = self.picks.submit(_turn_id(conversation, said), said, answer)
        if sent is None:
            return answer
        told = {"choice": sent, "request_id": f"{choosing.request_id}-form"}
        return await ask(choosing.model_copy(update=told))

    def _choose(
        self, conversation: Conversation, said: list[str], expected: Expected, answer: Answer
    ) -> Choose | None:
        """The choice that the case names, else the one that somebody picked."""
        if expected.choose is not None or self.picks is None:
            return expected.choose
        return self.picks.choose(_turn_id(conversation, said), said, expected, answer)

    def _make_clean(self) -> None:
        if not self._clean:
            self.bench.reset(self.seed)
            self._clean, self._seen = True, 0
            # The same seed seeds the same things.
            self._fixtures = self._fixtures or self.bench.fixtures()

    def _new_effects(self) -> tuple[JsonValue, ...]:
        found = tuple(self.bench.effects(self._seen))
        if found:
            self._clean = False
            self._seen = max(int(cast("dict[str, Any]", one)["seq"]) for one in found)
        return found


@dataclass
class _Talk:
    """A conversation on its way."""

    conversation: Conversation
    session: str
    variables: Variables
    said: list[str] = field(default_factory=list[str])
    named: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    turns: list[JudgedTurn] = field(default_factory=list[JudgedTurn])

    def request(self, number: int) -> Request:
        """What is said in one turn."""
        words = self.conversation.case.variants()[self.conversation.wording][number]
        return Request(
            text=fill(words, self.variables),
            session_id=self.session,
            request_id=f"{self.session}-{number}",
            caller=Caller(user=self.session),
            environment=self.conversation.case.environment,
            review=self.conversation.review,
        )


def _turn_id(conversation: Conversation, said: list[str]) -> str:
    return f"{conversation.case.id}/{conversation.wording}/{len(said)}"


def _consent(request: Request) -> Request:
    """The reply by which the user agrees to what was shown."""
    text = say(language_of(request.text), "agui.yes")
    return request.model_copy(update={"text": text, "request_id": f"{request.request_id}-yes"})


def _due(expected: Expected, answer: Answer) -> Expected:
    """What is expected of this answer: of a question that is as good, only that nothing ran."""
    if not expected.or_asks or answer.status is not Status.NEEDS_INPUT:
        return expected
    asked = {"status": (Status.NEEDS_INPUT,), "effects": (), "satisfied": None, "chain": None}
    return expected.model_copy(update={**asked, "question": ExpectedQuestion()})
