"""Slack's API: calls as the bot, answers at addresses that came with a command, files."""

import logging
from collections.abc import Mapping
from typing import Any, cast
from urllib.parse import urlsplit

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from services.channels.loading import ENOUGH, loaded
from services.channels.outbox import NotDelivered, wait_told
from services.channels.wire import fields
from services.link.asked import AskedFile
from tool_registry.base.types import JsonValue

_SECONDS = 10
_LATER = (
    "ratelimited",
    "rate_limited",
    "internal_error",
    "fatal_error",
    "service_unavailable",
    "team_added_to_org",
    "request_timeout",
)
"""Errors that pass by themselves."""
_LOCKED_OUT = (
    "invalid_auth",
    "not_authed",
    "account_inactive",
    "token_revoked",
    "token_expired",
    "access_denied",
)
"""Errors that pass when somebody has set the right token."""
_PATIENCE = 60.0
_LONGEST_WAIT = 3600.0
_LOG = logging.getLogger(__name__)


class Refusal(NotDelivered):
    """A call that Slack did not take."""

    def __init__(self, code: str, *, again: bool, wait: float = 0.0) -> None:
        """`code`: as Slack names the error."""
        super().__init__(code, again=again, wait=wait)
        self.code = code


class Api:
    """Calls of one bot. Errors are NotDelivered, whether trying again makes sense included."""

    def __init__(self, url: str, token: str, app_token: str | None) -> None:
        self.url = url.rstrip("/")
        self.bot: str | None = None
        """The bot's user id; None until `introduce` has asked."""
        self.team: str | None = None
        """The workspace that the token is of."""
        self._token = token
        self._app_token = app_token
        self._session: aiohttp.ClientSession | None = None

    async def close(self) -> None:
        """Ends the connections."""
        if self._session is not None:
            await self._session.close()

    @property
    def session(self) -> aiohttp.ClientSession:
        """Of all connections; it asks the environment for a proxy, its exceptions included."""
        if self._session is None:
            timeout = aiohttp.ClientTimeout(total=_SECONDS)
            self._session = aiohttp.ClientSession(timeout=timeout, trust_env=True)
        return self._session

    async def introduce(self) -> None:
        """Asks who the bot is, where that is not known yet; the events tell it, too."""
        if self.bot is not None:
            return
        try:
            told = await self.call("auth.test", {})
        except NotDelivered as error:
            _LOG.warning("Slack does not say who the bot is: %s", error)
            return
        self.bot, self.team = told.get("user_id"), told.get("team_id")

    async def socket(self) -> str:
        """The address of a new connection of Socket Mode."""
        told = await self.call("apps.connections.open", {}, token=self._app_token)
        return str(told.get("url", ""))

    async def ask(self, method: str, **named: str) -> dict[str, Any]:
        """A call of a method that takes no JSON."""
        return await self._called(method, data=dict(named))

    async def call(
        self, method: str, arguments: Mapping[str, JsonValue], token: str | None = None
    ) -> dict[str, Any]:
        """A call; arguments that are None are left out."""
        told = {name: value for name, value in arguments.items() if value is not None}
        return await self._called(method, json=told | ({"token": token} if token else {}))

    async def respond(self, url: str, message: JsonValue) -> None:
        """Answers a command or a press at the address that came with it."""
        try:
            async with self.session.post(url, json=message) as response:
                text = await response.text()
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
            raise NotDelivered(f"{type(error).__name__}: {error}"[:200]) from error
        if response.status >= 300:
            wait = wait_told(response.headers, _LONGEST_WAIT)
            again = response.status >= 500 or response.status == 429
            raise Refusal(text[:100] or f"HTTP {response.status}", again=again, wait=wait)

    def is_own(self, url: str) -> bool:
        """True for an address that is Slack's: messages and the token go nowhere else."""
        try:
            there, home = urlsplit(url), urlsplit(self.url)
            name = there.hostname or ""
        except ValueError:
            return False
        if there.netloc == home.netloc:
            return there.scheme == home.scheme
        is_slack = name.endswith((".slack.com", ".slack-files.com"))
        return there.scheme == "https" and "@" not in there.netloc and is_slack

    async def file(self, name: str, place: str) -> AskedFile:
        """A file that was shared with the bot; what is wrong with it stands in the result."""
        return await loaded(name, self._download(place))

    async def _download(self, url: str) -> bytes:
        """Its first bytes, as many as are enough. Slack leads whoever may not read a file to a page
        where people log in: that is no file."""
        if url.startswith("file:"):
            told = await self.ask("files.info", file=url.removeprefix("file:"))
            url = str(fields(told.get("file")).get("url_private", ""))
        if not self.is_own(url):
            raise NotDelivered("not a file of Slack")
        headers, data = {"Authorization": f"Bearer {self._token}"}, b""
        try:
            async with self.session.get(url, headers=headers, allow_redirects=False) as response:
                if response.status != 200 or response.content_type == "text/html":
                    raise NotDelivered(f"HTTP {response.status} (files:read?)")
                async for block in response.content.iter_chunked(1 << 16):
                    data += block
                    if len(data) >= ENOUGH:
                        break
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
            raise NotDelivered(type(error).__name__) from error
        return data

    async def _called(self, method: str, **arguments: Any) -> dict[str, Any]:
        client = AsyncWebClient(
            self._token, f"{self.url}/", session=self.session, retry_handlers=[]
        )
        client.proxy = None  # the session's, which knows exceptions; the client's own does not
        try:
            response = await cast("Any", client).api_call(method, **arguments)
        except SlackApiError as error:
            raise _refusal(cast("Any", error.response)) from error
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
            raise NotDelivered(f"{type(error).__name__}: {error}"[:200]) from error
        return fields(response.data)


def _refusal(response: Any) -> Refusal:
    """`response`: the client's own, or where the body was no JSON, the HTTP library's."""
    status = int(getattr(response, "status_code", 0) or getattr(response, "status", 0))
    told = fields(getattr(response, "data", None))
    code, needed = str(told.get("error") or f"HTTP {status}"), told.get("needed")
    if needed:
        code = f"{code}: {needed}"
    if code in _LOCKED_OUT:
        return Refusal(code, again=True, wait=_PATIENCE)
    again = status >= 500 or status == 429 or code in _LATER
    return Refusal(
        code[:200], again=again, wait=wait_told(response.headers, _LONGEST_WAIT) if again else 0.0
    )
