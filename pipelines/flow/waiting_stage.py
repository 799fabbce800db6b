"""A plan that was agreed to for later waits for its time, without a process that holds it."""

from datetime import datetime
from zoneinfo import ZoneInfo

from pipelines.clarification.speaking_times import spoken
from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.request import Later
from pipelines.flow.dependencies import StageDependencies
from pipelines.messages import say
from pipelines.runs.context import RunContext


def wait(context: RunContext, dependencies: StageDependencies) -> Answer | None:
    """The answer that the run waits; None for one without a time, or whose time has come.

    What is carried out then is what was agreed to: the plan is frozen now, and no later message
    of the conversation is taken for a reply to it.
    """
    later = context.run.later
    if later is None or later.at <= dependencies.store.clock.now():
        return None
    dependencies.store.freeze(context.lease, context.planned)
    dependencies.memory.settle(context.request)
    language = context.understood.language
    place = dependencies.catalogue.environments.label(context.planned.environment, language)
    when = spoken(later, language, dependencies.store.clock.now())
    text = say(language, "schedule.waits", when=when, environment=place)
    return context.answer(Status.SCHEDULED, text)


def written(later: Later) -> str:
    """The time as the clock on the wall of that zone shows it: `2026-11-30 09:00`."""
    return f"{datetime.fromtimestamp(later.at, ZoneInfo(later.zone)):%Y-%m-%d %H:%M}, {later.zone}"
