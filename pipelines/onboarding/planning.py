"""Plans sentences against a catalogue without any call: what would be done, tool by tool."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from pydantic import BaseModel, ConfigDict

from pipelines.clarification.outright import may_be_outright, surely_outright
from pipelines.contracts.chain import NoPlan
from pipelines.contracts.intent import IntentResult
from pipelines.contracts.limits import Limits
from pipelines.filter import Finder, find
from pipelines.intent import rules
from pipelines.intent.reader import read_alone
from pipelines.reasoning.planner.plan import plan
from pipelines.reasoning.planner.problem import PlanOptions, Problem
from tool_registry.base.beside_loop import beside_loop
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel, Yield
from tool_registry.sources.paths import nested
from tool_registry.sources.result import CallResult

_SEED = "impact"


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


def understood(sentence: Sentence, catalogue: Catalogue, names: Path | None = None) -> IntentResult:
    """The sentence in the words of that catalogue; `names`: where the reader keeps the vectors of
    such words beyond this process."""
    return read_alone(sentence.text, catalogue, sentence.environment, folder=names)


async def plan_only(
    sentence: Sentence,
    catalogue: Catalogue,
    intent: IntentResult | None = None,
    options: PlanOptions | None = None,
    *,
    finder: Finder | None = None,
    names: Path | None = None,
) -> Outcome:
    """The chain that the sentence would take, as on the road: where its reading comes to none, that
    of the one tool which it speaks of. Calls nothing; equal input gives equal output.

    `finder` is the one of the road that is asked about; without it action and object alone count.
    `names`: as in `understood`.
    Where a plan depends on what is there, each reading tool is taken to find one specimen.
    """
    intent = intent or await beside_loop(partial(understood, sentence, catalogue, names))
    made = await _outcome(sentence, catalogue, intent, options, finder)
    if not _may_be_outright(made):
        return made
    outright = surely_outright(intent, catalogue, finder, None, Limits())
    if outright is None:
        return made
    other = await _outcome(sentence, catalogue, outright, options, finder)
    return other if other.kind == "chain" or made.kind == "no_request" else made


def _may_be_outright(made: Outcome) -> bool:
    """It asks for something first, or has no plan for another reason than what is there."""
    if made.kind == "no_request":
        return made.reason == "missing"
    return made.kind == "no_chain" and may_be_outright(made.reason)


async def _outcome(
    sentence: Sentence,
    catalogue: Catalogue,
    intent: IntentResult,
    options: PlanOptions | None,
    finder: Finder | None,
) -> Outcome:
    stopped = _stopped(intent, sentence, catalogue)
    if stopped is not None:
        return stopped
    found = await find(intent, catalogue, finder=finder)
    problem = Problem(
        intent,
        catalogue,
        intent.environment or next(iter(catalogue.environments.names), ""),
        candidates={one.tool: one.score for one in found if one.role != "dropped"},
        options=options or PlanOptions(),
        seed=_SEED,
    )
    made = await plan(problem, read_specimen)
    if isinstance(made, NoPlan):
        return Outcome(kind="no_chain", reason=made.reason, text=made.text)
    return Outcome(kind="chain", tools=tuple(step.tool for step in made.steps))


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


async def read_specimen(
    tool: ToolEssentialModel, _environment: str, _arguments: Mapping[str, JsonValue]
) -> CallResult:
    """A reader for the planner that reaches nothing: one specimen of what the tool yields."""
    try:
        return CallResult.success(nested({y.path: _value(y) for y in tool.yields if y.path}))
    except ValueError:
        return CallResult.failed("unknown", "its result fields contradict one another")


def _value(item: Yield) -> JsonValue:
    """The first value of a closed set, else a text that names the attribute."""
    value = next(iter(item.values), f"specimen-{item.attribute or item.key}")
    return [value] if item.path.endswith("[]") else value


def without(catalogue: Catalogue, tool_ids: frozenset[str]) -> Catalogue:
    """The same catalogue less some tools, its words unchanged."""
    kept = {i: tool for i, tool in catalogue.tools.items() if i not in tool_ids}
    return Catalogue(
        MappingProxyType(kept), catalogue.lexicon, catalogue.environments, catalogue.documents
    )
