"""Work that keeps a processor busy, beside the event loop.

One thread for the whole process: Python computes one thing at a time anyway, and the loop, which
acknowledges what others deliver, then waits for no more than one switch of threads."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import cache
from typing import TypeVar

T = TypeVar("T")


async def beside_loop(work: Callable[[], T]) -> T:
    """What the work returns or raises, in the caller's context; in the order in which it came."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_thread(), copy_context().run, work)


@cache
def _thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "beside_loop")
