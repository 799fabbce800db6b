"""The product's plan for a tool that is to be called, with the values that a benchmark gives it."""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from evals.chain.binding import ENVIRONMENT
from pipelines.clarification.filling import Value, goal_of
from pipelines.contracts.chain import NoPlan, Step, ToolChain
from pipelines.contracts.intent import IntentResult, Span
from pipelines.reasoning.planner.plan import plan
from pipelines.reasoning.planner.problem import Problem
from tool_registry.base.types import IntentType, JsonValue, Object
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.sources.paths import nested
from tool_registry.sources.result import CallResult
from tool_registry.vocabulary.language import language_of


@dataclass(frozen=True, slots=True)
class Edge:
    """An argument of a call that takes a field of an earlier call's result."""

    provider: str
    tool: str
    argument: str
    field: str


def planned(
    catalogue: Catalogue, tool: ToolEssentialModel, values: Object, more: Mapping[str, Object]
) -> tuple[Step, ...]:
    """The steps of the plan for one call of the tool; none where it makes no plan.

    `values`: its own arguments; `more`: tool id → arguments that other calls are to get, as if
    somebody had answered them. No tool is called: reads are answered with placeholders."""
    text = tool.title
    goal, given = goal_of(tool, _values(tool, values), None, catalogue, text)
    for id, told in more.items():
        given = {**_answers(catalogue.tools[id], told), **given}
    intent = IntentResult(
        text=text,
        language=language_of(text),
        intent_type=IntentType.OPERATE_DATA,
        environment=ENVIRONMENT,
        goals=(goal,),
    )
    problem = Problem(intent, catalogue, ENVIRONMENT, given=given)
    made: ToolChain | NoPlan = asyncio.run(plan(problem, answered))
    return () if isinstance(made, NoPlan) else made.steps


def edges(steps: tuple[Step, ...]) -> Iterator[Edge]:
    """The plan's data flow."""
    tools = {step.id: step.tool for step in steps}
    for step in steps:
        for path, binding in step.arguments.items():
            if binding.step is not None:
                yield Edge(tools[binding.step], step.tool, _last(path), _last(binding.path or ""))


async def answered(
    tool: ToolEssentialModel, environment: str, arguments: Mapping[str, JsonValue]
) -> CallResult:
    """Each read answers with one element that has all that the tool declares: what was asked
    with, and placeholders."""
    del environment
    asked = {_last(path): value for path, value in arguments.items()}
    body = {item.path: asked.get(item.key, f"<{item.key}>") for item in tool.yields}
    return CallResult.success(nested(body))


def _values(tool: ToolEssentialModel, given: Object) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for number, slot in enumerate(tool.needs):
        if slot.key in given:
            value = given[slot.key]
            span = Span(start=2 * number, end=2 * number + 1, text=str(value))
            found[slot.path] = Value(value, words=str(value), span=span)
    return found


def _answers(tool: ToolEssentialModel, given: Object) -> dict[str, str]:
    """Answers by the names under which the planner asks for what it lacks."""
    main = next(iter(tool.objects), "")
    return {_name(slot, main): str(given[slot.key]) for slot in tool.needs if slot.key in given}


def _name(slot: Slot, main: str) -> str:
    entity = slot.entity or main
    return f"{entity}.{slot.attribute or slot.key}" if entity else slot.key


def _last(path: str) -> str:
    return path.rsplit(".", 1)[-1].removesuffix("[]")
