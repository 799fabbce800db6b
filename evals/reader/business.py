"""A business of the corpus: what can be spoken of in its requests. Read from YAML."""

from functools import cached_property
from pathlib import Path
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from evals.errors import SuiteError
from tool_registry.base.errors import ConfigurationError
from tool_registry.base.types import FunctionType
from tool_registry.base.yaml_files import read

AttributeKind: TypeAlias = Literal[
    "number", "money", "date", "text", "enum", "flag", "phone", "email", "id"
]
GENERAL = Path(__file__).parent / "general.yaml"
"""What every business has: general actions and the attributes that identify."""


class Part(BaseModel):
    """Base of all parts: immutable, no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Named(Part):
    """Something with a name and with the official words for it."""

    name: str
    zh: tuple[str, ...] = ()
    en: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """Everything that it is called, the name itself in plain words last."""
        return (*self.zh, *self.en, self.name.replace("_", " "))


class Entity(Named):
    """A kind of thing."""

    person: bool = False
    ids: tuple[str, ...] = ()
    """Identifiers as they look."""


class Action(Named):
    """What is done to things."""

    function: FunctionType
    of: str | tuple[str, ...] | None = None


class Value(Named):
    """One value of a closed attribute."""


class Attribute(Named):
    """What things have."""

    kind: AttributeKind
    of: str | tuple[str, ...] = ()
    unit: str | None = None
    values: tuple[Value, ...] = ()


class Business(Part):
    """Things, actions and attributes of one trade."""

    name: str
    about: str
    entities: tuple[Entity, ...]
    actions: tuple[Action, ...] = ()
    attributes: tuple[Attribute, ...] = Field(default=())

    @cached_property
    def entity_names(self) -> frozenset[str]:
        """Names of the kinds of things."""
        return frozenset(one.name for one in self.entities)

    @cached_property
    def attribute_by_name(self) -> dict[str, Attribute]:
        """The attributes, the general ones included."""
        return {one.name: one for one in (*general().attributes, *self.attributes)}

    @cached_property
    def action_by_name(self) -> dict[str, Action]:
        """The actions, the general ones included."""
        return {one.name: one for one in (*general().actions, *self.actions)}


class General(Part):
    """What every business has."""

    actions: tuple[Action, ...]
    attributes: tuple[Attribute, ...]


_GENERAL: list[General] = []


def general() -> General:
    """General actions and attributes; read once."""
    if not _GENERAL:
        _GENERAL.append(General.model_validate(_plain(GENERAL)))
    return _GENERAL[0]


def read_business(file: Path) -> Business:
    """The business of a file; SuiteError names what is wrong in it."""
    try:
        return Business.model_validate(_plain(file))
    except ConfigurationError as error:
        raise SuiteError(str(error)) from error
    except ValidationError as error:
        raise SuiteError(f"{file}: {error}") from error


def _plain(file: Path) -> object:
    """With every scalar as it is written: `no` is a name here, and `007` too."""
    return read(file, as_written=True)
