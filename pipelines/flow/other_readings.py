"""What else a sentence may mean, where nothing comes of how it was read: about what the page shows,
about a thing that it calls by its id alone, or by the one tool that it speaks of."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from pipelines.clarification.outright import may_be_outright, read_outright
from pipelines.contracts.chain import NoPlan, ToolChain
from pipelines.contracts.intent import IntentResult, Missing
from pipelines.contracts.readings import Understood, doubted
from pipelines.flow.bare_ids import BareIds
from pipelines.flow.beside_page import BesidePage
from pipelines.flow.dependencies import StageDependencies
from pipelines.runs.context import RunContext


@dataclass(frozen=True, slots=True)
class OtherReadings:
    """Looks for them in that order; none where a model reads, or the person has chosen."""

    dependencies: StageDependencies
    lacks: Callable[[RunContext, IntentResult], Missing | None]
    plan: Callable[[RunContext, IntentResult], Awaitable[ToolChain | NoPlan]]

    @property
    def of_page(self) -> BesidePage:
        """Messages beside a page."""
        own = self.dependencies
        return BesidePage(own.catalogue, own.reader, own.options.limits, self.lacks, self.plan)

    @property
    def _of_ids(self) -> BareIds:
        own = self.dependencies
        parts = (own.catalogue, own.reader, own.options.limits, own.problem, own.reads)
        return BareIds(*parts, self.lacks, self.plan)

    async def of_talk(self, context: RunContext, intent: IntentResult) -> Understood | None:
        """Of what is no request by itself."""
        return await self.of_page.understood(context, intent) if self._may(context) else None

    async def of_lacking(self, context: RunContext, intent: IntentResult) -> Understood | None:
        """Of a sentence that leaves out what it needs."""
        if not self._may(context):
            return None
        found = await self.of_page.understood(context, intent) or self._outright(context, intent)
        return found or await self._of_ids.understood(context, intent)

    async def of_planned(
        self, context: RunContext, reading: Understood, made: ToolChain | NoPlan
    ) -> Understood | None:
        """Of a sentence without a plan, or with one that takes what nobody said; with its plan, or
        the question whether it is meant."""
        if not self._may(context):
            return None
        intent, failed = reading.intent, isinstance(made, NoPlan)
        found = None
        picks = self.of_page.picks_another(context, made)
        open_ = isinstance(made, NoPlan) and may_be_outright(made.reason)
        if picks or open_:
            found = await self.of_page.understood(context, intent)
        guessed = failed or self._of_ids.is_guessed(intent, made)
        if (found is None or found.plan is None) and guessed:
            found = await self._of_ids.understood(context, intent)
        if found is not None and found.plan is not None:
            return found
        return await self._planned_outright(context, reading) if open_ else None

    def changes(self, context: RunContext, intent: IntentResult) -> Understood | None:
        """The change that a tool is called by the verb of, which was taken for a check: the person
        is asked."""
        made = self._outright(context, intent) if self._may(context) else None
        if made is None or not any(goal.function.writes for goal in made.intent.goals):
            return None
        return replace(made, is_sure=False)

    async def _planned_outright(
        self, context: RunContext, reading: Understood
    ) -> Understood | None:
        outright = self._outright(context, reading.intent)
        plan = await self.plan(context, outright.intent) if outright is not None else None
        if outright is None or not isinstance(plan, ToolChain):
            return None
        sure = outright.is_sure and reading.is_sure
        return doubted(replace(outright, is_sure=sure), plan)

    def _outright(self, context: RunContext, intent: IntentResult) -> Understood | None:
        """The reading by the one tool that the sentence speaks of."""
        own, options = self.dependencies, self.dependencies.options
        caller = context.request.caller
        return read_outright(intent, own.catalogue, options.finder, caller, options.limits)

    def _may(self, context: RunContext) -> bool:
        """False where a person or a model has read it, who know better."""
        return context.message.reading is None and self.dependencies.options.interpreter is None
