"""A process that executes runs, to be killed: `python -m tests.executor.worker DATABASE URL COUNT`.

Prints `ready` once it is connected. Runs that are finished already are left alone.
"""

import asyncio
import sys

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.chain import ToolChain
from pipelines.contracts.request import Request
from pipelines.execution.execute import execute
from pipelines.runs.store import RunStore
from tests.executor.running import Bench, statuses
from tests.workshop.tools import chain, said, step
from tool_registry.sources.entries import McpConfig
from tool_registry.sources.mcp_source import McpSource
from tool_registry.sources.source import Sources


def plan(number: int) -> ToolChain:
    """Makes a part that is made anew by every call, and one that is not."""
    name = said(f"part of run {number}")
    return chain(step(1, "make_part", name=name), step(2, "make_keyed_part", name=name))


async def work(store: RunStore, config: McpConfig, count: int) -> None:
    async with Sources({"workshop": McpSource(config)}) as sources:
        await sources.get("workshop").list_tools()
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        for number in range(count):
            request = Request(text="make parts", session_id="s", request_id=f"q-{number}")
            begun = store.begin(request)
            if begun.lease is None:
                continue
            bench = Bench(store, begun.lease, config)
            execution = await execute(plan(number), bench.setting(sources))
            status = {"done": Status.SUCCEEDED, "unknown": Status.UNKNOWN}[execution.status]
            assert statuses(execution)[0][1] in ("done", "unknown")
            store.finish(begun.lease, Answer(run_id=begun.run.id, session_id="s", status=status))


if __name__ == "__main__":
    database, url, total = sys.argv[1:]
    source = McpConfig(id="workshop", url=url)
    asyncio.run(work(RunStore(database), source, int(total)))
