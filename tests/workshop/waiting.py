"""How long tests wait for what comes at once on an idle machine."""

import threading
from collections.abc import Callable

PATIENCE = 60.0
"""Seconds until a test gives up: nothing is lost where all is well."""


def wait_for(condition: Callable[[], bool]) -> None:
    """Returns as soon as the condition holds; fails when patience is over."""
    ticks = threading.Event()
    for _ in range(int(PATIENCE / 0.01)):
        if condition():
            return
        ticks.wait(0.01)
    raise AssertionError("what the test waits for did not come")
