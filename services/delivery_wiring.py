"""The benchmark of deliveries over a service of its own, with a bot of DingTalk."""

import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from evals.child_process import free_port, serving
from evals.delivery_bench import Acknowledged, Message, Sink, load
from services.channels.dingtalk.signature import signed
from services.sandbox_process import SandboxProcess, private_sandbox
from services.settings import child_environment

_APP, _SECRET = "bench", "bench-secret"
_SENTENCE = "给用户1234发放一张满{threshold}减20的优惠券,预发环境"
_PATH = "/channels/dingtalk/messages"
_PEOPLE = 50
Tell = Callable[[str], None]


def measure_deliveries(rate: float, seconds: float, tell: Tell) -> list[Acknowledged]:
    """Acknowledgements of a service at rest and of one that works on all that it can."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        with private_sandbox("commerce", place / "sandbox") as sandbox:
            return asyncio.run(_measured(place, sandbox, rate, seconds, tell))


async def _measured(
    place: Path, sandbox: SandboxProcess, rate: float, seconds: float, tell: Tell
) -> list[Acknowledged]:
    sink, port = Sink(), free_port()
    async with await sink.open():
        environment = child_environment(
            ZHIZAO_HOME=str(place / "home"),
            ZHIZAO_PORT=str(port),
            ZHIZAO_SANDBOX_PORT=str(sandbox.port),
            ZHIZAO_CHANNEL_JOIN="dingtalk",
            ZHIZAO_DINGTALK_CLIENT_ID=_APP,
            ZHIZAO_DINGTALK_CLIENT_SECRET=_SECRET,
            ZHIZAO_DINGTALK_WEBHOOKS=f"127.0.0.1:{sink.port}",
        )
        command = [sys.executable, "-m", "services.cli", "serve"]
        with serving(command, environment, port, "the service"):
            webhook = f"http://127.0.0.1:{sink.port}/"
            # The first requests of a service load what all others find there.
            await load("warm", port, _message(port, webhook, "w"), 5.0, 4.0, sink)
            rounds = {"nothing": _nothing(port), "deliveries": _message(port, webhook, "d")}
            found = [
                await load(name, port, make, rate, seconds, sink) for name, make in rounds.items()
            ]
    tell(found[0].line())
    tell(found[1].line(found[0]))
    return found


def _nothing(port: int) -> Message:
    return lambda number: f"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n\r\n".encode()


def _message(port: int, webhook: str, name: str) -> Message:
    """A sentence of one of fifty people, signed now."""

    def made(number: int) -> bytes:
        staff = f"staff{number % _PEOPLE}"
        told = {
            "conversationId": f"chat-{number % _PEOPLE}",
            "conversationType": "1",
            "msgId": f"{name}-{number}",
            "senderId": staff,
            "senderStaffId": staff,
            "robotCode": _APP,
            "sessionWebhook": webhook,
            "sessionWebhookExpiredTime": 4_102_444_800_000,
            "msgtype": "text",
            "text": {"content": _SENTENCE.format(threshold=50 + number % 7)},
        }
        body, now = json.dumps(told).encode(), str(int(time.time() * 1000))
        head = (
            f"POST {_PATH} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ntimestamp: {now}\r\n"
            f"sign: {signed(now, _SECRET)}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\n\r\n"
        )
        return head.encode() + body

    return made
