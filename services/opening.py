"""The source that an entry means."""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import cast

from tool_registry.base.environment import Environments
from tool_registry.base.errors import CallNotSent, ConfigurationError
from tool_registry.base.types import JsonValue
from tool_registry.model import Document, RawTool
from tool_registry.sources.entries import (
    A2aConfig,
    McpConfig,
    OpenApiConfig,
    PythonConfig,
    SourceConfig,
)
from tool_registry.sources.mcp_source import McpSource
from tool_registry.sources.result import CallResult
from tool_registry.sources.source import ToolSource, has_changed, notes_of


def open_source(config: SourceConfig, environments: Environments) -> ToolSource:
    """The source, not yet connected; ConfigurationError for an environment that is none."""
    for name in config.environments:
        if environments.get(name) is None:
            known = ", ".join(environments.names) or "none"
            reason = f"'{name}' is no configured environment (there are: {known})"
            raise ConfigurationError(f"source '{config.id}': environments.{name}: {reason}")
    # Each kind of source loads its own machinery: a process pays for what it has.
    if isinstance(config, OpenApiConfig):
        from tool_registry.sources.openapi.source import OpenApiSource

        source = OpenApiSource(config, environments)
        return _Situated(config, dict.fromkeys(config.served, source))
    if isinstance(config, A2aConfig):
        return _agent(config, environments)
    if isinstance(config, PythonConfig):
        from tool_registry.sources.functions.source import function_server

        functions = McpSource(function_server(config))
        return _situated(config, dict.fromkeys(config.environments, functions), functions)
    assert isinstance(config, McpConfig)
    servers = {name: McpSource(config.in_environment(name)) for name in config.environments}
    if config.command is not None or not any(one.url for one in config.environments.values()):
        servers = dict.fromkeys(config.environments, McpSource(config))
    return _situated(config, servers, McpSource(config))


def _agent(config: A2aConfig, environments: Environments) -> ToolSource:
    if find_spec("a2a") is None:
        return _NotInstalled(config, "pip install 'zhizao[a2a]'")
    from tool_registry.sources.a2a.source import A2aSource

    def opened(name: str) -> ToolSource:
        known = environments.get(name)
        return A2aSource(config.in_environment(name), known.hosts if known else ())

    servers = {name: opened(name) for name in config.environments}
    return _Situated(config, servers) if servers else A2aSource(config)


class _NotInstalled:
    """A source whose machinery is not there; its listing and its calls say what to install."""

    def __init__(self, config: SourceConfig, how: str) -> None:
        self._reason = f"source '{config.id}' needs a package that is not installed: {how}"

    async def list_tools(self) -> list[RawTool]:
        """CallNotSent."""
        raise CallNotSent(self._reason)

    async def list_documents(self) -> list[Document]:
        """CallNotSent."""
        raise CallNotSent(self._reason)

    async def call(
        self,
        tool_name: str,
        arguments: Mapping[str, JsonValue],
        *,
        environment: str,
        plan: Mapping[str, JsonValue] | None = None,
        key: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 - there is none
    ) -> CallResult:
        """Calls nothing."""
        return CallResult.failed("refused_connection", self._reason)

    async def close(self) -> None:
        """Nothing to close."""


def _situated(
    config: SourceConfig, servers: Mapping[str, McpSource], alone: McpSource
) -> ToolSource:
    return _Situated(config, servers) if servers else alone


class _Situated:
    """A source that is reached, or called, differently in each environment."""

    def __init__(self, config: SourceConfig, sources: Mapping[str, ToolSource]) -> None:
        self.config = config
        self._sources = dict(sources)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the listing left out."""
        return notes_of(self._first)

    @property
    def changed(self) -> bool:
        """True where the source has said that its list is another now."""
        return any(has_changed(one) for one in self._sources.values())

    async def list_tools(self) -> list[RawTool]:
        """The first environment's tools, without the arguments that the configuration fills."""
        tools = await self._first.list_tools()
        return [self._without_filled(tool) for tool in tools]

    async def list_documents(self) -> list[Document]:
        """The first environment's pages."""
        return await self._first.list_documents()

    async def call(
        self,
        tool_name: str,
        arguments: Mapping[str, JsonValue],
        *,
        environment: str,
        plan: Mapping[str, JsonValue] | None = None,
        key: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 - the source ends the request
    ) -> CallResult:
        """Calls the tool in that environment, with the arguments that name it there."""
        source = self._sources.get(environment)
        if source is None:
            reason = f"source '{self.config.id}' is not configured for '{environment}'"
            return CallResult.failed("refused_connection", reason)
        filled = {**arguments, **self.config.environments[environment].arguments}
        return await source.call(
            tool_name, filled, environment=environment, plan=plan, key=key, timeout=timeout
        )

    async def close(self) -> None:
        """Ends all connections."""
        for source in {id(one): one for one in self._sources.values()}.values():
            await source.close()

    @property
    def _first(self) -> ToolSource:
        return next(iter(self._sources.values()))

    def _without_filled(self, tool: RawTool) -> RawTool:
        situations = [self.config.environments[name] for name in self._sources]
        filled = set[str].intersection(*(set(one.arguments) for one in situations))
        schema = dict(tool.input_schema)
        if filled and isinstance(schema.get("properties"), dict):
            properties = cast("dict[str, JsonValue]", schema["properties"])
            required = cast("list[str]", schema.get("required") or [])
            schema["properties"] = {k: v for k, v in properties.items() if k not in filled}
            schema["required"] = [name for name in required if name not in filled]
        return tool.model_copy(
            update={"input_schema": schema, "environments": tuple(self._sources)}
        )
