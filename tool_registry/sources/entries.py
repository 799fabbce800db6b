"""What an entry of the sources file may hold: an MCP server, an OpenAPI document, Python functions,
an agent.

All kinds share the choice of tools, limits of time, owner and visibility, and `environments`: for
each configured environment that the source serves, its address there and what calls carry.
"""

from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, SecretStr

from tool_registry.base.caller import Scope
from tool_registry.base.ids import digest
from tool_registry.base.types import JsonValue

Seconds = Annotated[float, Field(gt=0, le=3600)]
Headers = dict[str, SecretStr]


class _Part(BaseModel):
    model_config = ConfigDict(
        frozen=True, extra="forbid", hide_input_in_errors=True, populate_by_name=True
    )


class ToolChoice(_Part):
    """Which tools of a source are used: names or globs; `exclude` wins."""

    include: tuple[str, ...] = ("*",)
    exclude: tuple[str, ...] = ()

    def allows(self, name: str) -> bool:
        """True for a tool that is included and not excluded."""
        if any(fnmatchcase(name, pattern) for pattern in self.exclude):
            return False
        return any(fnmatchcase(name, pattern) for pattern in self.include)


class BearerAuth(_Part):
    """`Authorization: Bearer TOKEN`."""

    type: Literal["bearer"]
    token: SecretStr


class BasicAuth(_Part):
    """`Authorization: Basic …`."""

    type: Literal["basic"]
    username: str
    password: SecretStr


class KeyAuth(_Part):
    """A key in a header, the query or a cookie; where it goes is in the document, unless given."""

    type: Literal["api_key"]
    value: SecretStr
    name: str | None = None
    place: Literal["header", "query", "cookie"] | None = Field(default=None, alias="in")


class OAuth2(_Part):
    """A token of OAuth 2: by client credentials, or by password where a user name is given."""

    type: Literal["oauth2"]
    token_url: str | None = None
    """Absolute, or a path at the base URL; without it, what the document declares."""
    client_id: str | None = None
    client_secret: SecretStr | None = None
    username: str | None = None
    password: SecretStr | None = None
    scope: str | None = None


class Csrf(_Part):
    """A cookie whose value every write repeats in a header."""

    cookie: str = "csrftoken"
    header: str = "X-CSRFToken"
    page: str | None = None
    """A path to read first, where the cookie is not set otherwise."""


class LoginAuth(_Part):
    """A request that logs in; its token goes into a header, its cookies are kept."""

    type: Literal["login"]
    operation: str = Field(pattern=r"^(GET|POST|PUT) /\S*$")
    """Verb and path: `POST /auth/login`."""
    body: dict[str, JsonValue] = Field(default_factory=dict)
    form: bool = False
    """True: the body is sent as a form, not as JSON."""
    token: str | None = None
    """Path of the token in the answer: `data.token`; None: the session is in cookies only."""
    header: str = "Authorization: Bearer {}"
    csrf: Csrf | None = None


Auth = Annotated[BearerAuth | BasicAuth | KeyAuth | OAuth2 | LoginAuth, Field(discriminator="type")]


class Situation(_Part):
    """How calls reach one configured environment."""

    url: str | None = None
    """Address of the source there. Naming it allows exactly this host and port, even a private
    one."""
    headers: Headers = Field(default_factory=dict)
    arguments: dict[str, JsonValue] = Field(default_factory=dict)
    """Arguments that every call carries there; tools no longer ask for them."""
    auth: Auth | None = None


class SourceConfig(_Part):
    """What all kinds of sources have in common."""

    id: str
    tools: ToolChoice = ToolChoice()
    timeout: Seconds = 30.0
    """Seconds for one call, unless the caller says otherwise."""
    connect_timeout: Seconds = 10.0
    """Seconds to connect and agree on a protocol version; starting the command included."""
    environments: dict[str, Situation] = Field(default_factory=dict)
    """By name of the configured environment; empty: the tools' own texts tell."""
    approval: Literal["pinned", "trusted"] = "pinned"
    """Whether a tool that changed has to be approved anew before it is used."""
    scope: Scope = Scope.PUBLIC
    project: str | None = None
    owner: str | None = None

    @property
    def place(self) -> str:
        """Where it is, for people."""
        return self.id

    @property
    def fingerprint(self) -> str:
        """Changes when another source, or another way to reach it, is meant. Holds no secret."""
        situations = [
            [name, one.url, one.arguments, sorted(one.headers), one.auth and one.auth.type]
            for name, one in sorted(self.environments.items())
        ]
        return digest([type(self).__name__, self._identity(), situations])

    def problem(self) -> str | None:
        """What is wrong with the settings taken together, in a sentence; or None."""
        if self.scope is Scope.PROJECT and not self.project:
            return "'scope' is project, so 'project' has to name it"
        if self.scope is Scope.PERSONAL and not self.owner:
            return "'scope' is personal, so 'owner' has to name the person"
        return None

    def located(self, folder: Path) -> Self:
        """The same with relative paths meant from that folder."""
        return self

    def _identity(self) -> JsonValue:
        return None


class McpConfig(SourceConfig):
    """One MCP server: `url` (streamable HTTP) or `command` (stdio), never both."""

    url: str | None = None
    command: str | None = None
    args: tuple[str, ...] = ()
    env: dict[str, SecretStr] = Field(default_factory=dict)
    """Variables for the command, beside a few harmless ones such as PATH."""
    cwd: str | None = None
    headers: Headers = Field(default_factory=dict)

    @property
    def place(self) -> str:
        """The URL without its query, or the command."""
        return self.url.partition("?")[0] if self.url else self.command or self.id

    def in_environment(self, name: str) -> "McpConfig":
        """The server as it is reached for that environment."""
        situation = self.environments.get(name, Situation())
        url = situation.url or self.url
        return self.model_copy(
            update={"url": url, "headers": {**self.headers, **situation.headers}}
        )

    def problem(self) -> str | None:
        """What is wrong with the settings taken together, in a sentence; or None."""
        away = [name for name, one in self.environments.items() if one.url]
        if self.command is not None and (self.url is not None or away):
            return "give either 'url' or 'command'"
        if self.command is None and self.url is None:
            missing = sorted(self.environments.keys() - set(away))
            if not away or missing:
                return "give either 'url' or 'command', or a 'url' for each environment"
        if self.command is None and (self.args or self.env or self.cwd):
            return "'args', 'env' and 'cwd' go with 'command'"
        if self.command is not None and self.headers:
            return "'headers' go with 'url'"
        if any(one.auth for one in self.environments.values()):
            return "'auth' goes with type openapi; an MCP server takes 'headers'"
        return super().problem()

    def _identity(self) -> JsonValue:
        return [self.url, self.command, list(self.args), self.cwd, sorted(self.env)]


class OpenApiConfig(SourceConfig):
    """The operations of an OpenAPI 3 or Swagger 2 document, called at each environment's URL."""

    document: str
    """A file, or an http address; its host may be private only where an environment allows it.
    Where `text` is given, only what it is called."""
    text: str | None = None
    """The document itself, JSON or YAML; nothing is read or fetched then."""

    @property
    def place(self) -> str:
        """The document, without the query of its address."""
        return self.document.partition("?")[0]

    @property
    def is_fetched(self) -> bool:
        """True where the document is at an address."""
        return self.text is None and is_web_address(self.document)

    @property
    def served(self) -> tuple[str, ...]:
        """Environments that have a base URL."""
        return tuple(name for name, one in self.environments.items() if one.url)

    def problem(self) -> str | None:
        """What is wrong with the settings taken together, in a sentence; or None."""
        if not self.served:
            return "needs environments.NAME.url, the base URL of its calls, for an environment"
        return super().problem()

    def located(self, folder: Path) -> "OpenApiConfig":
        """The same with a relative document meant from that folder."""
        if self.text is not None or "://" in self.document:
            return self
        return self.model_copy(update={"document": str(folder / self.document)})

    def _identity(self) -> JsonValue:
        return self.document


class A2aConfig(SourceConfig):
    """An agent that speaks A2A: the skills of its card."""

    url: str | None = None
    """Where it is, or where its card is (`….json`); None: each environment has its own."""
    headers: Headers = Field(default_factory=dict)
    """Sent to the origin of that address alone, wherever the card says the agent is."""

    @property
    def place(self) -> str:
        """The address without its query."""
        return self.url.partition("?")[0] if self.url else self.id

    def in_environment(self, name: str) -> "A2aConfig":
        """The agent as it is reached for that environment."""
        situation = self.environments.get(name, Situation())
        headers = {**self.headers, **situation.headers}
        return self.model_copy(update={"url": situation.url or self.url, "headers": headers})

    def problem(self) -> str | None:
        """What is wrong with the settings taken together, in a sentence; or None."""
        away = [name for name, one in self.environments.items() if one.url]
        if self.url is None and (not away or self.environments.keys() - set(away)):
            return "give a 'url', or one for each environment"
        if any(one.auth for one in self.environments.values()):
            return "'auth' goes with type openapi; an agent takes 'headers'"
        return super().problem()

    def _identity(self) -> JsonValue:
        return self.url


class PythonConfig(SourceConfig):
    """The public functions of a Python module, run in a process of their own."""

    module: str = Field(pattern=r"^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$")
    path: str | None = None
    """Folder from which the module is imported."""
    env: dict[str, SecretStr] = Field(default_factory=dict)
    """Variables for its process, beside a few harmless ones such as PATH."""

    @property
    def place(self) -> str:
        """The module's name."""
        return self.module

    def located(self, folder: Path) -> "PythonConfig":
        """The same with a relative folder meant from that one."""
        return self.model_copy(update={"path": str(folder / self.path)}) if self.path else self

    def _identity(self) -> JsonValue:
        return [self.module, self.path, sorted(self.env)]


def is_web_address(text: str) -> bool:
    """True for an http or https address with a host and a usable port."""
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def plain(named: Mapping[str, SecretStr]) -> dict[str, str]:
    """Headers or variables with their secrets readable, for the request or process itself."""
    return {name: value.get_secret_value() for name, value in named.items()}
