"""Authorisation of calls: keys, tokens that are fetched and renewed, sessions."""

from pathlib import Path
from typing import Any

import pytest

from tests.workshop.api import Asked, Reply
from tests.workshop.operations import PATHS, bench, failure, ok

pytestmark = pytest.mark.anyio
SCHEMES: dict[str, Any] = {
    "components": {"securitySchemes": {"k": {"type": "apiKey", "in": "query", "name": "api_key"}}},
    "security": [{"k": []}],
}


@pytest.mark.parametrize(
    ("auth", "more", "sent"),
    [
        ({"type": "bearer", "token": "t"}, {}, ("authorization", "Bearer t")),
        (
            {"type": "basic", "username": "u", "password": "p"},
            {},
            ("authorization", "Basic dTpw"),
        ),
        ({"type": "api_key", "value": "v"}, {}, ("x-api-key", "v")),
        ({"type": "api_key", "value": "v", "name": "X-K"}, SCHEMES, ("x-k", "v")),
        ({"type": "api_key", "value": "v"}, SCHEMES, ("query", "v")),
        ({"type": "api_key", "value": "v", "name": "c", "in": "cookie"}, {}, ("cookie", "c=v")),
    ],
)
async def test_authorisation_goes_where_it_belongs(
    tmp_path: Path, auth: dict[str, Any], more: dict[str, Any], sent: tuple[str, str]
) -> None:
    async with bench(tmp_path, auth=auth, more=more) as api:
        await api.call("get", {"id": 1})
        await api.call("drop", {"id": 1})
        asked, unguarded = api.api.asked
    if sent[0] == "query":
        assert asked.query == [("api_key", "v")]
    else:
        assert asked.headers[sent[0]] == sent[1]
        assert sent[0] not in unguarded.headers


class Tokens:
    """An API whose tokens each last for two calls."""

    def __init__(self) -> None:
        self.given = 0
        self.left = 0

    def __call__(self, asked: Asked) -> Reply:
        if asked.path in ("/token", "/login"):
            self.given, self.left = self.given + 1, 2
            token = f"t{self.given}"
            return Reply(body={"access_token": token, "data": {"token": token}})
        self.left -= 1
        known = f"t{self.given}" in asked.headers.get("authorization", "")
        return ok(asked) if known and self.left >= 0 else Reply(401)


OAUTH = {"type": "oauth2", "token_url": "/token", "client_id": "me", "client_secret": "s"}
LOGIN = {
    "type": "login",
    "operation": "POST /login",
    "body": {"user": "u"},
    "token": "data.token",
    "header": "Authorization: Token {}",
}


@pytest.mark.parametrize(
    ("auth", "asked_with"),
    [
        (OAUTH, b"grant_type=client_credentials&client_id=me&client_secret=s"),
        (
            {"type": "oauth2", "token_url": "/token", "username": "u", "password": "p"},
            b"grant_type=password&username=u&password=p",
        ),
        (LOGIN, b'{"user":"u"}'),
    ],
)
async def test_a_token_is_fetched_once_and_again_when_it_is_refused(
    tmp_path: Path, auth: dict[str, Any], asked_with: bytes
) -> None:
    async with bench(tmp_path, Tokens(), auth=auth) as api:
        for _ in range(3):
            assert (await api.call("get", {"id": 1})).ok
        fetched = [one for one in api.api.asked if one.path in ("/token", "/login")]
    assert [one.body for one in fetched] == [asked_with, asked_with]


async def test_where_the_document_asks_for_nothing_a_token_is_fetched_only_when_it_is_missed(
    tmp_path: Path,
) -> None:
    auth = {"type": "bearer", "token": "t"}

    def guarded(asked: Asked) -> Reply:
        known = asked.method != "POST" or asked.headers.get("authorization") == "Bearer t"
        return ok(asked) if known else Reply(401)

    document: dict[str, Any] = {
        "security": [],
        "paths": PATHS | {"/in": {"get": {"security": [{"k": []}]}}},
    }
    async with bench(tmp_path, guarded, auth=auth, more=document) as api:
        assert (await api.call("get", {"id": 1})).ok
        assert (await api.call("make", {"name": "x"})).ok
        sent = ["authorization" in one.headers for one in api.api.asked]
    assert sent == [False, False, True]


async def test_a_login_that_fails_calls_nothing(tmp_path: Path) -> None:
    async with bench(tmp_path, lambda _: Reply(403), auth=LOGIN) as api:
        refused = failure(await api.call("make", {"name": "x"}))
        assert [one.path for one in api.api.asked] == ["/login"]
    assert refused.kind == "refused_connection"
    assert "answered 403" in refused.message


async def test_a_documents_word_does_not_send_secrets_elsewhere(tmp_path: Path) -> None:
    flow: Any = {"clientCredentials": {"tokenUrl": "http://thief.test/token", "scopes": {}}}
    more: dict[str, Any] = {
        "components": {"securitySchemes": {"o": {"type": "oauth2", "flows": flow}}},
        "security": [{"o": []}],
    }
    auth = {"type": "oauth2", "client_id": "me", "client_secret": "s"}
    async with bench(tmp_path, auth=auth, more=more) as api:
        refused = failure(await api.call("get", {"id": 1}))
    assert "allow it as auth.token_url" in refused.message


async def test_a_session_with_cookies_and_a_csrf_token(tmp_path: Path) -> None:
    logins: list[str] = []

    def django(asked: Asked) -> Reply:
        if asked.path == "/login" and asked.method == "GET":
            return Reply(200, headers={"set-cookie": "csrftoken=c1; Path=/"})
        if asked.path == "/login":
            fits = asked.headers.get("x-csrftoken") == "c1"
            logins.append(f"s{len(logins) + 1}")
            return Reply(200 if fits else 403, headers={"set-cookie": f"sid={logins[-1]}; Path=/"})
        cookies, csrf = asked.headers.get("cookie", ""), asked.headers.get("x-csrftoken")
        return ok(asked) if logins[-1] in cookies and csrf == "c1" else Reply(403)

    auth: Any = {"type": "login", "operation": "POST /login", "form": True, "csrf": {}}
    async with bench(tmp_path, django, auth=auth) as api:
        assert (await api.call("make", {"name": "x"})).ok
        assert (await api.call("make", {"name": "x"})).ok
        assert logins == ["s1"]
        logins[-1] = "ended"
        assert (await api.call("make", {"name": "x"})).ok, "a session that ended is begun anew"
