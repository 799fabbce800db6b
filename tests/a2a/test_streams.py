"""Tasks that take their time: followed by several, stopped, and taken up by the next process."""

import asyncio
import subprocess
from collections.abc import AsyncGenerator, Generator
from contextlib import contextmanager
from typing import Any

import pytest
from a2a.client import Client
from a2a.types import (
    CancelTaskRequest,
    GetTaskRequest,
    SendMessageRequest,
    StreamResponse,
    SubscribeToTaskRequest,
    Task,
    TaskState,
)
from a2a.utils.errors import TaskNotCancelableError, UnsupportedOperationError

from evals.child_process import free_port, wait_until_healthy
from services.settings import Settings
from tests.a2a.talking import COUPON, Agent, request, run, said, speaking, task_of, whole_json
from tests.services import serving as staged
from tests.services.commands import Zhizao
from tests.workshop.waiting import PATIENCE, wait_for

MAKER = "issueFullReductionCoupon"
DONE = TaskState.TASK_STATE_COMPLETED
WORKING = TaskState.TASK_STATE_WORKING


@contextmanager
def slow(agent: Agent, seconds: float, *how: str) -> Generator[None]:
    """The call that makes a coupon takes that long."""
    told = ["fault", "set", MAKER, "--kind", "latency", "--seconds", str(seconds), *how]
    agent.zhizao.sandbox.run(told)
    try:
        yield
    finally:
        agent.zhizao.sandbox.run(["fault", "clear"])


def at_once(text: str) -> SendMessageRequest:
    """A message whose answer is not waited for."""
    sent = request(text)
    sent.configuration.return_immediately = True
    return sent


async def begun(url: str, sent: SendMessageRequest) -> Task:
    async with speaking(url, streaming=False) as client:
        return await task_of(client, sent)


async def heard(stream: AsyncGenerator[StreamResponse]) -> list[Any]:
    return [whole_json(one) async for one in stream]


def subscribe(client: Client, task_id: str) -> Any:
    return client.subscribe(SubscribeToTaskRequest(id=task_id))


@pytest.mark.parametrize("binding", ["JSONRPC", "HTTP+JSON"])
def test_all_streams_of_a_task_tell_the_same_in_the_same_order_and_one_may_be_closed(
    agent: Agent, binding: str
) -> None:
    async def work() -> None:
        task = await begun(agent.url, at_once(COUPON))
        async with (
            speaking(agent.url, binding) as one,
            speaking(agent.url) as two,
            speaking(agent.url, version="0.3") as old,
        ):
            closed = subscribe(old, task.id)
            assert (await anext(closed)).task.id == task.id
            await closed.aclose()
            told = await asyncio.gather(*(heard(subscribe(c, task.id)) for c in (one, two)))
        assert told[0] == told[1]
        assert told[0][0]["task"]["id"] == task.id
        assert told[0][-1]["statusUpdate"]["status"]["state"] == "TASK_STATE_COMPLETED"

    with slow(agent, 1.5):
        run(work)
    assert len(agent.effects()) == 1


def test_a_call_that_has_left_is_not_cut_by_a_cancel(agent: Agent) -> None:
    async def work() -> str:
        task = await begun(agent.url, at_once(COUPON))
        async with speaking(agent.url) as client:
            await asyncio.to_thread(wait_for, lambda: bool(agent.effects()))
            for _ in range(2):
                with pytest.raises(TaskNotCancelableError, match="is over"):
                    await client.cancel_task(CancelTaskRequest(id=task.id))
        return task.id

    with slow(agent, 1.5, "--after"):
        task_id = run(work)
    assert len(agent.effects()) == 1
    _, stored = agent.service.request("GET", f"/api/runs/{task_id}")
    assert stored["answer"]["status"] == "succeeded"  # it was the last call: nothing was left out


def test_what_is_over_has_no_stream_and_what_waits_tells_how_it_stands(agent: Agent) -> None:
    async def work() -> None:
        async with speaking(agent.url) as client:
            told = await said(client, request(COUPON))
            over = told[0].task.id
            with pytest.raises(UnsupportedOperationError, match="is over"):
                await heard(subscribe(client, over))
            waiting = (await said(client, request("给用户1234发放一张满50减20的优惠券")))[0].task
            [only] = await heard(subscribe(client, waiting.id))
            assert only["task"]["status"]["state"] == "TASK_STATE_INPUT_REQUIRED"

    run(work)


def test_tasks_are_there_after_a_restart(zhizao: Zhizao) -> None:
    settings = Settings(home=zhizao.home, sandbox_port=zhizao.sandbox.port)
    with staged.serve_whole(settings) as service:
        task = run(lambda: begun(Agent(service, zhizao).url, request(COUPON)))
    with staged.serve_whole(settings) as service:

        async def work() -> Task:
            async with speaking(Agent(service, zhizao).url) as client:
                return await client.get_task(GetTaskRequest(id=task.id))

        assert run(work) == task


@pytest.mark.slow
def test_a_task_whose_service_was_killed_is_gone_on_with_by_the_next_one(zhizao: Zhizao) -> None:
    port = free_port()
    agent = Agent(staged.Client(port), zhizao)

    async def followed(task_id: str) -> Task:
        async with speaking(agent.url, streaming=False) as client:
            while True:
                task = await client.get_task(GetTaskRequest(id=task_id))
                if task.status.state != WORKING:
                    return task

    with slow(agent, 4.0, "--after"), started(zhizao, port) as service:
        task = run(lambda: begun(agent.url, at_once(COUPON)))
        wait_for(lambda: bool(agent.effects()))
        service.kill()
        service.wait()
    with started(zhizao, port):
        found = run(lambda: asyncio.wait_for(followed(task.id), PATIENCE))
    assert found.status.state == DONE
    assert len(agent.effects()) == 1


@contextmanager
def started(zhizao: Zhizao, port: int) -> Generator["subprocess.Popen[bytes]"]:
    """A service in a process of its own."""
    process = zhizao.start("serve", ZHIZAO_PORT=str(port))
    try:
        wait_until_healthy(process, f"http://127.0.0.1:{port}/healthz", "the service")
        yield process
    finally:
        process.terminate()
        process.communicate()
