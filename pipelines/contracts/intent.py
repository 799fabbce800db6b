"""IntentResult: what a sentence means, with the words that every value came from."""

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from tool_registry.base.types import FunctionType, IntentType, JsonValue
from tool_registry.vocabulary.language import Language

Operator: TypeAlias = Literal["eq", "ne", "ge", "gt", "le", "lt", "first", "last"]


class Part(BaseModel):
    """Base of all parts: immutable, no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Span(Part):
    """Characters [start, end) of the request's text."""

    start: int
    end: int
    text: str

    def meets(self, other: "Span") -> bool:
        """True where they share a character."""
        return self.start < other.end and other.start < self.end


class Identifier(Part):
    """Something that singles out an existing instance: attribute `id`, `phone`, `account`, …

    `attribute` is None where the sentence gives a bare number or code after the noun and the
    catalogue decides (usually `id`, or a number whose shape tells: a phone, an e-mail)."""

    attribute: str | None
    value: str
    span: Span
    argument: str | None = None
    """Path of the argument of the goal's tool that it was put into, where a form has done so."""


class Constraint(Part):
    """What must hold of an instance: `threshold` eq 50 yuan, `channel` eq dine-in.

    `attribute` None: a modifier word whose attribute the catalogue may know. Units are canonical
    (`yuan`, `ratio`, …). For `first`/`last` the value is the number of instances."""

    attribute: str | None
    operator: Operator = "eq"
    value: JsonValue
    unit: str | None = None
    span: Span
    argument: str | None = None
    """As of an identifier."""


class EntityRef(Part):
    """One entity *instance* (or `quantity` alike ones) that the sentence speaks of."""

    type: str | None
    """Canonical entity; None when only an identifier was given (`send it to 555-0100`)."""
    role: str | None = None
    """Role towards the action: `recipient`, `owner`, `old`, `new`, `parent` (of `Y of X`), …"""
    identifiers: tuple[Identifier, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    quantity: int | None = None
    reference: str | None = None
    """`that`, `previous`, `second`, …: an entity of the conversation or of an earlier step."""
    made_by: str | None = None
    """Id of the earlier goal whose object this is (`and give each of them a card`)."""
    which: int | None = None
    """Which of the instances that the goal `made_by` makes, from 1; None: all, or the only one."""
    words: str = ""
    """The noun phrase as the user wrote it: modifiers and head noun."""
    span: Span | None = None


class Goal(Part):
    """One thing to achieve: an action on an object, with everyone and everything it involves."""

    id: str
    """`G1`, `G2`, … in the order in which they are to be done."""
    action: str
    """Canonical action concept: `create`, `issue`, `unbind`, `advance`, …"""
    action_words: str
    function: FunctionType
    object: EntityRef
    related: tuple[EntityRef, ...] = ()
    target_state: Constraint | None = None
    """For `advance it to completed`: the state word to be reached."""
    quantity: int = 1
    """Instances to make (1 where unstated); `object.quantity` tells whether it was said."""
    per_each: bool = False
    """True when the sentence says that every instance has its own upstream things (each)."""
    if_none: bool = False
    """True where it is to be made only if there is none yet."""
    tool: str | None = None
    """The tool that the user has chosen for it; None: the planner chooses."""
    asked: tuple[str, ...] = ()
    """Canonical attributes that are asked for or named without a value (`the status of task 5`)."""
    text: str = ""
    span: Span | None = None


class PlanStep(Part):
    """One atomic step of the execution plan, for people, models and the filter."""

    step: int
    text: str
    action: str
    object: str | None
    expects: str


class Missing(Part):
    """Something that the sentence does not say."""

    name: str
    """`environment`, or `<entity>.<attribute>`, `recipient`, `object`, …"""
    blocking: bool
    question: str
    """In the user's language; for the first blocking one with a full sentence to send back."""


class Instruction(Part):
    """A negative instruction or a supplement, as far as it is understood.

    Negative: `action` (None: any) must not be done to `object`. Supplements: `kind`
    `create_missing` (look up, then create), `create_required` (whatever is needed:
    create all that is needed), `no_data`, `note`, `remark` (tells something, wants nothing)."""

    kind: Literal[
        "forbid", "keep", "create_missing", "create_required", "no_data", "note", "remark"
    ]
    text: str
    action: str | None = None
    object: str | None = None
    span: Span


class ObjectSummary(Part):
    """The object of the first goal, in the stable form of the public JSON."""

    type: str | None = None
    quantity: int | None = None
    constraints: tuple[Constraint, ...] = ()
    identifiers: tuple[Identifier, ...] = ()


class IntentResult(Part):
    """Who, where, under which conditions, with whom, does what, to what."""

    text: str
    corrected: str = ""
    """The text without what it takes back or rules out itself; empty where that is nothing."""
    language: Language
    intent_type: IntentType
    environment: str | None = None
    """A configured environment's name, or None."""
    environment_words: str | None = None
    production: bool = False
    """Production was named as the environment: refused, even for reads."""
    stress: bool = False
    """Stress-test data is meant: hidden parameters are set and its environment implied."""
    subject: EntityRef | None = None
    action: str | None = None
    object: ObjectSummary = Field(default_factory=ObjectSummary)
    related: tuple[EntityRef, ...] = ()
    conditions: tuple[Constraint, ...] = ()
    negative: tuple[Instruction, ...] = ()
    supplements: tuple[Instruction, ...] = ()
    missing: tuple[Missing, ...] = ()
    execution_plan: tuple[PlanStep, ...] = ()
    goals: tuple[Goal, ...] = ()
    spans: dict[str, Span] = Field(default_factory=dict)
    """Name of every extracted value → the words it came from."""
    unread: tuple[Span, ...] = ()
    """Content words that nothing above accounts for; the planner may not silently drop them."""
    unassigned: tuple[EntityRef, ...] = ()
    """Values that no goal has taken up, each with what it may be said of."""
    retracted: tuple[Span, ...] = ()
    """What the text takes back itself: `two, no, three`."""
    confidence: float = 1.0

    @property
    def is_chosen(self) -> bool:
        """True for a reading whose tools the user has chosen: nobody reads its words again."""
        return any(goal.tool is not None for goal in self.goals)

    @property
    def meant(self) -> str:
        """The words that count: for readers of the text itself, such as a consultation."""
        return self.corrected or self.text

    def allows(self, kind: Literal["create_missing", "create_required"]) -> bool:
        """True when a supplement of that kind was given."""
        return any(item.kind == kind for item in self.supplements)


def unused_ids(goals: Iterable[Goal]) -> Iterator[str]:
    """`G1`, `G2`, … without those that these goals have."""
    taken = {goal.id for goal in goals}
    return (name for name in map("G{}".format, count(1)) if name not in taken)


def is_project_work(intent: IntentResult) -> bool:
    """A report or the like about the tools, with something in it."""
    return intent.intent_type is IntentType.OPERATE_PROJECT and bool(intent.goals)
