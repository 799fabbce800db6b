"""Labels held against the tools: the calls that a case names as its solution are carried out, and
what they leave must be what the case expects."""

from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import dataclass
from typing import cast

from evals.bench import Ask, Bench
from evals.case import Case
from evals.draw import Variables, draw_variables, fill
from evals.expected import Call, Expected
from evals.score import Outcome
from evals.scorers.effects import Effects, EndState
from evals.variation import NONE
from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.request import DirectCall, Request
from tool_registry.base.caller import Caller
from tool_registry.base.ids import new_id
from tool_registry.base.types import JsonValue


@dataclass(frozen=True, slots=True)
class Checked:
    """A case whose solution was carried out, and what is wrong with its labels."""

    case: str
    problems: tuple[str, ...]


async def check_labels(
    bench: Bench, source: str, cases: Iterable[Case], seed: int = 0
) -> AsyncIterator[Checked]:
    """Each case that has a solution; `source` is where its tools are from."""
    async with bench.road(NONE) as ask:
        for case in cases:
            if any(one.solution for one in case.expect):
                yield await _Check(bench, source, ask, case, seed).check()


class _Check:
    """One case, on a business as it is from the start."""

    def __init__(self, bench: Bench, source: str, ask: Ask, case: Case, seed: int) -> None:
        self.bench, self.source, self.ask, self.case = bench, source, ask, case
        bench.reset(seed)
        self.variables: Variables = draw_variables(case, bench.fixtures(), seed)
        self.session, self.seen = new_id("check"), 0
        for command in case.prepare:
            bench.command([fill(part, self.variables) for part in command])

    async def check(self) -> Checked:
        problems: list[str] = []
        for expected in self.case.expect:
            problems += [one async for one in self._turn(expected)]
        return Checked(self.case.id, tuple(problems))

    async def _turn(self, expected: Expected) -> AsyncIterator[str]:
        answer: Answer | None = None
        for call in expected.solution:
            answer = await self._call(call, expected)
            if answer.status not in (Status.SUCCEEDED, Status.PARTIAL):
                yield f"{call.tool}: {answer.status}: {answer.summary.text}"
        if answer is None:
            return
        for reason in self._left(expected, answer):
            yield reason

    async def _call(self, call: Call, expected: Expected) -> Answer:
        arguments = {name: self._value(value) for name, value in call.arguments.items()}
        request = Request(
            text=f"call {call.tool}",
            session_id=self.session,
            request_id=new_id("call"),
            caller=Caller(user=self.session),
            environment=_environment(expected),
            approved=True,
            call=DirectCall(tool=f"{self.source}/{call.tool}", arguments=arguments),
        )
        return await self.ask(request)

    def _value(self, value: JsonValue) -> JsonValue:
        if not isinstance(value, str):
            return value
        filled = fill(value, self.variables)
        if not filled.startswith("="):
            return filled
        number = float(filled[1:])
        return int(number) if number.is_integer() else number

    def _left(self, expected: Expected, answer: Answer) -> Iterator[str]:
        """What is wrong with what the calls left."""
        effects = tuple(self.bench.effects(self.seen))
        self.seen = max((int(str(_seq(one))) for one in effects), default=self.seen)
        outcome = Outcome(expected, answer, effects, "", self.variables)
        rows = tuple(
            self.bench.row(one.entity, outcome.value(one.id) or "", one.environment)
            for one in expected.state
        )
        outcome = Outcome(expected, answer, effects, "", self.variables, outcome.named, rows)
        for scorer in (Effects(), EndState()):
            found = scorer.score(outcome)
            yield from found.reasons if found is not None else ()


def _seq(effect: JsonValue) -> JsonValue:
    return cast("dict[str, JsonValue]", effect)["seq"]


def _environment(expected: Expected) -> str | None:
    """Where the case happens: what it says, else where its effects are."""
    effects = expected.effects or ()
    return expected.environment or next((one.environment for one in effects), None) or "pre"
