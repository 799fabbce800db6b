"""A message that comes to nothing by itself, beside a page that shows a thing: as one about that
thing, where only so it can be done."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial

from pipelines.clarification.known.as_known import as_tools_know
from pipelines.clarification.known.dropped import noun_left_over
from pipelines.contracts.chain import NoPlan, ToolChain
from pipelines.contracts.intent import Goal, IntentResult, Missing
from pipelines.contracts.limits import Limits, TurnLimits
from pipelines.contracts.reader import FollowUp, IntentReader
from pipelines.contracts.readings import Understood, doubted
from pipelines.intent.dialogue.gathering import refs_of
from pipelines.intent.dialogue.named_view import (
    about_shown,
    readings_by_name,
    shows_another,
    texts_by_name,
)
from pipelines.intent.dialogue.past import Past, past_of
from pipelines.intent.dialogue.shown import shown_beside
from pipelines.intent.dialogue.things import Thing
from pipelines.runs.context import RunContext
from tool_registry.base.beside_loop import beside_loop
from tool_registry.base.types import FunctionType, IntentType
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.language import Language
from tool_registry.vocabulary.lexicon import Kind

_OTHER = ("no", "drop", "ask")
"""Turns that want nothing done once more."""
_TALK = (IntentType.OTHER, IntentType.CONSULT_TOOL)
_BY_VERB = (FunctionType.OPERATE, FunctionType.DELETE)
_ID = "id"
_WORD = re.compile(r"[a-z0-9']+|[^\W\d_a-z]", re.IGNORECASE)
_COURTESIES = 3
"""So many words or signs beside a verb point at what is in view, or are polite."""
_PICKED = ("selected", "output", "generated", "default")


@dataclass(frozen=True, slots=True)
class BesidePage:
    """Finds that reading, and leaves in the context what was put into the message for it."""

    catalogue: Catalogue
    reader: IntentReader
    limits: Limits
    lacks: Callable[[RunContext, IntentResult], Missing | None]
    plan: Callable[[RunContext, IntentResult], Awaitable[ToolChain | NoPlan]]
    turns: TurnLimits = field(default_factory=TurnLimits)

    def picks_another(self, context: RunContext, made: ToolChain | NoPlan) -> bool:
        """The plan takes a thing of the kind that the page shows, and nobody has said which."""
        shown = shown_beside(context.request, self.catalogue, {})
        if shown is None or context.message.seen or not isinstance(made, ToolChain):
            return False
        return any(
            slot.entity == shown.entity and slot.attribute == _ID and binding.source in _PICKED
            for step in made.steps
            for slot in self.catalogue.tools[step.tool].needs
            if (binding := step.arguments.get(slot.path)) is not None
        )

    async def understood(self, context: RunContext, intent: IntentResult) -> Understood | None:
        """The reading with its plan; without one where the thing was all that the message lacked.
        None where the page shows nothing, and where the message names such a thing itself.

        `intent`: the message by itself."""
        shown = shown_beside(context.request, self.catalogue, {})
        if shown is None or not _may_mean(context, intent, shown):
            return None
        same = await beside_loop(partial(self._same, context, intent, shown))
        if same is not None:
            again = await self._done_again(context, shown, *same)
            if again is not None:
                return again
        found = await beside_loop(partial(self._readings, context, intent, shown))
        left, failed = len(_blocking(intent)), None
        for reading in found:
            if self.lacks(context, reading) is None:
                plan = await self._planned(context, shown, reading)
                if isinstance(plan, ToolChain):
                    return self._taken(context, reading, plan)
                tells = plan.reason == "data" or any(o.object.type is None for o in intent.goals)
                if tells and self._is_clear(reading):
                    failed = failed or (reading, plan)
        fewer = [(o, None) for o in found if len(_blocking(o)) < left and not o.unread]
        chosen = failed or next(iter(fewer), None)
        if chosen is None:
            return None
        self._put_in(context, shown, chosen[0])
        return self._taken(context, *chosen)

    async def _planned(
        self, context: RunContext, shown: Thing, reading: IntentResult
    ) -> ToolChain | NoPlan:
        """What it comes to, with the message as what it is then; else that stays what it was."""
        before = context.message, context.environment
        self._put_in(context, shown, reading)
        plan = await self.plan(context, reading)
        if not isinstance(plan, ToolChain):
            context.take(before[0])
            context.environment, context.found = before[1], ()
        return plan

    def _put_in(self, context: RunContext, shown: Thing, reading: IntentResult) -> None:
        context.take(about_shown(context.request, reading, shown, self.catalogue))
        context.environment, context.found = shown.environment, ()

    def _same(
        self, context: RunContext, intent: IntentResult, shown: Thing
    ) -> tuple[IntentResult, bool] | None:
        """What was wanted last, of what the page shows by now, and whether the message is surely
        more of the same; None where it is something else."""
        past = past_of(context.store, context.request, self.catalogue)
        if past.last is None or intent.goals or not shows_another(past):
            return None
        heard = self._heard(context, past)
        more = max((one.sure for one in heard if one.turn == "more"), default=0.0)
        nothing = not any(one.turn in _OTHER for one in heard)
        if not (more or (nothing and intent.intent_type is IntentType.OTHER)):
            return None
        reading = self._put(past.last, shown, context.language)
        return (reading, more >= self.turns.turn) if reading is not None else None

    def _heard(self, context: RunContext, past: Past) -> list[FollowUp]:
        """The message behind what was said and answered, and behind the request alone: a question
        that was asked makes answers of what follows it."""
        heard = partial(self.reader.follow_up, context.request.text, language=context.language)
        found = (heard(before=before) for before in (past.said, past.said[:1]))
        return [one for one in found if one is not None]

    def _put(self, last: IntentResult, shown: Thing, language: Language) -> IntentResult | None:
        """The sentence with the shown thing in place of the one of its kind that it named."""
        refs = (ref for goal in last.goals for ref in refs_of(goal) if ref.type == shown.entity)
        named = {one.value for ref in refs for one in ref.identifiers}
        if len(named) != 1:
            return None
        words = last.text.replace(named.pop(), shown.id)
        read = partial(self.reader.read, environment=shown.environment, language=language)
        told = [words] if shown.id in words else [*texts_by_name(words, shown, self.catalogue)]
        for text in told:
            reading = read(text)
            if reading is not None and _does_the_same(reading, last, shown):
                return as_tools_know(reading, self.catalogue)
        return None

    async def _done_again(
        self, context: RunContext, shown: Thing, reading: IntentResult, sure: bool
    ) -> Understood | None:
        plan = await self._planned(context, shown, reading)
        if not isinstance(plan, ToolChain):
            return None
        return self._taken(context, reading, plan, sure=sure)

    def _readings(
        self, context: RunContext, intent: IntentResult, shown: Thing
    ) -> list[IntentResult]:
        """The readings with its name, with least left over first; of small talk and questions only
        those of which the reader is not all unsure."""
        text, language = context.request.text, context.language

        def read(told: str, place: str) -> IntentResult | None:
            return self.reader.read(told, environment=place, language=language)

        found = readings_by_name(text, shown, read, self.catalogue)
        known = [as_tools_know(one, self.catalogue) for one in found if one.goals]
        least = self.limits.beside if intent.intent_type in _TALK else 0.0
        sure = [one for one in known if one.confidence >= least]
        return sorted(sure, key=lambda one: len(one.unread))

    def _taken(
        self,
        context: RunContext,
        reading: IntentResult,
        plan: ToolChain | NoPlan | None,
        *,
        sure: bool = True,
    ) -> Understood:
        shown = sure or context.review == "always"
        clear = self._is_clear(reading) and not self._destroys_more(context, reading, plan)
        return doubted(Understood(reading, is_sure=shown and clear), plan)

    def is_of_page(self, context: RunContext, chosen: Understood) -> bool:
        """A change of what the page shows, which is shown before it runs. What is deleted is asked
        about besides."""
        deletes = any(goal.function is FunctionType.DELETE for goal in chosen.intent.goals)
        deletes = deletes or self._destroys_more(context, chosen.intent, chosen.plan)
        of_page = bool(context.message.seen) and not (chosen.rivals or deletes)
        return of_page and context.review == "always" and self._is_clear(chosen.intent)

    def _destroys_more(
        self, context: RunContext, reading: IntentResult, plan: ToolChain | NoPlan | None
    ) -> bool:
        """A call would void or delete something, and the message says more than to do that: what
        else it speaks of (`undo what you just filled in`) may be what is meant."""
        steps = plan.steps if isinstance(plan, ToolChain) else ()
        known = (self.catalogue.tools.get(step.tool) for step in steps)
        shown = shown_beside(context.request, self.catalogue, {})
        if shown is None or not any(tool is not None and tool.destructive for tool in known):
            return False
        left = context.request.text
        said = [goal.action_words for goal in reading.goals]
        for words in (*said, *(one.text for one in reading.supplements)):
            left = left.replace(words, " ")
        kind = self.catalogue.lexicon.concept(Kind.ENTITY, shown.entity)
        matches = self.catalogue.lexicon.scan(left)
        names = any(kind in match.concepts for match in matches)
        return len(_WORD.findall(left)) > _COURTESIES and not names

    def _is_clear(self, reading: IntentResult) -> bool:
        """The reader is no less sure than for a sentence, its verbs are none that it guessed at,
        and no noun is left over."""
        sure = reading.confidence >= self.limits.alone and not reading.unread
        known = sure and all(map(self._is_known, reading.goals))
        return known and not noun_left_over(reading, self.catalogue.lexicon)

    def _is_known(self, goal: Goal) -> bool:
        if goal.function not in _BY_VERB or goal.target_state is not None:
            return True
        told = self.catalogue.lexicon.lookup(goal.action_words, Kind.ACTION)
        return any(one.name == goal.action for one in told) and not goal.asked


def _does_the_same(reading: IntentResult, last: IntentResult, shown: Thing) -> bool:
    same = [goal.action for goal in reading.goals] == [goal.action for goal in last.goals]
    refs = [ref for goal in reading.goals for ref in refs_of(goal) if ref.type == shown.entity]
    return same and {one.value for ref in refs for one in ref.identifiers} == {shown.id}


def _may_mean(context: RunContext, intent: IntentResult, shown: Thing) -> bool:
    """The message stands by itself, is for where the page is, and names no other such thing."""
    message = context.message
    if message.seen or message.reading is not None or context.text != context.request.text:
        return False
    if intent.production or intent.environment not in (None, shown.environment):
        return False
    refs = [ref for goal in intent.goals for ref in refs_of(goal)]
    return not any(ref.identifiers and ref.type == shown.entity for ref in refs)


def _blocking(intent: IntentResult) -> list[str]:
    return [one.name for one in intent.missing if one.blocking]
