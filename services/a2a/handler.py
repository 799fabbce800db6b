"""The operations of the protocol over the store of runs; the SDK has translated both versions and
both bindings into these."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

from a2a.server.context import ServerCallContext
from a2a.server.events import Event
from a2a.server.request_handlers.request_handler import RequestHandler
from a2a.types import (
    AgentCard,
    CancelTaskRequest,
    DeleteTaskPushNotificationConfigRequest,
    GetExtendedAgentCardRequest,
    GetTaskPushNotificationConfigRequest,
    GetTaskRequest,
    ListTaskPushNotificationConfigsRequest,
    ListTaskPushNotificationConfigsResponse,
    ListTasksRequest,
    ListTasksResponse,
    Message,
    SendMessageRequest,
    SubscribeToTaskRequest,
    Task,
    TaskPushNotificationConfig,
)
from a2a.utils.errors import InvalidParamsError, TaskNotFoundError
from a2a.utils.task import apply_history_length, validate_history_length, validate_page_size

from pipelines.messages import say
from services.a2a.asked import Asked, asked_of, refusing, refusing_stream
from services.a2a.card import extended_card
from services.a2a.listing import page_of, wanted
from services.a2a.push import Config
from services.a2a.running import Running
from services.identity import needs_login
from tool_registry.base.ids import new_id


class Handler(RequestHandler):
    """What the service does when another agent asks."""

    def __init__(self, running: Running) -> None:
        self._running = running

    @refusing
    async def on_message_send(
        self, params: SendMessageRequest, context: ServerCallContext
    ) -> Task | Message:
        """Begins a task, or goes on with one; answers when it is over or asks something."""
        validate_history_length(params.configuration)
        asked = asked_of(context, params.message)
        begun = await self._begin(params, asked)
        if not params.configuration.return_immediately:
            await self._running.over(begun)
        task = await self._running.shown(asked, begun.task_id)
        return apply_history_length(task, params.configuration)

    @refusing_stream
    async def on_message_send_stream(
        self, params: SendMessageRequest, context: ServerCallContext
    ) -> AsyncGenerator[Event]:
        """The same, telling what happens on the way."""
        validate_history_length(params.configuration)
        asked = asked_of(context, params.message)
        begun = await self._begin(params, asked)
        async for event in self._running.stream(asked, begun.task_id, begun.run_id):
            yield event

    @refusing
    async def on_get_task(self, params: GetTaskRequest, context: ServerCallContext) -> Task | None:
        """The caller's task as it stands."""
        validate_history_length(params)
        task = await self._running.shown(asked_of(context), params.id)
        return apply_history_length(task, params)

    @refusing
    async def on_list_tasks(
        self, params: ListTasksRequest, context: ServerCallContext
    ) -> ListTasksResponse:
        """The caller's tasks, the one that changed last first."""
        validate_history_length(params)
        if params.HasField("page_size"):
            validate_page_size(params.page_size)
        asked = asked_of(context)
        held = await asyncio.to_thread(self._running.tasks.listed, asked.caller)
        found = wanted(held, params)
        page, token = page_of(found, params)
        whole = params.include_artifacts
        tasks = [await self._running.rendered(asked, one, whole=whole) for one in page]
        return ListTasksResponse(
            tasks=[apply_history_length(one, params) for one in tasks],
            next_page_token=token,
            page_size=len(page),
            total_size=len(found),
        )

    @refusing
    async def on_cancel_task(
        self, params: CancelTaskRequest, context: ServerCallContext
    ) -> Task | None:
        """Stops a task as the page's stop does; one that was canceled stays so."""
        return await self._running.cancel(asked_of(context, must="run"), params.id)

    @refusing_stream
    async def on_subscribe_to_task(
        self, params: SubscribeToTaskRequest, context: ServerCallContext
    ) -> AsyncGenerator[Event]:
        """All that happened and happens in a task, in the same order for everybody."""
        asked = asked_of(context)
        async for event in self._running.subscribed(asked, params.id):
            yield event

    @refusing
    async def on_create_task_push_notification_config(
        self, params: TaskPushNotificationConfig, context: ServerCallContext
    ) -> TaskPushNotificationConfig:
        """Has somebody told of a task from now on."""
        asked = asked_of(context, must="run")
        self._running.tasks.find(asked.caller, params.task_id, asked.language)
        return await self._keep(params, params.task_id, asked)

    @refusing
    async def on_get_task_push_notification_config(
        self, params: GetTaskPushNotificationConfigRequest, context: ServerCallContext
    ) -> TaskPushNotificationConfig:
        """One of the task's configs."""
        for one in self._configs(asked_of(context), params.task_id):
            if one.id == params.id:
                return one
        raise TaskNotFoundError(say("en", "a2a.no_config", id=params.id[:64]))

    @refusing
    async def on_list_task_push_notification_configs(
        self, params: ListTaskPushNotificationConfigsRequest, context: ServerCallContext
    ) -> ListTaskPushNotificationConfigsResponse:
        """All of them, the oldest first."""
        found = self._configs(asked_of(context), params.task_id)
        return ListTaskPushNotificationConfigsResponse(configs=found)

    @refusing
    async def on_delete_task_push_notification_config(
        self, params: DeleteTaskPushNotificationConfigRequest, context: ServerCallContext
    ) -> None:
        """Has nobody told there any more; deleting it again changes nothing."""
        asked = asked_of(context, must="run")
        self._running.tasks.find(asked.caller, params.task_id, asked.language)
        await self._running.configs.forget(params.task_id, params.id)

    @refusing
    async def on_get_extended_agent_card(
        self, params: GetExtendedAgentCardRequest, context: ServerCallContext
    ) -> AgentCard:
        """The card with the tools that the caller may use."""
        asked, system = asked_of(context), self._running.live.system
        catalogue = await system.catalogue(asked.caller)
        needs_key = needs_login(system.settings)
        return extended_card(asked.base_url, catalogue, needs_key=needs_key)

    async def _begin(self, params: SendMessageRequest, asked: Asked) -> Any:
        asked.principal.must("run")
        wished = params.configuration.task_push_notification_config
        has_push = params.configuration.HasField("task_push_notification_config")
        if has_push:
            await self._running.configs.check(_config(wished, "", asked))
        begun = await self._running.begin(params.message, asked)
        if has_push:
            await self._keep(wished, begun.task_id, asked)
        return begun

    async def _keep(
        self, params: TaskPushNotificationConfig, task_id: str, asked: Asked
    ) -> TaskPushNotificationConfig:
        config = _config(params, task_id, asked)
        if len(config.id) > 128:
            raise InvalidParamsError(say("en", "a2a.bad_field", place="id", reason="> 128"))
        await self._running.configs.check(config)
        await self._running.configs.keep(config, asked.caller)
        self._running.look()
        return _wire(config)

    def _configs(self, asked: Asked, task_id: str) -> list[TaskPushNotificationConfig]:
        self._running.tasks.find(asked.caller, task_id, asked.language)
        return [_wire(one) for one in self._running.configs.of_task(task_id)]


def _config(params: TaskPushNotificationConfig, task_id: str, asked: Asked) -> Config:
    return Config(
        task_id=task_id,
        id=params.id or (task_id if asked.version == "0.3" else new_id("push")),
        url=params.url,
        token=params.token,
        scheme=params.authentication.scheme,
        credentials=params.authentication.credentials,
        version=asked.version,
    )


def _wire(config: Config) -> TaskPushNotificationConfig:
    told = TaskPushNotificationConfig(
        id=config.id, task_id=config.task_id, url=config.url, token=config.token
    )
    if config.scheme:
        told.authentication.scheme = config.scheme
        told.authentication.credentials = config.credentials
    return told
