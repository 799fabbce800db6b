"""The workshop's tools as the registry understands them, and chains of them."""

from typing import Any

from pipelines.contracts.chain import Binding, Step, ToolChain
from tool_registry.base.environment import Environment, Environments
from tool_registry.base.ids import digest
from tool_registry.base.types import Effect, FunctionType
from tool_registry.model import Poll, Slot, ToolEssentialModel, Yield

ENVIRONMENTS = Environments(
    configured=(
        Environment(name="daily", label={"en": "daily"}),
        Environment(name="pre", label={"en": "pre-release"}),
    )
)
ENV = Slot(path="env", required=True, environment={"daily": "daily", "pre": "pre"})
NAME = Slot(path="name", required=True, entity="part", attribute="name")
PART = Slot(path="partId", required=True, entity="part", attribute="id")
PART_ID = Yield(path="data.partId", entity="part", attribute="id")


def _tool(name: str, function: FunctionType, effect: Effect, **more: Any) -> ToolEssentialModel:
    needs: tuple[Slot, ...] = more.pop("needs")
    properties = {slot.path: {"type": slot.type} for slot in needs}
    fields: dict[str, Any] = {
        "id": f"workshop/{name}",
        "source": "workshop",
        "name": name,
        "title": name.replace("_", " "),
        "summary": name,
        "function": function,
        "environments": ("daily", "pre"),
        "actions": (function.value,),
        "objects": ("part",),
        "effect": effect,
        "needs": needs,
        "input_schema": {"type": "object", "properties": properties},
        **more,
    }
    return ToolEssentialModel.model_validate(fields)


MAKE = _tool(
    "make_part",
    FunctionType.CREATE,
    Effect.ONCE,
    needs=(ENV, NAME),
    yields=(PART_ID,),
    troubleshooting="ask the foreman",
)
LABEL = NAME.model_copy(update={"path": "label"})
TOOLS = {
    tool.id: tool
    for tool in (
        MAKE,
        _tool("make_keyed_part", FunctionType.CREATE, Effect.IDEMPOTENT, needs=(ENV, NAME)),
        _tool("make_spare_part", FunctionType.CREATE, Effect.ONCE, needs=(ENV, LABEL)),
        _tool(
            "paint_part",
            FunctionType.OPERATE,
            Effect.ONCE,
            needs=(ENV, PART, Slot(path="colour", required=True)),
        ),
        _tool("get_part", FunctionType.QUERY, Effect.NONE, needs=(ENV, PART), yields=(PART_ID,)),
        _tool(
            "list_parts",
            FunctionType.QUERY,
            Effect.NONE,
            needs=(ENV,),
            yields=(
                Yield(path="data.list[].partId", entity="part", attribute="id", many=True),
                Yield(path="data.list[].name", entity="part", attribute="name", many=True),
            ),
        ),
        _tool(
            "submit_work",
            FunctionType.CREATE,
            Effect.ONCE,
            needs=(ENV, NAME),
            poll=Poll(tool="workshop/get_work", key_path="data.taskId", argument="taskId"),
        ),
        _tool(
            "get_work",
            FunctionType.QUERY,
            Effect.NONE,
            needs=(ENV, Slot(path="taskId", required=True)),
            yields=(Yield(path="data.status", attribute="status"),),
        ),
    )
}


def said(value: Any) -> Binding:
    """A value from the user's words."""
    return Binding(source="words", detail=str(value), value=value)


def out(step: str, path: str, **more: Any) -> Binding:
    """A value from an earlier step's result."""
    return Binding(source="output", detail=f"{step} → {path}", step=step, path=path, **more)


def step(number: int, name: str, /, *, ordinal: int = 1, **arguments: Binding) -> Step:
    """A call of the workshop's tool in pre."""
    tool = TOOLS[f"workshop/{name}"]
    env = Binding(source="environment", detail="pre", value="pre")
    needed = [binding.step for binding in arguments.values() if binding.step]
    return Step(
        id=f"s{number}",
        tool=tool.id,
        title=tool.title,
        function=tool.function,
        arguments={"env": env, **arguments},
        purpose=tool.title,
        goal="G1",
        ordinal=ordinal,
        depends_on=tuple(dict.fromkeys(needed)),
    )


def chain(*steps: Step) -> ToolChain:
    """The frozen chain."""
    content = [one.model_dump(mode="json") for one in steps]
    return ToolChain(environment="pre", steps=steps, digest=digest(content))
