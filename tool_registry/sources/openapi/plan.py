"""How an operation is called: what its tool carries along, so that a call needs no document."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from tool_registry.base.types import JsonValue

Place = Literal["path", "query", "header", "cookie"]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Parameter(_Part):
    """One parameter of the request line, a header or a cookie."""

    name: str
    place: Place
    argument: str
    """The tool's argument that fills it."""
    style: str = "simple"
    explode: bool = False
    as_json: bool = False


class Body(_Part):
    """What the request carries."""

    media: str
    argument: str | None = None
    """The one argument that is the whole body; None: `fields` make it up."""
    fields: dict[str, str] = Field(default_factory=dict)
    """Argument → name in the body."""
    files: tuple[str, ...] = ()
    """Names in the body that are sent as files, from text."""


class Scheme(_Part):
    """One thing that the document wants for authorisation."""

    type: str
    name: str | None = None
    place: str | None = None
    token_url: str | None = None


class Plan(_Part):
    """The request of one operation."""

    verb: str
    path: str
    prefix: str = ""
    """Path of the document's own server; used where an environment's URL has no path."""
    parameters: tuple[Parameter, ...] = ()
    body: Body | None = None
    accept: str = "application/json, */*;q=0.5"
    schemes: tuple[Scheme, ...] = ()
    open: bool = False
    """True where the document asks for authorisation elsewhere, but not here."""
    key_header: str | None = None
    """Header that carries the idempotency key."""
    id_headers: tuple[str, ...] = ()
    """Required headers that only tell requests apart."""

    @property
    def writes(self) -> bool:
        """False for requests that change nothing by the rules of HTTP."""
        return self.verb not in ("GET", "HEAD", "OPTIONS")

    def stored(self) -> dict[str, JsonValue]:
        """As JSON, without what is as usual."""
        return self.model_dump(mode="json", exclude_defaults=True)
