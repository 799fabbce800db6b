"""While a request is worked on, the event loop goes on acknowledging what others deliver."""

import asyncio
import threading
from contextvars import ContextVar

import pytest

from tool_registry.base.beside_loop import beside_loop

pytestmark = pytest.mark.anyio
WHO: ContextVar[str] = ContextVar("WHO")


async def test_the_loop_goes_on_while_work_is_done() -> None:
    gate = threading.Event()
    work = asyncio.create_task(beside_loop(lambda: gate.wait(60)))
    await asyncio.sleep(0)
    gate.set()  # by the loop, which therefore is not held up
    assert await work is True


async def test_work_is_done_in_its_order_one_at_a_time() -> None:
    done: list[tuple[int, int]] = []
    works = [beside_loop(lambda n=n: done.append((n, threading.get_ident()))) for n in range(20)]
    await asyncio.gather(*works)
    assert [number for number, _ in done] == list(range(20))
    assert {thread for _, thread in done}.isdisjoint({threading.get_ident()})
    assert len({thread for _, thread in done}) == 1


async def test_context_and_errors_are_the_callers() -> None:
    WHO.set("ann")
    assert await beside_loop(WHO.get) == "ann"
    with pytest.raises(ZeroDivisionError):
        await beside_loop(lambda: 1 // 0)
