"""Models behind the OpenAI form of chat: DashScope's compatible mode, vLLM, Ollama and others."""

import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, cast

from pipelines.models.asking import collected
from pipelines.models.chat import Collector, messages_of, options_of
from pipelines.models.errors import Cut, Nonsense, TooLong, Unreachable
from pipelines.models.failures import failure_from_body, failure_told
from pipelines.models.formats import Format, Formats
from pipelines.models.model import Ask, Reply, Show
from tool_registry.base.http import never_left
from tool_registry.base.types import JsonValue

if TYPE_CHECKING:
    import httpx2

_CONNECT = 10.0
"""Seconds for a connection."""
_BYTES = 4 * 1024 * 1024
"""Of one answer, at most."""
_DONE = "[DONE]"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where models are served, and the key for it."""

    url: str
    """Up to and without `/chat/completions`."""
    key: str = ""
    provider: str = "compatible"

    def __repr__(self) -> str:
        return f"Endpoint({self.provider} at {self.url})"


class CompatibleModel:
    """One model over HTTP. Connections are kept until `close`."""

    def __init__(self, endpoint: Endpoint, model: str) -> None:
        self._endpoint = endpoint
        self._model = model
        self._client: httpx2.AsyncClient | None = None
        self._formats = Formats()

    @property
    def name(self) -> str:
        """`provider/model`."""
        return f"{self._endpoint.provider}/{self._model}"

    async def answer(self, ask: Ask, show: Show | None = None) -> Reply:
        """See `LanguageModel`."""
        talk = self._stream if show else self._whole
        return await self._formats.answered(
            ask, lambda form: collected(ask, self.name, show, partial(talk, form=form))
        )

    async def close(self) -> None:
        """Ends all connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def _whole(self, collector: Collector, form: Format) -> None:
        async with self._sent(collector.ask, form, {}) as response:
            body = _object(await _read(response))
        collector.take(body.get("choices"), "message")
        collector.count(body.get("usage"), "prompt_tokens", "completion_tokens")

    async def _stream(self, collector: Collector, form: Format) -> None:
        import httpx2

        wanted: dict[str, JsonValue] = {"stream": True, "stream_options": {"include_usage": True}}
        async with self._sent(collector.ask, form, wanted) as response:
            async for event in httpx2.EventSource(response, _BYTES):
                if event.data == _DONE:
                    break
                piece = _object(event.data)
                if error := piece.get("error"):
                    raise failure_told(response.status_code, error, response.headers, self.name)
                if piece.get("choices") or not piece.get("usage"):
                    collector.take(piece.get("choices"), "delta")
                collector.count(piece.get("usage"), "prompt_tokens", "completion_tokens")

    @asynccontextmanager
    async def _sent(
        self, ask: Ask, form: Format, more: Mapping[str, JsonValue]
    ) -> AsyncGenerator["httpx2.Response"]:
        """A response of status 200; what breaks on the way becomes a ModelError."""
        import httpx2

        body = {"model": self._model, "messages": messages_of(ask), **options_of(ask, form), **more}
        try:
            async with self._connected().stream("POST", "chat/completions", json=body) as response:
                if response.status_code != 200:
                    content = await _read(response)
                    raise failure_from_body(
                        response.status_code, content, response.headers, self.name
                    )
                yield response
        except never_left() as error:
            raise Unreachable(str(error) or type(error).__name__) from error
        except (httpx2.DecodingError, httpx2.SSEError, UnicodeDecodeError) as error:
            raise Nonsense(f"the answer cannot be read: {error}") from error
        except httpx2.TransportError as error:
            raise Cut(str(error) or f"the connection broke ({type(error).__name__})") from error

    def _connected(self) -> "httpx2.AsyncClient":
        import httpx2

        if self._client is None:
            key = self._endpoint.key
            self._client = httpx2.AsyncClient(
                base_url=self._endpoint.url.rstrip("/") + "/",
                headers={"Authorization": f"Bearer {key}"} if key else {},
                timeout=httpx2.Timeout(None, connect=_CONNECT),
            )
        return self._client


async def _read(response: "httpx2.Response") -> str:
    content = b""
    async for part in response.aiter_bytes():
        content += part
        if len(content) > _BYTES:
            raise TooLong(f"the answer is longer than {_BYTES} bytes")
    return content.decode("utf-8")


def _object(text: str) -> dict[str, JsonValue]:
    """The JSON object in the text; Nonsense where there is none, an error where it tells one."""
    try:
        body: JsonValue = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Nonsense(f"the answer is no JSON: {error}") from error
    if not isinstance(body, dict):
        raise Nonsense("the answer is no JSON object")
    found = cast("dict[str, JsonValue]", body)
    if "choices" not in found and found.get("error"):
        raise failure_told(200, found["error"], {}, "")
    return found
