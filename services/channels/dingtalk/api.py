"""DingTalk's API: tokens, messages, cards, files."""

import asyncio
from typing import Any

import httpx2

from services.channels.loading import ENOUGH, loaded
from services.channels.outbox import NotDelivered, wait_told
from services.link.asked import AskedFile
from tool_registry.base.clock import Clock
from tool_registry.base.types import JsonValue

_SECONDS = 10.0
_EARLY = 120.0
"""Seconds ahead of its end at which a token is renewed."""
_TOO_FAST = (130101, 88, 660026)
"""Error codes of sending too much: a bot may send some twenty messages a minute."""


class Api:
    """Calls as the app. Errors are NotDelivered, whether trying again makes sense included."""

    def __init__(self, url: str, app: str, secret: str, clock: Clock) -> None:
        self._client = httpx2.AsyncClient(timeout=_SECONDS)
        self._url = url.rstrip("/")
        self._app = app
        self._secret = secret
        self._clock = clock
        self._token = ""
        self._ends = 0.0
        self._renewing = asyncio.Lock()

    async def close(self) -> None:
        """Ends the connections."""
        await self._client.aclose()

    async def post_to(self, webhook: str, message: JsonValue) -> None:
        """Answers where the message came from."""
        told = await self._send("POST", webhook, message, {})
        code = told.get("errcode", 0)
        if code != 0:
            wait = 60.0 if code in _TOO_FAST else 0.0
            reason = f"errcode {code}: {told.get('errmsg', '')}"
            raise NotDelivered(reason, again=code in (-1, *_TOO_FAST), wait=wait)

    async def call(self, method: str, path: str, body: JsonValue) -> dict[str, Any]:
        """A call of the API with the app's token; one that has ended is renewed once."""
        for last in (False, True):
            headers = {"x-acs-dingtalk-access-token": await self._access()}
            try:
                return await self._send(method, f"{self._url}{path}", body, headers)
            except _TokenEnded as error:
                self._ends = 0.0
                if last:
                    raise NotDelivered(str(error)) from error
        raise AssertionError("the second try returned or raised")

    async def connection(self, subscriptions: JsonValue) -> dict[str, Any]:
        """Where Stream mode connects to, and the ticket for it."""
        body: JsonValue = {
            "clientId": self._app,
            "clientSecret": self._secret,
            "subscriptions": subscriptions,
            "ua": "zhizao",
            "localIp": "",
        }
        return await self._send("POST", f"{self._url}/v1.0/gateway/connections/open", body, {})

    async def file(self, name: str, code: str, robot: str) -> AskedFile:
        """A file that was sent to the bot; what is wrong with it stands in the result."""
        return await loaded(name, self._download({"downloadCode": code, "robotCode": robot}))

    async def _download(self, what: dict[str, JsonValue]) -> bytes:
        """Its first bytes, as many as are enough."""
        told = await self.call("POST", "/v1.0/robot/messageFiles/download", what)
        url = str(told.get("downloadUrl"))
        data = b""
        try:
            async with self._client.stream("GET", url) as response:
                if response.status_code != 200:
                    raise NotDelivered(f"HTTP {response.status_code}")
                async for block in response.aiter_bytes():
                    data += block
                    if len(data) >= ENOUGH:
                        break
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise NotDelivered(type(error).__name__) from error
        return data

    async def _access(self) -> str:
        async with self._renewing:
            if self._clock.now() >= self._ends:
                body: JsonValue = {"appKey": self._app, "appSecret": self._secret}
                told = await self._send("POST", f"{self._url}/v1.0/oauth2/accessToken", body, {})
                self._token = str(told.get("accessToken", ""))
                self._ends = self._clock.now() + float(told.get("expireIn", 7200)) - _EARLY
            return self._token

    async def _send(
        self, method: str, url: str, body: JsonValue, headers: dict[str, str]
    ) -> dict[str, Any]:
        try:
            response = await self._client.request(method, url, json=body, headers=headers)
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise NotDelivered(f"{type(error).__name__}: {error}"[:200]) from error
        told = _json(response)
        if response.status_code < 300:
            return told
        code, reason = told.get("code"), f"HTTP {response.status_code} {told.get('message', '')}"
        if response.status_code == 401 or code in (
            "InvalidAuthentication",
            "Forbidden.AccessToken",
        ):
            raise _TokenEnded(reason)
        again = response.status_code >= 500 or response.status_code == 429
        raise NotDelivered(reason[:300], again=again, wait=wait_told(response.headers, 600.0))


class _TokenEnded(NotDelivered):
    """The token does not count any more."""


def _json(response: httpx2.Response) -> dict[str, Any]:
    try:
        told: Any = response.json()
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}  # pyright: ignore[reportUnknownVariableType]
