"""Requests of the seed suite with a model that misbehaves: which, how, and what became of it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict

from evals.case import Names, Suite
from evals.conversation import Conversation
from evals.runner import Result
from evals.variation import Misbehaviour, Variation
from pipelines.answer import Status
from pipelines.models.options import Mode

_PLAN = Path(__file__).with_suffix(".yaml")
_WRONG = ("unexpected", "out of order")
"""How the effects scorer's reasons begin where something happened that should not have."""


class Ways(BaseModel):
    """Ways of misbehaving at one stage, whenever it is asked or until it is told."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    always: Names
    once: Names = ()


class Plan(BaseModel):
    """What `misbehaving.yaml` says."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    base: str
    requests: Names
    reasoning: Ways
    intent: Ways


def misbehaving(suite: Suite, mode: Mode = "auto") -> list[Conversation]:
    """Every request in its own words with every way of misbehaving."""
    plan = Plan.model_validate(yaml.load(_PLAN.read_text("utf-8"), Loader=yaml.CSafeLoader))
    cases = [case for case in suite.cases if case.id in plan.requests]
    return [
        Conversation(case, 0, Variation(model=way), str(way))
        for way in _ways(plan, mode)
        for case in cases
    ]


def _ways(plan: Plan, mode: Mode) -> Iterator[Misbehaviour]:
    for stage in ("reasoning", "intent"):
        ways: Ways = getattr(plan, stage)
        for once, names in ((False, ways.always), (True, ways.once)):
            yield from (Misbehaviour(stage, name, once, mode) for name in names)


def became(results: Sequence[Result]) -> dict[str, int]:
    """What became of the model's answers, counted in conversations.

    `caught`: an answer was refused by name or could not be read; of these `repaired` went on with
    the model, `fallen_back` with the rules, `stopped` had no plan. `wrong_effects` are effects in
    the sandbox that nobody asked for. `answered_rightly`: as the case wants it; or, where the rules
    may not fill in, nothing was done, and the answer says so or asks.
    """
    count: Counter[str] = Counter(wrong_effects=0)
    for result in results:
        count["wrong_effects"] += sum(_wrong(reason) for reason in result.reasons())
        count.update(set(_of(result)))
        count["answered_rightly"] += result.passed or _did_nothing(result)
    return {name: count[name] for name in sorted(count)}


def _did_nothing(result: Result) -> bool:
    """True where a model was to do it and did not, no call was made, and the user was told."""
    way, last = result.conversation.variation.model, result.turns[-1].answer
    alone = way is not None and way.mode == "model"
    untouched = all(step.status == "planned" for turn in result.turns for step in turn.answer.chain)
    told = last.status in (Status.FAILED, Status.NEEDS_INPUT) and bool(last.summary.text)
    return alone and untouched and told


def _of(result: Result) -> Iterator[str]:
    for turn in result.turns:
        if turn.answer.model.calls:
            yield "asked_a_model"
        told = turn.answer.reasoning
        if told is None:
            continue
        caught = told.repairs > 0 or told.outcome in ("fell_back", "unusable")
        if caught:
            yield "caught"
        if told.outcome == "asked":
            yield "asked_the_user"
        elif caught:
            names = {"fell_back": "fallen_back", "unusable": "stopped"}
            yield names.get(told.outcome, "repaired")
        else:
            yield "harmless"


def _wrong(reason: str) -> bool:
    return reason.partition("effects: ")[2].startswith(_WRONG)
