"""The outgoing webhook: what became of a run, told to another system.

Form and signature are those of Standard Webhooks (https://www.standardwebhooks.com)."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeAlias, cast

import httpx2
from sqlalchemy import Connection, select

from pipelines.contracts.answer import Answer
from pipelines.runs.store import Ended
from pipelines.runs.tables import runs
from services.channels.outbox import NotDelivered, Post, enqueue, wait_told
from services.settings import Settings
from tool_registry.base.clock import Clock
from tool_registry.base.errors import ConfigurationError
from tool_registry.base.types import JsonValue

NAME = "webhook"
_EVENT = "run.finished"
_SECONDS = 15.0
_GONE = 410
"""The receiver wants no more of it."""


def keeping(clock: Clock) -> Ended:
    """Keeps what became of each run for the webhook, in the transaction that ends the run: none is
    lost, and none is told that did not end."""

    def ended(connection: Connection, answer: Answer) -> None:
        now = clock.now()
        row = connection.execute(select(runs).where(runs.c.id == answer.run_id)).one()
        told = {"type": _EVENT, "timestamp": iso(now), "data": _told(row.request, answer)}
        key = f"{answer.run_id}@{now}"
        enqueue(connection, now, key, NAME, {}, cast("JsonValue", told))

    return ended


Sign: TypeAlias = Callable[[str, datetime, str], str]
"""Id, time and body → the signature."""


def signing(settings: Settings) -> Sign | None:
    """How the settings sign; None without a webhook, ConfigurationError without its secret."""
    if settings.webhook_url is None:
        return None
    from standardwebhooks.webhooks import EmptyWebhookSecretError
    from standardwebhooks.webhooks import Webhook as Signing

    if settings.webhook_secret is None:
        raise ConfigurationError("ZHIZAO_WEBHOOK_URL takes ZHIZAO_WEBHOOK_SECRET, too")
    try:
        return Signing(settings.webhook_secret.get_secret_value()).sign
    except (ValueError, EmptyWebhookSecretError) as error:
        reason = "ZHIZAO_WEBHOOK_SECRET has to be whsec_ and 24 to 64 random bytes in Base64"
        raise ConfigurationError(reason) from error


class Webhook:
    """Delivers what was kept: signed, and again until it is taken."""

    def __init__(self, url: str, sign: Sign, clock: Clock) -> None:
        self._client = httpx2.AsyncClient(timeout=_SECONDS)
        self._url = url
        self._sign = sign
        self._clock = clock

    @classmethod
    def of(cls, settings: Settings, clock: Clock) -> "Webhook | None":
        """The webhook of the settings, if there is one."""
        sign = signing(settings)
        return cls(settings.webhook_url, sign, clock) if settings.webhook_url and sign else None

    async def send(self, post: Post) -> None:
        """One try; the receiver knows a repeated one by `webhook-id`."""
        body, now = json.dumps(post.payload, ensure_ascii=False), self._clock.now()
        at = datetime.fromtimestamp(int(now), UTC)
        headers = {
            "content-type": "application/json",
            "webhook-id": post.id,
            "webhook-timestamp": str(int(now)),
            "webhook-signature": self._sign(post.id, at, body),
        }
        try:
            response = await self._client.post(self._url, content=body.encode(), headers=headers)
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise NotDelivered(f"{type(error).__name__}: {error}"[:200]) from error
        if not response.is_success:
            told, wait = f"HTTP {response.status_code}", wait_told(response.headers, 3600.0)
            raise NotDelivered(told, again=response.status_code != _GONE, wait=wait)

    async def close(self) -> None:
        """Ends the connections."""
        await self._client.aclose()


def _told(request: dict[str, JsonValue], answer: Answer) -> dict[str, JsonValue]:
    """What the receiver needs to find the rest by the API."""
    caller = cast("dict[str, JsonValue]", request["caller"])
    return {
        "run_id": answer.run_id,
        "conversation": answer.session_id,
        "request_id": request["request_id"],
        "user": caller["user"],
        "environment": answer.intent.environment if answer.intent else None,
        "status": str(answer.status),
        "satisfied": answer.summary.satisfied,
        "text": answer.summary.text or answer.question or "",
        "data": [one.model_dump(mode="json") for one in answer.summary.data],
    }


def iso(at: float) -> str:
    """Seconds since 1970 as the webhook writes times."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")
