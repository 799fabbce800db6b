"""Qwen models over DashScope's own wire, through the `dashscope` package (the extra `qwen`).

That package does not raise on an HTTP error: status, code and message stand in the response. It is
heavy, so it is loaded by the first question.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from typing import Any, cast

from pipelines.models.asking import collected
from pipelines.models.chat import Collector, messages_of, options_of
from pipelines.models.errors import Cut, Nonsense, Refused, Unreachable
from pipelines.models.failures import failure
from pipelines.models.formats import Format, Formats
from pipelines.models.model import Ask, Reply, Show
from tool_registry.base.types import JsonValue

BAD_FORM = (ValueError, TypeError, KeyError, AttributeError, RecursionError)
"""What the package raises where an answer lacks the form that it expects."""


@dataclass(frozen=True, slots=True)
class Account:
    """Where DashScope is, and the key for it."""

    url: str
    """Up to and with `/api/v1`."""
    key: str

    def __repr__(self) -> str:
        return f"Account(at {self.url})"


class QwenModel:
    """One model at DashScope."""

    def __init__(self, account: Account, model: str) -> None:
        self._account = account
        self._model = model
        self._formats = Formats()

    @property
    def name(self) -> str:
        """`dashscope/model`."""
        return f"dashscope/{self._model}"

    async def answer(self, ask: Ask, show: Show | None = None) -> Reply:
        """See `LanguageModel`."""
        return await self._formats.answered(
            ask, lambda form: collected(ask, self.name, show, partial(self._ask, form=form))
        )

    async def close(self) -> None:
        """Ends the connections that the package keeps for this event loop."""
        if loaded():
            await import_module("dashscope.api_entities.aio_session").close_shared_aio_session()

    async def _ask(self, collector: Collector, form: Format) -> None:
        broken = import_package().aiohttp
        try:
            await self._call(collector, form)
        except broken.ClientConnectorError as error:
            raise Unreachable(str(error)) from error
        except broken.ContentTypeError as error:
            raise Nonsense(f"the answer is no JSON: {error.message}") from error
        except (broken.ClientError, ConnectionError) as error:
            raise Cut(str(error) or f"the connection broke ({type(error).__name__})") from error
        except BAD_FORM as error:
            reason = f"the answer cannot be read ({type(error).__name__}: {error})"
            raise Nonsense(reason) from error

    async def _call(self, collector: Collector, form: Format) -> None:
        streamed = collector.show is not None
        how = {"stream": True, "incremental_output": True} if streamed else {}
        result = await import_package().generation.call(
            self._model,
            messages=messages_of(collector.ask),
            api_key=self._account.key,
            base_address=self._account.url.rstrip("/"),
            result_format="message",
            **options_of(collector.ask, form),
            **how,
        )
        if not streamed:
            self._take(result, collector)
            return
        async for piece in result:
            self._take(piece, collector)

    def _take(self, response: Mapping[str, Any], collector: Collector) -> None:
        """One response of the package: a whole answer, a piece of it, or an error."""
        status = int(response["status_code"])
        if status != 200:
            code, said = str(response["code"] or ""), str(response["message"] or "")
            headers = cast("dict[str, str]", response["headers"] or {})
            raise failure(status, code, said, headers, model=self.name)
        output = cast("dict[str, JsonValue]", response["output"] or {})
        collector.take(output.get("choices"), "message")
        collector.count(response["usage"], "input_tokens", "output_tokens")


@dataclass(frozen=True, slots=True)
class _Package:
    generation: Any
    aiohttp: Any


def installed() -> bool:
    """True where the package can be loaded."""
    try:
        import_package()
    except Refused:
        return False
    return True


def loaded() -> bool:
    """True where it was loaded already."""
    return bool(import_package.cache_info().currsize)


@cache
def import_package() -> _Package:
    """The package, silent on stderr unless its own logging variable is set; Refused where it is
    not installed."""
    try:
        generation = import_module("dashscope").AioGeneration
    except ImportError as error:
        reason = "the package dashscope is not installed: pip install 'zhizao[qwen]'"
        raise Refused(reason) from error
    log = logging.getLogger("dashscope")
    log.propagate = False
    log.addHandler(logging.NullHandler())
    return _Package(generation, import_module("aiohttp"))
