"""The form that the model of the intent stage fills in: words of the sentence, never values.

What the words mean in numbers, dates and canonical values is read by the program.
"""

from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from pipelines.contracts.intent import Operator
from tool_registry.base.types import IntentType

CHOICES: dict[str, IntentType] = dict(zip("ABCDEFGH", IntentType, strict=True))

Role: TypeAlias = Literal[
    "recipient", "owner", "parent", "old", "new", "source", "target", "place", "using"
]


class Blank(BaseModel):
    """Base of the parts; nothing that the form does not ask for."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Said(Blank):
    """A value: which attribute it is of, and the words that say it."""

    attribute: str | None = None
    operator: Operator = "eq"
    words: str


class Thing(Blank):
    """An entity that the sentence speaks of."""

    type: str | None = None
    words: str
    role: Role | None = None
    quantity_words: str | None = None
    identifiers: tuple[Said, ...] = ()
    constraints: tuple[Said, ...] = ()
    reference: Literal["that", "previous"] | None = None


class Step(Blank):
    """One action on one object."""

    words: str
    action: str
    action_words: str | None = None
    object: Thing
    related: tuple[Thing, ...] = ()
    target_state_words: str | None = None
    asked: tuple[str, ...] = ()
    per_each_words: str | None = None
    if_none_words: str | None = None


class Forbidden(Blank):
    """What must not be done or touched."""

    kind: Literal["forbid", "keep"]
    words: str
    action: str | None = None
    object: str | None = None


class Added(Blank):
    """What may be done on the way."""

    kind: Literal["create_missing", "create_required", "note"]
    words: str


class ModelIntent(Blank):
    """Multiple choice for the type, fill-in-the-blank for the rest."""

    intent_type: Literal["A", "B", "C", "D", "E", "F", "G", "H"]
    environment: str | None = None
    environment_words: str | None = None
    production_words: str | None = None
    stress_words: str | None = None
    steps: tuple[Step, ...] = ()
    negative: tuple[Forbidden, ...] = ()
    supplements: tuple[Added, ...] = ()
