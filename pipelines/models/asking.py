"""What every adapter does around a question: permission, deadline, the model named in errors."""

import asyncio
from collections.abc import Awaitable, Callable

from pipelines.models.chat import Collector
from pipelines.models.errors import DeadlinePassed, ModelError
from pipelines.models.model import Ask, Reply, Show
from pipelines.models.permission import check_permission


async def collected(
    ask: Ask, model: str, show: Show | None, talk: Callable[[Collector], Awaitable[None]]
) -> Reply:
    """The answer that `talk` gathers within `ask.seconds`; any ModelError, naming the model."""
    check_permission(model)
    collector = Collector(ask, model, show)
    try:
        async with asyncio.timeout(ask.seconds):
            await talk(collector)
        return collector.reply()
    except TimeoutError:
        raise DeadlinePassed(f"no whole answer in {ask.seconds:g} s", model=model) from None
    except ModelError as error:
        error.model = model
        raise
