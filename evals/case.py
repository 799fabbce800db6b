"""Cases as data: what is said, what is drawn, and what must come of it. Read from YAML."""

from pathlib import Path
from typing import Annotated, Literal, TypeAlias, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from evals.errors import SuiteError
from evals.yaml_files import read_as
from pipelines.contracts.answer import Status
from pipelines.contracts.request import Review
from tool_registry.base.types import IntentType, JsonValue
from tool_registry.vocabulary.language import Language

SHIPPED = Path(__file__).parent / "cases"
TRADES = Path(__file__).parent / "trades"
"""Services of other teams, as their authors wrote them: programs that no code here imports."""


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


class Draw(Part):
    """How a variable gets its value: from the fixtures, from a range, or by repeating a text."""

    fixture: str | None = None
    """Dotted path into the fixtures: `pre.user.id`."""
    text: str | None = None
    times: int = 1
    first: int | None = None
    """The value at seed 0."""
    low: int | None = None
    high: int | None = None
    step: int = 1


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
    id: JsonValue = None
    name: str | None = None
    before: Values = Field(default_factory=dict)
    after: Values = Field(default_factory=dict)
    arguments: Values = Field(default_factory=dict)
    """What the tool was called with, where the row alone does not tell."""


class ExpectedChain(Part):
    """Tools by name; `goal`: any of these does what is asked (the last step among the mains)."""

    goal: Names = ()
    steps: Names = ()
    """These, in this order; others may stand between them."""
    never: Names = ()
    arguments: Names = ()
    """Values that must be among the arguments of the calls (`a|b`: either)."""
    length: int | None = None
    """The exact number of steps."""
    executed: bool | None = None
    """False: a chain may be shown, but nothing of it ran."""


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
    candidates: Names = ()
    """Tools that must be among the candidates."""
    chain: ExpectedChain | None = None
    effects: tuple[ExpectedEffect, ...] | None = None
    """All effects of the turn, in order; none other may be there. None: not judged."""
    upstream: Names = ()
    """Entities of which one each may be created besides, for what is asked."""
    question: ExpectedQuestion | None = None
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


class Corruption(Part):
    """A falsification of the next effect, as options of the sandbox's `corrupt-next`."""

    what: str
    tools: Names
    """Every tool that may be the one to make the effect."""
    options: Names


class Case(Part):
    """One row: its own turns, other wordings of them, and one expectation for each turn."""

    id: str
    draw: dict[str, Draw] = Field(default_factory=dict)
    turns: Turns
    wordings: tuple[Turns, ...] = ()
    expect: tuple[Expected, ...]
    without: Names = ()
    """The tools without which it cannot be done."""
    nearest: Names = ()
    """What the answer names as the nearest, once those tools are gone (`a|b`: either)."""
    corrupt: tuple[Corruption, ...] = ()
    prepare: tuple[tuple[str, ...], ...] = ()
    """Commands for the sandbox before the first turn, with variables."""
    note: str = ""

    def variants(self) -> tuple[tuple[str, ...], ...]:
        """The row's own turns, then the other wordings."""
        return (self.turns, *self.wordings)


class Suite(Part):
    """Cases over one trade."""

    name: str
    about: str
    trade: str
    service: str = ""
    """Program of a business that is none of the sandbox's, in the folder that `--data` names."""
    existing: Names = ()
    """Ids that such a business has from the start: what else is in its log was made."""
    application: str = ""
    """An application that nobody here wrote, installed in the folder that `--data` names."""
    review: Review = "unasked"
    """How every request of the suite wants to be asked before effects."""
    parts: tuple[JsonValue, ...] = ()
    """Holds the file's anchors for what several cases expect alike."""
    cases: tuple[Case, ...]


def load_suite(name: str, folder: Path = SHIPPED) -> Suite:
    """The suite in `NAME.yaml`; SuiteError says what is wrong and where."""
    file = folder / f"{name}.yaml"
    if not file.is_file():
        known = ", ".join(sorted(path.stem for path in folder.glob("*.yaml")))
        raise SuiteError(f"no suite named '{name}'; there are: {known}")
    suite = read_as(Suite, file)
    for case in suite.cases:
        _check(case, file.name)
    return suite


def _check(case: Case, file: str) -> None:
    for turns in case.variants():
        if len(turns) != len(case.expect):
            reason = f"{len(turns)} turns but {len(case.expect)} expectations: {turns[0]}"
            raise SuiteError(f"{file}: {case.id}: {reason}")
