"""The garbage collector, out of the way while many lasting objects are made."""

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Generator[None]:
    """No garbage collection inside the block.

    A catalogue is millions of small objects without cycles that all live on: looking through
    them again and again while they are made costs more than making them."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
