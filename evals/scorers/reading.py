"""What was understood: the fields of the IntentResult, the question, the refusal, the choices."""

from typing import cast

from evals.expected import ExpectedQuestion
from evals.score import Outcome, Score, Stage, found_in, score, short_name
from evals.scorers.chain import RAN
from evals.scorers.values import at, equal
from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.intent import IntentResult
from tool_registry.base.types import JsonValue


class Reading:
    """The kind of request, the environment, and every field that the case names.

    Its value is the share of what the case names that is right."""

    name = "reading"
    stage: Stage = "reading"

    def score(self, outcome: Outcome) -> Score | None:
        """None where the case names no field."""
        expected, intent = outcome.expected, outcome.answer.intent
        wanted = bool(expected.intent) + (expected.environment is not None) + len(expected.reads)
        if not wanted:
            return None
        reasons = ["no intent"] * wanted if intent is None else _wrong(outcome, intent)
        return score(self.name, list(dict.fromkeys(reasons)), 1 - len(reasons) / wanted)


def _wrong(outcome: Outcome, intent: IntentResult) -> list[str]:
    expected = outcome.expected
    reasons: list[str] = []
    if expected.intent and intent.intent_type not in expected.intent:
        reasons.append(f"intent {intent.intent_type}, expected {' or '.join(expected.intent)}")
    if expected.environment is not None and intent.environment != expected.environment:
        reasons.append(f"environment {intent.environment}, expected {expected.environment}")
    if not expected.reads:
        return reasons
    told = cast("JsonValue", intent.model_dump(mode="json"))
    for path, value in expected.reads.items():
        if not equal(outcome, value, found := at(told, path)):
            reasons.append(f"{path} is {found}, expected {value}")
    return reasons


class Question:
    """A question where one is due, for what is missing, and none where none is."""

    name = "question"
    stage: Stage = "reading"

    def score(self, outcome: Outcome) -> Score | None:
        """None where nothing is asked and nothing was to be."""
        expected, answer = outcome.expected, outcome.answer
        if expected.question is not None:
            return score(self.name, _asked(expected.question, answer))
        if answer.question and answer.status == "succeeded":
            return score(self.name, [f"asks although it succeeded: {answer.question}"])
        return None


def _asked(expected: ExpectedQuestion, answer: Answer) -> list[str]:
    question = answer.question or ""
    if not question:
        return ["asks nothing"]
    missing = answer.intent.missing if answer.intent else ()
    blocking = [one.name for one in missing if one.blocking]
    reasons: list[str] = []
    for words in expected.asks:
        if not any(found_in(name, words) for name in blocking):
            reasons.append(f"does not ask for {words}, but for {', '.join(blocking) or 'nothing'}")
    for words in expected.says:
        if not found_in(question, words):
            reasons.append(f"the question does not say {words}: {question}")
    return reasons


class Refusal:
    """A refusal where one is due: it says so, and nothing ran."""

    name = "refusal"
    stage: Stage = "reading"

    def score(self, outcome: Outcome) -> Score | None:
        """None where none is due."""
        expected, answer = outcome.expected.refusal, outcome.answer
        if expected is None:
            return None
        reasons: list[str] = []
        if answer.status is not Status.REFUSED:
            reasons.append(f"not refused, but {answer.status}")
        ran = [step for step in answer.chain if step.status in RAN]
        if ran or outcome.effects:
            reasons.append(f"something ran: {', '.join(short_name(s.tool) for s in ran) or '?'}")
        text = answer.summary.text
        silent = [one for one in expected.says if not found_in(text, one)]
        reasons += [f"does not say {one}: {text}" for one in silent]
        return score(self.name, reasons)


class Choices:
    """What must be among the choices that are offered."""

    name = "choices"
    stage: Stage = "filter"

    def score(self, outcome: Outcome) -> Score | None:
        """None where none is expected."""
        expected = outcome.expected.offers
        if expected is None:
            return None
        fitting = [
            one
            for one in outcome.answer.choices
            if expected.kind in (None, one.kind)
            and (not expected.tool or (one.tool and short_name(one.tool) in expected.tool))
        ]
        offered = ", ".join(one.text for one in outcome.answer.choices) or "nothing"
        wanted = " or ".join(expected.tool) or expected.kind
        return score(self.name, [] if fitting else [f"does not offer {wanted}, but {offered}"])
