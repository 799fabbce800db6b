"""A chain as somebody proposes it: a language model, or the symbolic planner, whose own is a draft.

Nothing of it is executed. Each argument names its source, and `judge` looks whether that holds.
"""

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from pipelines.contracts.chain import Binding, Step, ToolChain
from tool_registry.base.types import JsonValue
from tool_registry.model import Slot, ToolEssentialModel

Told: TypeAlias = Literal["words", "output", "memory", "default", "generated"]
Move: TypeAlias = Literal["plan", "ask_user", "impossible", "finish"]
Scalar: TypeAlias = str | int | float | bool | None
_TOLD: Mapping[str, Told] = {
    "words": "words",
    "derived": "words",
    "output": "output",
    "selected": "output",
    "remembered": "memory",
    "default": "default",
    "generated": "generated",
}
_ARROW = " → "
"""In a binding's detail: between what was said and what became of it."""


class Blank(BaseModel):
    """Base of the parts; nothing that the form does not ask for."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ProposedArgument(Blank):
    """One argument: its name, and where its value comes from."""

    name: str
    source: Told
    words: str | None = None
    """`words`: as the user wrote them. `memory`: nothing is needed."""
    step: int | None = None
    """`output`: number of an earlier step, from 1."""
    field: str | None = None
    """`output`: the field of that step's result."""
    value: Scalar = None
    """What the tool gets, in its own unit and code; may be left out, never relied on."""


class ProposedStep(Blank):
    """One call."""

    tool: str
    goal: str
    role: Literal["main", "helper"]
    purpose: str = ""
    arguments: tuple[ProposedArgument, ...] = ()


class Lack(Blank):
    """An argument that nothing gives a value for."""

    tool: str
    argument: str


class ProposedChain(Blank):
    """The backward derivation, then the calls; or what has to be asked first."""

    derivation: tuple[str, ...] = ()
    move: Move = "plan"
    environment: str
    steps: tuple[ProposedStep, ...] = ()
    lacking: tuple[Lack, ...] = ()
    """`ask_user`: what nobody gave."""
    choices: tuple[str, ...] = ()
    """`ask_user`: tools that the sentence does not choose between, or one to agree to."""
    question: str = ""
    """`ask_user`: what to ask, in the user's language."""
    because: str = ""
    """`impossible`: why no tool does it, in the user's language."""


def as_proposal(chain: ToolChain, tools: Mapping[str, ToolEssentialModel]) -> ProposedChain:
    """The chain in the form of a proposal, without what the platform fills in by itself."""
    numbers = {step.id: number for number, step in enumerate(chain.steps, 1)}
    return ProposedChain(
        environment=chain.environment,
        steps=tuple(_step(step, tools[step.tool], numbers) for step in chain.steps),
    )


def is_platforms(slot: Slot) -> bool:
    """True for arguments that nobody proposes: environment, hidden marks, idempotency keys."""
    return bool(slot.environment) or slot.hidden or slot.idempotency_key


def _step(step: Step, tool: ToolEssentialModel, numbers: Mapping[str, int]) -> ProposedStep:
    return ProposedStep(
        tool=step.tool,
        goal=step.goal,
        role="main" if step.main else "helper",
        purpose=step.purpose,
        arguments=tuple(_arguments(step, tool, numbers)),
    )


def _arguments(
    step: Step, tool: ToolEssentialModel, numbers: Mapping[str, int]
) -> Iterator[ProposedArgument]:
    own = {slot.path: slot for slot in tool.needs if is_platforms(slot)}
    for path, binding in step.arguments.items():
        told = _TOLD.get(binding.source)
        if told is not None and path not in own:
            yield _argument(path, told, binding, numbers)


def _argument(
    path: str, told: Told, binding: Binding, numbers: Mapping[str, int]
) -> ProposedArgument:
    if told == "output":
        number = numbers.get(binding.step or "")
        return ProposedArgument(name=path, source=told, step=number, field=binding.path)
    if told != "words":
        return ProposedArgument(name=path, source=told)
    said = binding.span.text if binding.span and binding.span.text else binding.detail
    words = said.partition(_ARROW)[0]
    return ProposedArgument(name=path, source=told, words=words, value=_scalar(binding.value))


def _scalar(value: JsonValue) -> Scalar:
    return value if isinstance(value, str | int | float | bool) else None
