"""Where the road ends without understanding: the answer with choices, kept with the question."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from pipelines.clarification import reachable
from pipelines.clarification.building import (
    by_tool,
    choices_of,
    environment_choices,
    planned_tools,
    ranked,
    reading_choices,
    tools_of,
    value_choice,
    with_tools,
)
from pipelines.clarification.choosing_time import time_choices
from pipelines.clarification.choosing_undo import undo_choices
from pipelines.clarification.constant_words import plain_words
from pipelines.clarification.dependencies import ClarificationDependencies
from pipelines.clarification.exchanged import exchanged_choices
from pipelines.clarification.filling import filled, lacking, said_in
from pipelines.clarification.form import ENVIRONMENT, form_of, text_of
from pipelines.clarification.near_tools import harms_another, likely, of_its_kind, takes_back
from pipelines.clarification.offer import Offer, Offered, offer_of
from pipelines.clarification.offerable import may_be_offered
from pipelines.clarification.phrasing import sentence_of
from pipelines.clarification.row_forms import drafted, names_each, rows_by_tool
from pipelines.clarification.without_dropped import without_dropped
from pipelines.contracts.answer import Answer, Status, Summary
from pipelines.contracts.chain import NoPlan, ToolChain
from pipelines.contracts.events import Asked
from pipelines.contracts.intent import Goal, IntentResult
from pipelines.contracts.message import Opened
from pipelines.contracts.readings import Understood
from pipelines.contracts.request import Request
from pipelines.messages import listed, say
from pipelines.reasoning.planner.plan import plan
from pipelines.reasoning.planner.problem import Problem
from pipelines.runs.chosen import example_for
from pipelines.runs.context import RunContext
from pipelines.runs.memory import OpenQuestion
from tool_registry.base.types import FunctionType, IntentType
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel

_LOOKED_AT = 8
"""So many tools come into question."""
_TRIED = 5
"""So many of them, the closest ones, are tried as readings."""
_SEARCHED = 8
"""So many tools a search shows."""
_OBJECT = "object"
_BY_VERB = (FunctionType.OPERATE, FunctionType.DELETE)


async def offered(deps: ClarificationDependencies, context: RunContext, answer: Answer) -> Answer:
    """The answer; with choices or a form where that is what it waits for."""
    if not deps.catalogue.tools:
        return answer
    if context.times:
        choices = time_choices(context.times, deps.catalogue, context.store.clock.now())
        return _Offering(deps, context).asked(answer, choices)
    if context.undoable:
        # The plan that was shown before is not wanted.
        deps.memory.settle(context.request)
        now = context.store.clock.now()
        return _Offering(deps, context).asked(
            answer, undo_choices(context.undoable, context.language, now)
        )
    if context.message.opened is not None:
        return await _Offering(deps, context).opened(answer, context.message.opened)
    reply = context.message.reply
    if reply is not None and reply.options:
        choices = reading_choices(reply.options)
        return _Offering(deps, context).asked(answer, choices, reply.text)
    if reply is not None and answer.status is Status.NEEDS_INPUT:
        return _once_more(deps, context, answer)
    if not may_be_offered(context, answer):
        return answer
    return await _Offering(deps, context).made(answer, context.understood)


def _once_more(deps: ClarificationDependencies, context: RunContext, answer: Answer) -> Answer:
    """With the choices that are still open."""
    pending = deps.memory.open_question(context.request)
    offer = offer_of(pending.offer) if pending is not None else None
    if offer is None:
        return answer
    told = {"question": answer.question or answer.summary.text}
    return answer.model_copy(update={**told, "choices": tuple(o.choice for o in offer.choices)})


@dataclass(frozen=True, slots=True)
class _Offering:
    deps: ClarificationDependencies
    context: RunContext

    async def made(self, answer: Answer, intent: IntentResult) -> Answer:
        """With the choices that what is missing, or not understood, calls for."""
        lacking = _lacking(intent, answer)
        chosen = intent.is_chosen or self.context.message.reading is not None
        given = self.context.given
        names = dict.fromkeys(one.name for one in intent.missing if one.blocking)
        named = lacking is not None and not any(map(_is_object, names)) and not intent.unread
        if lacking == ENVIRONMENT and not (named and len(names) > 1):
            found = environment_choices(intent, self.deps.catalogue, given, chosen)
            return self.asked(answer, found)
        if named:
            if other := await exchanged_choices(intent, self.deps.catalogue, self._checked):
                return self.asked(answer, other)
            wanted = (value_choice(n, intent, self.deps.catalogue, given, chosen) for n in names)
            values = (self.deps.suggesting.choice(one, intent) for one in wanted)
            return self.asked(answer, tuple(values))
        why = self.context.no_chain
        if ways := await self._ways(reachable.ways(intent, why, self._problem(intent))):
            return self.asked(answer, ways, reachable.question(answer, why))
        pointing = self.deps.suggesting.pointed_at(intent)
        if pointing is not None:
            told, last = answer.model_copy(update={"intent": pointing}), pointing.missing[-1]
            one = value_choice(last.name, pointing, self.deps.catalogue, given, chosen)
            return self.asked(told, (self.deps.suggesting.choice(one, pointing),), last.question)
        return await self._readings(answer, intent)

    async def _ways(self, readings: Iterable[IntentResult]) -> tuple[Offered, ...]:
        """Those of the readings that can be carried out."""
        told: dict[str, tuple[str, IntentResult]] = {}
        for one in readings:
            made = await plan(self._problem(one), self.deps.read)
            if isinstance(made, ToolChain) and made.steps:
                left = tuple(span.text for span in one.unread)
                words = sentence_of(one, self.deps.catalogue, left)
                told.setdefault(made.digest, (words, one))
        return reading_choices(told.values())

    async def opened(self, answer: Answer, opened: Opened) -> Answer:
        """With the form that was asked for, or what a search has found."""
        pending = self.deps.memory.open_question(self.context.request)
        if opened.query is not None:
            return await self._found(answer, opened)
        self.context.understand(Understood(opened.intent))
        made, missing = await self._checked(opened.intent)
        names = missing.missing if missing is not None else ()
        form = form_of(
            opened.choice,
            opened.intent,
            self.deps.catalogue,
            names,
            opened.values,
            opened.problems,
            planned=made is not None,
        )
        form = self.deps.suggesting.filled_in(form, opened.intent)
        before = offer_of(pending.offer) if pending else None
        kept = before.choices if before else ()
        one = kept_or_new(kept, opened)
        choices = tuple(one if o.choice.id == opened.choice else o for o in kept) or (one,)
        update = {"form": form, "intent": opened.intent}
        text = text_of(form, opened.intent, opened.values)
        return self.asked(answer.model_copy(update=update), choices, text)

    async def _found(self, answer: Answer, opened: Opened) -> Answer:
        """Tools by the words of a search; without words, more of those that come close."""
        intent, language = opened.intent, opened.intent.language
        query = (opened.query or "").strip()
        ids = self._near(query or intent.text)
        folded = query.casefold()
        named = [
            tool.id
            for tool in self.deps.catalogue.tools.values()
            if folded and folded in f"{tool.title} {tool.other_title} {tool.name}".casefold()
        ]
        tools = ranked([*named, *ids], self.deps.catalogue, intent.environment)[:_SEARCHED]
        goal = _unclear_goal(intent)
        drafts = await self._forms(intent, goal, tools)
        choices = choices_of((), drafts[:_SEARCHED], self.deps.catalogue, language)
        key = "choices.found" if tools else "choices.found_none"
        text = say(language, key, query=query or intent.text)
        return self.asked(answer, choices, text)

    async def _readings(self, answer: Answer, intent: IntentResult) -> Answer:
        catalogue, language = self.deps.catalogue, intent.language
        plain, why = None, self.context.no_chain
        if not isinstance(why, NoPlan):
            plain, why = await self._checked(intent)
        reason = why.reason if why is not None else None
        if reason in ("forbidden", "data"):
            return answer
        doubted = await self._rivals()
        readings = doubted or ([(plain, intent.confidence)] if plain is not None else [])
        if len(readings) > 1 or (readings and intent.negative):
            between = choices_of(readings, (), catalogue, language)
            return self.asked(answer, between, self._unclear(answer, intent))
        nearest = why.nearest if why is not None else ()
        asks = answer.status is Status.NEEDS_INPUT and _lacking(intent, answer) is None
        if asks and not readings and not (reason == "ambiguous" and nearest):
            return answer
        words = plain_words(intent, catalogue)
        example = example_for(self.context.store, self.context.request.caller, words)
        before = example.tools if example else {}
        ids = [*before.values(), *nearest, *self._kept(), *self._near(intent.text)]
        goal = _unclear_goal(intent)
        tools = self._tools(intent, goal, ids)
        pinned, drafts = await self._by_tools(intent, goal, tools, set(nearest))
        if (less := await without_dropped(intent, why, self._checked)) is not None:
            pinned = [(less, intent.confidence)]
        # A yes is to mean the one reading that is doubted.
        told = readings if doubted else [*readings, *pinned]
        choices = choices_of(told, drafts, catalogue, language, before)
        if not choices:
            return answer
        known = reason == "no_tool" and not intent.unread and _all_known(intent, catalogue)
        if known:
            instead = say(language, "choices.instead")
            text = say(language, "choices.join", first=answer.summary.text, second=instead)
            summary = Summary(text=text)
            return self._kept_open(answer.model_copy(update={"summary": summary}), choices)
        return self.asked(answer, choices, self._unclear(answer, intent))

    def _tools(
        self, intent: IntentResult, goal: Goal | None, ids: Sequence[str]
    ) -> list[ToolEssentialModel]:
        """Those of these tools that are worth a look."""
        found = ranked(ids, self.deps.catalogue, intent.environment)
        known = self.deps.catalogue.lexicon
        found = [one for one in found if not harms_another(one, goal, known)]
        found = [one for one in found if not takes_back(one, goal, known)]
        return of_its_kind(found, goal, known)[:_LOOKED_AT]

    async def _rivals(self) -> list[tuple[IntentResult, float]]:
        """The readings of several readers, as far as they can be done."""
        held = self.context.reading.rivals if self.context.reading is not None else ()
        checked = [(await self._checked(one), one.confidence) for one in held]
        return [(made, sure) for (made, _), sure in checked if made is not None]

    def _unclear(self, answer: Answer, intent: IntentResult) -> str:
        """What was understood, what is not clear, and that there is a choice."""
        if answer.question is not None and not intent.unread:
            return answer.question
        language, place = intent.language, intent.environment
        words = [one.fact.words for one in said_in(intent, None) if one.fact.words]
        if place is not None:
            words.append(self.deps.catalogue.environments.label(place, language))
        told = [say(language, "choices.understood", words=listed(language, words))] if words else []
        if answer.question is not None:
            unread = listed(language, (span.text for span in intent.unread))
            told.append(say(language, "choices.unread", words=unread))
        elif intent.intent_type is not IntentType.OTHER:
            told.append(answer.summary.text)
        told.append(say(language, "choices.which"))
        return reduce(lambda one, two: say(language, "choices.join", first=one, second=two), told)

    async def _by_tools(
        self,
        intent: IntentResult,
        goal: Goal | None,
        tools: Sequence[ToolEssentialModel],
        twins: set[str],
    ) -> tuple[list[tuple[IntentResult, float]], list[tuple[ToolEssentialModel, IntentResult]]]:
        """The tools that can do it with what the sentence says, as readings; all of them with the
        reading that their form begins from."""
        readings: list[tuple[IntentResult, float]] = []
        acts = any(_does(tool, goal) for tool in tools)
        drafts = await self._forms(intent, goal, tools)
        scores = {one.tool: one.score for one in self.context.found}
        for place, tool in enumerate(tools):
            rows = rows_by_tool(intent, tool, self.deps.catalogue)
            if rows is not None and not names_each(rows, intent):
                continue
            draft = rows or by_tool(intent, goal, tool, self.deps.catalogue)
            whole = with_tools(intent, {goal.id: tool.id}) if goal and tool.id in twins else draft
            near = place < _TRIED and not twins and likely(tool, goal)
            fit = near and (_does(tool, goal) or not acts)
            if tool.id not in twins and not (fit and _is_told(tool, draft, self.deps.catalogue)):
                continue
            checked, _ = await self._checked(whole)
            if checked is None and whole is not draft:
                checked, _ = await self._checked(draft)
            if checked is not None:
                readings.append((checked, scores.get(tool.id, 0.0)))
        drafts.sort(key=lambda pair: not likely(pair[0], goal))
        return readings, drafts

    async def _forms(
        self, intent: IntentResult, goal: Goal | None, tools: Sequence[ToolEssentialModel]
    ) -> list[tuple[ToolEssentialModel, IntentResult]]:
        """The tools, each with the reading that its form begins from."""
        others = await self._others(intent, goal)
        known = self.deps.catalogue

        return [(one, drafted(intent, goal, one, others, known)) for one in tools]

    async def _others(self, intent: IntentResult, goal: Goal | None) -> dict[str, Goal]:
        """The other goals that can be done by themselves, with their tools."""
        found: dict[str, Goal] = {}
        for one in intent.goals:
            alone = intent.model_copy(update={"goals": (one,)})
            done, _ = await self._checked(alone) if one is not goal else (None, None)
            if done is not None:
                found[one.id] = done.goals[0]
        return found

    async def _checked(self, intent: IntentResult) -> tuple[IntentResult | None, NoPlan | None]:
        """The reading with the tools of its plan, where it has one; else why it has none."""
        if not intent.goals or any(goal.object.type is None for goal in intent.goals):
            return None, None
        made = await plan(self._problem(intent), self.deps.read)
        if isinstance(made, NoPlan):
            return None, made
        return with_tools(intent, {**planned_tools(made, intent), **tools_of(intent)}), None

    def _problem(self, intent: IntentResult) -> Problem:
        problem = self.deps.problem(intent)
        tools = (self.deps.catalogue.tools.get(goal.tool or "") for goal in intent.goals)
        place = next((t.environments[0] for t in tools if t and t.environments), None)
        if intent.environment is not None or place is None:
            return problem
        return replace(problem, environment=place)

    def _kept(self) -> list[str]:
        return [one.tool for one in self.context.found if one.role == "main"]

    def _near(self, text: str) -> Sequence[str]:
        """The tools whose texts come closest to the raw sentence."""
        finder = self.deps.finder
        if finder is None:
            return ()
        indexed = finder.of(self.deps.catalogue)
        return indexed.search(indexed.plain(text)).near

    def asked(self, answer: Answer, choices: tuple[Offered, ...], text: str = "") -> Answer:
        """The answer as a question that waits for one of these."""
        question = text or answer.question or answer.summary.text
        if answer.question != question:
            self.context.tell(Asked(question=question, missing=()))
        told = {"status": Status.NEEDS_INPUT, "question": question}
        summary = Summary(text=question)
        return self._kept_open(answer.model_copy(update={**told, "summary": summary}), choices)

    def _kept_open(self, answer: Answer, choices: tuple[Offered, ...]) -> Answer:
        request: Request = self.context.request
        intent = answer.intent
        words = plain_words(intent, self.deps.catalogue) if intent else ""
        before = self.deps.memory.open_question(request)
        earlier = offer_of(before.offer) if before is not None else None
        if self.context.message.opened is not None and earlier is not None:
            words, intent = earlier.words, earlier.intent
        offer = Offer(words=words, choices=choices, intent=intent).model_dump(mode="json")
        missing = before.missing if before is not None else ()
        reading = self.context.open_reading
        question = OpenQuestion(self.context.text, missing, self.context.given, offer, reading)
        self.deps.memory.ask(request, question)
        return answer.model_copy(update={"choices": tuple(one.choice for one in choices)})


def kept_or_new(kept: Sequence[Offered], opened: Opened) -> Offered:
    """The choice that is being filled in, with its reading as it stands now."""
    one = next(one for one in kept if one.choice.id == opened.choice)
    typed = {path: v for path, v in opened.values.items() if path not in opened.problems}
    return one.model_copy(update={"intent": opened.intent, "typed": typed})


def _lacking(intent: IntentResult, answer: Answer) -> str | None:
    """The name of what the answer asks for, where the intent lacks it."""
    if answer.question is None:
        return None
    open_ones = (one for one in intent.missing if one.blocking and one.question == answer.question)
    name = next((one.name for one in open_ones), None)
    return _OBJECT if name is not None and _is_object(name) else name


def _is_object(name: str) -> bool:
    return name.rpartition(".")[2] == _OBJECT


def _unclear_goal(intent: IntentResult) -> Goal | None:
    """The first goal of whose thing nothing is known, else the first."""
    unknown = (goal for goal in intent.goals if goal.object.type is None)
    return next(unknown, next(iter(intent.goals), None))


def _all_known(intent: IntentResult, catalogue: Catalogue) -> bool:
    known = set(catalogue.graph.entities)
    return bool(intent.goals) and all(goal.object.type in known for goal in intent.goals)


def _is_told(tool: ToolEssentialModel, draft: IntentResult, catalogue: Catalogue) -> bool:
    """True where the sentence says something that the tool takes, and all that only it can say."""
    mine = next(one for one in draft.goals if one.tool == tool.id)
    values = filled(tool, said_in(draft, mine), catalogue).values
    return bool(values) and not lacking(tool, values)


def _does(tool: ToolEssentialModel, goal: Goal | None) -> bool:
    """It does what an operation's verb says: those differ by nothing else."""
    return goal is not None and goal.function in _BY_VERB and goal.action in tool.actions
