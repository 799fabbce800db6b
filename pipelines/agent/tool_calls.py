"""What becomes of an agent's calls: made by the executor's own parts, one after the other."""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pipelines.agent.provenance import Grounds
from pipelines.agent.referee import Past, Referee
from pipelines.agent.toolbox import Toolbox
from pipelines.contracts.answer import ChainStep
from pipelines.contracts.chain import Step, ToolChain
from pipelines.contracts.execution import StepRecord
from pipelines.execution.execute import Work
from pipelines.messages import say
from pipelines.models.model import ToolCall
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.planner.writing import digest as digest_of
from pipelines.runs.views import chain_told
from tool_registry.base.ids import digest
from tool_registry.base.redaction import shown
from tool_registry.base.types import Effect, JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel

Ahead: TypeAlias = Callable[[ToolChain], Awaitable[str | None]]
"""Is called ahead of each call with the chain that ends in it: keeps the chain, reads what is
there; a question for the user stops the call."""
Gate: TypeAlias = Callable[[ToolChain], str | None]
"""Why the chain may not end in that call, in the words for a model."""


@dataclass(frozen=True, slots=True)
class Observation:
    """What the model is told of a call."""

    body: JsonValue
    labels: Mapping[str, str] = field(default_factory=dict[str, str])
    """Key of the result → what the tool says of it."""
    repeats: int = 1
    """How often the same call came to the same."""
    question: str | None = None
    """The user has to be asked first; nothing was called."""


@dataclass
class Hands:
    """Makes the calls of one request."""

    toolbox: Toolbox
    problem: Problem
    work: Work
    said: tuple[str, ...]
    gate: Gate
    ahead: Ahead
    limit: int
    """Calls of one request, at most."""
    earlier: Sequence[JsonValue] = ()
    made_before: Sequence[ChainStep] = ()
    seen: Counter[str] = field(default_factory=Counter[str])

    @property
    def records(self) -> dict[str, StepRecord]:
        """How the steps went so far."""
        return self.work.progress.records

    async def make(self, call: ToolCall) -> Observation:
        """Makes the call where it may be made, and tells what it came to."""
        tool = self.toolbox.tools.get(call.name)
        if tool is None:
            return self._told(call, say("zh", "single.unknown_tool", tool=call.name))
        if len(self.work.chain.steps) >= self.limit:
            return self._told(call, say("zh", "single.too_many_calls", limit=self.limit))
        made = self._referee().step(tool, call.arguments)
        if not isinstance(made, Step):
            text = say("zh", "single.refused", tool=call.name, problems="; ".join(made))
            return self._told(call, text)
        chain = grown(self.work.chain, made)
        beyond = self.gate(chain)
        if beyond is not None:
            text = say("zh", "single.refused", tool=call.name, problems=beyond)
            return self._told(call, text)
        question = await self.ahead(chain)
        if question is not None:
            return Observation(question, question=question)
        self.work.grow(chain)
        return await self._made(call, made, tool)

    async def take_up(self, step: Step) -> tuple[ToolCall, Observation]:
        """Goes on with a step of an earlier process; the call as the model would have made it."""
        tool = self.work.setting.tools[step.tool]
        await self.work.run([step])
        record = self.records[step.id]
        name = self.toolbox.name_of(step.tool) or tool.name
        call = ToolCall(f"taken-{step.id}", name, shown(record.arguments))
        return call, self._told(call, self._body(tool, record), labels(tool, self.catalogue))

    @property
    def catalogue(self) -> Catalogue:
        """The words and tools of the request."""
        return self.problem.catalogue

    async def _made(self, call: ToolCall, step: Step, tool: ToolEssentialModel) -> Observation:
        self._plan(step)
        await self.work.run([step])
        body = self._body(tool, self.records[step.id])
        return self._told(call, body, labels(tool, self.catalogue))

    def _plan(self, step: Step) -> None:
        """Tells of the step as of any plan."""
        one = self.work.chain.model_copy(update={"steps": (step,)})
        self.work.setting.emit(chain_told(one))

    def _referee(self) -> Referee:
        done = [one for one in self.records.values() if one.status == "done"]
        grounds = Grounds(self.problem, self.said, done, self.earlier)
        past = Past(self.work.chain.steps, self.records, self.made_before)
        return Referee(self.problem, grounds, past)

    def _body(self, tool: ToolEssentialModel, record: StepRecord) -> JsonValue:
        failure = record.failure
        if failure is None:
            return shown(record.body)
        reason = " ".join(part for part in (failure.code, failure.message) if part)
        return say("zh", "single.failed", kind=failure.kind, reason=reason)

    def _told(
        self, call: ToolCall, body: JsonValue, known: Mapping[str, str] | None = None
    ) -> Observation:
        """The observation, and how often the same call has come to the same."""
        tool = self.toolbox.tools.get(call.name)
        sign = digest([call.name, dict(call.arguments), body])
        made = tool is not None and tool.effect is not Effect.NONE and known is not None
        self.seen[sign] += 0 if made else 1
        return Observation(body, known or {}, max(1, self.seen[sign]))


def grown(chain: ToolChain, step: Step) -> ToolChain:
    """The chain with one more step at its end."""
    steps = (*chain.steps, step)
    digest = digest_of(steps, chain.environment)
    return chain.model_copy(update={"steps": steps, "digest": digest})


def labels(tool: ToolEssentialModel, catalogue: Catalogue) -> dict[str, str]:
    """Key of a result → the tool's own words for it, and the catalogue's."""
    found: dict[str, str] = {}
    for item in tool.yields:
        words = {
            surface
            for concept in catalogue.lexicon.concepts
            if item.attribute is not None and concept.name == item.attribute
            for surface in (concept.name, *concept.surfaces)
        }
        found[item.key] = " ".join((item.description, *sorted(words)))
    return found
