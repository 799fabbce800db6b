"""The official client of the protocol, and what it says and hears."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import httpx
from a2a.client import Client, ClientConfig, ClientFactory
from a2a.client.card_resolver import A2ACardResolver
from a2a.helpers import get_data_parts, new_text_message
from a2a.types import AgentCard, Message, Part, Role, SendMessageRequest, StreamResponse, Task
from google.protobuf import json_format, struct_pb2

from tests.services import serving
from tests.services.commands import Zhizao
from tests.workshop.waiting import PATIENCE
from tool_registry.base.ids import new_id

T = TypeVar("T")
COUPON = "给用户1234发放一张满50减20的优惠券,预发环境"


@dataclass(frozen=True)
class Agent:
    """The service as other agents reach it."""

    service: serving.Client
    zhizao: Zhizao

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.service.port}"

    def effects(self) -> list[dict[str, Any]]:
        return self.zhizao.effects()

    def rpc(self, method: str, params: Any, **headers: str) -> Any:
        """What JSON-RPC answers, with the version of today unless the headers say otherwise."""
        told = {"A2A_Version": "1.0"} | headers
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        status, answer = self.service.request("POST", "/a2a", body, **told)
        assert status == 200, (status, answer)
        return answer

    def rest(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        return self.service.request(
            method, f"/a2a{path}", body, **({"A2A_Version": "1.0"} | headers)
        )


@asynccontextmanager
async def speaking(
    url: str, binding: str = "JSONRPC", version: str = "1.0", *, streaming: bool = True
) -> AsyncGenerator[Client]:
    """The official client, speaking that version over that binding."""
    async with httpx.AsyncClient(timeout=PATIENCE) as http:
        card = await A2ACardResolver(http, url).get_agent_card()
        chosen = [
            one
            for one in card.supported_interfaces
            if (one.protocol_binding, one.protocol_version) == (binding, version)
        ]
        narrow = AgentCard()
        narrow.CopyFrom(card)
        del narrow.supported_interfaces[:]
        narrow.supported_interfaces.extend(chosen)
        config = ClientConfig(
            httpx_client=http, streaming=streaming, supported_protocol_bindings=[binding]
        )
        yield ClientFactory(config).create(narrow)


def request(text: str, **fields: Any) -> SendMessageRequest:
    """A message of a user."""
    return SendMessageRequest(message=message(text, **fields))


def message(text: str, **fields: Any) -> Message:
    made = new_text_message(text, role=Role.ROLE_USER)
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def answering(task: Task, value: Any, **fields: Any) -> SendMessageRequest:
    """An answer to a task's question, as data."""
    part = Part(data=json_format.ParseDict(value, struct_pb2.Value()))
    made = Message(
        message_id=new_id("m"), task_id=task.id, role=Role.ROLE_USER, parts=[part], **fields
    )
    return SendMessageRequest(message=made)


async def said(client: Client, sent: SendMessageRequest) -> list[StreamResponse]:
    """All that comes of a message."""
    return [one async for one in client.send_message(sent)]


async def task_of(client: Client, sent: SendMessageRequest) -> Task:
    """The task that a message without streaming is answered with."""
    [one] = await said(client, sent)
    return one.task


def question(task: Task) -> Any:
    """The data of what a task asks."""
    [found] = get_data_parts(task.status.message.parts)
    return found


def whole_json(message: Any) -> Any:
    return json.loads(json_format.MessageToJson(message))


def run(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    return asyncio.run(work())
