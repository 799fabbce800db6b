"""One request on its way along the road: what the stages have found out so far."""

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

from pipelines.contracts.answer import (
    STAGES,
    Answer,
    Candidate,
    ModelUse,
    Reasoning,
    Skipped,
    Stage,
    Status,
    Summary,
)
from pipelines.contracts.chain import NoPlan, ScopeViolation, ToolChain
from pipelines.contracts.events import Event, IntentRead
from pipelines.contracts.execution import Execution
from pipelines.contracts.intent import IntentResult, Missing
from pipelines.contracts.message import ResolvedMessage, UndoOption
from pipelines.contracts.readings import Timed, Understood
from pipelines.contracts.reply_names import LATER
from pipelines.contracts.request import Later, Request, Review
from pipelines.runs.lease import Lease
from pipelines.runs.preferences import Preferences, preferences_of
from pipelines.runs.stop import Stop
from pipelines.runs.store import Run, RunStore
from pipelines.runs.views import chain_view
from tool_registry.vocabulary.language import Language, has_words, language_of

Emit: TypeAlias = Callable[[Event], None]
_LATEST = 12
"""Of so many messages of a conversation one has words."""


@dataclass(eq=False)
class RunContext:
    """Carries one run from stage to stage, tells its events and times its stages.

    A plan is `run.chain` where another process has begun with it, `proposed` until it has passed
    the scope gate, and `chain` from then on; `no_chain` says why there is none."""

    request: Request
    run: Run
    lease: Lease
    store: RunStore
    emit: Emit
    stop: Stop = field(default_factory=Stop)
    text: str = field(init=False)
    """The whole sentence: an open question's sentence and its reply, or the message alone."""
    message: ResolvedMessage = field(init=False)
    given: dict[str, str] = field(init=False, default_factory=dict[str, str])
    """Replies to what planning asked for, by name."""
    environment: str | None = field(init=False)
    """Chosen beside the sentence, or taken over from what was said or set before."""
    reading: Understood | None = field(init=False, default=None)
    """The one reading that counts; changed by `understand` alone."""
    found: tuple[Candidate, ...] = field(init=False, default=())
    proposed: ToolChain | None = field(init=False, default=None)
    """The plan that is to pass the gate, whoever made it; None ahead of planning."""
    takes_back: bool = field(init=False, default=False)
    """True where the chain undoes what an earlier run did: each step stands for itself."""
    no_chain: NoPlan | ScopeViolation | None = field(init=False, default=None)
    """Why the reading that counts has no chain: what planning found, or the gate refused."""
    question: str | None = field(init=False, default=None)
    """What has to be agreed to before the chain runs, whatever it does."""
    times: tuple[Timed, ...] = field(init=False, default=())
    """What a time of the sentence may mean, where the person has to choose."""
    undoable: tuple[UndoOption, ...] = field(init=False, default=())
    """What an undoing may mean, where the person has to choose."""
    execution: Execution | None = field(init=False, default=None)
    model: ModelUse = field(init=False, default_factory=ModelUse)
    reasoning: Reasoning | None = field(init=False, default=None)
    open_question: NoPlan | None = field(init=False, default=None)
    """What a model wants to know to go on with a plan that was carried out in part."""
    _preferences: Preferences | None = field(init=False, default=None)
    _timings: dict[str, float] = field(init=False, default_factory=dict[str, float])
    _skipped: dict[Stage, Skipped] = field(init=False, default_factory=dict[Stage, Skipped])
    _chain: ToolChain | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.text = self.request.text
        self.message = ResolvedMessage(self.request.text)
        self.environment = self.request.environment
        self._chain = self.run.chain

    @property
    def preferences(self) -> Preferences:
        """What the user has set for all requests."""
        if self._preferences is None:
            self._preferences = preferences_of(self.store, self.request.caller)
        return self._preferences

    @property
    def language(self) -> Language:
        """Of the answer: a reply without words is in the language of what was said before it."""
        said = self.message.own or self.text
        return self.preferences.language or language_of(said if has_words(said) else self._before)

    @cached_property
    def _before(self) -> str:
        """The latest message of the conversation that has words; empty without one."""
        request = self.request
        runs = self.store.of_session(request.caller, request.session_id, _LATEST)
        return next((one.request.text for one in runs if has_words(one.request.text)), "")

    @property
    def review(self) -> Review:
        """Which chains are to be agreed to first: as the request says, else as the user prefers."""
        chosen = self.request.review
        return self.preferences.approval or chosen if chosen == "unasked" else chosen

    @property
    def later(self) -> Later | None:
        """When it is to run: as was agreed to, else as the sentence says; None: at once."""
        said = self.given.get(LATER)
        return self.run.later or (Later.of_note(said) if said else None)

    def take(self, message: ResolvedMessage) -> None:
        """The message as its conversation makes it a whole sentence."""
        self.message, self.text, self.given = message, message.text, dict(message.given)

    @property
    def intent(self) -> IntentResult | None:
        """Of the reading that counts; None ahead of the intent stage."""
        return self.reading.intent if self.reading is not None else None

    @property
    def understood(self) -> IntentResult:
        """The intent; only asked for by stages behind the intent stage."""
        assert self.reading is not None
        return self.reading.intent

    @property
    def open_reading(self) -> IntentResult | None:
        """What a reply can be a patch of: none of several readings, and no taking back."""
        if self.reading is None or self.reading.rivals or self.takes_back:
            return None
        return self.reading.intent

    def understand(self, reading: Understood) -> None:
        """From here on this reading counts; whoever listens is told so."""
        self.reading = reading
        self.tell(IntentRead(intent=reading.intent))

    def restore_reading(self) -> bool:
        """True for a run that another process has planned: the reading that it told last counts."""
        if self.run.chain is not None:
            events = self.store.events(self.run.id)
            told = [event.intent for event in events if event.type == "intent"]
            self.reading = Understood(told[-1])
        return self.reading is not None

    @property
    def chain(self) -> ToolChain | None:
        """What is executed, or would be; None ahead of planning."""
        return self._chain

    @property
    def planned(self) -> ToolChain:
        """The chain; only asked for by stages behind the reasoning."""
        assert self._chain is not None
        return self._chain

    def skip(self, why: Skipped, *stages: Stage) -> None:
        """Notes why these stages have nothing to do."""
        self._skipped |= dict.fromkeys(stages, why)

    def start_from(self, made: ToolChain | Answer, why: Skipped) -> Answer | None:
        """Takes a plan that is there already, so that nothing is looked for or planned; the answer
        where there is none."""
        if isinstance(made, Answer):
            return made
        self.proposed = made
        self.skip(why, "intent", "filter", "plan")
        return None

    def adopt(self, chain: ToolChain) -> None:
        """Makes it the chain of the run; whether it may be is `reasoning.scope_gate`'s to say."""
        self._chain = chain

    @property
    def kept(self) -> list[str]:
        """Ids of the tools that the filter kept, the best first."""
        return [one.tool for one in self.found if one.role != "dropped"]

    def tell(self, event: Event) -> None:
        """Store an event, then show it to whoever listens."""
        self.emit(self.store.append(self.lease, event))

    @contextmanager
    def timed(self, stage: str) -> Generator[None]:
        """Adds the milliseconds spent inside to the stage's time."""
        begun = time.perf_counter()
        try:
            yield
        finally:
            spent = (time.perf_counter() - begun) * 1000
            self._timings[stage] = round(self._timings.get(stage, 0.0) + spent, 3)

    def answer(
        self, status: Status, outcome: Summary | str, *, question: str | None = None
    ) -> Answer:
        """The answer, with everything that the stages have left so far."""
        summary = outcome if isinstance(outcome, Summary) else Summary(text=outcome)
        return Answer(
            run_id=self.run.id,
            session_id=self.request.session_id,
            status=status,
            intent=self.intent,
            candidates=self.found,
            chain=chain_view(self._chain, self.execution) if self._chain else (),
            summary=summary,
            question=question,
            timings_ms=dict(self._timings),
            skipped=self._not_run(),
            model=self.model,
            reasoning=self.reasoning,
            later=self.later if self._chain else None,
            finishes=self._chain.finishes if self._chain else None,
        )

    def _not_run(self) -> dict[Stage, Skipped]:
        """Stage → why it did not run: as it said itself, else because the road ended before it."""
        return {
            stage: self._skipped.get(stage, "ended_before")
            for stage in STAGES
            if stage not in self._timings
        }

    def lacks(self, names: Sequence[str], question: str) -> None:
        """Adds what only planning could find missing to what the intent lacks."""
        more = tuple(Missing(name=name, blocking=True, question=question) for name in names)
        assert self.reading is not None
        lacking = {"missing": (*self.understood.missing, *more)}
        intent = self.understood.model_copy(update=lacking)
        self.understand(replace(self.reading, intent=intent))

    def end(self, answer: Answer) -> Answer:
        """Store the answer and the last events, and tell them."""
        stored, last = self.store.end(self.lease, answer)
        for event in last:
            self.emit(event)
        return stored
