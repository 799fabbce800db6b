"""A library's catalogue and a small stand-in for its reading tools, for planner tests."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

import yaml

from pipelines.contracts.chain import Binding, NoPlan, ToolChain
from pipelines.contracts.conversation import Remembered
from pipelines.contracts.intent import (
    Constraint,
    EntityRef,
    Goal,
    Identifier,
    Instruction,
    IntentResult,
    Span,
)
from pipelines.reasoning.planner.plan import plan
from pipelines.reasoning.planner.problem import Problem
from tool_registry.base.environment import Environment, Environments
from tool_registry.base.types import FunctionType, IntentType, JsonValue
from tool_registry.building import build_catalogue
from tool_registry.catalogue import Catalogue
from tool_registry.model import RawTool, ToolEssentialModel
from tool_registry.sources.result import CallResult, Failure
from tool_registry.vocabulary.packs import load_packs

ENVIRONMENTS = Environments(
    configured=(
        Environment(name="daily", words=("daily",), label={"en": "daily"}),
        Environment(name="pre", words=("pre",), label={"en": "pre-release"}),
    )
)
SHELF: JsonValue = {"items": [{"bookId": "B-7", "title": "Emma", "status": "AVAILABLE"}]}


@cache
def library(*, without: tuple[str, ...] = ()) -> Catalogue:
    """The parsed catalogue, less the tools named."""
    return library_with(tool for tool in library_tools() if tool.name not in without)


def library_with(tools: Iterable[RawTool]) -> Catalogue:
    """A catalogue of these tools, in the library's environments."""
    return build_catalogue(tuple(tools), (), ENVIRONMENTS, load_packs(("general",)))


def library_tools() -> list[RawTool]:
    """The library's tools as declared."""
    data = yaml.safe_load(Path(__file__).with_name("library.yaml").read_text(encoding="utf-8"))
    return [
        RawTool(
            source=data["source"],
            name=tool["name"],
            description=tool["description"],
            input_schema=tool["inputSchema"],
            output_schema=tool.get("outputSchema"),
            read_only=tool.get("annotations", {}).get("readOnlyHint"),
        )
        for tool in data["tools"]
    ]


def words(text: str) -> Span:
    """A span as if the text stood alone."""
    return Span(start=0, end=len(text), text=text)


def known(attribute: str | None, value: str) -> Identifier:
    """Something that singles an instance out."""
    return Identifier(attribute=attribute, value=value, span=words(value))


def must(attribute: str | None, value: JsonValue) -> Constraint:
    """Something that must hold of an instance."""
    return Constraint(attribute=attribute, value=value, span=words(str(value)))


def thing(
    entity: str | None,
    *identifiers: Identifier,
    role: str | None = None,
    where: Sequence[Constraint] = (),
) -> EntityRef:
    """A noun phrase of the sentence."""
    return EntityRef(
        type=entity,
        role=role,
        identifiers=identifiers,
        constraints=tuple(where),
        words=entity or "",
    )


def wish(
    action: str,
    function: str,
    what: EntityRef,
    *related: EntityRef,
    count: int = 1,
    state: Constraint | None = None,
    number: int = 1,
) -> Goal:
    """One goal of a sentence."""
    return Goal(
        id=f"G{number}",
        action=action,
        action_words=action,
        function=FunctionType(function),
        object=what,
        related=related,
        quantity=count,
        target_state=state,
    )


def asks(
    *goals: Goal, negative: Sequence[Instruction] = (), supplements: Sequence[Instruction] = ()
) -> IntentResult:
    """An understood sentence."""
    return IntentResult(
        text="as said",
        language="en",
        intent_type=IntentType.CREATE_DATA,
        environment="pre",
        goals=goals,
        negative=tuple(negative),
        supplements=tuple(supplements),
    )


def planned(
    intent: IntentResult,
    *,
    catalogue: Catalogue | None = None,
    reads: Mapping[str, JsonValue] | None = None,
    answers: Mapping[str, Callable[[Mapping[str, JsonValue]], JsonValue]] | None = None,
    memory: Sequence[Remembered] = (),
    given: Mapping[str, str] | None = None,
    may_make: bool = True,
) -> ToolChain | NoPlan:
    """Plan; `reads` holds the bodies that reading tools answer with, by tool name, and `answers`
    what they make of their arguments. Without `may_make` nothing may be made on the way."""
    bodies = {"list_books": SHELF, **(reads or {})}
    asked = answers or {}
    if not may_make:
        nothing = Instruction(kind="forbid", text="nothing else", action="create", span=words("no"))
        intent = intent.model_copy(update={"negative": (nothing,)})

    async def read(
        tool: ToolEssentialModel, _environment: str, arguments: Mapping[str, JsonValue]
    ) -> CallResult:
        if tool.name in asked:
            return CallResult(ok=True, body=asked[tool.name](arguments))
        if tool.name in bodies:
            return CallResult(ok=True, body=bodies[tool.name])
        return CallResult(ok=False, failure=Failure(kind="business", message="no such thing"))

    problem = Problem(
        intent, catalogue or library(), "pre", memory=memory, seed="run-1", given=given or {}
    )
    return asyncio.run(plan(problem, read))


def calls(result: ToolChain | NoPlan) -> list[str]:
    """The tools of the chain in order, each with its arguments: `tool(slot=source)`."""
    assert isinstance(result, ToolChain), result
    return [
        f"{step.tool.partition('/')[2]}({', '.join(_said(step.arguments))})"
        for step in result.steps
    ]


def _said(arguments: Mapping[str, Binding]) -> list[str]:
    return [
        f"{path}={binding.value if binding.value is not None else binding.step}:{binding.source}"
        for path, binding in arguments.items()
        if binding.source not in ("environment", "generated")
    ]
