"""The benchmark of deliveries over a service of its own, with bots of DingTalk and Slack."""

import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from evals.child_process import free_port, serving
from evals.delivery_bench import Acknowledged, Message, Sink, load
from services.channels.dingtalk.signature import signed
from services.sandbox_process import SandboxProcess, private_sandbox
from services.settings import child_environment

_APP, _SECRET, _TEAM = "bench", "bench-secret", "T1"
_SENTENCE = "给用户1234发放一张满{threshold}减20的优惠券,预发环境"
_DINGTALK, _SLACK = "/channels/dingtalk/messages", "/channels/slack/events"
_PEOPLE = 50
Tell = Callable[[str], None]
Kind = Callable[[int, int, str], Message]
"""Ports of the service and of what takes its answers, and a name for the round → its messages."""


def measure_deliveries(rate: float, seconds: float, tell: Tell) -> list[Acknowledged]:
    """For each platform acknowledgements of a service at rest, and of the same that works on all
    that it can."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        with private_sandbox("commerce", place / "sandbox") as sandbox:
            return [
                one
                for name, kind in (("DingTalk", _messages), ("Slack", _events))
                for one in asyncio.run(
                    _measured(name, kind, _Bench(place / name, sandbox, rate, seconds, tell))
                )
            ]


@dataclass(frozen=True, slots=True)
class _Bench:
    home: Path
    sandbox: SandboxProcess
    rate: float
    seconds: float
    tell: Tell


async def _measured(name: str, kind: Kind, bench: _Bench) -> list[Acknowledged]:
    sink, port = Sink(), free_port()
    async with await sink.open():
        command = [sys.executable, "-m", "services.cli", "serve"]
        with ExitStack() as stack:
            environment = _environment(bench, port, sink.port)
            stack.enter_context(serving(command, environment, port, "the service"))
            # The first requests of a service load what all others find there.
            await load("warm", port, kind(port, sink.port, "w"), 5.0, 4.0, sink)
            rounds = {"nothing": _nothing(port), name: kind(port, sink.port, "d")}
            found = [
                await load(told, port, make, bench.rate, bench.seconds, sink)
                for told, make in rounds.items()
            ]
            # The service ends what it is sending, so what takes it has to go on.
            await asyncio.to_thread(stack.close)
    bench.tell(found[0].line())
    bench.tell(found[1].line(found[0]))
    return found


def _environment(bench: _Bench, port: int, sink: int) -> dict[str, str]:
    return child_environment(
        ZHIZAO_HOME=str(bench.home),
        ZHIZAO_PORT=str(port),
        ZHIZAO_SANDBOX_PORT=str(bench.sandbox.port),
        ZHIZAO_CHANNEL_JOIN="dingtalk,slack",
        ZHIZAO_DINGTALK_CLIENT_ID=_APP,
        ZHIZAO_DINGTALK_CLIENT_SECRET=_SECRET,
        ZHIZAO_DINGTALK_WEBHOOKS=f"127.0.0.1:{sink}",
        ZHIZAO_SLACK_BOT_TOKEN="xoxb-bench",
        ZHIZAO_SLACK_SIGNING_SECRET=_SECRET,
        ZHIZAO_SLACK_TEAM=_TEAM,
        ZHIZAO_SLACK_URL=f"http://127.0.0.1:{sink}/api",
        ZHIZAO_REQUEST_RATE="0",
    )


def _nothing(port: int) -> Message:
    return lambda number: f"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n\r\n".encode()


def _messages(port: int, sink: int, name: str) -> Message:
    """A sentence of one of fifty people, signed now."""
    webhook = f"http://127.0.0.1:{sink}/"

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
        now = str(int(time.time() * 1000))
        return _post(port, _DINGTALK, told, timestamp=now, sign=signed(now, _SECRET))

    return made


def _events(port: int, sink: int, name: str) -> Message:
    """The same in direct messages of Slack."""
    from slack_sdk.signature import SignatureVerifier  # the extra `slack`

    signer = SignatureVerifier(_SECRET)

    def made(number: int) -> bytes:
        event = {
            "type": "message",
            "channel_type": "im",
            "channel": f"D{number % _PEOPLE}",
            "user": f"U{number % _PEOPLE}",
            "team": _TEAM,
            "text": _SENTENCE.format(threshold=50 + number % 7),
            "ts": f"{1_795_500_000 + number}.000100",
        }
        told = {"type": "event_callback", "team_id": _TEAM, "event_id": f"Ev{name}{number}"}
        told |= {"api_app_id": "A1", "event": event, "event_time": 1_795_500_000}
        now, body = str(int(time.time())), json.dumps(told)
        sign = signer.generate_signature(timestamp=now, body=body)
        named = {"x-slack-request-timestamp": now, "x-slack-signature": str(sign)}
        return _post(port, _SLACK, told, **named)

    return made


def _post(port: int, path: str, told: object, **headers: str) -> bytes:
    body = json.dumps(told).encode()
    lines = [f"{name}: {value}" for name, value in headers.items()]
    lines += ["content-type: application/json", f"content-length: {len(body)}"]
    head = "\r\n".join([f"POST {path} HTTP/1.1", f"host: 127.0.0.1:{port}", *lines])
    return f"{head}\r\n\r\n".encode() + body
