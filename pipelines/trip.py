"""One request on its way along the road: what the stages have found out so far."""

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeAlias

from pipelines.answer import Answer, Candidate, ModelUse, Reasoning, Status, Summary
from pipelines.contracts.events import Event, IntentRead
from pipelines.contracts.intent import IntentResult, Missing
from pipelines.conversation.heard import Heard
from pipelines.executor.record import Execution
from pipelines.gate import Beyond, beyond_reading
from pipelines.planner.chain import NoPlan, ToolChain
from pipelines.readings import Understood
from pipelines.request import Request, Review
from pipelines.runs.lease import Lease
from pipelines.runs.preferences import Preferences, preferences_of
from pipelines.runs.store import Run, RunStore
from pipelines.summary.wording import Account, Worded, Wording
from pipelines.views import chain_view
from tool_registry.model import ToolEssentialModel
from tool_registry.vocabulary.language import Language, language_of

Emit: TypeAlias = Callable[[Event], None]


class Trip:
    """Carries one run from stage to stage, tells its events and times its stages."""

    def __init__(
        self, request: Request, run: Run, lease: Lease, store: RunStore, emit: Emit
    ) -> None:
        self.request = request
        self.run = run
        self.lease = lease
        self.text = request.text
        """The whole sentence: an open question's sentence and its reply, or the message alone."""
        self.heard = Heard(request.text)
        self.given: dict[str, str] = {}
        """Replies to what planning asked for, by name."""
        self.environment = request.environment
        """Chosen beside the sentence, or taken over from what was said or set before."""
        self.reading: Understood | None = None
        """The one reading that counts; changed by `understand` alone."""
        self.found: tuple[Candidate, ...] = ()
        self.takes_back = False
        """True where the chain undoes what an earlier run did: each step stands for itself."""
        self.no_chain: NoPlan | Beyond | None = None
        """Why the reading that counts has no chain: what planning found, or the gate refused."""
        self.question: str | None = None
        """What has to be agreed to before the chain runs, whatever it does."""
        self.execution: Execution | None = None
        self.model = ModelUse()
        self.reasoning: Reasoning | None = None
        self.open_question: NoPlan | None = None
        """What a model wants to know to go on with a plan that was carried out in part."""
        self.store = store
        self._preferences: Preferences | None = None
        self._emit = emit
        self._timings: dict[str, float] = {}
        self._chain: ToolChain | None = run.chain

    @property
    def preferences(self) -> Preferences:
        """What the user has set for all requests."""
        if self._preferences is None:
            self._preferences = preferences_of(self.store, self.request.caller)
        return self._preferences

    @property
    def language(self) -> Language:
        """Of the answer."""
        return self.preferences.language or language_of(self.text)

    @property
    def review(self) -> Review:
        """Which chains are to be agreed to first: as the request says, else as the user prefers."""
        chosen = self.request.review
        return self.preferences.approval or chosen if chosen == "unasked" else chosen

    def hear(self, heard: Heard) -> None:
        """The message as its conversation makes it a whole sentence."""
        self.heard, self.text, self.given = heard, heard.text, dict(heard.given)

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

    def goes_on(self) -> bool:
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

    def adopt(self, chain: ToolChain, tools: Mapping[str, ToolEssentialModel]) -> Beyond | None:
        """Makes it the chain of the run, whoever planned it; what goes beyond the reading is told
        and not adopted. What takes an earlier run back is vouched for by that run's own effects,
        and a plan that is being carried out has passed already."""
        if not self.takes_back and chain != self.run.chain:
            beyond = beyond_reading(self.understood, chain, tools)
            if beyond is not None:
                self.no_chain = beyond
                return beyond
        self._chain = chain
        return None

    @property
    def kept(self) -> list[str]:
        """Ids of the tools that the filter kept, the best first."""
        return [one.tool for one in self.found if one.role != "dropped"]

    def tell(self, event: Event) -> None:
        """Store an event, then show it to whoever listens."""
        self._emit(self.store.append(self.lease, event))

    def noted(self, word: Wording | None) -> Wording | None:
        """The same wording; what it asks of a model is added to what the run has asked."""
        if word is None:
            return None

        async def worded(account: Account) -> Worded:
            found = await word(account)
            self.model += found.use
            return found

        return worded

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
            model=self.model,
            reasoning=self.reasoning,
        )

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
            self._emit(event)
        return stored
