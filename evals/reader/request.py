"""Requests of the corpus and what they say, as people label them: one JSON object a line."""

from typing import Literal, TypeAlias

from pydantic import Field, JsonValue

from evals.reader.business import Part
from tool_registry.base.types import IntentType

Role: TypeAlias = Literal["to", "of", "in", "from", "old", "new", "using", "about"]
Operator: TypeAlias = Literal["eq", "ne", "gt", "ge", "lt", "le"]
AsideKind: TypeAlias = Literal["forbid", "keep", "supply", "reason", "pasted", "retract", "exact"]
Turn: TypeAlias = Literal[
    "answer", "change", "more", "drop", "yes", "no", "undo", "ask", "thanks", "new"
]


class Value(Part):
    """A value of an attribute. `w`, as everywhere: words of the text, `1234@2` the second such."""

    w: str
    a: str | None = None
    aw: str | None = None
    v: JsonValue = None
    op: Operator = "eq"
    replaces: str | None = None


class Named(Part):
    """What singles a thing out."""

    w: str
    a: str = "id"
    aw: str | None = None
    replaces: str | None = None


class Thing(Part):
    """One thing, or several alike, that the text speaks of."""

    w: str | None = None
    # `is` is a word of Python.
    kind: str | None = Field(default=None, alias="is")
    n: str | None = None
    num: int | None = None
    ids: tuple[Named, ...] = ()
    vals: tuple[Value, ...] = ()
    sel: str | None = None
    k: Literal["last", "first", "all", "any"] | None = None
    ref: str | None = None
    of: int | None = None
    role: Role | None = None
    replaces: str | None = None


class Asked(Part):
    """An attribute that is asked for."""

    w: str
    a: str | None = None


class Condition(Part):
    """Words that make a step depend on something."""

    k: Literal["none", "state", "else"]
    w: str


class Step(Part):
    """One action on one kind of thing."""

    do: str | None = None
    act: str | None = None
    obj: Thing = Thing()
    others: tuple[Thing, ...] = Field(default=(), alias="with")
    set: tuple[Value, ...] = ()
    ask: tuple[Asked, ...] = ()
    each: str | None = None
    condition: Condition | None = Field(default=None, alias="if")


class Aside(Part):
    """A stretch of the text that is no step."""

    k: AsideKind
    w: str
    do: str | None = None
    act: str | None = None
    obj: str | None = None
    kind: str | None = Field(default=None, alias="is")


class Request(Part):
    """A text and what it says."""

    t: str
    type: IntentType | None = None
    env: str | None = None
    steps: tuple[Step, ...] = ()
    aside: tuple[Aside, ...] = ()
    before: tuple[str, ...] = ()
    said: str | None = None
    turn: Turn | None = None
