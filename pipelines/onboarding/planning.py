"""Plans sentences against a catalogue without any call: what would be done, tool by tool."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from pydantic import BaseModel, ConfigDict

from pipelines.clarification.meant import as_meant
from pipelines.clarification.outright import may_be_outright, read_outright
from pipelines.contracts.chain import NoPlan, ToolChain
from pipelines.contracts.intent import IntentResult
from pipelines.contracts.limits import Limits
from pipelines.contracts.readings import is_sure
from pipelines.filter import Finder, find
from pipelines.intent import rules
from pipelines.intent.reader import read_alone
from pipelines.messages import say
from pipelines.messages.labels import value_label
from pipelines.reasoning.planner.lookups import ReadTool
from pipelines.reasoning.planner.plan import plan
from pipelines.reasoning.planner.problem import PlanOptions, Problem
from tool_registry.base.beside_loop import beside_loop
from tool_registry.base.caller import Caller
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel, Yield
from tool_registry.sources.paths import nested
from tool_registry.sources.result import CallResult

_SEED = "impact"
_TURNS = 12
"""In so many states what is there is taken to be, for one sentence."""


class Part(BaseModel):
    """Base of all parts: immutable, no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Sentence(Part):
    """A request to plan: one of an evaluation case, a recipe, or one that was asked before."""

    id: str
    text: str
    environment: str | None = None
    """Configured environment, where the sentence itself names none."""


class Outcome(Part):
    """What planning a sentence came to."""

    kind: Literal["chain", "no_chain", "no_request"]
    """`no_request`: nothing to plan (refused, a question about tools, something is missing)."""
    tools: tuple[str, ...] = ()
    """`chain`: tool ids in order of execution."""
    reason: str = ""
    """`no_chain`: the planner's reason, such as `no_tool`; `no_request`: what it was."""
    text: str = ""
    """What the user would read instead; empty for a chain."""
    asks: str = ""
    """`chain`: what the user is asked before anything of it is done."""
    unread: bool = False
    """`no_chain`: what is there would tell whether there is one, and nothing was read."""


def understood(
    sentence: Sentence,
    catalogue: Catalogue,
    names: Path | None = None,
    finder: Finder | None = None,
) -> IntentResult:
    """The sentence in the words of that catalogue, a misspelt one as it is meant; `names`: where
    the reader keeps the vectors of such words beyond this process."""

    def read(text: str) -> IntentResult:
        return read_alone(text, catalogue, sentence.environment, folder=names)

    meant = as_meant(read, sentence.text, catalogue, finder) if finder is not None else None
    return meant or read(sentence.text)


async def plan_only(
    sentence: Sentence,
    catalogue: Catalogue,
    intent: IntentResult | None = None,
    options: PlanOptions | None = None,
    *,
    finder: Finder | None = None,
    caller: Caller | None = None,
    names: Path | None = None,
) -> Outcome:
    """The chain that the sentence would take, as on the road: where its reading comes to none, that
    of the one tool which it speaks of. Calls nothing; equal input gives equal output.

    `finder` is the one of the road that is asked about; without it action and object alone count.
    `names`: as in `understood`.
    Where a plan depends on what is there, each reading tool is taken to find one specimen.
    """
    read = intent or await beside_loop(partial(understood, sentence, catalogue, names, finder))
    asked = Asked(sentence, catalogue, finder, caller, options)
    return (await asked.planned(read))[1]


@dataclass(frozen=True, slots=True)
class Asked:
    """A sentence with all that tells what it would come to."""

    sentence: Sentence
    catalogue: Catalogue
    finder: Finder | None = None
    caller: Caller | None = None
    options: PlanOptions | None = None

    async def planned(self, intent: IntentResult) -> tuple[IntentResult, Outcome]:
        """The reading that counts, and what planning it came to."""
        made, limits = await self._outcome(intent), Limits()
        sure = is_sure(intent, limits, apart=intent.text == self.sentence.text)
        own = _doubted(made, intent, is_sure=sure)
        if not _may_be_outright(made):
            return intent, own
        outright = read_outright(intent, self.catalogue, self.finder, self.caller, limits)
        if outright is None:
            return intent, own
        other = await self._outcome(outright.intent)
        if other.kind != "chain" and made.kind != "no_request":
            return intent, own
        sure = outright.is_sure and (sure or made.kind == "no_request")
        return outright.intent, _doubted(other, outright.intent, is_sure=sure)

    async def _outcome(self, intent: IntentResult) -> Outcome:
        stopped = _stopped(intent, self.sentence, self.catalogue)
        if stopped is not None:
            return stopped
        told: set[str] = set()
        made = await self._made(intent, partial(_read_noting, told))
        if isinstance(made, NoPlan):
            lexicon = self.catalogue.lexicon
            spoken = {value_label(lexicon, word, intent.language) for word in told}
            never_there = any(word in made.text for word in told | spoken if len(word) > 1)
            unread = never_there or made.reason == "data"
            text = say(intent.language, "why.depends") if unread else made.text
            return Outcome(kind="no_chain", reason=made.reason, text=text, unread=unread)
        return Outcome(kind="chain", tools=tuple(step.tool for step in made.steps))

    async def could(self, intent: IntentResult, tool: str) -> bool:
        """True where a reading takes that tool in one of several other states of what is there."""
        for turn in range(1, _TURNS):
            made = await self._made(intent, partial(read_specimen, turn=turn))
            if not isinstance(made, NoPlan) and any(step.tool == tool for step in made.steps):
                return True
        return False

    async def _made(self, intent: IntentResult, read: ReadTool) -> ToolChain | NoPlan:
        found = await find(intent, self.catalogue, caller=self.caller, finder=self.finder)
        problem = Problem(
            intent,
            self.catalogue,
            intent.environment or next(iter(self.catalogue.environments.names), ""),
            candidates={one.tool: one.score for one in found if one.role != "dropped"},
            options=self.options or PlanOptions(),
            seed=_SEED,
        )
        return await plan(problem, read)


def _doubted(made: Outcome, intent: IntentResult, *, is_sure: bool) -> Outcome:
    """With the question that comes first where the reader is not sure of what would be changed."""
    if is_sure or made.kind != "chain":
        return made
    return made.model_copy(update={"asks": say(intent.language, "choices.is_it")})


def _may_be_outright(made: Outcome) -> bool:
    """It asks for something first, or has no plan for another reason than what is there."""
    if made.kind == "no_request":
        return made.reason == "missing"
    return made.kind == "no_chain" and may_be_outright(made.reason)


def _stopped(intent: IntentResult, sentence: Sentence, catalogue: Catalogue) -> Outcome | None:
    verdict = rules.check(sentence.text, catalogue.lexicon, catalogue.environments)
    if verdict.kind != "pass":
        return Outcome(kind="no_request", reason=verdict.reason or verdict.kind, text=verdict.text)
    if intent.production:
        return Outcome(kind="no_request", reason="production")
    if not intent.goals:
        return Outcome(kind="no_request", reason=intent.intent_type.value)
    missing = [item for item in intent.missing if item.blocking]
    if missing:
        return Outcome(kind="no_request", reason="missing", text=missing[0].question)
    return None


async def _read_noting(
    told: set[str],
    tool: ToolEssentialModel,
    environment: str,
    arguments: Mapping[str, JsonValue],
) -> CallResult:
    """As `read_specimen`; `told`: words of what was never there, of which nothing is true."""
    for item in tool.yields:
        first = next(iter(item.values.items()), None)
        told.update((first[0], *first[1]) if first else (str(_value(item)),))
    return await read_specimen(tool, environment, arguments)


async def read_specimen(
    tool: ToolEssentialModel,
    _environment: str,
    _arguments: Mapping[str, JsonValue],
    turn: int = 0,
) -> CallResult:
    """A reader for the planner that reaches nothing: one specimen of what the tool yields; of a
    closed set the first, or at a later turn one that is drawn for all that is called so."""
    try:
        return CallResult.success(nested({y.path: _value(y, turn) for y in tool.yields if y.path}))
    except ValueError:
        return CallResult.failed("unknown", "its result fields contradict one another")


def _value(item: Yield, turn: int = 0) -> JsonValue:
    """A value of a closed set, else a text that names the attribute."""
    values = tuple(item.values) or (f"specimen-{item.attribute or item.key}",)
    drawn = random.Random(f"{turn}:{item.attribute or item.key}").choice(values)
    value = drawn if turn else values[0]
    return [value] if item.path.endswith("[]") else value


def without(catalogue: Catalogue, tool_ids: frozenset[str]) -> Catalogue:
    """The same catalogue less some tools, its words unchanged."""
    kept = {i: tool for i, tool in catalogue.tools.items() if i not in tool_ids}
    return Catalogue(
        MappingProxyType(kept), catalogue.lexicon, catalogue.environments, catalogue.documents
    )
