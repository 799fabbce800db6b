"""What must come of one turn of a case."""

from typing import Annotated, Literal, TypeAlias, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from pipelines.contracts.answer import Status
from tool_registry.base.types import IntentType, JsonValue
from tool_registry.vocabulary.language import Language


def _listed(value: object) -> object:
    """One value may be written without the brackets of a list."""
    if value is None or isinstance(value, list | tuple):
        return cast("object", value)
    return [value]


Values: TypeAlias = dict[str, JsonValue]
Statuses: TypeAlias = Annotated[tuple[Status, ...], BeforeValidator(_listed)]
Names: TypeAlias = Annotated[tuple[str, ...], BeforeValidator(_listed)]
Turns: TypeAlias = Annotated[tuple[str, ...], BeforeValidator(_listed)]


class Part(BaseModel):
    """Base of all parts: immutable, no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ExpectedEffect(Part):
    """`count` rows of an entity that are created, updated or deleted, with these values.

    Values: plain; `"{threshold} yuan in fen"` compares by unit; `"$name.id"` is the id of the
    effect that was named so with `name`; a list means any of its elements."""

    op: str
    entity: str
    environment: str | None
    count: int | str = 1
    """A number, or a text with a variable."""
    anytime: bool = False
    """True where its place among the others does not matter."""
    optional: bool = False
    """True where it may come later than anybody looks."""
    id: JsonValue = None
    name: str | None = None
    before: Values = Field(default_factory=dict)
    after: Values = Field(default_factory=dict)
    arguments: Values = Field(default_factory=dict)
    """What the tool was called with, where the row alone does not tell."""


class ExpectedCall(Part):
    """One call: the arguments that it must be given, and where each is from."""

    tool: str
    """Its name; `a|b`: either."""
    arguments: Values = Field(default_factory=dict)
    """Dotted path → value in the tool's unit; a list means any of its elements."""
    sources: dict[str, str] = Field(default_factory=dict)
    """Dotted path → `words`, `derived`, `default`, …; `output:TOOL` for an earlier call's result.
    `a|b`: either."""


class ExpectedChain(Part):
    """Tools by name; `goal`: any of these does what is asked (the last step among the mains)."""

    goal: Names = ()
    steps: Names = ()
    """These (`a|b`: either), in this order; others may stand between them."""
    ordered: bool = True
    """False: their order does not matter."""
    alternatives: tuple[Names, ...] = ()
    """Other sequences that do as well as `steps`."""
    exact: bool = False
    """True: nothing stands between them."""
    never: Names = ()
    """Tools that must not be called."""
    arguments: Names = ()
    """Values that must be among the arguments of the calls (`a|b`: either)."""
    calls: tuple[ExpectedCall, ...] = ()
    """Each must be there, wherever it stands."""
    length: int | None = None
    """The exact number of steps."""
    executed: bool | None = None
    """False: a chain may be shown, but nothing of it ran."""

    @property
    def sequences(self) -> tuple[tuple[str, ...], ...]:
        """The sequences of which one must be there; () where none is named."""
        own = self.steps or tuple(call.tool for call in self.calls)
        return tuple(one for one in (own, *self.alternatives) if one)


class Call(Part):
    """One call by which a case can be done; the tool's own arguments, without the environment."""

    tool: str
    arguments: Values = Field(default_factory=dict)
    """A text may have variables; one that begins with `=` is a number."""


class ExpectedRow(Part):
    """A row as the business holds it after the turn, whoever changed it."""

    entity: str
    id: str
    """Plain, with variables, or `$name.id` of an effect that was named."""
    environment: str | None = None
    values: Values = Field(default_factory=dict)
    absent: bool = False
    """True: there must be no such row."""


class ExpectedRefusal(Part):
    """Nothing runs, and the answer says so."""

    says: Names = ()
    """Each must be in its words (`a|b`: either)."""


class ExpectedChoice(Part):
    """What must be among the choices that are offered."""

    kind: Literal["reading", "tool", "search", "environment", "value"] | None = None
    tool: Names = ()
    """Any of these tools."""


class Limits(Part):
    """What a turn may cost at most; None: not judged."""

    calls: int | None = None
    """Calls of tools."""
    tokens: int | None = None
    milliseconds: float | None = None
    cost: float | None = None
    """In the currency of `--price`."""


class ExpectedQuestion(Part):
    """`asks`: each must be among what blocks (`a|b`: either); `says`: words of the question."""

    asks: Names = ()
    says: Names = ()


class Choose(Part):
    """One of the answer's choices: by its kind and place (from 1), or by the tool that it calls."""

    kind: Literal["reading", "tool", "environment", "value"] | None = None
    index: int = 1
    """Among those of the kind."""
    tool: Names = ()
    """Names of tools: the first choice that calls one of them, whatever its kind."""
    values: Values = Field(default_factory=dict)
    """Path of a field → its value, for what has a form."""


class Expected(Part):
    """What must come of one turn. A part that is absent is not judged."""

    status: Statuses
    intent: Annotated[tuple[IntentType, ...], BeforeValidator(_listed)] = ()
    environment: str | None = None
    reads: Values = Field(default_factory=dict)
    """Dotted path into the IntentResult (`object.type`, `goals.0.quantity`) → its value; a list
    means any of its elements."""
    candidates: Names = ()
    """Tools that must be among the candidates."""
    chain: ExpectedChain | None = None
    effects: tuple[ExpectedEffect, ...] | None = None
    """All effects of the turn, in order; none other may be there. None: not judged."""
    upstream: Names = ()
    """Entities of which one each may be created besides, for what is asked."""
    state: tuple[ExpectedRow, ...] = ()
    """Rows as they must be when the turn is over."""
    question: ExpectedQuestion | None = None
    refusal: ExpectedRefusal | None = None
    offers: ExpectedChoice | None = None
    limits: Limits = Limits()
    says: Names = ()
    """Each must be in the answer's text (`a|b`: either); `$name.id` as in effects."""
    denies: Names = ()
    """None may be in the answer's text (`a|b`: neither)."""
    lines: int | None = None
    """The answer's text has so many lines at most."""
    language: Language | Literal["any"] | None = None
    """Of the answer; None: that of what was said."""
    agrees: bool = False
    """True: where the answer asks for consent to a plan, it is given, and what then comes is
    judged. The question whether a reading is meant is no such plan."""
    choose: Choose | None = None
    """Where the answer offers choices, this one is taken, and what then comes is judged."""
    never_says: Names = ()
    """None may be anywhere in the answer, the intent's own copy of the sentence included."""
    satisfied: bool | None = None
    or_asks: bool = False
    """True: a question is as good, as long as nothing has happened."""
    contradicted: bool = False
    """True: the summary must name something that is not as it should be."""
    data: Names = ()
    """Ids that must be among the answer's data."""
    solution: tuple[Call, ...] = ()
    """Calls by which it can be done: no one else's have to be these, but what they leave has to be
    what the case expects (`zhizao eval check`)."""

    @property
    def tools(self) -> tuple[str, ...]:
        """The tools that are right for it, each with its alternatives (`a|b`)."""
        chain = self.chain or ExpectedChain()
        named = (*self.candidates, *(chain.sequences[0] if chain.sequences else ()))
        if not named and chain.goal:
            named = ("|".join(chain.goal),)
        return tuple(dict.fromkeys(named or (call.tool for call in self.solution)))
