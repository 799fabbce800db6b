"""A source that is an agent: a call sends a message and waits for the end of its task."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress

import httpx
from a2a.client import Client, ClientConfig, ClientFactory
from a2a.client.card_resolver import A2ACardResolver
from a2a.client.errors import A2AClientError
from a2a.types import (
    AgentCard,
    Artifact,
    CancelTaskRequest,
    GetTaskRequest,
    Message,
    Part,
    Role,
    SendMessageRequest,
    StreamResponse,
    Task,
    TaskArtifactUpdateEvent,
)
from a2a.utils.errors import A2AError
from google.protobuf import json_format, struct_pb2

from tool_registry.base.errors import CallNotSent
from tool_registry.base.http_addresses import Allowance
from tool_registry.base.ids import new_id
from tool_registry.base.redaction import mask_text
from tool_registry.base.types import JsonValue
from tool_registry.model import Document, RawTool
from tool_registry.sources.a2a.outcome import ASKS, OVER, of_error, of_message, of_task
from tool_registry.sources.a2a.skills import DATA, MESSAGE, about, tools_of
from tool_registry.sources.a2a.transport import http_client
from tool_registry.sources.entries import A2aConfig, plain
from tool_registry.sources.result import CallResult

_PAUSES = (0.1, 0.2, 0.5, 1.0, 2.0)
"""Seconds between looks at a task that is at work; the last one repeats."""
_PARTING = 5.0
"""Seconds in which a task that asks back has to be canceled."""
_BINDINGS = ["JSONRPC", "HTTP+JSON"]


class A2aSource:
    """The skills of one agent's card."""

    def __init__(self, config: A2aConfig, hosts: Sequence[str] = ()) -> None:
        """`hosts`: private ones that may be called beside the configured address."""
        assert config.url is not None, "the configuration was checked"
        self.config = config
        self.notes: tuple[str, ...] = ()
        """What the last listing left out."""
        self.changed = False
        self._url = config.url
        self._allowance = Allowance.of([config.url], hosts)
        self._card: AgentCard | None = None

    async def list_tools(self) -> list[RawTool]:
        """A tool for each skill, in the card's order; CallNotSent where there is no card."""
        self._card = None
        async with self._http() as http:
            card = await self._known(http)
        tools, notes = tools_of(self.config.id, card)
        self.notes = tuple(self._sentence(note) for note in notes)
        return tools

    async def list_documents(self) -> list[Document]:
        """What the card says of the whole agent."""
        async with self._http() as http:
            return about(self.config.id, await self._known(http))

    async def call(
        self,
        tool_name: str,
        arguments: Mapping[str, JsonValue],
        *,
        environment: str,
        plan: Mapping[str, JsonValue] | None = None,
        key: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 - it ends the waiting; the task goes on
    ) -> CallResult:
        """Gives the agent a task; whatever goes wrong is in the result, with whether it may have
        had an effect. The message's id is made from `key`: a call that is repeated is the same
        message."""
        seconds = timeout or self.config.timeout
        request = _request(tool_name, arguments, environment, key)
        task = Task()
        try:
            async with self._http() as http:
                client = await self._client(http, seconds)
                async with asyncio.timeout(seconds):
                    return await self._asked(client, request, task)
        except TimeoutError:
            where = f"; it goes on with task {task.id}" if task.id else ""
            reason = self._sentence(f"no answer within {seconds:g} s{where}")
            return CallResult.failed("unknown", reason, code="TIMEOUT")
        except CallNotSent as error:
            return CallResult.failed("refused_connection", str(error), code="NOT_SENT")

    async def close(self) -> None:
        """Forgets the card; no connection is kept."""
        self._card = None

    async def _asked(self, client: Client, request: SendMessageRequest, task: Task) -> CallResult:
        """`task` is filled with what is heard of it."""
        try:
            async for told in client.send_message(request):
                if told.HasField("message"):
                    return of_message(told.message)
                _heard(task, told)
        except (A2AError, httpx.HTTPError, ValueError) as error:
            if not task.id:
                return self._failed(error)
        if not task.id:
            return CallResult.failed("unknown", self._sentence("no task and no message"))
        try:
            await _finished(client, task)
        except (A2AError, httpx.HTTPError, ValueError) as error:
            reason = self._sentence(f"{mask_text(str(error))[:300]}; its task is {task.id}")
            return CallResult.failed("unknown", reason, code="LOST")
        if task.status.state in ASKS:
            await _given_up(client, task)
        return of_task(task)

    def _failed(self, error: Exception) -> CallResult:
        if isinstance(error, A2AError | httpx.HTTPError):
            found = of_error(error)
            assert found.failure is not None
            kind, code = found.failure.kind, found.failure.code
            return CallResult.failed(kind, self._sentence(found.failure.message), code=code)
        reason = self._sentence(f"answers with what is no A2A: {mask_text(str(error))[:200]}")
        return CallResult.failed("unknown", reason, code="MALFORMED")

    async def _client(self, http: httpx.AsyncClient, seconds: float) -> Client:
        """Speaks the best version and binding that the card names; CallNotSent where there is none
        in common."""
        card = await self._known(http, seconds)
        streaming = card.capabilities.streaming
        config = ClientConfig(
            httpx_client=http,
            streaming=streaming,
            polling=not streaming,
            supported_protocol_bindings=_BINDINGS,
        )
        try:
            return ClientFactory(config).create(card)
        except ValueError as error:
            raise CallNotSent(self._sentence(f"no way to speak with it: {error}")) from error

    async def _known(self, http: httpx.AsyncClient, seconds: float | None = None) -> AgentCard:
        if self._card is None:
            base, path = _place(self._url)
            try:
                async with asyncio.timeout(seconds or self.config.timeout):
                    self._card = await A2ACardResolver(http, base, path).get_agent_card()
            except (A2AClientError, httpx.HTTPError, ValueError) as error:
                raise CallNotSent(self._sentence(mask_text(str(error))[:400])) from error
            except TimeoutError as error:
                raise CallNotSent(self._sentence("no card within the time limit")) from error
        return self._card

    def _http(self) -> httpx.AsyncClient:
        headers, connect = plain(self.config.headers), self.config.connect_timeout
        return http_client(self._url, headers, self._allowance, connect)

    def _sentence(self, reason: str) -> str:
        return f"source '{self.config.id}' at {self.config.place}: {reason}"


def _place(url: str) -> tuple[str, str]:
    """Base and path of the card: the address itself where it is that of a JSON file."""
    if url.partition("?")[0].endswith(".json"):
        scheme, _, rest = url.partition("://")
        host, _, path = rest.partition("/")
        return f"{scheme}://{host}", f"/{path}"
    return url.rstrip("/"), "/.well-known/agent-card.json"


def _request(
    skill: str, arguments: Mapping[str, JsonValue], environment: str, key: str | None
) -> SendMessageRequest:
    parts = [Part(text=str(arguments.get(MESSAGE, "")))]
    if arguments.get(DATA) is not None:
        value = json_format.ParseDict(arguments[DATA], struct_pb2.Value())
        parts.append(Part(data=value, media_type="application/json"))
    message = Message(
        message_id=f"call-{key}" if key else new_id("call"), role=Role.ROLE_USER, parts=parts
    )
    message.metadata.update({"skill": skill, "environment": environment})
    return SendMessageRequest(message=message)


def _heard(task: Task, told: StreamResponse) -> None:
    """Adds to what is known of the task."""
    if told.HasField("task"):
        task.CopyFrom(told.task)
    elif told.HasField("status_update"):
        task.id = task.id or told.status_update.task_id
        task.status.CopyFrom(told.status_update.status)
    elif told.HasField("artifact_update"):
        task.id = task.id or told.artifact_update.task_id
        _add(task, told.artifact_update)


def _add(task: Task, told: TaskArtifactUpdateEvent) -> None:
    ids = [one.artifact_id for one in task.artifacts]
    if told.artifact.artifact_id not in ids:
        task.artifacts.append(told.artifact)
        return
    known: Artifact = task.artifacts[ids.index(told.artifact.artifact_id)]
    if told.append:
        known.parts.extend(told.artifact.parts)
    else:
        known.CopyFrom(told.artifact)


async def _finished(client: Client, task: Task) -> None:
    """Looks until the task is over or asks."""
    looks = 0
    while task.status.state not in OVER and task.status.state not in ASKS:
        await asyncio.sleep(_PAUSES[min(looks, len(_PAUSES) - 1)])
        task.CopyFrom(await client.get_task(GetTaskRequest(id=task.id)))
        looks += 1


async def _given_up(client: Client, task: Task) -> None:
    """Nobody answers what it asks, so it need not wait."""
    with suppress(A2AError, httpx.HTTPError, ValueError, TimeoutError):
        async with asyncio.timeout(_PARTING):
            await client.cancel_task(CancelTaskRequest(id=task.id))
