"""A thing that a sentence calls by its id alone: of which kind it is, is looked up, where nothing
comes of the kind that a reader took it for."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial

from pipelines.clarification.known.as_known import as_tools_know
from pipelines.contracts.chain import NoPlan, ToolChain
from pipelines.contracts.intent import EntityRef, Identifier, IntentResult, Missing
from pipelines.contracts.limits import Limits
from pipelines.contracts.reader import IntentReader
from pipelines.contracts.readings import Understood, doubted
from pipelines.intent.dialogue.gathering import refs_of
from pipelines.messages import say
from pipelines.messages.labels import entity_label
from pipelines.reasoning.planner.lookups import ReadTool
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.planner.whose_id import kinds_of
from pipelines.runs.context import RunContext
from tool_registry.base.beside_loop import beside_loop
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Kind

_TOLD = ("missing", "no_tool", "ambiguous")
"""Why there may be no plan, which is worth telling of the thing that has the id."""


@dataclass(frozen=True, slots=True)
class BareIds:
    """Finds that reading, and leaves in the context the sentence with the noun in it."""

    catalogue: Catalogue
    reader: IntentReader
    limits: Limits
    problem: Callable[[RunContext, IntentResult], Problem]
    reads: Callable[[RunContext], ReadTool]
    lacks: Callable[[RunContext, IntentResult], Missing | None]
    plan: Callable[[RunContext, IntentResult], Awaitable[ToolChain | NoPlan]]

    def is_guessed(self, intent: IntentResult, made: ToolChain | NoPlan) -> bool:
        """No word says of which kind the thing is that is looked at, or from which something is
        taken that nobody has named."""
        if self._bare_id(intent) is None or isinstance(made, NoPlan):
            return False
        looks = len(intent.goals) == 1 and not intent.goals[0].function.writes
        bindings = [one for step in made.steps for one in step.arguments.values()]
        return looks or any(one.source in ("selected", "output") for one in bindings)

    async def understood(self, context: RunContext, intent: IntentResult) -> Understood | None:
        """The reading in which the id is of the kind that has it, with its plan; where several
        kinds have it, the person chooses. None where it comes to nothing, and where the kind that
        it was taken for has it."""
        name = self._bare_id(intent)
        if name is None or intent.environment is None or intent.production:
            return None
        kinds = await kinds_of(self.problem(context, intent), name, self.reads(context))
        if any(ref.type in kinds for ref in self._bare(intent)):
            return None
        made = [await self._planned(context, intent, name, kind) for kind in kinds]
        found = [one for one in made if one is not None]
        chains = [one for one in found if isinstance(one.plan, ToolChain)]
        found = chains or (found if len(found) == 1 else [])
        if not found:
            return None
        if len(found) > 1:
            rivals = tuple(one.intent for one in found)
            text = say(intent.language, "choices.which")
            asked = NoPlan(reason="ambiguous", text=text, question=text)
            return replace(found[0], plan=asked, rivals=rivals)
        [one] = found
        text = one.intent.text
        context.take(replace(context.message, text=text, own=context.message.own or context.text))
        return doubted(one, one.plan)

    async def _planned(
        self, context: RunContext, intent: IntentResult, name: Identifier, kind: str
    ) -> Understood | None:
        reading = await beside_loop(partial(self._named, context, intent, name, kind))
        if reading is None or self.lacks(context, reading) is not None:
            return None
        context.found = ()
        plan = await self.plan(context, reading)
        if isinstance(plan, NoPlan) and plan.reason not in _TOLD:
            context.found = ()
            return None
        looks = not any(goal.function.writes for goal in reading.goals)
        sure = looks or (reading.confidence >= self.limits.alone and not reading.unread)
        return Understood(reading, plan, is_sure=sure)

    def _named(
        self, context: RunContext, intent: IntentResult, name: Identifier, kind: str
    ) -> IntentResult | None:
        """The sentence with the noun of that kind before the id, read again."""
        language = context.language
        label = entity_label(self.catalogue.lexicon, kind, intent.language)
        noun = say(intent.language, "conversation.thing", entity=label, id=name.value)
        start, end = name.span.start, name.span.end
        if intent.text[start:end] != name.value:
            return None
        text = f"{intent.text[:start]}{noun}{intent.text[end:]}"
        read = self.reader.read(text, environment=intent.environment, language=language)
        if read is None or not read.goals:
            return None
        reading = as_tools_know(read, self.catalogue)
        refs = [ref for goal in reading.goals for ref in refs_of(goal)]
        held = any(ref.type == kind and _names(ref, name.value) for ref in refs)
        return reading if held and _says_as_much(reading, intent) else None

    def _bare_id(self, intent: IntentResult) -> Identifier | None:
        """The one id beside which no noun stands."""
        names = {one.value: one for ref in self._bare(intent) for one in ref.identifiers}
        return next(iter(names.values())) if len(names) == 1 else None

    def _bare(self, intent: IntentResult) -> list[EntityRef]:
        refs = [ref for goal in intent.goals for ref in refs_of(goal)]
        return [ref for ref in (*refs, *intent.unassigned) if self._is_bare(ref)]

    def _is_bare(self, ref: EntityRef) -> bool:
        """No noun stands ahead of its only id; one behind it may be another thing's."""
        if len(ref.identifiers) != 1 or ref.made_by or ref.reference:
            return False
        ahead = ref.words.partition(ref.identifiers[0].value)[0]
        matches = self.catalogue.lexicon.scan(ahead)
        return not any(one.of(Kind.ENTITY) is not None for one in matches)


def _names(ref: EntityRef, value: str) -> bool:
    return any(one.value == value for one in ref.identifiers)


def _says_as_much(reading: IntentResult, before: IntentResult) -> bool:
    """As many things are to be done, and nothing besides is said less often."""
    same = (len(reading.goals), len(reading.negative)) == (len(before.goals), len(before.negative))
    return same and len(reading.supplements) >= len(before.supplements)
