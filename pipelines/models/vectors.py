"""Models that turn texts into vectors: DashScope's own wire and the OpenAI form `/embeddings`.

Neither package nor wire needs an event loop: DashScope's package has no asynchronous call for it.
"""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol, cast

from pipelines.models.breaker import Breakers
from pipelines.models.compatible import Endpoint
from pipelines.models.errors import (
    Cut,
    DeadlinePassed,
    ModelError,
    Nonsense,
    Refused,
    Throttled,
    Unreachable,
)
from pipelines.models.failures import failure, failure_from_body
from pipelines.models.permission import check_permission
from pipelines.models.qwen import BAD_FORM, Account, import_package
from pipelines.models.steady import Patience
from tool_registry.base.clock import Clock
from tool_registry.base.http import never_left

AT_ONCE = 10
"""Texts of one request: `text-embedding-v4` takes no more."""
_TELLS = (Unreachable, Throttled, Cut, Nonsense, DeadlinePassed)
"""Failures that speak against the model, not against the texts."""
_PATIENCE = Patience(first=0.2, longest=2.0)


class VectorModel(Protocol):
    """Turns a few texts into vectors."""

    @property
    def name(self) -> str:
        """Provider, model and length of the vectors, where one was chosen."""
        ...

    def vectors(self, texts: Sequence[str], seconds: float) -> list[list[float]]:
        """A vector for each of at most AT_ONCE texts, in order; ModelError otherwise."""
        ...


@dataclass(frozen=True, slots=True)
class QwenVectors:
    """A model at DashScope, through its package (the extra `qwen`)."""

    account: Account
    model: str
    dimension: int | None = None

    @property
    def name(self) -> str:
        """`dashscope/model` and the dimension."""
        return _named("dashscope", self.model, self.dimension)

    def vectors(self, texts: Sequence[str], seconds: float) -> list[list[float]]:
        """See `VectorModel`. The package does not raise on an HTTP error."""
        check_permission(self.name)
        if not self.account.key:
            raise Refused("there is no key", model=self.name)
        import_package()
        broken = import_module("requests").exceptions
        try:
            response = import_module("dashscope").TextEmbedding.call(
                self.model,
                list(texts),
                api_key=self.account.key,
                dimension=self.dimension,
                base_address=self.account.url.rstrip("/"),
                request_timeout=seconds,
            )
            return self._read(response, len(texts))
        except broken.Timeout as error:
            raise DeadlinePassed(f"no answer in {seconds:.3g} s", model=self.name) from error
        except broken.JSONDecodeError as error:
            raise Nonsense(f"the answer is no JSON: {error}", model=self.name) from error
        except (broken.ChunkedEncodingError, broken.ContentDecodingError) as error:
            raise Cut(str(error), model=self.name) from error
        except broken.RequestException as error:
            raise Unreachable(str(error), model=self.name) from error
        except BAD_FORM as error:
            reason = f"the answer cannot be read ({type(error).__name__}: {error})"
            raise Nonsense(reason, model=self.name) from error

    def _read(self, response: Any, count: int) -> list[list[float]]:
        status = int(response["status_code"])
        if status != 200:
            code, said = str(response["code"] or ""), str(response["message"] or "")
            headers = cast("dict[str, str]", response["headers"] or {})
            raise failure(status, code, said, headers, model=self.name)
        return _ordered(response["output"]["embeddings"], "text_index", count, self.name)


@dataclass(frozen=True, slots=True)
class CompatibleVectors:
    """A model behind the OpenAI form: DashScope's compatible mode, vLLM, Ollama and others."""

    endpoint: Endpoint
    model: str
    dimension: int | None = None

    @property
    def name(self) -> str:
        """`provider/model` and the dimension."""
        return _named(self.endpoint.provider, self.model, self.dimension)

    def vectors(self, texts: Sequence[str], seconds: float) -> list[list[float]]:
        """See `VectorModel`."""
        import httpx2

        check_permission(self.name)
        key, url = self.endpoint.key, self.endpoint.url.rstrip("/")
        body: dict[str, Any] = {"model": self.model, "input": list(texts)}
        body |= {"dimensions": self.dimension} if self.dimension else {}
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        try:
            with httpx2.Client(timeout=seconds, headers=headers) as client:
                response = client.post(f"{url}/embeddings", json=body)
        except httpx2.TimeoutException as error:
            raise DeadlinePassed(f"no answer in {seconds:.3g} s", model=self.name) from error
        except never_left() as error:
            raise Unreachable(str(error) or type(error).__name__, model=self.name) from error
        except httpx2.DecodingError as error:
            raise Nonsense(f"the answer cannot be read: {error}", model=self.name) from error
        except httpx2.TransportError as error:
            raise Cut(str(error) or type(error).__name__, model=self.name) from error
        if response.status_code != 200:
            text, headers = response.text, dict(response.headers)
            raise failure_from_body(response.status_code, text, headers, self.name)
        try:
            found = json.loads(response.content)
            return _ordered(found["data"], "index", len(texts), self.name)
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise Nonsense(f"the answer cannot be read: {error}", model=self.name) from error


@dataclass(frozen=True, slots=True)
class SteadyVectors:
    """A model asked with patience: a few more tries, and a rest where it fails again and again."""

    model: VectorModel
    breakers: Breakers = field(default_factory=Breakers)
    retries: int = 2
    patience: Patience = _PATIENCE
    sleep: Callable[[float], None] = time.sleep
    clock: Clock = field(default_factory=Clock)

    @property
    def name(self) -> str:
        """The name of the model that is asked."""
        return self.model.name

    def vectors(self, texts: Sequence[str], seconds: float) -> list[list[float]]:
        """See `VectorModel`; `seconds` are for all tries together."""
        until = self.clock.monotonic() + seconds
        for tries in range(self.retries + 1):
            try:
                return self._try(texts, until - self.clock.monotonic())
            except ModelError as error:
                pause = self.patience.pause(tries, error)
                late = self.clock.monotonic() + pause >= until
                rests = self.breakers.rests(self.name)
                if not error.passing or late or rests or tries == self.retries:
                    raise
                self.sleep(pause)
        raise AssertionError("the last try returns or raises")

    def _try(self, texts: Sequence[str], seconds: float) -> list[list[float]]:
        self.breakers.enter(self.name)
        failed: bool | None = None
        try:
            found = self.model.vectors(texts, seconds)
            failed = False
        except ModelError as error:
            failed = isinstance(error, _TELLS)
            raise
        finally:
            self.breakers.leave(self.name, failed)
        return found


def _named(provider: str, model: str, dimension: int | None) -> str:
    return f"{provider}/{model}" + (f"/{dimension}" if dimension else "")


def _ordered(entries: Any, place: str, count: int, model: str) -> list[list[float]]:
    """The vectors in the order of the texts; Nonsense where there is not one for each."""
    told = {int(one[place]): [float(each) for each in one["embedding"]] for one in entries}
    found = [told.get(number, []) for number in range(count)]
    if len({len(one) for one in found}) != 1 or not found[0]:
        raise Nonsense(f"not one vector for each of {count} texts", model=model)
    return found
