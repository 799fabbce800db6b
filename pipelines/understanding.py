"""The intent stage: one reading of the sentence is chosen and told, and decides from there on."""

from dataclasses import dataclass

from pipelines import consult
from pipelines.answer import Answer, Status
from pipelines.asking import as_question, ask, environments_named, is_project_work, open_point
from pipelines.contracts.events import Asked, Refused
from pipelines.contracts.intent import IntentResult, Missing
from pipelines.conversation.hearing import Hearing
from pipelines.equipment import Equipment
from pipelines.filter import find
from pipelines.grounded import Worlds
from pipelines.intent.goals import MOST_GOALS
from pipelines.interpreting import Reading, asked_names, interpret
from pipelines.messages import say
from pipelines.planner.chain import NoPlan, ToolChain
from pipelines.readings import Readers, Understood, singled_out
from pipelines.reasoning import reason
from pipelines.registry_work import Handled, asks_the_desk, at_the_desk
from pipelines.trip import Trip


@dataclass(frozen=True, slots=True)
class Understanding:
    """Reads the sentences of a road."""

    equipment: Equipment
    hearing: Hearing
    worlds: Worlds

    async def follow(self, trip: Trip) -> bool:
        """Leaves the reading that the message makes of what was understood before it; False where
        that comes to nothing that can be done: then it is the sentence that it was made."""
        followed, sentence, place = trip.heard.followed, trip.heard, trip.environment
        if followed is None or trip.run.chain is not None:
            return False
        trip.hear(followed.heard)
        trip.environment = place or followed.heard.environment
        with trip.timed("intent"):
            readings = [self._placed(trip, one.reading) for one in followed.patches]
        with trip.timed("plan"):
            chosen = await self._readers(trip).patched(readings)
        if chosen is None:
            trip.hear(sentence)
            trip.environment, trip.found = place, ()
            return False
        trip.understand(chosen)
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
            by_rules = self._by_rules(trip)
            if trip.goes_on():
                return None
            reader = self.equipment.options.interpreter
            reading = await interpret(trip, by_rules, reader, self.equipment.catalogue)
            if isinstance(reading, Answer):
                return reading
            intent = self._placed(trip, reading.intent)
            handled = await self._handled(trip, intent, reading)
        ended = self._ended(trip, intent, handled)
        if ended is not None:
            return ended
        if for_agent or reading.by_model:
            chosen = Understood(intent)
        else:
            with trip.timed("plan"):
                chosen = await self._readers(trip).choose(intent, self._learned(trip, intent))
        trip.understand(chosen)
        return None if chosen.plan is not None else self._without_plan(trip, chosen.intent)

    async def filter(self, trip: Trip, intent: IntentResult) -> None:
        """Leaves the tools that can serve a reading, unless they were looked for already."""
        if not trip.found:
            caller, finder = trip.request.caller, self.equipment.options.finder
            trip.found = await find(intent, self.equipment.catalogue, caller=caller, finder=finder)

    async def planned(self, trip: Trip) -> ToolChain | NoPlan:
        """The plan of the reading that counts."""
        reading = trip.reading
        if reading is not None and reading.plan is not None:
            return reading.plan
        intent = trip.understood
        return singled_out(await self._reasoned(trip, intent), intent, self.worlds)

    async def _reasoned(self, trip: Trip, intent: IntentResult) -> ToolChain | NoPlan:
        equipment = self.equipment
        problem, read = equipment.problem(trip, intent), equipment.reads(trip)
        reasoned = await reason(problem, trip.kept, read, equipment.options.reasoner)
        trip.model += reasoned.use
        trip.reasoning = reasoned.account
        return reasoned.plan

    def _by_rules(self, trip: Trip) -> IntentResult:
        """The rules' reading; where it names no environment, in the one that was meant before."""
        meant = self.hearing.understood(trip.text, trip.environment, trip.language)
        inherited = trip.heard.environment or trip.preferences.environment
        says = meant.environment_words or meant.production or meant.environment
        if inherited is None or says or not meant.intent_type.is_data:
            return meant
        trip.environment = inherited
        return self.hearing.understood(trip.text, inherited, trip.language)

    def _learned(self, trip: Trip, by_rules: IntentResult) -> IntentResult | None:
        """The reading of the local reader, where the sentence is a request of its own."""
        reader = self.equipment.options.reader
        if reader is None or trip.given or is_project_work(by_rules):
            return None
        read = reader.read(trip.text, environment=trip.environment, language=trip.language)
        return self._placed(trip, read) if read is not None else None

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

    def _readers(self, trip: Trip) -> Readers:
        async def plan(intent: IntentResult) -> ToolChain | NoPlan:
            await self.filter(trip, intent)
            return await self._reasoned(trip, intent)

        return Readers(
            self.equipment.catalogue,
            self.worlds,
            self.equipment.reads(trip),
            trip.run.id,
            ends=lambda intent: self._is_talk(intent) or self._lacks(trip, intent) is not None,
            plan=plan,
        )

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
