"""Cases as data: what is said, what is drawn, and what must come of it. Read from YAML."""

from pathlib import Path
from typing import Literal

from pydantic import Field

from evals.errors import SuiteError
from evals.expected import Expected, Names, Part, Turns
from evals.yaml_files import read_as
from pipelines.contracts.request import Review
from tool_registry.base.types import JsonValue

SHIPPED = Path(__file__).parent / "cases"
TRADES = Path(__file__).parent / "trades"
"""Services of other teams, as their authors wrote them: programs that no code here imports."""


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
    environment: str | None = None
    """Chosen beside the sentences, as by `--env`."""
    pool: Names = ()
    """The only tools that there are (`issue*`: all whose names begin so); (): all."""
    author: str = ""
    """Who wrote it; empty: the suite's author."""
    unseen: bool = False
    """True: nobody who works on the product has read a failure of it. Opening one takes that away
    (`zhizao eval open`)."""
    tags: Names = ()
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
    author: str = ""
    """Of the cases that name none."""
    execution: Literal["sandbox", "mock"] = "sandbox"
    """`mock`: no tool is called; each answers from its output schema, recordings or a scenario."""
    catalogue: str = ""
    """File of tools or OpenAPI document, beside the suite's; empty: the tools of the trade."""
    scenario: str = ""
    """File of what mocked tools answer, beside the suite's."""
    review: Review = "unasked"
    """How every request of the suite wants to be asked before effects."""
    parts: tuple[JsonValue, ...] = ()
    """Holds the file's anchors for what several cases expect alike."""
    cases: tuple[Case, ...]


def suite_file(name: str, folder: Path = SHIPPED) -> Path:
    """The file of a suite: a path as it is, or the name of a shipped one."""
    given = Path(name)
    if given.suffix in (".yaml", ".yml"):
        if not given.is_file():
            raise SuiteError(f"there is no file {given}")
        return given
    file = folder / f"{name}.yaml"
    if not file.is_file():
        known = ", ".join(sorted(path.stem for path in folder.glob("*.yaml")))
        raise SuiteError(f"no suite named '{name}'; there are: {known}; or name a .yaml file")
    return file


def load_suite(name: str, folder: Path = SHIPPED) -> Suite:
    """The suite in `NAME.yaml`, or in the file named; SuiteError says what is wrong and where."""
    file = suite_file(name, folder)
    suite = read_as(Suite, file)
    for case in suite.cases:
        _check(case, file.name)
    return suite


def _check(case: Case, file: str) -> None:
    for turns in case.variants():
        if len(turns) != len(case.expect):
            reason = f"{len(turns)} turns but {len(case.expect)} expectations: {turns[0]}"
            raise SuiteError(f"{file}: {case.id}: {reason}")
