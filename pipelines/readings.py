"""The readings that a sentence can have, and the one that counts: chosen once, before it is told.

Where a language model's reading counts there is nothing to choose: whoever reads the text itself,
against the records of an HTTP API, stands beside the rules and never behind a model.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace

from pipelines.contracts.intent import Goal, Instruction, IntentResult, PlanStep, Span
from pipelines.grounded import Grounded, Worlds, plan_grounded, taken_at_random
from pipelines.intent.goals import MOST_GOALS
from pipelines.intent.overview import conditions_of, related_of, summary_of
from pipelines.intent.steps import execution_plan
from pipelines.messages import say
from pipelines.planner.chain import NoPlan, ToolChain
from pipelines.planner.probe import Reader
from pipelines.records import Wishes, about_records, as_data, plan_records
from pipelines.referee import Limits, verdict
from tool_registry.base.types import FunctionType, IntentType
from tool_registry.catalogue import Catalogue

_KINDS = {
    FunctionType.CREATE: IntentType.CREATE_DATA,
    FunctionType.QUERY: IntentType.QUERY_DATA,
    FunctionType.VERIFY: IntentType.VERIFY_DATA,
}


@dataclass(frozen=True, slots=True)
class Understood:
    """The reading that counts for the whole road."""

    intent: IntentResult
    plan: ToolChain | NoPlan | None = None
    """What it comes to, where that had to be known to choose it; None: planning comes later."""
    of_records: bool = False
    """It was read against the records of an HTTP API."""
    rivals: tuple[IntentResult, ...] = ()
    """The readings among which the person has to choose; none of them counts."""


@dataclass(frozen=True, slots=True)
class Readers:
    """Those who read a sentence against the records of an HTTP API, beside the rules."""

    catalogue: Catalogue
    worlds: Worlds
    read: Reader
    seed: str
    """Of what is drawn for new things."""
    ends: Callable[[IntentResult], bool]
    """Whether a reading leads to no plan: it asks something, or is no work on data."""
    plan: Callable[[IntentResult], Awaitable[ToolChain | NoPlan]]
    """What the planner makes of a reading."""
    limits: Limits = field(default_factory=Limits)

    async def choose(self, by_rules: IntentResult, learned: IntentResult | None) -> Understood:
        """The reading that counts, of those that need no language model."""
        first = await self._of_rules(by_rules)
        if learned is None or learned.production or not learned.goals:
            return first
        plan = None if self.ends(learned) else await self.plan(learned)
        own = first.plan
        if own is None and not self.ends(first.intent):
            own = await self.plan(first.intent)
        said = verdict(first.intent, own, learned, plan, self.limits)
        if said == "learned":
            return Understood(learned, plan)
        if said == "rules":
            return replace(first, plan=own)
        rivals = (first.intent, learned) if isinstance(own, ToolChain) else (learned,)
        return replace(first, plan=_which(by_rules), rivals=rivals)

    async def patched(self, readings: Sequence[IntentResult]) -> Understood | None:
        """The reading that counts of those which a follow-up can have: the only one that can be
        done, or asks for more; where several can be done the person chooses."""
        found = [one for one in [await self._of_patch(one) for one in readings] if one is not None]
        if len(found) < 2:
            return next(iter(found), None)
        rivals = tuple(one.intent for one in found)
        return replace(found[0], plan=_which(rivals[0]), rivals=rivals)

    async def _of_patch(self, intent: IntentResult) -> Understood | None:
        """None where nothing comes of it and nothing is asked."""
        if intent.production or len(intent.goals) > MOST_GOALS or self.ends(intent):
            return Understood(intent)
        plan = singled_out(await self.plan(intent), intent, self.worlds)
        idle = isinstance(plan, NoPlan) and not plan.question
        return None if idle else Understood(intent, plan)

    async def _of_rules(self, by_rules: IntentResult) -> Understood:
        """The rules' reading, or a better one: of things with states, or where that has no plan.

        Another reason to do nothing is no better than the one that there is already.
        """
        wishes = about_records(by_rules, self.catalogue)
        intent = by_rules if wishes is None else as_data(by_rules, wishes)
        plain = Understood(intent, of_records=wishes is not None)
        found = await self._grounded(intent)
        if found is not None and (self.ends(intent) or found.stateful or _chooses(found.plan)):
            return self._of(intent, found.goals, found.plan)
        if self.ends(intent) or (wishes is None and found is None):
            return plain
        made = await self._planned(plain, wishes)
        if isinstance(made.plan, NoPlan) and found is not None:
            return self._of(intent, found.goals, found.plan)
        return made

    async def _planned(self, plain: Understood, wishes: Wishes | None) -> Understood:
        """The first reading with its plan."""
        intent = plain.intent
        if wishes is None:
            made = replace(plain, plan=await self.plan(intent))
        else:
            found = await plan_records(intent, wishes, self.catalogue, self.read, self.seed)
            is_none = isinstance(found, NoPlan)
            allowed = _allowing(intent) if wishes.makes_missing else intent
            made = replace(plain, plan=found) if is_none else self._of(allowed, found[1], found[0])
        singled = singled_out(made.plan, intent, self.worlds) if made.plan is not None else None
        return made if singled is made.plan else replace(plain, plan=singled)

    async def _grounded(self, intent: IntentResult) -> Grounded | None:
        if intent.environment is None or intent.production or intent.stress:
            return None
        place = intent.environment
        found = await plan_grounded(intent, self.worlds, place, self.read, self.seed)
        plan = found.plan if found is not None else None
        idle = isinstance(plan, NoPlan) and not plan.question and plan.reason != "forbidden"
        return None if idle else found

    def _of(
        self, intent: IntentResult, goals: Sequence[Goal], plan: ToolChain | NoPlan
    ) -> Understood:
        """The sentence as such a reader has it: nothing in it is left over or missing."""
        first = next(iter(goals), None)
        kind = _KINDS.get(first.function, IntentType.OPERATE_DATA) if first else None
        kind = kind or IntentType.QUERY_DATA
        steps = execution_plan(goals, intent.language, self.catalogue.lexicon)
        told = {
            "intent_type": kind,
            "goals": tuple(goals),
            "action": first.action if first else None,
            "object": summary_of(first),
            "related": related_of(goals),
            "conditions": conditions_of(first, kind),
            "execution_plan": tuple(map(_in_words, steps, goals)),
            "unread": (),
            "missing": (),
        }
        return Understood(intent.model_copy(update=told), plan, of_records=True)


def singled_out(
    plan: ToolChain | NoPlan, intent: IntentResult, worlds: Worlds
) -> ToolChain | NoPlan:
    """The plan, or the question which one is meant where it would take the first of a list."""
    if isinstance(plan, NoPlan) or not taken_at_random(plan, worlds):
        return plan
    text = say(intent.language, "grounded.unchosen")
    return NoPlan(reason="missing", text=text, question=text)


def _which(intent: IntentResult) -> NoPlan:
    """The question which of several readings is meant."""
    text = say(intent.language, "choices.which")
    return NoPlan(reason="ambiguous", text=text, question=text)


def _allowing(intent: IntentResult) -> IntentResult:
    """What is named and does not exist may be made."""
    whole = Span(start=0, end=len(intent.text), text=intent.text)
    told = Instruction(kind="create_missing", text=intent.text, span=whole)
    has = intent.allows("create_missing")
    return intent if has else intent.model_copy(update={"supplements": (*intent.supplements, told)})


def _in_words(step: PlanStep, goal: Goal) -> PlanStep:
    """Such a goal has the whole sentence as its text: the step says what of it is its own."""
    said = [goal.action_words, goal.object.words, *(one.value for one in goal.object.identifiers)]
    return step.model_copy(update={"text": " ".join(filter(None, said)) or step.expects})


def _chooses(plan: ToolChain | NoPlan) -> bool:
    """It asks which of several is meant."""
    return isinstance(plan, NoPlan) and plan.reason == "ambiguous"
