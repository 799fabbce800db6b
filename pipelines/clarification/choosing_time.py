"""The choices of a time that may be when to run, or may be meant of a thing."""

from collections.abc import Iterator, Sequence

from pipelines.clarification.building import tools_of
from pipelines.clarification.offer import Offered
from pipelines.clarification.phrasing import effects_of, sentence_of
from pipelines.clarification.speaking_times import spoken
from pipelines.contracts.answer import Choice
from pipelines.contracts.readings import Timed
from pipelines.contracts.reply_names import LATER
from pipelines.messages import say
from tool_registry.catalogue import Catalogue

NOW = "time-now"


def time_choices(times: Sequence[Timed], catalogue: Catalogue, now: float) -> tuple[Offered, ...]:
    """One for each time to run at, and one for running at once without the words.
    `now`: seconds since 1970."""
    return tuple(_choices(times, catalogue, now))


def _choices(times: Sequence[Timed], catalogue: Catalogue, now: float) -> Iterator[Offered]:
    for number, one in enumerate(times, 1):
        intent, later = one.intent, one.later
        left_out = (one.words,) if later is None and one.words else ()
        text = sentence_of(intent, catalogue, left_out)
        if later is None:
            told = say(intent.language, "schedule.choice_now", text=text)
        else:
            when = spoken(later, intent.language, now)
            told = say(intent.language, "schedule.choice_at", when=when, text=text)
        choice = Choice(
            id=f"time-{number}" if later is not None else NOW,
            kind="reading",
            text=told,
            tool=next(iter(tools_of(intent).values()), None),
            effects=effects_of(intent, catalogue),
            left_out=left_out,
            environment=intent.environment,
        )
        given = {LATER: later.note} if later is not None else {}
        yield Offered(choice=choice, intent=intent, given=given)
