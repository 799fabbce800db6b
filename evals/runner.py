"""Runs conversations: reset, draw, say the turns, read the effects, score."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, cast

from evals.bench import Ask, Bench
from evals.case import Choose, Expected, ExpectedQuestion
from evals.choosing import choice_request
from evals.conversation import Conversation
from evals.draw import draw_variables, fill
from evals.picking import Picks
from evals.score import Outcome, Score
from evals.scorers.chain import score_chain
from evals.scorers.effects import score_effects
from evals.scorers.question import score_question
from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.request import Request
from pipelines.messages import say
from tool_registry.base.caller import Caller
from tool_registry.base.ids import new_id
from tool_registry.base.types import JsonValue
from tool_registry.vocabulary.language import language_of

SCORERS = (score_chain, score_effects, score_question)


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn as it went."""

    text: str
    answer: Answer
    scores: tuple[Score, ...]
    milliseconds: float
    chose: bool = False
    """True where a choice was taken before this answer."""


@dataclass(frozen=True, slots=True)
class Result:
    """One conversation as it went."""

    conversation: Conversation
    turns: tuple[Turn, ...]

    @property
    def passed(self) -> bool:
        """True when every scorer passed every turn."""
        return all(one.passed for one in self.scores())

    @property
    def choices(self) -> int:
        """How often something was chosen on the way."""
        return sum(turn.chose for turn in self.turns)

    def scores(self, scorer: str | None = None) -> Iterator[Score]:
        """Scores of all turns, of one scorer or of all."""
        for turn in self.turns:
            yield from (one for one in turn.scores if scorer in (None, one.scorer))

    def reasons(self) -> list[str]:
        """Why it failed, one line each; empty where it passed."""
        many = len(self.turns) > 1
        return [
            f"{f'turn {number}: ' if many else ''}{one.scorer}: {reason}"
            for number, turn in enumerate(self.turns, 1)
            for one in turn.scores
            for reason in one.reasons
        ]


@dataclass
class Runner:
    """Runs conversations one after the other; resets the sandbox only where it was changed."""

    bench: Bench
    seed: int
    picks: Picks | None = None
    """Choices made by somebody who sees only the sentence and the lines."""
    _clean: bool = field(default=False, init=False)
    _fixtures: JsonValue = field(default=None, init=False)
    _seen: int = field(default=0, init=False)

    async def run(
        self, chosen: Iterable[Conversation], done: Callable[[Result], None]
    ) -> list[Result]:
        """Results in order; `done` hears each one as soon as it is there."""
        results: list[Result] = []
        for variation, alike in groupby(chosen, key=lambda one: one.variation):
            async with self.bench.road(variation) as ask:
                for conversation in alike:
                    results.append(await self._converse(conversation, ask))
                    done(results[-1])
        return results

    async def _converse(self, conversation: Conversation, ask: Ask) -> Result:
        case = conversation.case
        self._make_clean()
        variables = draw_variables(case, self._fixtures, self.seed)
        for command in case.prepare:
            self._clean = False
            self.bench.command([fill(part, variables) for part in command])
        session = new_id("eval")
        named: dict[str, dict[str, Any]] = {}
        turns: list[Turn] = []
        for number, words in enumerate(case.variants()[conversation.wording]):
            request = Request(
                text=fill(words, variables),
                session_id=session,
                request_id=f"{session}-{number}",
                caller=Caller(user=session),
                review=conversation.review,
            )
            started = time.perf_counter()
            answer = await ask(request)
            said = [*(turn.text for turn in turns), request.text]
            choose = self._choose(conversation, said, case.expect[number], answer)
            choosing = choice_request(choose, answer, request, variables)
            if choosing is not None:
                answer = await self._chosen(conversation, said, choosing, answer, ask)
            waits = answer.status is Status.NEEDS_INPUT and not answer.choices
            if case.expect[number].agrees and waits:
                answer = await ask(_consent(request))
            elapsed = round((time.perf_counter() - started) * 1000, 1)
            expected, effects = _due(case.expect[number], answer), self._new_effects()
            outcome = Outcome(expected, answer, effects, "\n".join(said), variables, named)
            scores = tuple(scorer(outcome) for scorer in SCORERS)
            turns.append(Turn(request.text, answer, scores, elapsed, choosing is not None))
        return Result(conversation, tuple(turns))

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
        sent = self.picks.submit(_turn(conversation, said), said, answer)
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
        return self.picks.choose(_turn(conversation, said), said, expected, answer)

    def _make_clean(self) -> None:
        if not self._clean:
            self.bench.reset(self.seed)
            self._clean, self._seen, self._fixtures = True, 0, self.bench.fixtures()

    def _new_effects(self) -> tuple[JsonValue, ...]:
        found = tuple(self.bench.effects(self._seen))
        if found:
            self._clean = False
            self._seen = max(int(cast("dict[str, Any]", one)["seq"]) for one in found)
        return found


def _turn(conversation: Conversation, said: list[str]) -> str:
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
