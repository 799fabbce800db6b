"""The intent stage: one reading of the sentence is chosen and told, and decides from there on."""

from dataclasses import dataclass, replace
from functools import partial

from pipelines import consultation as consult
from pipelines.clarification.asking import as_question, ask, environments_named, open_point
from pipelines.clarification.known.as_known import as_tools_know
from pipelines.clarification.meant import as_meant
from pipelines.clarification.outright import checks_nothing
from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.chain import NoPlan, ToolChain
from pipelines.contracts.events import Asked, Refused
from pipelines.contracts.intent import IntentResult, Missing, is_project_work
from pipelines.contracts.message import FollowUpPatches
from pipelines.contracts.readings import (
    Understood,
    chosen_patch,
    doubted,
    is_sure,
    may_be_shown,
)
from pipelines.contracts.reply_names import APPROVAL, LATER
from pipelines.filter import find
from pipelines.flow.beyond_tools import refused_beyond
from pipelines.flow.dependencies import StageDependencies
from pipelines.flow.interpreting import Interpretation, asked_names, interpret
from pipelines.flow.later_stage import LaterStage
from pipelines.flow.other_readings import OtherReadings
from pipelines.flow.plan_changes import is_of_its_own
from pipelines.intent.goals import MOST_GOALS
from pipelines.messages import Language, say
from pipelines.onboarding.commands import (
    Handled,
    answers_registry_question,
    asks_how_to,
    handle_registry_command,
)
from pipelines.reasoning.proposals.random_picks import taken_at_random
from pipelines.reasoning.stage import reason
from pipelines.runs.context import RunContext
from tool_registry.base.beside_loop import beside_loop
from tool_registry.base.types import IntentType


@dataclass(frozen=True, slots=True)
class Understanding:
    """Finds the reading of a message that counts; a follow-up's readings are told apart by planning
    them."""

    dependencies: StageDependencies

    async def follow(self, context: RunContext) -> bool:
        """Leaves the reading that the message makes of what was understood before it; False where
        that comes to nothing that can be done: then it is the sentence that it was made."""
        followed, sentence, place = context.message.followed, context.message, context.environment
        while followed is not None and context.run.chain is None:
            context.take(followed.message)
            context.environment = place or followed.message.environment
            if await self._follows(context, followed):
                self._keep_time(context)
                return True
            context.take(sentence)
            context.environment, context.found = place, ()
            followed = followed.otherwise
        return self._is_about_view(context, place)

    def _keep_time(self, context: RunContext) -> None:
        """What is changed of a plan that waits for consent leaves the time that it was to run."""
        waiting = self.dependencies.memory.open_question(context.request)
        later = waiting.given.get(LATER) if waiting is not None else None
        if later is not None:
            context.given = {LATER: later, **context.given}

    def _is_about_view(self, context: RunContext, place: str | None) -> bool:
        """Leaves the reading in which what the page shows is meant, or what the conversation spoke
        of where that is, though nothing can be done with it: that is told then. False for messages
        that do not point at it."""
        followed = context.message.followed
        while followed is not None and not _points(followed):
            followed = followed.otherwise
        if followed is None:
            return False
        context.take(followed.message)
        context.environment = place or followed.message.environment
        context.understand(Understood(self._placed(context, followed.patches[0].reading)))
        return True

    async def _follows(self, context: RunContext, followed: FollowUpPatches) -> bool:
        """Leaves the reading that the patches come to; False where nothing comes of them."""
        with context.timed("intent"):
            readings = [self._placed(context, one.reading) for one in followed.patches]
        with context.timed("plan"):
            chosen = await chosen_patch(
                readings, lambda one: self._ends(context, one), partial(self._plan, context)
            )
        if chosen is None:
            return False
        if followed.stays and isinstance(chosen.plan, ToolChain):
            chosen = _noted(chosen, context.language, "conversation.made_stays")
        writes = any(goal.function.writes for goal in chosen.intent.goals)
        sure = followed.is_sure or not (writes or chosen.intent.unread)
        if not sure and self._is_shown_changed(context, chosen):
            sure, chosen = True, self._told_as_change(context, chosen)
        sure = sure or self._others.of_page.is_of_page(context, chosen)
        told = _shown(context, replace(chosen, is_sure=sure))
        context.understand(doubted(told, told.plan))
        return True

    def _is_shown_changed(self, context: RunContext, chosen: Understood) -> bool:
        """True for a change of a plan that waits, of which all is taken up, where each plan is
        shown before it runs: the changed plan asks by itself whether it is meant."""
        waiting = self.dependencies.memory.open_question(context.request)
        waits = waiting is not None and APPROVAL in waiting.missing
        return waits and context.review == "always" and not (chosen.rivals or chosen.intent.unread)

    def _told_as_change(self, context: RunContext, chosen: Understood) -> Understood:
        """With the remark that the plan was changed, unless it is one for something else."""
        waiting = self.dependencies.memory.open_question(context.request)
        before = waiting.reading if waiting is not None else None
        if is_of_its_own(before, chosen.intent, context.request.text):
            return chosen
        return _remarked(chosen, context.language, "conversation.changed_so")

    def end_of_follow_up(self, context: RunContext) -> Answer | None:
        """The answer where what a follow-up comes to is refused or asked about."""
        intent = context.understood
        if intent.production:
            return self._refuse_production(context, intent)
        if len(intent.goals) > MOST_GOALS:
            return self._refuse_many(context, intent)
        chosen = context.reading is not None and context.reading.plan is not None
        return None if chosen else self._without_plan(context, intent)

    async def read(self, context: RunContext, *, for_agent: bool) -> Answer | None:
        """Leaves the reading that counts; the answer where nothing is to be planned."""
        with context.timed("intent"):
            own = await beside_loop(partial(self._own, context))
            if own is None:
                return context.answer(Status.FAILED, say(context.language, "road.no_reader"))
            if context.restore_reading():
                return None
            reader = self.dependencies.options.interpreter
            reading = await interpret(context, own, reader)
            if isinstance(reading, Answer):
                return reading
            intent = self._placed(context, reading.intent)
            handled = await self._handled(context, intent, reading)
        ended = self._ended(context, intent, handled)
        if ended is None and not for_agent:
            ended = refused_beyond(context, intent, self.dependencies)
        if ended is not None:
            return ended
        limits, apart = self.dependencies.options.limits, context.message.followed is None
        as_said = own.text == context.text
        sure = reading.by_model or (for_agent and as_said)
        sure = sure or is_sure(intent, limits, apart=apart and as_said)
        understood = Understood(intent, is_sure=sure)
        if self._is_talk(intent):
            understood = await self._others.of_talk(context, intent) or understood
        elif self._lacks(context, intent) is not None:
            other = await self._others.of_lacking(context, intent)
            timed = None if other else await self._later(context).understood(context, intent)
            understood = other or timed or understood
        elif any(map(checks_nothing, intent.goals)):
            understood = self._others.changes(context, intent) or understood
        context.understand(understood)
        return self._without_plan(context, understood.intent)

    async def filter(self, context: RunContext, intent: IntentResult) -> None:
        """Leaves the tools that can serve a reading, unless they were looked for already."""
        if not context.found:
            caller, finder = context.request.caller, self.dependencies.options.finder
            context.found = await find(
                intent, self.dependencies.catalogue, caller=caller, finder=finder
            )

    async def planned(self, context: RunContext) -> ToolChain | NoPlan:
        """The plan of the reading that counts; a question where that reading is not sure."""
        reading = context.reading
        assert reading is not None
        if reading.plan is not None:
            return reading.plan
        plan = await self._reasoned(context, reading.intent)
        told = _shown(context, replace(reading, plan=plan))
        made = doubted(told, told.plan)
        context.reading = made
        other = await self._others.of_planned(context, reading, plan)
        if other is not None:
            context.understand(other)
            return other.plan or plan
        return await self._planned_later(context, reading, plan) or made.plan or plan

    @property
    def _others(self) -> OtherReadings:
        return OtherReadings(self.dependencies, self._lacks, self._plan)

    async def _planned_later(
        self, context: RunContext, reading: Understood, made: ToolChain | NoPlan
    ) -> ToolChain | NoPlan | None:
        """The plan, or the question, of a sentence that says when it is to run."""
        timed = await self._later(context).understood(context, reading.intent, made)
        if timed is not None:
            context.understand(timed)
        return timed.plan if timed is not None else None

    def _later(self, context: RunContext) -> LaterStage:
        zone = context.request.zone or self.dependencies.options.time_zone
        catalogue = self.dependencies.catalogue
        return LaterStage(self._read_again, self._lacks, self._plan, catalogue, zone)

    def _read_again(self, context: RunContext, text: str) -> IntentResult | None:
        own = self._own(context, text)
        return own and self._placed(context, own)

    async def _reasoned(self, context: RunContext, intent: IntentResult) -> ToolChain | NoPlan:
        dependencies = self.dependencies
        problem, read = dependencies.problem(context, intent), dependencies.reads(context)
        reasoned = await reason(problem, context.kept, read, dependencies.options.reasoner)
        context.model += reasoned.use
        context.reasoning = reasoned.account
        plan = reasoned.plan
        if isinstance(plan, ToolChain) and taken_at_random(plan, dependencies.catalogue):
            text = say(intent.language, "resources.unchosen")
            return NoPlan(reason="missing", text=text, question=text)
        return plan

    def _own(self, context: RunContext, text: str | None = None) -> IntentResult | None:
        """The local reader's reading, of a misspelt sentence as it is meant. None where nobody can
        read."""
        options = self.dependencies.options
        alone = options.interpreter is None and context.message.reading is None
        if context.message.reading is not None and not context.message.is_chosen:
            return self._of_rows(context, context.message.reading)
        read = partial(self._read, context)
        if options.finder is None or not alone:
            return read(text or context.text)
        return as_meant(read, text or context.text, self.dependencies.catalogue, options.finder)

    def _of_rows(self, context: RunContext, reading: IntentResult) -> IntentResult:
        """What the rows of a list mean, in the environment that they were read for."""
        if not reading.environment_words:
            context.environment = context.environment or reading.environment
        return reading

    def _read(self, context: RunContext, text: str) -> IntentResult | None:
        """The local reader's reading; where it names no environment, in the one that was meant
        before."""
        read, language = self.dependencies.reader.read, context.language
        meant = read(text, environment=context.environment, language=language)
        inherited = context.message.environment or context.preferences.environment
        if meant is None or inherited is None or not meant.intent_type.is_data:
            return meant
        if meant.environment_words or meant.production or meant.environment:
            return meant
        context.environment = inherited
        return read(text, environment=inherited, language=language)

    def _placed(self, context: RunContext, intent: IntentResult) -> IntentResult:
        """In the language of the answer; an environment that is not configured is production."""
        chosen, catalogue = context.environment, self.dependencies.catalogue
        intent = as_tools_know(intent, catalogue)
        told: dict[str, object] = {"language": context.language}
        if chosen is not None and catalogue.environments.get(chosen) is None:
            told |= {"production": True, "environment_words": chosen}
        return intent.model_copy(update=told)

    async def _handled(
        self, context: RunContext, intent: IntentResult, reading: Interpretation
    ) -> Handled | None:
        """Work on the registry: behind a model only where it read the sentence as such."""
        of_tools = not (intent.intent_type.is_data or is_project_work(intent))
        if reading.by_model and not of_tools and not answers_registry_question(context.given):
            return None
        registrar, catalogue = self.dependencies.options.registrar, self.dependencies.catalogue
        return await handle_registry_command(registrar, catalogue, context, intent)

    def _ended(
        self, context: RunContext, intent: IntentResult, handled: Handled | None
    ) -> Answer | None:
        """The answer where no other reading would change anything; the reading is told then."""
        many = len(intent.goals) > MOST_GOALS
        if handled is not None:
            intent = handled.intent
        elif not (intent.production or many or context.message.asks_abilities):
            return None
        context.understand(Understood(intent))
        if intent.production:
            return self._refuse_production(context, intent)
        if handled is not None:
            return self._answer_registry_command(context, handled)
        if many:
            return self._refuse_many(context, intent)
        text = self._consulted(as_question(intent))
        return context.answer(Status.SUCCEEDED, text)

    async def _plan(self, context: RunContext, intent: IntentResult) -> ToolChain | NoPlan:
        await self.filter(context, intent)
        return await self._reasoned(context, intent)

    def _ends(self, context: RunContext, intent: IntentResult) -> bool:
        """It leads to no plan: it is refused, asks something, or is no work on data."""
        many = len(intent.goals) > MOST_GOALS
        lacks = self._lacks(context, intent) is not None
        return intent.production or many or self._is_talk(intent) or lacks

    def _without_plan(self, context: RunContext, intent: IntentResult) -> Answer | None:
        """The answer where such a reading comes to none: talk about tools, or a question."""
        if self._is_talk(intent):
            self.dependencies.memory.settle(context.request)
            text = self._consulted(intent)
            return context.answer(consult.status_of(intent, text), text)
        if _says_nothing(intent):
            text = say(intent.language, "road.nothing_named")
            return context.answer(Status.NEEDS_INPUT, text, question=text)
        asked = self._lacks(context, intent)
        if asked is None:
            return None
        return ask(context, self.dependencies.memory, asked.question, asked_names(asked))

    def _is_talk(self, intent: IntentResult) -> bool:
        return not intent.intent_type.is_data and not is_project_work(intent)

    def _lacks(self, context: RunContext, intent: IntentResult) -> Missing | None:
        """What has to be asked first."""
        known = {item.entity for item in self.dependencies.remembered(context)}
        return open_point(intent, known, self.dependencies.catalogue)

    def _consulted(self, intent: IntentResult) -> str:
        if asks_how_to(intent.text):
            intent = intent.model_copy(update={"intent_type": IntentType.OPERATE_TOOL})
        return consult.answer(intent, self.dependencies.catalogue, self.dependencies.options.shelf)

    def _answer_registry_command(self, context: RunContext, handled: Handled) -> Answer:
        reply, memory = handled.reply, self.dependencies.memory
        if handled.open is None:
            memory.settle(context.request)
            return context.answer(reply.status, reply.text)
        memory.ask(context.request, handled.open)
        context.tell(Asked(question=reply.text, missing=handled.open.missing))
        return context.answer(reply.status, reply.text, question=reply.text)

    def _refuse_many(self, context: RunContext, intent: IntentResult) -> Answer:
        return context.answer(Status.REFUSED, say(intent.language, "road.many", limit=MOST_GOALS))

    def _refuse_production(self, context: RunContext, intent: IntentResult) -> Answer:
        names = environments_named(self.dependencies.catalogue, intent)
        context.tell(Refused(reason="production"))
        text = say(intent.language, "road.production", environments=names)
        return context.answer(Status.REFUSED, text)


def _says_nothing(intent: IntentResult) -> bool:
    """Nothing of it is a thing or an action: no answer to a question would make it a request."""
    said = intent.unread or intent.environment_words or intent.supplements
    return not (intent.goals or said or is_project_work(intent))


def _points(followed: FollowUpPatches) -> bool:
    """It is about a thing that is in view, or that was spoken of in a place it does not name."""
    there = followed.message.recalled and followed.message.environment
    return bool(followed.patches and (followed.message.seen or there))


def _shown(context: RunContext, reading: Understood) -> Understood:
    """A reading that is not sure, as its plan, where each plan is shown before it runs: asking
    whether it is meant, and then whether to run it, would be to ask twice."""
    plan = reading.plan
    asks = context.review == "always" and isinstance(plan, ToolChain) and bool(plan.steps)
    if reading.is_sure or reading.rivals or not asks:
        return reading
    if not may_be_shown(reading.intent, context.request.text):
        return reading
    return _remarked(replace(reading, is_sure=True), context.language, "conversation.read_so")


def _noted(chosen: Understood, language: Language, key: str) -> Understood:
    """With something to be told beside its plan."""
    if not isinstance(chosen.plan, ToolChain):
        return chosen
    notes = (*chosen.plan.notes, say(language, key))
    return replace(chosen, plan=chosen.plan.model_copy(update={"notes": notes}))


def _remarked(chosen: Understood, language: Language, key: str) -> Understood:
    """With something that whoever agrees to its plan is told, and nobody behind it."""
    if not isinstance(chosen.plan, ToolChain):
        return chosen
    remarks = (*chosen.plan.remarks, say(language, key))
    return replace(chosen, plan=chosen.plan.model_copy(update={"remarks": remarks}))
