"""A source that always answers the same."""

from collections.abc import Mapping
from dataclasses import dataclass

from tool_registry.base.types import JsonValue
from tool_registry.model import Document, RawTool
from tool_registry.sources.result import CallResult


@dataclass
class Talking:
    """Answers every call with one body."""

    body: JsonValue

    async def list_tools(self) -> list[RawTool]:
        return []

    async def list_documents(self) -> list[Document]:
        return []

    async def call(
        self,
        tool_name: str,
        arguments: Mapping[str, JsonValue],
        *,
        environment: str,
        plan: Mapping[str, JsonValue] | None = None,
        key: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 - as the protocol has it
    ) -> CallResult:
        return CallResult.success(self.body)

    async def close(self) -> None:
        """Nothing is open."""
