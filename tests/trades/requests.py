"""Intents and chains written out by hand, for tests of the stages behind them."""

from typing import Any, Literal, cast

from pipelines.contracts.chain import Binding, Check, Produced, Step, ToolChain
from pipelines.contracts.intent import (
    Constraint,
    EntityRef,
    Goal,
    Identifier,
    IntentResult,
    Language,
    ObjectSummary,
    Span,
)
from tool_registry.base.types import FunctionType, IntentType
from tool_registry.catalogue import Catalogue

NOWHERE = Span(start=0, end=0, text="")


def constraint(attribute: str | None, value: Any, unit: str | None = None) -> Constraint:
    """`attribute` equals `value`."""
    return Constraint(attribute=attribute, value=value, unit=unit, span=NOWHERE)


def ref(type: str | None, *constraints: Constraint, **identifiers: str) -> EntityRef:
    """An entity with what the sentence says of it."""
    named = tuple(Identifier(attribute=k, value=v, span=NOWHERE) for k, v in identifiers.items())
    return EntityRef(type=type, identifiers=named, constraints=constraints, words=type or "")


def request(
    text: str,
    action: str = "create",
    function: FunctionType = FunctionType.CREATE,
    object: EntityRef | None = None,
    *related: EntityRef,
    environment: str | None = "pre",
    language: Language = "en",
    target_state: Constraint | None = None,
) -> IntentResult:
    """The intent of a sentence with one goal."""
    goal = Goal(
        id="G1",
        action=action,
        action_words=action,
        function=function,
        object=object or ref(None),
        related=related,
        target_state=target_state,
        text=text,
    )
    kinds = {"delete": IntentType.OPERATE_DATA}
    return IntentResult(
        text=text,
        language=language,
        intent_type=kinds.get(function.value) or IntentType(f"{function.value}_data"),
        environment=environment,
        goals=(goal,),
    )


def consultation(
    text: str,
    intent_type: IntentType = IntentType.CONSULT_TOOL,
    *,
    language: Language = "en",
    environment: str | None = None,
    object: str | None = None,
) -> IntentResult:
    """The intent of a question."""
    return IntentResult(
        text=text,
        language=language,
        intent_type=intent_type,
        environment=environment,
        object=ObjectSummary(type=object),
    )


def step(
    catalogue: Catalogue,
    number: int,
    tool: str,
    entity: str,
    *,
    main: bool = True,
    instance: str | None = None,
    goal: str = "G1",
    **arguments: Any,
) -> Step:
    """A step whose arguments are said in the sentence, or come from a step: `("s1", "id")`."""
    model = catalogue.tools[tool]
    return Step(
        id=f"s{number}",
        tool=tool,
        title=model.title,
        function=model.function,
        arguments={path: _binding(value) for path, value in arguments.items()},
        purpose="",
        goal=goal,
        produces=Produced(instance=instance or f"{entity}#{number}", entity=entity),
        main=main,
    )


def _binding(value: Any) -> Binding:
    if isinstance(value, tuple):
        step, path = cast("tuple[str, str]", value)
        return Binding(source="output", detail=f"{step} → {path}", step=step, path=path)
    return Binding(source="words", detail=str(value), value=value)


Kind = Literal["exists", "attribute", "owner", "count", "state", "absent", "answered"]


def check(
    kind: Kind,
    text: str,
    entity: str,
    step: str | None = "s1",
    wanted: Constraint | None = None,
    slot: str | None = None,
) -> Check:
    """A requirement of the sentence."""
    return Check(
        text=text, goal="G1", step=step, entity=entity, constraint=wanted, kind=kind, slot=slot
    )


def chain(steps: list[Step], *checks: Check, environment: str = "pre") -> ToolChain:
    """A frozen plan."""
    return ToolChain(environment=environment, steps=tuple(steps), checks=checks)
