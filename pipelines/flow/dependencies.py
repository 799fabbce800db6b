"""What the stages of one run work with, put together from the parts of its road."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from pipelines.agent.task import AgentTask
from pipelines.clarification.asking import names_somebody
from pipelines.clarification.dependencies import ClarificationDependencies
from pipelines.clarification.suggesting import Suggesting
from pipelines.contracts.chain import ToolChain
from pipelines.contracts.conversation import Remembered
from pipelines.contracts.intent import IntentResult
from pipelines.contracts.reader import IntentReader
from pipelines.execution.account import account
from pipelines.execution.rebind import rebinding
from pipelines.execution.reserving import Pool
from pipelines.execution.run_setup import RunSetup
from pipelines.flow.interpreting import replies
from pipelines.flow.options import RoadOptions
from pipelines.intent.dialogue.origins import origins
from pipelines.intent.reader import shipped_reader
from pipelines.reasoning.planner.lookups import ReadTool
from pipelines.reasoning.planner.problem import Problem
from pipelines.runs.context import RunContext
from pipelines.runs.ledger import entries
from pipelines.runs.memory import Memory
from pipelines.runs.reads import Reads, never_raising
from pipelines.runs.reservations import Reservations
from pipelines.runs.store import RunStore
from pipelines.summary import Baseline, read_back
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel
from tool_registry.sources.source import Sources
from tool_registry.vocabulary.lexicon import Kind


@dataclass(frozen=True, slots=True)
class StageDependencies:
    """The parts of a road."""

    catalogue: Catalogue
    sources: Sources
    store: RunStore
    memory: Memory
    options: RoadOptions

    @property
    def reader(self) -> IntentReader:
        """Reads sentences as it has learned."""
        return self.options.reader or shipped_reader(self.catalogue)

    def plain(self, text: str) -> str:
        """The text in the catalogue's words: misspelt and colloquial ones put plainly."""
        finder = self.options.finder
        return text if finder is None else finder.of(self.catalogue).plain(text)

    def remembered(self, context: RunContext) -> list[Remembered]:
        """What the conversation knows; of the kind that the page shows nothing but that one, and of
        one that was taken off the page nothing: none that was spoken of takes its place."""
        shown = context.request.in_view
        view = shown or context.request.view_dismissed
        kind = self.catalogue.lexicon.canonical(Kind.ENTITY, view.entity) if view else None
        return [
            one
            for one in self.memory.recall(context.request)
            if view is None or one.entity != kind or (shown and one.attributes.get("id") == view.id)
        ]

    def problem(self, context: RunContext, intent: IntentResult | None = None) -> Problem:
        """What is to be planned: of the reading that counts, or of another one."""
        intent = intent or context.understood
        environments = self.catalogue.environments
        return Problem(
            intent,
            self.catalogue,
            intent.environment or environments.names[0],
            candidates={c.tool: c.score for c in context.found if c.role != "dropped"},
            memory=() if names_somebody(intent, self.catalogue) else self.remembered(context),
            options=self.options.plan,
            seed=context.run.id,
            given=replies(context.given),
            origins=origins(
                context.message,
                context.environment,
                context.request.environment,
                context.language,
                environments,
            ),
        )

    def reads(self, context: RunContext) -> ReadTool:
        """Calls effect-free tools."""
        timeout = self.options.execution.call_timeout
        return never_raising(
            Reads(self.sources, self.catalogue.environments, context.tell, timeout)
        )

    def clarification(self, context: RunContext) -> ClarificationDependencies:
        """What the choices of an answer are made with."""
        return ClarificationDependencies(
            self.catalogue,
            self.memory,
            self.options.finder,
            lambda intent: self.problem(context, intent),
            self.reads(context),
            self._suggesting(context),
        )

    def _suggesting(self, context: RunContext) -> Suggesting:
        """What the user's memory offers; nothing where the user does not want to be remembered."""
        lasting, caller = self.memory.lasting, context.request.caller
        is_on = context.preferences.memory != "off"
        return Suggesting(
            lambda kind: lasting.entries(caller, kind=kind) if is_on else [],
            self.catalogue,
            self.store.clock.now(),
            self.options.likeness,
        )

    def agent_task(self, context: RunContext) -> AgentTask:
        """What serving a request by one agent takes, but a model."""
        problem = self.problem(context)
        if context.chain is None:
            context.adopt(ToolChain(environment=problem.environment, steps=()))
        return AgentTask(
            context,
            problem,
            self.setting(context, Baseline()),
            self.reads(context),
            self.memory,
            self.options.bulk_limit,
            self.options.finder,
        )

    def setting(self, context: RunContext, before: Baseline) -> RunSetup:
        """What executing the context's chain takes; `before`: what was there ahead of it."""
        chain, language = context.planned, context.understood.language
        return RunSetup(
            tools=self._tools(context),
            environments=self.catalogue.environments,
            sources=self.sources,
            store=self.store,
            lease=context.lease,
            tenant=context.request.caller.tenant,
            language=language,
            emit=context.tell,
            stop=context.stop,
            options=replace(self.options.execution, keep_going=context.takes_back),
            read_back=read_back(
                chain,
                self.catalogue,
                self.reads(context),
                before,
                lambda: account(chain, entries(self.store, context.run.id)),
                language,
            ),
            rebind=None if context.request.call else rebinding(self.problem(context), chain),
            pool=self._pool(context, chain.environment),
        )

    def _pool(self, context: RunContext, environment: str) -> Pool:
        """Reserves what the run takes from among many for its user."""
        # What was understood: a press of a choice has words of its own.
        said = context.request.model_copy(update={"text": context.understood.text})
        claim = partial(Reservations(self.store).claim, said, context.run.id)
        return Pool(
            self._tools(context),
            self.catalogue,
            context.request.caller.user,
            context.understood.language,
            partial(claim, environment),
        )

    def _tools(self, context: RunContext) -> Mapping[str, ToolEssentialModel]:
        """The catalogue's; a tool that is called as such has no substitutes."""
        tools, call = self.catalogue.tools, context.request.call
        if call is None or call.tool not in tools:
            return tools
        alone = tools[call.tool].model_copy(update={"replacements": ()})
        return {**tools, call.tool: alone}
