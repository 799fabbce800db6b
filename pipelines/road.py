"""The query road: one sentence in, an answer out. Every entrance calls this and nothing else."""

import asyncio
from dataclasses import replace
from functools import partial

from pipelines import consult, rules
from pipelines.agreed import take_up
from pipelines.answer import Answer, Status
from pipelines.approval import approval_question
from pipelines.asking import (
    as_question,
    environments_named,
    is_project_work,
    names_somebody,
    open_point,
)
from pipelines.beforehand import noted_before
from pipelines.choices.offering import offered
from pipelines.contracts.intent import IntentResult
from pipelines.conversation.heard import Reply
from pipelines.conversation.hearing import Hearing
from pipelines.conversation.origins import origins
from pipelines.executor.account import account
from pipelines.executor.setting import Setting
from pipelines.filter import find
from pipelines.grounded import Worlds
from pipelines.intent.goals import MOST_GOALS
from pipelines.interpreting import interpret
from pipelines.memory import entities_of
from pipelines.messages import say
from pipelines.planner.chain import NoPlan, ToolChain
from pipelines.planner.explain import missing_values
from pipelines.planner.frame import Problem
from pipelines.planner.probe import Reader
from pipelines.planner.rebind import rebinding
from pipelines.reasoning import reason
from pipelines.records import about_records, as_data, plan_records
from pipelines.registry_work import Handled, at_the_desk
from pipelines.replanning import Again, carried_out, chain_told, may_plan_again
from pipelines.replies import APPROVAL, SHOWN
from pipelines.request import Request
from pipelines.road_options import RoadOptions
from pipelines.runs.ledger import entries
from pipelines.runs.memory import Memory, OpenQuestion
from pipelines.runs.reads import Reads, never_raising
from pipelines.runs.store import Begun, RunStore
from pipelines.second_reading import planned, understands
from pipelines.single.desk import Desk
from pipelines.summary import Baseline, judge, read_back
from pipelines.trip import Emit, Trip
from pipelines.undo import prepare, undo_wish
from pipelines.views import status_of, still_running
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
        self.worlds = Worlds(catalogue)
        self.memory = Memory(store, entities=self.options.entities)
        has_desk = self.options.registrar is not None
        self.hearing = Hearing(catalogue, store, self.memory, has_desk)

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
        trip.tell("run_started", text=trip.text, session_id=request.session_id)
        await asyncio.sleep(_HEARD)
        try:
            return trip.end(await offered(self, trip, await self._travel(trip)))
        except RegistryError as error:
            text = say(trip.language, "road.stopped", reason=str(error))
            return trip.end(trip.answer(Status.FAILED, text))
        except BaseException:
            self.store.release(begun.lease)
            raise

    async def _travel(self, trip: Trip) -> Answer:
        """The road. A stage that ends it returns the answer; the others leave their result."""
        ended = self._rules(trip) or await self._planning(trip) or self._preview(trip)
        return ended or await self._execute(trip)

    async def _planning(self, trip: Trip) -> Answer | None:
        """The chain of what the sentence wants, or of what takes an earlier one back."""
        if trip.request.plan is not None or SHOWN in trip.given:
            return take_up(trip, self.store, self.catalogue)
        wish = undo_wish(trip.text)
        if wish is not None:
            return prepare(trip, wish, self.store, self.catalogue)
        ended = await self._intent(trip)
        if ended:
            return ended
        if self._is_for_agent(trip):
            return await self._by_agent(trip)
        await self._filter(trip)
        await asyncio.sleep(0)  # other requests wait for no more than one stage
        return await self._reason(trip)

    def _rules(self, trip: Trip) -> Answer | None:
        with trip.timed("rules"):
            trip.hear(self.hearing.whole(trip.request, trip.language))
            verdict = rules.check(trip.text, self.catalogue.lexicon, self.catalogue.environments)
        if trip.given.get(APPROVAL) == "no":
            self.memory.settle(trip.request)
            return trip.answer(Status.CANCELLED, say(trip.language, "road.cancelled"))
        if trip.heard.reply is not None:
            return self._reply(trip, trip.heard.reply)
        if verdict.kind == "pass" or (
            verdict.kind == "code" and self.hearing.is_for_desk(trip.text)
        ):
            return None
        trip.tell("refused", reason=verdict.reason)
        return trip.answer(verdict.status, verdict.text)

    async def _intent(self, trip: Trip) -> Answer | None:
        with trip.timed("intent"):
            by_rules = self._by_rules(trip)
            reader = None if self._is_for_agent(trip) else self.options.interpreter
            intent = await interpret(trip, by_rules, reader, self.catalogue)
            if isinstance(intent, Answer):
                return intent
            intent = intent.model_copy(update={"language": trip.language})
            chosen = trip.environment
            if chosen is not None and self.catalogue.environments.get(chosen) is None:
                production = {"production": True, "environment_words": chosen}
                intent = intent.model_copy(update=production)
            handled = await at_the_desk(self.options.registrar, self.catalogue, trip, intent)
            trip.intent = intent = handled.intent if handled else intent
        trip.tell("intent", intent=intent.model_dump(mode="json"))
        if intent.production:
            return self._refuse_production(trip, intent)
        if handled:
            return self._answer_for_desk(trip, handled)
        if len(intent.goals) > MOST_GOALS:
            return trip.answer(Status.REFUSED, say(trip.language, "road.many", limit=MOST_GOALS))
        trip.wishes = about_records(intent, self.catalogue)
        if trip.wishes is not None:
            intent = trip.intent = as_data(intent, trip.wishes)
        if trip.heard.asks_abilities:
            text = consult.answer(as_question(intent), self.catalogue, self.options.shelf)
            return trip.answer(Status.SUCCEEDED, text)
        if not intent.intent_type.is_data and not is_project_work(intent):
            if await self._grounded(trip):
                return None
            self.memory.settle(trip.request)
            text = consult.answer(intent, self.catalogue, self.options.shelf)
            return trip.answer(consult.status_of(intent, text), text)
        return await self._ask_what_is_missing(trip, intent)

    def _by_rules(self, trip: Trip) -> IntentResult:
        """The rules' reading; where it names no environment, in the one that was meant before."""
        meant = self.hearing.understood(trip.text, trip.environment, trip.language)
        inherited = trip.heard.environment or trip.preferences.environment
        says = meant.environment_words or meant.production or meant.environment
        if inherited is None or says or not meant.intent_type.is_data:
            return meant
        trip.environment = inherited
        return self.hearing.understood(trip.text, inherited, trip.language)

    def _reply(self, trip: Trip, reply: Reply) -> Answer:
        """An answer without work."""
        if reply.settles:
            self.memory.settle(trip.request)
        if reply.asks:
            return self._ask(trip, reply.text)
        return trip.answer(reply.status, reply.text)

    def _answer_for_desk(self, trip: Trip, handled: Handled) -> Answer:
        reply = handled.reply
        if handled.open is None:
            self.memory.settle(trip.request)
            return trip.answer(reply.status, reply.text)
        self.memory.ask(trip.request, handled.open)
        trip.tell("question", question=reply.text, missing=list(handled.open.missing))
        return trip.answer(reply.status, reply.text, question=reply.text)

    def _refuse_production(self, trip: Trip, intent: IntentResult) -> Answer:
        names = environments_named(self.catalogue, intent)
        trip.tell("refused", reason="production")
        text = say(intent.language, "road.production", environments=names)
        return trip.answer(Status.REFUSED, text)

    async def _ask_what_is_missing(self, trip: Trip, intent: IntentResult) -> Answer | None:
        known = {item.entity for item in self.memory.recall(trip.request)}
        asked = open_point(intent, known, self.catalogue)
        if asked is None or await self._grounded(trip):
            return None
        return self._ask(trip, asked.question)

    async def _grounded(self, trip: Trip) -> bool:
        """Whether reading against records makes more of it; one agent reads by itself."""
        if self._is_for_agent(trip):
            return False
        return await understands(trip, self.worlds, self._reads(trip))

    def _is_for_agent(self, trip: Trip) -> bool:
        return (trip.request.pipeline or self.options.pipeline) == "single"

    async def _by_agent(self, trip: Trip) -> Answer:
        """One agent with all tools, instead of filter, reasoning and execution."""
        if self.options.agent is None:
            text = say(trip.understood.language, "single.not_configured")
            return trip.answer(Status.FAILED, text)
        problem = self._problem(trip)
        trip.chain = trip.run.chain or ToolChain(environment=problem.environment, steps=())
        desk = Desk(
            trip,
            problem,
            self._setting(trip, Baseline()),
            self._reads(trip),
            self.memory,
            self.options.bulk_limit,
            self.options.finder,
        )
        return await self.options.agent(desk)

    async def _filter(self, trip: Trip) -> None:
        with trip.timed("filter"):
            trip.found = await find(
                trip.understood,
                self.catalogue,
                caller=trip.request.caller,
                finder=self.options.finder,
            )
        trip.tell("candidates", candidates=[c.model_dump(mode="json") for c in trip.found])

    async def _reason(self, trip: Trip) -> Answer | None:
        if trip.run.chain is not None:
            trip.chain = trip.run.chain
            return None
        with trip.timed("plan"):
            again = partial(self._grounded, trip)
            made = await planned(trip, self.worlds, partial(self._first_plan, trip), again)
        if isinstance(made, NoPlan):
            if made.question:
                trip.lacks(made.missing, made.question)
                return self._ask(trip, made.question, made.missing)
            self.memory.settle(trip.request)
            if not made.final:
                return trip.answer(Status.FAILED, made.text)
            trip.tell("refused", reason=made.reason)
            return trip.answer(Status.REFUSED, made.text)
        trip.chain = made
        return None

    async def _first_plan(self, trip: Trip) -> ToolChain | NoPlan:
        read = self._reads(trip)
        if trip.wishes is None:
            reasoned = await reason(self._problem(trip), trip.kept, read, self.options.reasoner)
            trip.model += reasoned.use
            trip.reasoning = reasoned.account
            return reasoned.plan
        made = await plan_records(trip.understood, trip.wishes, self.catalogue, read, trip.run.id)
        if isinstance(made, NoPlan):
            return made
        chain, goals = made
        trip.intent = trip.understood.model_copy(update={"goals": goals, "unread": ()})
        return chain

    def _preview(self, trip: Trip) -> Answer | None:
        chain, intent = trip.planned, trip.understood
        trip.tell("plan", **chain_told(chain))
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
        read = self._reads(trip)
        with trip.timed("summary"):
            before = await noted_before(trip, self.store, self.catalogue, read)
        with trip.timed("execute"):
            again = Again(self._problem(trip), trip.kept, read, self.options.reasoner)
            times = self.options.replans if may_plan_again(trip) else 0
            done = await carried_out(trip, lambda: self._setting(trip, before), again, times)
        trip.execution, chain = done, trip.planned
        lacking = missing_values(self._problem(trip), done.missing) if done.missing else None
        wrote = done.effects_of([step.id for step in chain.steps if step.function.writes])
        if lacking and lacking.question and not wrote:
            trip.lacks(done.missing, lacking.question)
            return self._ask(trip, lacking.question, done.missing)
        with trip.timed("summary"):
            seen = (trip.understood, chain, done, self.catalogue, read)
            word = trip.noted(self.options.wording)
            summary = await judge(*seen, before=before, wording=word)
        trip.tell("summary", summary=summary.model_dump(mode="json"))
        found = entities_of(chain, done.bodies, self.catalogue)
        keep = self.memory.forget if trip.takes_back else self.memory.remember
        keep(trip.request, found)
        self.memory.settle(trip.request)
        question = done.question or (trip.open_question and trip.open_question.question)
        if lacking and lacking.question:
            question = lacking.question
            self.memory.ask(trip.request, OpenQuestion(trip.text, done.missing, trip.given))
        return trip.answer(status_of(done, summary), summary, question=question)

    def _ask_consent(self, trip: Trip, question: str) -> Answer:
        """Keeps the plan as it was shown, so that what is agreed to is what runs."""
        if not trip.takes_back:
            self.store.freeze(trip.lease, trip.planned)
            trip.given = {**trip.given, SHOWN: trip.run.id}
        return self._ask(trip, question, (APPROVAL,))

    def _ask(self, trip: Trip, question: str, missing: tuple[str, ...] = ()) -> Answer:
        self.memory.ask(trip.request, OpenQuestion(trip.text, missing, trip.given))
        trip.tell("question", question=question, missing=list(missing))
        return trip.answer(Status.NEEDS_INPUT, question, question=question)

    def _problem(self, trip: Trip) -> Problem:
        intent = trip.understood
        environments = self.catalogue.environments
        return Problem(
            intent,
            self.catalogue,
            intent.environment or environments.names[0],
            candidates={c.tool: c.score for c in trip.found if c.role != "dropped"},
            memory=()
            if names_somebody(intent, self.catalogue)
            else self.memory.recall(trip.request),
            options=self.options.plan,
            seed=trip.run.id,
            given=trip.given,
            origins=origins(
                trip.heard, trip.environment, trip.request.environment, trip.language, environments
            ),
        )

    def _reads(self, trip: Trip) -> Reader:
        """Calls effect-free tools."""
        timeout = self.options.execution.call_timeout
        return never_raising(Reads(self.sources, self.catalogue.environments, trip.note, timeout))

    def _setting(self, trip: Trip, before: Baseline) -> Setting:
        chain, language = trip.planned, trip.understood.language
        return Setting(
            tools=self.catalogue.tools,
            environments=self.catalogue.environments,
            sources=self.sources,
            store=self.store,
            lease=trip.lease,
            tenant=trip.request.caller.tenant,
            language=language,
            emit=trip.note,
            options=replace(self.options.execution, keep_going=trip.takes_back),
            read_back=read_back(
                chain,
                self.catalogue,
                self._reads(trip),
                before,
                lambda: account(chain, entries(self.store, trip.run.id)),
                language,
            ),
            rebind=rebinding(self._problem(trip), chain),
            learn=self.options.learn,
        )
