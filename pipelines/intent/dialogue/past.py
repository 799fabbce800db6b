"""What was done and spoken of in a conversation, from its stored runs."""

import re
from dataclasses import dataclass

from pipelines.contracts.intent import IntentResult
from pipelines.contracts.request import Request
from pipelines.intent.dialogue.agreeing import shortened
from pipelines.intent.dialogue.learned_questions import as_learned
from pipelines.intent.dialogue.shown import set_aside, shown_beside
from pipelines.intent.dialogue.things import DONE, Thing, things_of
from pipelines.runs.store import Run, RunStore
from tool_registry.catalogue import Catalogue

HOURS = 24.0
"""So long a conversation remembers."""
_RUNS = 30
"""Of so many of its latest messages."""
_POINT = re.compile(r"\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}")
_ANY = "2026-01-05 10:00:00"
"""Each point in time that an answer tells is this one for the reader of what follows: what it hears
is not to depend on when something was done."""


@dataclass(frozen=True, slots=True)
class Past:
    """The conversation so far. Things are in the order in which the answers tell them."""

    things: tuple[Thing, ...] = ()
    """The first made first."""
    last: IntentResult | None = None
    """The latest request about data."""
    last_change: IntentResult | None = None
    """The latest one that wanted something made or changed."""
    begun: bool = False
    """True where anything was said before."""
    last_done: bool = False
    """True where the latest request about data was carried out."""
    told: tuple[Thing, ...] = ()
    """The things as each message told them, the latest message first: with repetition."""
    said: tuple[str, ...] = ()
    """The latest message and its answer."""
    brief: tuple[str, ...] = ()
    """The same, of an answer only what was done: values and dates in it can confuse a reader."""
    last_run: int = 0
    """The number of the run of `last`, as in `Thing.run`."""
    change_run: int = 0
    """Of `last_change`."""
    aside: frozenset[Thing] = frozenset()
    """Of `told`, what was told before something of its kind was taken off the page: nothing of it
    is meant that is not counted out."""

    @property
    def undone(self) -> IntentResult | None:
        """The latest request about data, where it came to nothing."""
        return None if self.last_done else self.last

    @property
    def in_view(self) -> set[str | None]:
        """The kinds of things that the page around the chat shows."""
        return {one.entity for one in self.told if one.seen}

    def of(self, entity: str | None, environment: str | None) -> list[Thing]:
        """What is known of that kind, or at all, in that environment, or in any."""
        return [
            one
            for one in self.things
            if entity in (None, one.entity) and environment in (None, one.environment)
        ]

    def spoken(self, entity: str | None, environment: str | None) -> list[Thing]:
        """What is known of that kind, as each message told it, the latest message first."""
        known = {(one.entity, one.id, one.environment) for one in self.of(entity, environment)}
        return [one for one in self.told if (one.entity, one.id, one.environment) in known]

    def meant(self, entity: str | None, environment: str | None) -> list[Thing]:
        """Of what was spoken of what "this one" can mean."""
        return [one for one in self.spoken(entity, environment) if one not in self.aside]

    def row(self, entity: str, environment: str | None) -> list[Thing]:
        """The things of that kind that were told as a row last, in its order; [] without one."""
        rows: dict[int, dict[str, Thing]] = {}
        for one in self.spoken(entity, environment):
            rows.setdefault(one.run, {}).setdefault(one.id, one)
        many = (list(row.values()) for row in rows.values() if len(row) > 1)
        return next(many, list[Thing]())


def past_of(store: RunStore, request: Request, catalogue: Catalogue) -> Past:
    """What the caller's conversation knows: nothing of others, nothing that is too old."""
    since = store.clock.now() - HOURS * 3600
    runs = [
        run
        for run in store.of_session(request.caller, request.session_id, _RUNS)
        if run.request.request_id != request.request_id
        and run.answer is not None
        and run.created_at >= since
    ]
    things: dict[tuple[str, str, str], Thing] = {}
    told = [list(things_of(run, number, catalogue)) for number, run in enumerate(runs)]
    for number, run in reversed(list(enumerate(runs))):
        taken_back = _takes_back(run)
        for one in told[number]:
            key = _key(one)
            known = things.get(key)
            if taken_back and run.status in DONE:
                things.pop(key, None)
            elif known is None or (one.made and not known.made):
                things.pop(key, None)
                things[key] = one
    about = [number for number, run in enumerate(runs) if _is_about_data(run)]
    changes = [number for number in about if _changes(runs[number])]
    last, change = next(iter(about), None), next(iter(changes), None)
    done = last is not None and runs[last].status in DONE
    shown = shown_beside(request, catalogue, things)
    seen = [shown] if shown is not None else []
    return Past(
        things=tuple(({_key(one): one for one in seen} | things).values()),
        last=_intent_of(runs[last]) if last is not None else None,
        last_change=_intent_of(runs[change]) if change is not None else None,
        begun=bool(runs),
        last_done=done,
        told=tuple(one for row in (seen, *told) for one in row),
        said=_said(runs[0], catalogue) if runs else (),
        brief=_brief(runs[0], catalogue) if runs else (),
        last_run=last or 0,
        change_run=change or 0,
        aside=frozenset(set_aside(request, runs, told, catalogue)),
    )


def _key(thing: Thing) -> tuple[str, str, str]:
    return thing.entity, thing.id, thing.environment


def _said(run: Run, catalogue: Catalogue) -> tuple[str, ...]:
    answer = run.answer
    question = as_learned(answer, catalogue) if answer is not None else None
    reply = (question or answer.summary.text) if answer is not None else ""
    return run.request.text, _POINT.sub(_ANY, reply)


def _brief(run: Run, catalogue: Catalogue) -> tuple[str, ...]:
    text, reply = _said(run, catalogue)
    return text, shortened(reply) if _changes(run) and run.status in DONE else reply


def _intent_of(run: Run) -> IntentResult | None:
    return run.answer.intent if run.answer else None


def _changes(run: Run) -> bool:
    intent = _intent_of(run)
    return intent is not None and any(goal.function.writes for goal in intent.goals)


def _is_about_data(run: Run) -> bool:
    intent = _intent_of(run)
    if intent is None or intent.production:
        return False
    return bool(intent.goals) and not _takes_back(run)


def _takes_back(run: Run) -> bool:
    return run.answer is not None and "undo" in run.answer.skipped.values()
