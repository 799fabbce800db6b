"""Another process that works on runs: `python -m tests.runs.worker DATABASE COMMAND …`.

`deliver KEY` joins the request and answers it; prints `worked` or `waited`, and the answer's text.
`hold KEY` begins the request, prints the run's id, and sleeps until it is killed.
"""

import asyncio
import sys
import time

from pipelines.contracts.answer import Answer, Status, Summary
from pipelines.contracts.request import Request
from pipelines.runs.store import RunStore


def request(key: str) -> Request:
    return Request(text="make a bolt", session_id="s", request_id=key)


async def deliver(store: RunStore, key: str) -> None:
    begun = await store.join(request(key), patience=20)
    if begun.lease is None:
        assert begun.run.answer is not None
        sys.stdout.write(f"waited {begun.run.answer.summary.text}\n")
        return
    await asyncio.sleep(0.3)
    summary = Summary(text=begun.run.id)
    answer = Answer(run_id=begun.run.id, session_id="s", status=Status.SUCCEEDED, summary=summary)
    sys.stdout.write(f"worked {store.finish(begun.lease, answer).summary.text}\n")


def hold(store: RunStore, key: str) -> None:
    sys.stdout.write(f"{store.begin(request(key)).run.id}\n")
    sys.stdout.flush()
    time.sleep(60)


if __name__ == "__main__":
    database = RunStore(sys.argv[1])
    if sys.argv[2] == "deliver":
        asyncio.run(deliver(database, sys.argv[3]))
    else:
        hold(database, sys.argv[3])
