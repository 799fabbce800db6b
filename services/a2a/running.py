"""Tasks at work: begun, followed, stopped, and taken up again after a restart."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass

from a2a.server.events import Event
from a2a.types import Message, StreamResponse, Task, TaskState
from a2a.utils.errors import (
    InternalError,
    InvalidParamsError,
    TaskNotCancelableError,
    TaskNotFoundError,
    UnsupportedOperationError,
)

from pipelines.contracts.answer import Status
from pipelines.contracts.request import Request
from pipelines.messages import say
from pipelines.runs.errors import RequestReused, StillHeld
from pipelines.runs.store import Run
from services.a2a.asked import Asked
from services.a2a.intake import incoming_of, text_of
from services.a2a.names import cancel_request, first_request, is_of_a2a, reply_request
from services.a2a.protobuf import as_json
from services.a2a.push import Configs
from services.a2a.rendering import Rendering
from services.a2a.tasks import Held, Tasks
from services.errors import KNOWN, InvalidRequest, sentence
from services.http.live import LiveRuns
from services.replies import Reply, message_of, waiting
from services.requests import Incoming, check_length, make_request, session_of
from tool_registry.base.caller import Caller
from tool_registry.base.redaction import mask_text
from tool_registry.base.types import JsonValue

_LOG = logging.getLogger(__name__)
_SWEEP = 10.0
"""Seconds between looks for runs that a process has left behind."""
_LOOK = 1.0
"""Seconds between looks for states that nobody was told of yet."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A message that is being served."""

    task_id: str
    run_id: str


class Running:
    """Has tasks carried out by the runs of this process."""

    def __init__(self, live: LiveRuns, configs: Configs) -> None:
        self.live = live
        self.configs = configs
        self.tasks = Tasks(live.system.store)
        self.news = asyncio.Event()

    async def begin(self, message: Message, asked: Asked) -> Begun:
        """The run of a message: a new one, or the one that it has already."""
        caller, store = asked.caller, self.live.system.store
        task = self.tasks.find(caller, message.task_id, asked.language) if message.task_id else None
        if task is not None and message.context_id not in ("", task.context):
            raise InvalidParamsError(say(asked.language, "a2a.other_context", task=task.id))
        known = self._delivered(message, caller, task)
        if known is not None:
            await self._again(known, message)
            return Begun(task.id if task else known.id, known.id)
        if task is not None:
            _check_open(task, asked)
        incoming = incoming_of(message, store, caller, task)
        run_id = await self._start(incoming, caller)
        return Begun(task.id if task else run_id, run_id)

    async def over(self, begun: Begun) -> None:
        """Returns when the run asks something or has ended."""
        async for _ in self.live.follow(begun.run_id):
            pass

    async def shown(self, asked: Asked, task_id: str) -> Task:
        """The caller's task as it stands; TaskNotFoundError where it is none of theirs."""
        return await self.rendered(asked, self.tasks.find(asked.caller, task_id, asked.language))

    async def rendered(self, asked: Asked, held: Held, *, whole: bool = True) -> Task:
        """A task as it stands. `whole`: with the words of its plan."""
        return await self._rendered(asked.caller, held, whole=whole)

    async def stream(self, asked: Asked, task_id: str, run_id: str) -> AsyncGenerator[Event]:
        """The task, what happens in its run, and what that ends with."""
        store = self.live.system.store
        held = self.tasks.find(asked.caller, task_id, asked.language)
        runs = [run for run in held.runs if run.created_at <= store.get(run_id).created_at]
        held = Held(tuple(runs))
        rendering = Rendering(held, await self.live.system.catalogue(asked.caller))
        yield rendering.begun()
        async for event in self.live.follow(run_id):
            for one in rendering.news(event):
                yield one
        run = store.get(run_id)
        if run.answer is None:
            raise InternalError(say(rendering.language, "a2a.cut_off", task=task_id))
        for one in rendering.end(run):
            yield one

    async def subscribed(self, asked: Asked, task_id: str) -> AsyncGenerator[Event]:
        """The stream of a task that is not over; of one that waits, how it stands."""
        held = self.tasks.find(asked.caller, task_id, asked.language)
        if held.state == TaskState.TASK_STATE_INPUT_REQUIRED:
            yield await self.rendered(asked, held)
            return
        if held.state != TaskState.TASK_STATE_WORKING:
            raise UnsupportedOperationError(say(asked.language, "a2a.over_stream", task=task_id))
        async for one in self.stream(asked, task_id, held.latest.id):
            yield one

    async def cancel(self, asked: Asked, task_id: str) -> Task:
        """Ends a task: what it has done stays and is told. One that was canceled is not canceled
        again; TaskNotCancelableError for one that is over."""
        held = self.tasks.find(asked.caller, task_id, asked.language)
        if held.state == TaskState.TASK_STATE_WORKING:
            await self._stopped(asked, held)
        elif held.state == TaskState.TASK_STATE_INPUT_REQUIRED:
            await self._given_up(asked, held)
        self.look()
        held = self.tasks.find(asked.caller, task_id, asked.language)
        if held.state != TaskState.TASK_STATE_CANCELED:
            raise TaskNotCancelableError(say(asked.language, "a2a.not_cancelable", task=task_id))
        return await self.rendered(asked, held)

    def look(self) -> None:
        """Somebody may have to be told of something."""
        self.news.set()

    async def tell(self, deliver: Callable[[], None]) -> None:
        """Has others told of what became of tasks, until it is cancelled. `deliver` is called when
        there is something to send."""
        while True:
            self.news.clear()
            if await self.configs.tell(self.state):
                deliver()
            try:
                await asyncio.wait_for(self.news.wait(), _LOOK)
            except TimeoutError:
                continue

    async def sweep(self) -> None:
        """Goes on with tasks that a process has left behind, until it is cancelled."""
        while True:
            for run in await asyncio.to_thread(self.live.system.store.interrupted):
                if is_of_a2a(run):
                    await self._resume(run)
            await asyncio.sleep(_SWEEP)

    async def state(self, caller: Caller, task_id: str) -> tuple[str, bool] | None:
        """What stands for the state of a task, and whether it can still change; None while it is
        at work."""
        try:
            held = self.tasks.find(caller, task_id)
        except TaskNotFoundError:
            return None
        if held.state == TaskState.TASK_STATE_WORKING:
            return None
        is_open = held.state == TaskState.TASK_STATE_INPUT_REQUIRED
        return f"{held.latest.id}/{held.latest.status}", is_open

    async def payload(self, caller: Caller, task_id: str, version: str) -> JsonValue:
        """What is told of a task as it stands, in the words of that version of the protocol."""
        task = await self._rendered(caller, self.tasks.find(caller, task_id), whole=True)
        if version == "0.3":
            from a2a.compat.v0_3.conversions import to_compat_task

            return to_compat_task(task).model_dump(mode="json", by_alias=True, exclude_none=True)
        return as_json(StreamResponse(task=task))

    async def _rendered(self, caller: Caller, held: Held, *, whole: bool) -> Task:
        rendering = Rendering(held, await self.live.system.catalogue(caller))
        if whole and held.latest.answer is not None:
            rendering.hear(self.live.system.store.events(held.latest.id))
        return rendering.whole(held.latest)

    def _delivered(self, message: Message, caller: Caller, task: Held | None) -> Run | None:
        if task is not None:
            request = reply_request(task.id, message.message_id)
            return self.tasks.delivered(caller, task.context, request)
        request = first_request(message.message_id)
        return self.tasks.delivered(caller, message.context_id or session_of(request), request)

    async def _again(self, run: Run, message: Message) -> None:
        """The same message once more: its run goes on where nobody works on it. RequestReused for
        another one under its id."""
        text = text_of(message)
        if text.strip() and mask_text(text) != run.request.text and run.request.plan is None:
            raise RequestReused(message.message_id)
        if run.answer is None and not self.live.works_on(run.id):
            await self._resume(run)

    async def _start(self, incoming: Incoming, caller: Caller) -> str:
        system = self.live.system
        check_length(incoming.text, system.settings.body_limit)
        return await self._run(make_request(incoming, system.environments, caller))

    async def _run(self, request: Request) -> str:
        run_id = await self.live.start(request)
        self.look()
        return run_id

    async def _resume(self, run: Run) -> None:
        try:
            await self._run(run.request)
        except KNOWN as error:
            _LOG.warning("%s was not taken up again: %s", run.id, sentence(error, "en"))

    async def _stopped(self, asked: Asked, held: Held) -> None:
        try:
            await self.live.stop(held.latest.id)
        except StillHeld as error:
            reason = sentence(error, asked.language)
            text = say(asked.language, "a2a.cancel_failed", task=held.id, reason=reason)
            raise TaskNotCancelableError(text) from error

    async def _given_up(self, asked: Asked, held: Held) -> None:
        """What waits for an answer is answered with no."""
        store = self.live.system.store
        try:
            run = waiting(store, held.latest.id, asked.caller)
        except InvalidRequest:
            return  # the conversation has gone on without it
        text, _ = message_of(run, Reply(approved=False))
        incoming = Incoming(
            text=text,
            session_id=held.context,
            request_id=cancel_request(held.id),
            environment=run.request.environment,
        )
        await self.over(Begun(held.id, await self._start(incoming, asked.caller)))


def _check_open(task: Held, asked: Asked) -> None:
    """UnsupportedOperationError for a task that takes no message now."""
    if task.latest.status == Status.NEEDS_INPUT:
        return
    is_working = task.state == TaskState.TASK_STATE_WORKING
    key = "a2a.task_works" if is_working else "a2a.task_over"
    raise UnsupportedOperationError(say(asked.language, key, task=task.id))
