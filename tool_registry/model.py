"""ToolEssentialModel: what a tool is, once its author's words and schemas have been understood."""

from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from tool_registry.base.caller import Scope
from tool_registry.base.types import Effect, FunctionType, JsonValue

JsonType: TypeAlias = Literal["string", "integer", "number", "boolean", "object", "array", "any"]


SENTENCE = "x-zhizao-sentence"
"""Keyword of an argument's schema: true where it takes what the user said, as it was said."""


class Frozen(BaseModel):
    """Base of all parts of the model: immutable, no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def program_of(source: str) -> str:
    """The name of a source without its space: the same for one program in several spaces."""
    return source.partition("@")[0]


class RawTool(Frozen):
    """A tool exactly as its source declared it."""

    source: str
    name: str
    title: str | None = None
    description: str = ""
    input_schema: dict[str, JsonValue] = Field(default_factory=dict)
    output_schema: dict[str, JsonValue] | None = None
    learned_output: dict[str, JsonValue] | None = None
    """Schema of results seen so far, for a tool that declares none; no part of its hash."""
    read_only: bool | None = None
    destructive: bool | None = None
    idempotent: bool | None = None
    method: str | None = None
    """HTTP verb in capitals, for an operation of an HTTP API."""
    path: str | None = None
    """Path template of such an operation: `/orders/{id}/lines`."""
    tags: tuple[str, ...] = ()
    """Groups that its author put it into."""
    refusals: tuple[str, ...] = ()
    """When it is not done, in its author's words: what an HTTP API says of its 4xx answers."""
    answers_nothing: bool = False
    """Its author declares that what succeeds has no body: 204 alone."""
    environments: tuple[str, ...] = ()
    """Configured environments that its source serves; empty: the tool's own text tells."""
    call: dict[str, JsonValue] | None = None
    """How its source calls it, where name and arguments are not enough; opaque to all others."""

    @property
    def id(self) -> str:
        """Unique over all sources: `source/name`."""
        return f"{self.source}/{self.name}"


class Document(Frozen):
    """A page of business knowledge offered by a source (Markdown)."""

    source: str
    name: str
    text: str


class Slot(Frozen):
    """One argument that a tool takes: an attribute of an entity instance, or a plain value."""

    path: str
    """Dotted path into the arguments, `[]` after a list: `buyer.id`, `items[].sku`."""
    type: JsonType = "string"
    description: str = ""
    entity: str | None = None
    """Canonical entity whose attribute this is; None for a value of the tool's own object."""
    attribute: str | None = None
    """Canonical attribute (`id`, `phone`, `threshold`, …); None when nothing is known."""
    role: str | None = None
    """Which of several instances of one entity: `old`, `new`, `recipient`, …"""
    unit: str | None = None
    """Canonical unit of the value that the tool wants: `fen`, `yuan`, `ratio`, `percent`, …"""
    format: str | None = None
    """JSON-schema format or a recognised one: date, date-time, email, uri, uuid, phone."""
    values: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Closed set: raw value (as text) → canonical value words that mean it."""
    actions_by_value: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Closed set of a state to be reached: raw value → canonical actions that it stands for."""
    one_of: str | None = None
    """Slots with the same group name are alternatives: exactly one is required."""
    many: bool = False
    """The argument is a list of such values."""
    required: bool = False
    default: JsonValue = None
    hidden: bool = False
    """Never shown to users (name starts with `_mcp_`)."""
    environment: dict[str, str] = Field(default_factory=dict)
    """Configured environment → the value that names it here; empty for ordinary slots."""
    idempotency_key: bool = False
    sentence: bool = False
    """It takes the user's whole sentence."""
    pattern: str | None = None
    minimum: float | None = None
    maximum: float | None = None
    max_length: int | None = None
    confidence: float = 1.0

    def environment_value(self, name: str) -> JsonValue:
        """What names that environment in a call, as the slot's type has it; None: nothing does."""
        value = self.environment.get(name)
        return int(value) if value is not None and self.type == "integer" else value

    @property
    def in_list(self) -> bool:
        """Each object of a list has one of its own: `items[].sku`."""
        return "[]" in self.path

    @property
    def key(self) -> str:
        """Last name of the path without list marks: `items[].sku` → `sku`."""
        return self.path.rsplit(".", 1)[-1].removesuffix("[]")


class Yield(Frozen):
    """One value that a tool's result holds: a path, and the entity attribute found there."""

    path: str
    """Dotted path into the result, `[]` after a list: `data.list[].key`."""
    type: JsonType = "any"
    """Of the value, or of each element of a list; `any` where nobody declares it."""
    entity: str | None = None
    attribute: str | None = None
    role: str | None = None
    unit: str | None = None
    values: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    many: bool = False
    description: str = ""
    within: str = ""
    """What the author says of the innermost list of objects that it stands in."""
    confidence: float = 1.0

    @property
    def key(self) -> str:
        """Last name of the path without list marks."""
        return self.path.rsplit(".", 1)[-1].removesuffix("[]")


class Discriminator(Frozen):
    """A word that tells a tool from its near twins: value `dine-in` of attribute `channel`."""

    value: str
    attribute: str | None = None


class StateChange(Frozen):
    """An attribute of an entity that must hold before a call, and holds after it."""

    entity: str
    attribute: str = "status"
    before: tuple[str, ...] = ()
    """Canonical state words, any of which is enough; empty when the author states none."""
    after: str | None = None


class Poll(Frozen):
    """A submit-and-poll tool: which tool tells the outcome of the work that a call started."""

    tool: str
    """Tool id of the one that reads the state of the work."""
    key_path: str
    """Path in the submitting tool's result of the value to ask with."""
    argument: str
    """Slot path of the polling tool that takes that value."""


class Filled(Frozen):
    """Who filled a field, and how sure that is."""

    by: Literal["rule", "model", "person", "learned"]
    confidence: float = Field(default=1.0, ge=0, le=1)


class ToolEssentialModel(Frozen):
    """What the filter, the planner and the executor know of a tool."""

    id: str
    source: str
    name: str
    title: str
    other_title: str = ""
    """The same in the other language, where somebody has said it."""
    summary: str
    """The author's own description of the function, one or two sentences."""
    description: str = ""
    """All that the author wrote."""
    function: FunctionType
    environments: tuple[str, ...]
    """Configured environments in which it may run; empty: none (never offered)."""
    actions: tuple[str, ...]
    """Canonical action concepts, the main one first."""
    objects: tuple[str, ...]
    """Canonical entities it acts on or yields, the main one first."""
    discriminators: tuple[Discriminator, ...] = ()
    needs: tuple[Slot, ...] = ()
    yields: tuple[Yield, ...] = ()
    states: tuple[StateChange, ...] = ()
    effect: Effect = Effect.ONCE
    destructive: bool = False
    bulk: str | None = None
    """Slot path of a declared count or list that makes n instances in one call."""
    poll: Poll | None = None
    undo: tuple[str, ...] = ()
    troubleshooting: str | None = None
    replacements: tuple[str, ...] = ()
    """Tool ids that the author declares as substitutes."""
    platform: str | None = None
    preferred: bool = False
    """True for tools of a platform that configuration names as preferred."""
    prior: float = 0.5
    """How likely a call succeeds, 0 to 1, by what earlier runs saw; settles ties and no more."""
    served: tuple[str, ...] = Field(default=(), exclude=True)
    """Requests that it has served, without their values, as far as the viewer may know of them;
    for finding it by, never shown."""
    author: str | None = None
    scope: Scope = Scope.PUBLIC
    content_hash: str = ""
    """Hash of the declared name, texts and schemas: the key of caches and approvals."""
    input_schema: dict[str, JsonValue] = Field(default_factory=dict)
    call: dict[str, JsonValue] | None = None
    """How its source calls it, where name and arguments are not enough; opaque to all others."""
    method: str | None = None
    """HTTP verb in capitals, for an operation of an HTTP API."""
    path: str | None = None
    """Path template of such an operation."""
    refusals: tuple[str, ...] = ()
    """When it is not done, in its author's words."""
    filled_by: dict[str, Filled] = Field(default_factory=dict[str, Filled])
    """Field, or path of a field inside a slot or yield (`needs.owner.id.entity`) → who filled it.
    What has no entry of its own was filled with the field that it is part of."""

    @property
    def environment_slot(self) -> Slot | None:
        """The argument that names the environment of a call, where there is one."""
        return next((slot for slot in self.needs if slot.environment), None)
