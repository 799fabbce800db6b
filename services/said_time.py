"""The time that a sentence names beside what its plan does: when it may be meant to run."""

from datetime import datetime
from zoneinfo import ZoneInfo

from pydantic import BaseModel, Field

from pipelines.reasoning.arguments.moments import facts_in, is_moment, told_of
from pipelines.runs.store import Run
from tool_registry.catalogue import Catalogue

_MORNING = "09:00"


class SaidTime(BaseModel):
    """A time to come, for a person to agree to."""

    at: str = Field(description="On the clock of the zone that was asked for, `2026-11-30T09:00`.")
    sure: bool = Field(
        description="False where the sentence names a day, but not clearly the hour."
    )


def said_time(run: Run, catalogue: Catalogue, zone: ZoneInfo, now: float) -> SaidTime | None:
    """None where the sentence names no day to come, or the plan takes it as one of its values."""
    later = run.answer.later if run.answer is not None else None
    if later is not None:
        moment = datetime.fromtimestamp(later.at, zone)
        return SaidTime(at=f"{moment:%Y-%m-%dT%H:%M}", sure=True)
    if _is_used(run, catalogue):
        return None
    here = datetime.fromtimestamp(now, zone)
    told = told_of(facts_in(_sentence(run)), here.date())
    if len(told.days) != 1:
        return None
    at = f"{told.days[0]}T{told.start or _MORNING}"
    if datetime.fromisoformat(at).replace(tzinfo=zone).timestamp() <= now:
        return None
    return SaidTime(at=at, sure=told.start is not None)


def _sentence(run: Run) -> str:
    """What was understood: a reply, or a press of a choice, has words of its own."""
    intent = run.answer.intent if run.answer is not None else None
    return intent.text if intent is not None else run.request.text


def _is_used(run: Run, catalogue: Catalogue) -> bool:
    """True where some argument of the plan is a day or a time."""
    for step in run.chain.steps if run.chain is not None else ():
        tool = catalogue.tools.get(step.tool)
        slots = tool.needs if tool is not None else ()
        if any(is_moment(slot) and slot.path in step.arguments for slot in slots):
            return True
    return False
