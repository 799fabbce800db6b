"""What is told of an application in YAML: its start, its tools, its first records, its tables."""

from pathlib import Path
from typing import Annotated, TypeVar, cast

from pydantic import BeforeValidator, Field, model_validator

from evals.errors import SuiteError
from evals.expected import Names, Part
from evals.yaml_files import read_as
from tool_registry.base.types import JsonValue

APPLICATIONS = Path(__file__).parent
V = TypeVar("V")
_Words = Annotated[tuple[str, ...], BeforeValidator(lambda words: [str(word) for word in words])]
_PLACES = ("sqlite", "lines", "pages", "command")


class Table(Part):
    """Records of one kind, read at one of the places; texts may name `{state}` and the like."""

    key: Names = ("id",)
    """The fields that tell a record from the others."""
    drop: Names = ()
    """Fields that change by themselves."""
    sqlite: str | None = None
    """A database file, asked with `query`."""
    query: str = ""
    lines: str | None = None
    """A file with an object of JSON on each line."""
    pages: str | None = None
    """Markdown files by a pattern: the fields before the text, its sections and the rest, its
    folder."""
    command: _Words = ()
    """A program that prints a list of JSON."""
    where: dict[str, JsonValue] = Field(default_factory=dict[str, JsonValue])
    """Only records with these values."""

    @model_validator(mode="after")
    def _one_place(self) -> "Table":
        if sum(bool(getattr(self, place)) for place in _PLACES) != 1:
            raise ValueError(f"give one of {', '.join(_PLACES)}")
        return self


class Step(Part):
    """One call that fills the application: of its HTTP API, or of a tool of its MCP server."""

    call: str
    """`POST /api/boats`, or the tool's name."""
    body: JsonValue = None
    keep: dict[str, str] = Field(default_factory=dict[str, str])
    """Name → dotted place in the answer; later steps say `{name}`."""


class Application(Part):
    """`{state}` is the folder of its data, `{port}` its port, `{apps}` where applications are
    installed, `{here}` the folder of this description; `${NAME}` is a variable."""

    about: str
    start: _Words = ()
    """The command that serves it; none where the tools' own command is all."""
    variables: dict[str, str] = Field(default_factory=dict[str, str])
    """For the command."""
    ready: str = "/"
    """What it answers with 200 once it serves."""
    headers: dict[str, str] = Field(default_factory=dict[str, str])
    """For the calls that fill it."""
    prepare: _Words = ()
    """A command that makes its empty state, before the first start."""
    source: dict[str, JsonValue]
    """Its entry in a file of sources, with the environments that it serves."""
    seed: tuple[Step, ...] = ()
    tables: dict[str, Table]

    @property
    def environments(self) -> tuple[str, ...]:
        """Where it is called."""
        return tuple(cast("dict[str, JsonValue]", self.source["environments"]))


def load_application(name: str, folder: Path = APPLICATIONS) -> Application:
    """The description of that name; SuiteError says what is wrong."""
    file = folder / name / "application.yaml"
    if not file.is_file():
        known = ", ".join(sorted(one.parent.name for one in folder.glob("*/application.yaml")))
        raise SuiteError(f"no application named '{name}'; there are: {known}")
    return read_as(Application, file)


def filled(value: V, names: dict[str, str]) -> V:
    """The value with each `{name}` that is known put in, at any depth."""
    if isinstance(value, str):
        text: str = value
        for name, stands_for in names.items():
            text = text.replace(f"{{{name}}}", stands_for)
        return cast("V", text)
    if isinstance(value, dict):
        items = cast("dict[str, object]", value).items()
        return cast("V", {key: filled(one, names) for key, one in items})
    if isinstance(value, list | tuple):
        found = [filled(one, names) for one in cast("list[object]", value)]
        return cast("V", found if isinstance(value, list) else tuple(found))
    return value


def at(value: JsonValue, path: str) -> JsonValue:
    """What stands at a dotted place; SuiteError where nothing does."""
    found = value
    for part in path.split("."):
        if not isinstance(found, dict) or part not in found:
            raise SuiteError(f"no '{path}' in {str(value)[:300]}")
        found = cast("dict[str, JsonValue]", found)[part]
    return found
