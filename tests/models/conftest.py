"""A model service on loopback, and both adapters as they are used."""

from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager

import pytest

from pipelines.models.compatible import CompatibleModel, Endpoint
from pipelines.models.model import LanguageModel
from pipelines.models.permission import model_requests
from pipelines.models.qwen import Account, QwenModel
from tests.scripted_model.server import ScriptedServer, serving

KEY = "sk-of-a-test"
SAID = '{"said": "你好, wire"}'


@pytest.fixture
def requests_allowed() -> Generator[None]:
    with model_requests(True):
        yield


@pytest.fixture
def service(requests_allowed: None) -> Generator[ScriptedServer]:
    with serving(lambda _: SAID) as service:
        yield service


def model_at(wire: str, url: str, name: str = "qwen-plus", key: str = KEY) -> LanguageModel:
    """The adapter of that wire, for a service at that address."""
    if wire == "native":
        return QwenModel(Account(f"{url}/api/v1", key), name)
    return CompatibleModel(Endpoint(f"{url}/compatible-mode/v1", key), name)


@asynccontextmanager
async def opened(wire: str, url: str, **more: str) -> AsyncGenerator[LanguageModel]:
    """The same, closed at the end of the block."""
    model = model_at(wire, url, **more)
    try:
        yield model
    finally:
        await model.close()
