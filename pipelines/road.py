"""The query road: one sentence in, an answer out. Every entrance calls this and nothing else."""

import asyncio

from pipelines import rules
from pipelines.agreed import take_up
from pipelines.answer import Answer, Status
from pipelines.approval import approval_question
from pipelines.asking import ask, replied
from pipelines.beforehand import noted_before
from pipelines.choices.offering import offered
from pipelines.contracts.events import CandidatesFound, Refused, RunStarted, Summarised
from pipelines.conversation.following import Following
from pipelines.conversation.hearing import Hearing
from pipelines.equipment import Equipment
from pipelines.memory import entities_of
from pipelines.messages import say
from pipelines.planner.chain import ToolChain
from pipelines.planner.explain import missing_values
from pipelines.replanning import Again, carried_out, may_plan_again
from pipelines.replies import APPROVAL, SHOWN
from pipelines.request import Request
from pipelines.road_options import RoadOptions
from pipelines.runs.memory import Memory, OpenQuestion
from pipelines.runs.store import Begun, RunStore
from pipelines.single.desk import Desk
from pipelines.summary import Baseline, judge
from pipelines.trip import Emit, Trip
from pipelines.understanding import Understanding
from pipelines.undo import prepare, undo_wish
from pipelines.views import chain_told, status_of, still_running
from tool_registry.base.errors import RegistryError
from tool_registry.catalogue import Catalogue
from tool_registry.sources.source import Sources

_HEARD = 0.001
"""Seconds in which whoever listens can hear that a run has begun, before its work begins."""


class Road:
    """rules, intent, filter, reason backward, execute forward, summary."""

    def __init__(
        self,
        catalogue: Catalogue,
        sources: Sources,
        store: RunStore,
        options: RoadOptions | None = None,
    ) -> None:
        self.catalogue = catalogue
        self.sources = sources
        self.store = store
        self.options = options or RoadOptions()
        self.memory = Memory(store, entities=self.options.entities)
        has_desk = self.options.registrar is not None
        self.equipment = Equipment(catalogue, sources, store, self.memory, self.options)
        following = Following(catalogue, self.equipment.reader)
        self.hearing = Hearing(catalogue, store, self.memory, has_desk, following)
        self.understanding = Understanding(self.equipment)

    async def run(self, request: Request, emit: Emit) -> Answer:
        """Answer one request. The same request id again gets the same answer, and no new effect.

        Raises RunError where the request id was used for another sentence.
        """
        begun = await self.store.join(request, patience=self.options.patience)
        return await self._go(begun, request, emit)

    async def resume(self, run_id: str, emit: Emit) -> Answer:
        """Go on with a run whose process is gone; what is done already is not done again.

        Raises RunNotFound where there is no such run.
        """
        begun = self.store.take_over(run_id)
        return await self._go(begun, begun.run.request, emit)

    async def _go(self, begun: Begun, request: Request, emit: Emit) -> Answer:
        """`request` as it came: what is stored of it has its secrets masked."""
        run = begun.run
        if begun.lease is None:
            return run.answer or still_running(run)
        trip = Trip(request, run, begun.lease, self.store, emit)
        trip.tell(RunStarted(text=trip.text, session_id=request.session_id))
        await asyncio.sleep(_HEARD)
        try:
            return trip.end(await offered(self.equipment, trip, await self._travel(trip)))
        except RegistryError as error:
            text = say(trip.language, "road.stopped", reason=str(error))
            return trip.end(trip.answer(Status.FAILED, text))
        except BaseException:
            self.store.release(begun.lease)
            raise

    async def _travel(self, trip: Trip) -> Answer:
        """The road. A stage that ends it returns the answer; the others leave their result."""
        ended = self._rules(trip)
        if ended is not None:
            return ended
        planned = await self._planning(trip)
        if isinstance(planned, Answer):
            return planned
        return self._gate(trip, planned) or self._preview(trip) or await self._execute(trip)

    async def _planning(self, trip: Trip) -> ToolChain | Answer:
        """The chain of what the sentence wants, or of what takes an earlier one back."""
        if trip.request.plan is not None or SHOWN in trip.given:
            return take_up(trip, self.store, self.catalogue)
        wish = undo_wish(trip.text)
        if wish is not None:
            return prepare(trip, wish, self.store, self.catalogue)
        for_agent = self._is_for_agent(trip.request)
        ended = await self._understood(trip, for_agent=for_agent)
        if ended is not None:
            return ended
        if for_agent:
            return await self._by_agent(trip)
        await self._filter(trip)
        await asyncio.sleep(0)  # other requests wait for no more than one stage
        return await self._reason(trip)

    async def _understood(self, trip: Trip, *, for_agent: bool) -> Answer | None:
        """Leaves the reading that counts: a patch of an earlier one, else the sentence's own."""
        if await self.understanding.follow(trip):
            return self.understanding.followed(trip)
        if trip.heard.reply is not None:
            return replied(trip, self.memory, trip.heard.reply)
        return await self.understanding.read(trip, for_agent=for_agent)

    def _is_for_agent(self, request: Request) -> bool:
        return (request.pipeline or self.options.pipeline) == "single"

    def _rules(self, trip: Trip) -> Answer | None:
        with trip.timed("rules"):
            follows = not self._is_for_agent(trip.request)
            heard = self.hearing.whole(trip.request, trip.language, follows=follows)
            trip.hear(heard)
            verdict = rules.check(trip.text, self.catalogue.lexicon, self.catalogue.environments)
        if trip.given.get(APPROVAL) == "no":
            self.memory.settle(trip.request)
            return trip.answer(Status.CANCELLED, say(trip.language, "road.cancelled"))
        followed = heard.followed is not None
        if heard.reply is not None and not followed:
            return replied(trip, self.memory, heard.reply)
        for_desk = verdict.kind == "code" and self.hearing.is_for_desk(trip.text)
        if verdict.kind == "pass" or for_desk or (followed and verdict.kind == "small_talk"):
            return None
        trip.tell(Refused(reason=verdict.reason))
        return trip.answer(verdict.status, verdict.text)

    async def _by_agent(self, trip: Trip) -> Answer:
        """One agent with all tools, instead of filter, reasoning and execution."""
        if self.options.agent is None:
            text = say(trip.understood.language, "single.not_configured")
            return trip.answer(Status.FAILED, text)
        problem = self.equipment.problem(trip)
        if trip.chain is None:
            trip.adopt(ToolChain(environment=problem.environment, steps=()), self.catalogue.tools)
        desk = Desk(
            trip,
            problem,
            self.equipment.setting(trip, Baseline()),
            self.equipment.reads(trip),
            self.memory,
            self.options.bulk_limit,
            self.options.finder,
        )
        return await self.options.agent(desk)

    async def _filter(self, trip: Trip) -> None:
        with trip.timed("filter"):
            await self.understanding.filter(trip, trip.understood)
        trip.tell(CandidatesFound(candidates=trip.found))

    async def _reason(self, trip: Trip) -> ToolChain | Answer:
        if trip.run.chain is not None:
            return trip.run.chain
        with trip.timed("plan"):
            made = await self.understanding.planned(trip)
        if isinstance(made, ToolChain):
            return made
        trip.no_chain = made
        if made.question:
            trip.lacks(made.missing, made.question)
            return ask(trip, self.memory, made.question, made.missing)
        self.memory.settle(trip.request)
        if not made.final:
            return trip.answer(Status.FAILED, made.text)
        return self._refused(trip, made.reason, made.text)

    def _gate(self, trip: Trip, chain: ToolChain) -> Answer | None:
        """Nothing is shown or run that does more than what was understood."""
        beyond = trip.adopt(chain, self.catalogue.tools)
        if beyond is None:
            return None
        self.memory.settle(trip.request)
        return self._refused(trip, "beyond", beyond.sentence(trip.understood.language))

    def _refused(self, trip: Trip, reason: str, text: str) -> Answer:
        trip.tell(Refused(reason=reason))
        return trip.answer(Status.REFUSED, text)

    def _preview(self, trip: Trip) -> Answer | None:
        chain, intent = trip.planned, trip.understood
        trip.tell(chain_told(chain))
        if trip.request.plan_only:
            if not trip.takes_back:
                self.store.freeze(trip.lease, chain)
            return trip.answer(Status.PLANNED, say(intent.language, "road.planned"))
        request = trip.request
        agreed = request.approved or request.plan or trip.given.get(APPROVAL) == "yes"
        question = trip.question or approval_question(
            chain, intent, self.catalogue, self.options.bulk_limit, trip.review
        )
        if question and not agreed and trip.run.chain is None:
            return self._ask_consent(trip, question)
        return None

    async def _execute(self, trip: Trip) -> Answer:
        read = self.equipment.reads(trip)
        with trip.timed("summary"):
            before = await noted_before(trip, self.store, self.catalogue, read)
        with trip.timed("execute"):
            again = Again(self.equipment.problem(trip), trip.kept, read, self.options.reasoner)
            times = self.options.replans if may_plan_again(trip) else 0
            done = await carried_out(
                trip, lambda: self.equipment.setting(trip, before), again, times
            )
        trip.execution, chain = done, trip.planned
        lacking = (
            missing_values(self.equipment.problem(trip), done.missing) if done.missing else None
        )
        wrote = done.effects_of([step.id for step in chain.steps if step.function.writes])
        if lacking and lacking.question and not wrote:
            trip.lacks(done.missing, lacking.question)
            return ask(trip, self.memory, lacking.question, done.missing)
        with trip.timed("summary"):
            seen = (trip.understood, chain, done, self.catalogue, read)
            word = trip.noted(self.options.wording)
            summary = await judge(*seen, before=before, wording=word)
        trip.tell(Summarised(summary=summary))
        found = entities_of(chain, done.bodies, self.catalogue)
        keep = self.memory.forget if trip.takes_back else self.memory.remember
        keep(trip.request, found)
        self.memory.settle(trip.request)
        question = done.question or (trip.open_question and trip.open_question.question)
        if lacking and lacking.question:
            question = lacking.question
            asked = OpenQuestion(trip.text, done.missing, trip.given, reading=trip.open_reading)
            self.memory.ask(trip.request, asked)
        return trip.answer(status_of(done, summary), summary, question=question)

    def _ask_consent(self, trip: Trip, question: str) -> Answer:
        """Keeps the plan as it was shown, so that what is agreed to is what runs."""
        if not trip.takes_back:
            self.store.freeze(trip.lease, trip.planned)
            trip.given = {**trip.given, SHOWN: trip.run.id}
        return ask(trip, self.memory, question, (APPROVAL,))
