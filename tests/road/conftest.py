"""The demo business as a process of its own, for roads over it and somebody else's service."""

from collections.abc import Generator

import pytest

from services.sandbox_process import SandboxProcess, private_sandbox


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Generator[SandboxProcess]:
    with private_sandbox("commerce", tmp_path_factory.mktemp("demo")) as sandbox:
        yield sandbox
