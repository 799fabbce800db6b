"""A case made of a run: what came of it is what is expected from now on, for a person to mend."""

from typing import Any

from evals.case_files import Written
from evals.errors import SuiteError
from evals.score import short_name
from pipelines.contracts.answer import Answer, BindingView, ChainStep, Status
from pipelines.contracts.request import Request

_GIVEN = ("words", "derived", "selected", "remembered", "edited")
"""Sources of arguments that depend on what was said; the others would come out otherwise again."""


def case_of(request: Request, answer: Answer | None, author: str) -> Written:
    """The case; SuiteError for a run that has no answer yet."""
    if answer is None:
        raise SuiteError("the run has no answer yet, so nothing is known to be expected of it")
    case: Written = {"id": f"run-{answer.run_id.rpartition('-')[2][:12]}"}
    if author:
        case["author"] = author
    if request.environment:
        case["environment"] = request.environment
    case["turns"] = [request.text.replace("{", "(").replace("}", ")")]
    case["expect"] = [_expected(answer)]
    return case


def _expected(answer: Answer) -> Written:
    told: Written = {"status": answer.status.value}
    intent = answer.intent
    if intent is not None:
        told["intent"] = intent.intent_type.value
        told |= {"environment": intent.environment} if intent.environment else {}
        told |= {"reads": {"object.type": intent.object.type}} if intent.object.type else {}
    if answer.status is Status.NEEDS_INPUT:
        missing = [one.name for one in (intent.missing if intent else ()) if one.blocking]
        told["question"] = {"asks": missing} if missing else {}
    elif answer.status is Status.REFUSED:
        told["refusal"] = {}
    if answer.chain:
        told["chain"] = _chain(answer.chain)
    else:
        told["effects"] = []
    return told


def _chain(steps: tuple[ChainStep, ...]) -> Written:
    by_step = {step.step: short_name(step.tool) for step in steps}
    return {
        "steps": [short_name(step.tool) for step in steps],
        "calls": [_call(step, by_step) for step in steps],
    }


def _call(step: ChainStep, by_step: dict[str, str]) -> Written:
    told: Written = {"tool": short_name(step.tool)}
    given = {
        path: step.arguments[path]
        for path, one in step.bindings.items()
        if one.source in _GIVEN and path in step.arguments
    }
    sources = {
        path: _source(one, by_step)
        for path, one in step.bindings.items()
        if one.source in (*_GIVEN, "output")
    }
    filled: dict[str, Any] = {"arguments": given, "sources": sources}
    return told | {name: value for name, value in filled.items() if value}


def _source(one: BindingView, by_step: dict[str, str]) -> str:
    feeder = by_step.get(one.step) if one.step else None
    if one.source in ("output", "selected") and feeder:
        return f"output:{feeder}"
    return one.source
