"""The road of a request: one sentence in, an answer out; every entrance calls this alone."""

import asyncio
from dataclasses import replace
from functools import partial

from pipelines.clarification.asking import ask, replied
from pipelines.clarification.offering import offered
from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.chain import ToolChain
from pipelines.contracts.events import CandidatesFound, Refused, RunStarted
from pipelines.contracts.reply_names import SHOWN
from pipelines.contracts.request import Request
from pipelines.execution import finishing
from pipelines.execution.undo import prepare
from pipelines.flow import rules_stage
from pipelines.flow.approved_plan import take_up
from pipelines.flow.dependencies import StageDependencies
from pipelines.flow.direct_call import direct_chain
from pipelines.flow.execution_stage import execute_and_judge, preview
from pipelines.flow.for_page import read_by_model
from pipelines.flow.intent_stage import Understanding
from pipelines.flow.message_resolver import MessageResolver
from pipelines.flow.options import RoadOptions
from pipelines.flow.page_stage import concluded, cut_off, is_left_to_page, left_to_page
from pipelines.flow.rest_in_words import rest_meant
from pipelines.flow.timed_plans import TimedPlans
from pipelines.flow.waiting_stage import wait
from pipelines.intent.dialogue.following import Following
from pipelines.messages import say
from pipelines.reasoning.scope_gate import adopt_within_scope
from pipelines.runs.context import Emit, RunContext
from pipelines.runs.memorising import remember_run
from pipelines.runs.memory import Memory
from pipelines.runs.stop import Stop
from pipelines.runs.store import Begun, RunStore
from pipelines.runs.views import still_running
from tool_registry.base.beside_loop import beside_loop
from tool_registry.base.errors import RegistryError
from tool_registry.catalogue import Catalogue
from tool_registry.sources.source import Sources

_LISTENED = 0.001
"""Seconds in which whoever listens can learn that a run has begun, before its work begins."""


class Road:
    """Rules, intent, filter, plan, gate, preview and consent, execution, summary; or one agent."""

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
        has_registry = self.options.registrar is not None
        self.dependencies = StageDependencies(catalogue, sources, store, self.memory, self.options)
        following = Following(catalogue, self.dependencies.reader, plain=self.dependencies.plain)
        reader, zone = self.dependencies.reader, self.options.time_zone
        timed_plans = TimedPlans(store, reader, catalogue.lexicon, zone)
        self.resolver = MessageResolver(
            catalogue, store, self.memory, has_registry, following, timed_plans
        )
        self.understanding = Understanding(self.dependencies)

    async def run(self, request: Request, emit: Emit, stop: Stop | None = None) -> Answer:
        """Answer one request. The same request id again gets the same answer, and no new effect.

        `stop` ends it early: what is under way comes to its end, and is told.

        Raises RunError where the request id was used for another sentence.
        """
        begun = await self.store.join(request, patience=self.options.patience)
        return await self._go(begun, request, emit, stop)

    async def resume(self, run_id: str, emit: Emit, stop: Stop | None = None) -> Answer:
        """Go on with a run whose process is gone; what is done already is not done again.

        With a stop that is asked for, only what became of calls is found out.

        Raises RunNotFound where there is no such run.
        """
        begun = self.store.take_over(run_id)
        return await self._go(begun, begun.run.request, emit, stop)

    async def _go(self, begun: Begun, request: Request, emit: Emit, stop: Stop | None) -> Answer:
        """`request` as it came: what is stored of it has its secrets masked."""
        run = begun.run
        if begun.lease is None:
            return run.answer or still_running(run)
        context = RunContext(request, run, begun.lease, self.store, emit, stop or Stop())
        context.tell(RunStarted(text=context.text, session_id=request.session_id))
        await asyncio.sleep(_LISTENED)
        try:
            answer = await self._travel(context)
            means = self.dependencies.clarification(context)
            answer = context.end(await offered(means, context, answer))
            remember_run(self.memory.lasting, context, answer, self.catalogue)
            return answer
        except RegistryError as error:
            text = say(context.language, "road.stopped", reason=str(error))
            return context.end(context.answer(Status.FAILED, text))
        except BaseException:
            self.store.release(begun.lease)
            raise

    async def _travel(self, context: RunContext) -> Answer:
        """The road. A stage that ends it gives the answer; the others leave their result in the
        context, and one that has nothing to do says there why."""
        return (
            await self._check(context)
            or await self._understand(context)
            or await self._serve_by_agent(context)
            or await self._filter(context)
            or await self._plan(context)
            or self._gate(context)
            or preview(context, self.dependencies)
            or finishing.claim(context, self.store)
            or wait(context, self.dependencies)
            or await execute_and_judge(context, self.dependencies)
        )

    async def _check(self, context: RunContext) -> Answer | None:
        if context.request.call is not None:
            context.skip("direct_call", "rules")
            return None
        if context.request.finish is not None:
            context.skip("finish", "rules")
            return None
        if context.request.page_result is not None:
            return concluded(context, self.store)
        if is_left_to_page(context.run.chain):
            return cut_off(context)
        follows = not self._is_for_agent(context)
        return await rules_stage.check(context, self.dependencies, self.resolver, follows=follows)

    async def _understand(self, context: RunContext) -> Answer | None:
        """Leaves the reading that counts, and its plan where that is there already."""
        if context.request.plan is not None or SHOWN in context.given:
            return context.start_from(take_up(context, self.store, self.catalogue), "agreed_plan")
        if context.request.call is not None:
            return context.start_from(direct_chain(context, self.catalogue), "direct_call")
        if context.message.followed is not None:
            meant = partial(rest_meant, context.request, self.dependencies, self.resolver.following)
            context.message = replace(context.message, finish=await beside_loop(meant))
        if finishing.wanted(context) is not None:
            rest = finishing.prepare(context, self.store, self.catalogue)
            return context.start_from(rest, "finish")
        for_page = context.message.page or await read_by_model(context, self.options.page_reader)
        if for_page is not None:
            return left_to_page(context, self.memory, for_page)
        if context.message.undo is not None:
            zone = context.request.zone or self.options.time_zone
            undoing = prepare(context, self.store, self.catalogue, zone)
            return context.start_from(undoing, "undo")
        if await self.understanding.follow(context):
            return self.understanding.end_of_follow_up(context)
        if context.message.reply is not None:
            return replied(context, self.memory, context.message.reply)
        return await self.understanding.read(context, for_agent=self._is_for_agent(context))

    def _is_for_agent(self, context: RunContext) -> bool:
        return (context.request.pipeline or self.options.pipeline) == "single"

    async def _serve_by_agent(self, context: RunContext) -> Answer | None:
        """One agent with all tools, instead of filter, reasoning and execution."""
        if context.proposed is not None or not self._is_for_agent(context):
            return None
        context.skip("agent", "filter", "plan", "execute", "summary")
        if self.options.agent is None:
            text = say(context.understood.language, "single.not_configured")
            return context.answer(Status.FAILED, text)
        return await self.options.agent(self.dependencies.agent_task(context))

    async def _filter(self, context: RunContext) -> None:
        if context.proposed is None:
            with context.timed("filter"):
                await self.understanding.filter(context, context.understood)
            context.tell(CandidatesFound(candidates=context.found))

    async def _plan(self, context: RunContext) -> Answer | None:
        if context.run.chain is not None:
            context.start_from(context.run.chain, "resumed")
        if context.proposed is not None:
            return None
        with context.timed("plan"):
            made = await self.understanding.planned(context)
        if isinstance(made, ToolChain):
            context.proposed = made
            return None
        context.no_chain = made
        if made.question:
            context.lacks(made.missing, made.question)
            return ask(context, self.memory, made.question, made.missing)
        self.memory.settle(context.request)
        if not made.final:
            return context.answer(Status.FAILED, made.text)
        return self._refused(context, made.reason, made.text)

    def _gate(self, context: RunContext) -> Answer | None:
        """Nothing is shown or run that does more than what was understood."""
        assert context.proposed is not None
        violation = adopt_within_scope(context, context.proposed, self.catalogue.tools)
        if violation is None:
            return None
        self.memory.settle(context.request)
        return self._refused(context, "beyond", violation.sentence(context.understood.language))

    def _refused(self, context: RunContext, reason: str, text: str) -> Answer:
        context.tell(Refused(reason=reason))
        return context.answer(Status.REFUSED, text)
