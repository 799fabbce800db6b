"""Answers and effects as the scorers get them."""

from typing import Any

from evals.expected import Expected
from evals.score import Outcome
from pipelines.contracts.answer import Answer, ChainStep
from pipelines.contracts.intent import IntentResult, Missing
from tool_registry.base.types import IntentType


def answer(status: str = "succeeded", **given: Any) -> Answer:
    """An answer of a run that nobody made."""
    return Answer.model_validate({"run_id": "r1", "session_id": "s1", "status": status, **given})


def intent(
    *missing: str, kind: str = "create_data", environment: str | None = None
) -> IntentResult:
    """What was understood of a sentence that lacks these things."""
    return IntentResult(
        text="book it",
        language="en",
        intent_type=IntentType(kind),
        environment=environment,
        missing=tuple(Missing(name=name, blocking=True, question="?") for name in missing),
    )


def steps(*tools: str, status: str = "done", **arguments: Any) -> tuple[ChainStep, ...]:
    """A chain of these tools, each with the same arguments."""
    return tuple(
        ChainStep(step=f"s{n}", tool=f"shop/{tool}", status=status, arguments=arguments)
        for n, tool in enumerate(tools, 1)
    )


def created(
    seq: int, entity: str, id: str, environment: str = "pre", **after: Any
) -> dict[str, Any]:
    """One line of the sandbox's log."""
    return {
        "seq": seq,
        "environment": environment,
        "tool": "make",
        "arguments": {},
        "idempotency_key": None,
        "entity": entity,
        "id": id,
        "change": {"op": "create", "before": None, "after": {"id": id, **after}},
    }


def outcome(
    expected: dict[str, Any], given: Answer, *log: dict[str, Any], **variables: str
) -> Outcome:
    """A turn to be judged; `expected` as in a case file, succeeding unless it says otherwise."""
    wanted = Expected.model_validate({"status": "succeeded", **expected})
    return Outcome(wanted, given, log, "", variables)
