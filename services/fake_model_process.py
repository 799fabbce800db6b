"""A model service of our own for an evaluation: a process, reached over its wire."""

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager

from services.child_process import free_port, serving
from services.settings import child_environment

_MODULE = (sys.executable, "-P", "-m", "services.fake_model", "serve")


@contextmanager
def private_fake_model(*options: str) -> Generator[None]:
    """Inside the block a model service runs, and the variables of this process name it.

    `options`: of `zhizao fake-model serve`."""
    port = free_port()
    named = {
        "DASHSCOPE_API_KEY": "local",
        "DASHSCOPE_HTTP_BASE_URL": f"http://127.0.0.1:{port}/api/v1",
    }
    before = {name: os.environ.get(name) for name in named}
    with serving(
        (*_MODULE, "--port", str(port), *options), child_environment(), port, "the model service"
    ):
        os.environ.update(named)
        try:
            yield
        finally:
            for name, value in before.items():
                os.environ.pop(name)
                if value is not None:
                    os.environ[name] = value
