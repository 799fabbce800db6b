"""The intent stage: one reading of the sentence is chosen and told, and decides from there on."""

from dataclasses import dataclass, replace

from pipelines import consult
from pipelines.answer import Answer, Status
from pipelines.asking import as_question, ask, environments_named, open_point
from pipelines.contracts.events import Asked, Refused
from pipelines.contracts.intent import IntentResult, Missing, is_project_work
from pipelines.conversation.heard import Followed
from pipelines.equipment import Equipment
from pipelines.filter import find
from pipelines.intent.goals import MOST_GOALS
from pipelines.interpreting import Reading, asked_names, interpret
from pipelines.messages import say
from pipelines.planner.chain import NoPlan, ToolChain
from pipelines.planner.random_picks import taken_at_random
from pipelines.readings import Planning, Understood, doubted, is_sure, patched
from pipelines.reasoning import reason
from pipelines.registry_work import Handled, asks_how_to, asks_the_desk, at_the_desk
from pipelines.trip import Trip
from tool_registry.base.types import IntentType


@dataclass(frozen=True, slots=True)
class Understanding:
    """Reads the sentences of a road."""

    equipment: Equipment

    async def follow(self, trip: Trip) -> bool:
        """Leaves the reading that the message makes of what was understood before it; False where
        that comes to nothing that can be done: then it is the sentence that it was made."""
        followed, sentence, place = trip.heard.followed, trip.heard, trip.environment
        while followed is not None and trip.run.chain is None:
            trip.hear(followed.heard)
            trip.environment = place or followed.heard.environment
            if await self._follows(trip, followed):
                return True
            trip.hear(sentence)
            trip.environment, trip.found = place, ()
            followed = followed.otherwise
        return False

    async def _follows(self, trip: Trip, followed: Followed) -> bool:
        """Leaves the reading that the patches come to; False where nothing comes of them."""
        with trip.timed("intent"):
            readings = [self._placed(trip, one.reading) for one in followed.patches]
        with trip.timed("plan"):
            chosen = await patched(
                readings, lambda one: self._ends(trip, one), self._planning(trip)
            )
        if chosen is None:
            return False
        writes = any(goal.function.writes for goal in chosen.intent.goals)
        sure = followed.is_sure or not writes
        trip.understand(doubted(replace(chosen, is_sure=sure), chosen.plan))
        return True

    def followed(self, trip: Trip) -> Answer | None:
        """The answer where what a follow-up comes to is refused or asked about."""
        intent = trip.understood
        if intent.production:
            return self._refuse_production(trip, intent)
        if len(intent.goals) > MOST_GOALS:
            return self._refuse_many(trip, intent)
        chosen = trip.reading is not None and trip.reading.plan is not None
        return None if chosen else self._without_plan(trip, intent)

    async def read(self, trip: Trip, *, for_agent: bool) -> Answer | None:
        """Leaves the reading that counts; the answer where nothing is to be planned."""
        with trip.timed("intent"):
            own = self._own(trip)
            if own is None:
                return trip.answer(Status.FAILED, say(trip.language, "road.no_reader"))
            if trip.goes_on():
                return None
            reader = self.equipment.options.interpreter
            reading = await interpret(trip, own, reader)
            if isinstance(reading, Answer):
                return reading
            intent = self._placed(trip, reading.intent)
            handled = await self._handled(trip, intent, reading)
        ended = self._ended(trip, intent, handled)
        if ended is not None:
            return ended
        limits, apart = self.equipment.options.limits, trip.heard.followed is None
        sure = for_agent or reading.by_model or is_sure(intent, limits, apart=apart)
        trip.understand(Understood(intent, is_sure=sure))
        return self._without_plan(trip, intent)

    async def filter(self, trip: Trip, intent: IntentResult) -> None:
        """Leaves the tools that can serve a reading, unless they were looked for already."""
        if not trip.found:
            caller, finder = trip.request.caller, self.equipment.options.finder
            trip.found = await find(intent, self.equipment.catalogue, caller=caller, finder=finder)

    async def planned(self, trip: Trip) -> ToolChain | NoPlan:
        """The plan of the reading that counts; a question where that reading is not sure."""
        reading = trip.reading
        assert reading is not None
        if reading.plan is not None:
            return reading.plan
        made = doubted(reading, await self._reasoned(trip, reading.intent))
        assert made.plan is not None
        trip.reading = made
        return made.plan

    async def _reasoned(self, trip: Trip, intent: IntentResult) -> ToolChain | NoPlan:
        equipment = self.equipment
        problem, read = equipment.problem(trip, intent), equipment.reads(trip)
        reasoned = await reason(problem, trip.kept, read, equipment.options.reasoner)
        trip.model += reasoned.use
        trip.reasoning = reasoned.account
        plan = reasoned.plan
        if isinstance(plan, ToolChain) and taken_at_random(plan, equipment.catalogue):
            text = say(intent.language, "resources.unchosen")
            return NoPlan(reason="missing", text=text, question=text)
        return plan

    def _own(self, trip: Trip) -> IntentResult | None:
        """The local reader's reading; where it names no environment, in the one that was meant
        before. None where nobody can read."""
        read, language = self.equipment.reader.read, trip.language
        meant = read(trip.text, environment=trip.environment, language=language)
        inherited = trip.heard.environment or trip.preferences.environment
        if meant is None or inherited is None or not meant.intent_type.is_data:
            return meant
        if meant.environment_words or meant.production or meant.environment:
            return meant
        trip.environment = inherited
        return read(trip.text, environment=inherited, language=language)

    def _placed(self, trip: Trip, intent: IntentResult) -> IntentResult:
        """In the language of the answer; an environment that is not configured is production."""
        chosen = trip.environment
        told: dict[str, object] = {"language": trip.language}
        if chosen is not None and self.equipment.catalogue.environments.get(chosen) is None:
            told |= {"production": True, "environment_words": chosen}
        return intent.model_copy(update=told)

    async def _handled(self, trip: Trip, intent: IntentResult, reading: Reading) -> Handled | None:
        """Work on the registry: behind a model only where it read the sentence as such."""
        of_tools = not (intent.intent_type.is_data or is_project_work(intent))
        if reading.by_model and not of_tools and not asks_the_desk(trip.given):
            return None
        registrar, catalogue = self.equipment.options.registrar, self.equipment.catalogue
        return await at_the_desk(registrar, catalogue, trip, intent)

    def _ended(self, trip: Trip, intent: IntentResult, handled: Handled | None) -> Answer | None:
        """The answer where no other reading would change anything; the reading is told then."""
        many = len(intent.goals) > MOST_GOALS
        if handled is not None:
            intent = handled.intent
        elif not (intent.production or many or trip.heard.asks_abilities):
            return None
        trip.understand(Understood(intent))
        if intent.production:
            return self._refuse_production(trip, intent)
        if handled is not None:
            return self._answer_for_desk(trip, handled)
        if many:
            return self._refuse_many(trip, intent)
        text = self._consulted(as_question(intent))
        return trip.answer(Status.SUCCEEDED, text)

    def _planning(self, trip: Trip) -> Planning:
        async def plan(intent: IntentResult) -> ToolChain | NoPlan:
            await self.filter(trip, intent)
            return await self._reasoned(trip, intent)

        return plan

    def _ends(self, trip: Trip, intent: IntentResult) -> bool:
        """It leads to no plan: it is refused, asks something, or is no work on data."""
        many = len(intent.goals) > MOST_GOALS
        lacks = self._lacks(trip, intent) is not None
        return intent.production or many or self._is_talk(intent) or lacks

    def _without_plan(self, trip: Trip, intent: IntentResult) -> Answer | None:
        """The answer where such a reading comes to none: talk about tools, or a question."""
        if self._is_talk(intent):
            self.equipment.memory.settle(trip.request)
            text = self._consulted(intent)
            return trip.answer(consult.status_of(intent, text), text)
        asked = self._lacks(trip, intent)
        if asked is None:
            return None
        return ask(trip, self.equipment.memory, asked.question, asked_names(asked))

    def _is_talk(self, intent: IntentResult) -> bool:
        return not intent.intent_type.is_data and not is_project_work(intent)

    def _lacks(self, trip: Trip, intent: IntentResult) -> Missing | None:
        """What has to be asked first."""
        known = {item.entity for item in self.equipment.memory.recall(trip.request)}
        return open_point(intent, known, self.equipment.catalogue)

    def _consulted(self, intent: IntentResult) -> str:
        if asks_how_to(intent.text):
            intent = intent.model_copy(update={"intent_type": IntentType.OPERATE_TOOL})
        return consult.answer(intent, self.equipment.catalogue, self.equipment.options.shelf)

    def _answer_for_desk(self, trip: Trip, handled: Handled) -> Answer:
        reply, memory = handled.reply, self.equipment.memory
        if handled.open is None:
            memory.settle(trip.request)
            return trip.answer(reply.status, reply.text)
        memory.ask(trip.request, handled.open)
        trip.tell(Asked(question=reply.text, missing=handled.open.missing))
        return trip.answer(reply.status, reply.text, question=reply.text)

    def _refuse_many(self, trip: Trip, intent: IntentResult) -> Answer:
        return trip.answer(Status.REFUSED, say(intent.language, "road.many", limit=MOST_GOALS))

    def _refuse_production(self, trip: Trip, intent: IntentResult) -> Answer:
        names = environments_named(self.equipment.catalogue, intent)
        trip.tell(Refused(reason="production"))
        text = say(intent.language, "road.production", environments=names)
        return trip.answer(Status.REFUSED, text)
