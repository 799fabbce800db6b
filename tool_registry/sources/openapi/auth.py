"""Authorisation of calls in one environment, as its owner configured it."""

import asyncio
import base64
import json
from urllib.parse import urlsplit

from tool_registry.base.http import Answer, Http, HttpFailure, endpoint_or_none
from tool_registry.base.types import JsonValue
from tool_registry.sources.entries import (
    Auth,
    BasicAuth,
    BearerAuth,
    KeyAuth,
    LoginAuth,
    OAuth2,
)
from tool_registry.sources.openapi.plan import Plan, Scheme
from tool_registry.sources.openapi.request import Prepared
from tool_registry.sources.paths import read


class NotAuthorised(Exception):
    """No token could be had; the message says why. Nothing was called."""


class Authoriser:
    """Puts into requests what authorises them; fetches tokens and keeps them until refused."""

    def __init__(self, auth: Auth | None, http: Http, base: str, timeout: float) -> None:
        self._auth = auth
        self._http = http
        self._base = base.rstrip("/")
        self._timeout = timeout
        self._lock = asyncio.Lock()
        self._token: str | None = None
        self._number = 0

    def may_renew(self, status: int, plan: Plan) -> bool:
        """True where the refusal may come from a token or session that has ended, or was wrongly
        thought unnecessary.

        Servers with sessions alone also say 403 where nobody is logged in."""
        auth = self._auth
        if plan.open and auth is not None and status == 401:
            return True
        if isinstance(auth, LoginAuth) and auth.token is None:
            return status in (401, 403)
        return status == 401 and isinstance(auth, OAuth2 | LoginAuth)

    async def authorise(self, request: Prepared, plan: Plan, *, insist: bool = False) -> int:
        """Puts it in; which token it was, for `refused`. NotAuthorised where there is none.

        `insist`: also where the document asks for none."""
        auth = self._auth
        if auth is None or (plan.open and not insist and not isinstance(auth, LoginAuth)):
            return 0
        if isinstance(auth, OAuth2 | LoginAuth):
            async with self._lock:
                if self._token is None:
                    self._token = await self._fetched(auth, plan)
                    self._number += 1
            self._put_token(auth, request, plan)
        else:
            put_fixed(auth, request, plan.schemes)
        return self._number

    async def refused(self, number: int) -> None:
        """Forgets the token of that number, since a server no longer takes it."""
        async with self._lock:
            if number == self._number:
                self._token = None

    def _put_token(self, auth: OAuth2 | LoginAuth, request: Prepared, plan: Plan) -> None:
        form = "Authorization: Bearer {}" if isinstance(auth, OAuth2) else auth.header
        if self._token:
            name, _, value = form.partition(":")
            request.headers[name.strip().lower()] = value.strip().replace("{}", self._token)
        csrf = auth.csrf if isinstance(auth, LoginAuth) else None
        if csrf and plan.writes and csrf.cookie in self._http.cookies:
            request.headers[csrf.header] = self._http.cookies[csrf.cookie]
            request.headers["referer"] = self._base + "/"

    async def _fetched(self, auth: OAuth2 | LoginAuth, plan: Plan) -> str:
        try:
            if isinstance(auth, OAuth2):
                return await self._by_oauth(auth, plan)
            return await self._by_login(auth)
        except HttpFailure as error:
            raise NotAuthorised(f"no token could be fetched: {error}") from error

    async def _by_oauth(self, auth: OAuth2, plan: Plan) -> str:
        url = self._token_url(auth, plan.schemes)
        form = {"grant_type": "password" if auth.username else "client_credentials"}
        if auth.username:
            password = auth.password.get_secret_value() if auth.password else ""
            form |= {"username": auth.username, "password": password}
        if auth.scope:
            form["scope"] = auth.scope
        secret = auth.client_secret.get_secret_value() if auth.client_secret else ""
        own = {"client_id": auth.client_id, "client_secret": secret} if auth.client_id else {}
        answer = await self._http.send("POST", url, seconds=self._timeout, data={**form, **own})
        if answer.status in (400, 401) and auth.client_id:
            headers = {"authorization": _basic(auth.client_id, secret)}
            answer = await self._http.send(
                "POST", url, seconds=self._timeout, data=form, headers=headers
            )
        return _token(answer, "access_token", url)

    def _token_url(self, auth: OAuth2, schemes: tuple[Scheme, ...]) -> str:
        """Where tokens are; a document's own word counts only at the owner's host."""
        told = next((one.token_url for one in schemes if one.token_url), None)
        url = auth.token_url or told
        if url is None:
            raise NotAuthorised("set auth.token_url, since the document tells none")
        if "://" not in url:
            root = "{0.scheme}://{0.netloc}".format(urlsplit(self._base))
            inside = auth.token_url is None and not url.startswith("/")
            return f"{self._base}/{url}" if inside else root + "/" + url.lstrip("/")
        if auth.token_url is None and endpoint_or_none(url) != endpoint_or_none(self._base):
            raise NotAuthorised(f"the document fetches tokens at {url}; allow it as auth.token_url")
        return url

    async def _by_login(self, auth: LoginAuth) -> str:
        verb, _, path = auth.operation.partition(" ")
        headers: dict[str, str] = {}
        if auth.csrf:
            page = auth.csrf.page or path
            await self._http.send("GET", self._base + page, seconds=self._timeout)
            headers[auth.csrf.header] = self._http.cookies.get(auth.csrf.cookie, "")
            headers["referer"] = self._base + page
        url = self._base + path
        content = {"data": auth.body} if auth.form else {"json": auth.body}
        answer = await self._http.send(verb, url, seconds=self._timeout, headers=headers, **content)
        if auth.token is not None:
            return _token(answer, auth.token, url)
        if answer.status >= 400:
            raise NotAuthorised(f"the login at {url} answered {answer.status}")
        return ""


def put_fixed(auth: Auth | None, request: Prepared, schemes: tuple[Scheme, ...] = ()) -> None:
    """Puts in what needs no fetching: a token, name and password, or a key; nothing for others."""
    if isinstance(auth, BearerAuth):
        request.headers["authorization"] = f"Bearer {auth.token.get_secret_value()}"
    elif isinstance(auth, BasicAuth):
        request.headers["authorization"] = _basic(auth.username, auth.password.get_secret_value())
    elif isinstance(auth, KeyAuth):
        _put_key(auth, request, schemes)


def _token(answer: Answer, path: str, url: str) -> str:
    try:
        body: JsonValue = json.loads(answer.content)
    except ValueError:
        body = None
    found = read(body, path) if isinstance(body, dict | list) else []
    if answer.status >= 400 or not found:
        reason = f"answered {answer.status}" if answer.status >= 400 else f"gave no '{path}'"
        raise NotAuthorised(f"no token could be fetched: {url} {reason}")
    return str(found[0])


def _put_key(auth: KeyAuth, request: Prepared, schemes: tuple[Scheme, ...]) -> None:
    told = next((one for one in schemes if one.type.lower() == "apikey"), None)
    place = auth.place or (told.place if told and not auth.name else None) or "header"
    name = auth.name or (told.name if told else None) or "X-API-Key"
    value = auth.value.get_secret_value()
    if place == "query":
        request.query.append((name, value))
    elif place == "cookie":
        request.cookies.append((name, value))
    else:
        request.headers[name] = value


def _basic(name: str, password: str) -> str:
    return "Basic " + base64.b64encode(f"{name}:{password}".encode()).decode()


def allowed_urls(auth: Auth | None) -> list[str]:
    """Addresses that the owner names in it."""
    url = auth.token_url if isinstance(auth, OAuth2) else None
    return [url] if url and "://" in url else []
