"""Has the configured model judge the conversations of a run, some at a time."""

import asyncio
from collections.abc import Callable, Sequence

from evals.judging.judge import Judgement, judge
from evals.records import Record
from pipelines.models.steady import Budget
from pipelines.models.typed_answers import AskOptions, Untyped
from services.errors import InvalidRequest
from services.models import Models

_TOGETHER = 4
Judged = dict[str, Judgement | Untyped]
"""Conversation → what was said of it; `Untyped`: nothing that can be used."""


async def judge_all(
    models: Models, records: Sequence[Record], heard: Callable[[Record], None]
) -> Judged:
    """Asks the model of the summary stage about each; InvalidRequest where none is configured."""
    chosen = models.options("summary")
    if not models.configured:
        raise InvalidRequest("services.no_judge")
    options = AskOptions(temperature=0.0, seconds=chosen.seconds)
    free = asyncio.Semaphore(_TOGETHER)
    found: Judged = {}

    async def one(record: Record) -> None:
        async with free:
            model = models.steady("summary", Budget(calls=chosen.calls))
            found[record.id] = await judge(model, record, options)
            heard(record)

    try:
        async with asyncio.TaskGroup() as group:
            for record in records:
                group.create_task(one(record))
    finally:
        await models.close()
    return {record.id: found[record.id] for record in records}
