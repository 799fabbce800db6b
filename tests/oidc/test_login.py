"""Logging in on the page by a login service: the whole way, and every way that is not right."""

import base64
import re
import threading
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx2
import pytest

from services.oidc import fetching
from services.oidc.flow import SECONDS, Attempt
from tests.oidc.conftest import Opened, trusting
from tests.oidc.deployment import CALLBACK, HOST, Deployment
from tests.oidc.provider import SECRET, Provider, signer
from tool_registry.base.clock import Clock

FLOW = "zhizao_login"


def test_who_logs_in_there_has_a_session_here_until_logging_out(
    service: Deployment, provider: Provider, caplog: pytest.LogCaptureFixture
) -> None:
    person = service.person()
    assert "Log in with 127.0.0.1" in person.get("/login").text
    done = person.log_in()
    assert (done.status_code, done.headers["Location"], done.text) == (303, "/", "")
    cookies = done.headers.get_list("set-cookie")
    [session] = [one for one in cookies if one.startswith("zhizao_session=zk_")]
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(session.split("; "))
    assert any(one.startswith(f'{FLOW}=""') for one in cookies)
    assert person.name == "bob"
    assert provider.refused == []
    [login] = [one for one in service.stores.keys.visible(HOST) if one.label == "login"]
    assert login.permissions == ("read", "run", "tools")
    assert person.browser.post(f"{service.url}/logout").status_code == 303
    assert person.name is None
    assert "id_token" not in caplog.text
    assert SECRET not in caplog.text


def test_the_browser_is_tied_to_the_attempt_by_a_cookie_and_nothing_secret_is_in_addresses(
    service: Deployment, provider: Provider
) -> None:
    sent = service.person().get("/login/oidc")
    [cookie] = sent.headers.get_list("set-cookie")
    told = set(cookie.split("; "))
    assert {"HttpOnly", "SameSite=lax", f"Max-Age={SECONDS}", "Path=/"} <= told
    attempt = Attempt(cookie.partition(";")[0].partition("=")[2])
    asked = {n: v[0] for n, v in parse_qs(urlsplit(sent.headers["Location"]).query).items()}
    assert (asked["state"], asked["nonce"]) == (attempt.state, attempt.nonce)
    assert asked["redirect_uri"] == service.url + CALLBACK
    assert attempt.cookie not in sent.headers["Location"]
    assert attempt.verifier not in sent.headers["Location"]
    assert "no-store" in sent.headers["Cache-Control"]


def test_an_administrator_who_logs_in_manages_people(
    service: Deployment, provider: Provider
) -> None:
    provider.subject = "ann-sub"
    person = service.person()
    person.log_in()
    me = person.get("/api/me").json()
    assert (me["role"], me["permissions"]) == ("admin", ["people", "read", "run", "tools"])


def test_who_is_nobody_here_or_locked_out_is_told_so(
    service: Deployment, provider: Provider
) -> None:
    provider.subject = "kim-sub"
    person = service.person()
    done = person.log_in()
    assert (done.status_code, person.name) == (403, None)
    assert re.search(r"zhizao people link NAME oidc kim-sub@[0-9a-f]{12}", done.text)
    provider.subject = "bob-sub"
    service.stores.people.set_active(HOST, "bob", False)
    done = person.log_in()
    assert (done.status_code, person.name) == (403, None)
    assert "Your account is locked" in done.text


def test_another_browser_cannot_be_made_to_log_in_as_somebody_else(service: Deployment) -> None:
    attacker, victim = service.person(), service.person()
    where = attacker.leave()
    assert victim.come_back(where).status_code == 401
    victim.leave()
    assert victim.come_back(where).status_code == 401
    assert victim.name is None


def test_a_code_of_one_attempt_is_of_no_use_to_another(
    service: Deployment, provider: Provider
) -> None:
    attacker, victim = service.person(), service.person()
    code = parse_qs(urlsplit(attacker.leave()).query)["code"][0]
    mine = {n: v[0] for n, v in parse_qs(urlsplit(victim.leave()).query).items()}
    done = victim.come_back(f"{service.url}{CALLBACK}?{urlencode({**mine, 'code': code})}")
    assert (done.status_code, victim.name) == (401, None)
    assert provider.refused == ["invalid_grant"]


def test_coming_back_twice_is_once(service: Deployment) -> None:
    person = service.person()
    where = person.leave()
    assert person.come_back(where).status_code == 303
    assert person.come_back(where).status_code == 401
    assert person.name == "bob"


def test_what_takes_too_long_is_over(service: Deployment) -> None:
    person = service.person()
    person.get("/login/oidc")
    late = Attempt(f"{int(Clock().now()) - SECONDS - 5}.{'A' * 43}")
    query = urlencode({"state": late.state, "code": "x", "iss": "x"})
    done = httpx2.get(
        f"{service.url}{CALLBACK}?{query}",
        headers={"Cookie": f"{FLOW}={late.cookie}", "Accept-Language": "zh-CN"},
    )
    assert done.status_code == 401
    assert "这次登录已过期" in done.text


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"state": "x"}, "was not begun in this browser"),
        ({"state": None}, "was not begun in this browser"),
        ({"state": "状态"}, "was not begun in this browser"),
        ({"iss": "https://evil.example"}, "could not be verified"),
        ({"iss": None}, "could not be verified"),
        ({"code": None}, "could not be verified"),
        ({"code": "x y"}, "could not be verified"),
        ({"code": "never-given"}, "was not begun in this browser"),
        ({"error": "server_error"}, "could not be verified"),
        ({"error": "access_denied"}, "did not allow this login"),
    ],
)
def test_an_answer_that_is_not_right_logs_nobody_in(
    service: Deployment, changed: dict[str, str | None], says: str
) -> None:
    person = service.person()
    told = {n: v[0] for n, v in parse_qs(urlsplit(person.leave()).query).items()}
    query = {name: value for name, value in (told | changed).items() if value is not None}
    done = person.come_back(f"{service.url}{CALLBACK}?{urlencode(query)}")
    assert (done.status_code, person.name) == (401, None)
    assert says in done.text
    assert "Traceback" not in done.text


def test_a_refusal_of_the_login_service_is_said_in_our_words(
    service: Deployment, provider: Provider
) -> None:
    provider.denies = True
    done = service.person().log_in()
    assert done.status_code == 401
    assert "did not allow this login" in done.text
    assert "<b>no</b>" not in done.text


@pytest.mark.parametrize(
    "changed",
    [
        {"nonce": "another"},
        {"nonce": None},
        {"nonce": 7},
        {"aud": "another"},
        {"aud": ["zhizao-client", "another"], "azp": None},
        {"azp": "another"},
        {"iss": "https://evil.example"},
        {"exp": 1},
        {"sub": None},
    ],
)
def test_an_id_token_that_is_not_for_this_attempt_logs_nobody_in(
    service: Deployment, provider: Provider, changed: dict[str, Any]
) -> None:
    provider.changes = changed
    person = service.person()
    done = person.log_in()
    assert (done.status_code, person.name) == (401, None)
    assert "could not be verified" in done.text


def test_a_key_that_the_issuer_made_on_the_way_is_looked_for(
    service: Deployment, provider: Provider
) -> None:
    person = service.person()
    where = person.leave()
    provider.signers = [signer("ES256")]
    assert (person.come_back(where).status_code, person.name) == (303, "bob")


def test_a_login_service_that_is_down_keeps_nobody_with_a_key_out(
    service: Deployment, provider: Provider
) -> None:
    provider.is_down = True
    person = service.person()
    done = person.get("/login/oidc")
    assert done.status_code == 503
    assert "cannot be reached now" in done.text
    assert 'name="key"' in done.text
    logged = person.browser.post(f"{service.url}/login", data={"key": service.key("bob")})
    assert (logged.status_code, person.name) == (303, "bob")


def test_one_that_goes_down_on_the_way_is_told(service: Deployment, provider: Provider) -> None:
    person = service.person()
    where = person.leave()
    provider.is_down = True
    done = person.come_back(where)
    assert (done.status_code, person.name) == (503, None)
    assert "cannot be reached now" in done.text


def test_one_that_hangs_is_given_up_and_holds_nobody_else(
    service: Deployment, provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetching, "_SECONDS", 1.0)
    provider.hangs = threading.Event()
    key = service.key("bob")
    statuses: list[int] = []

    def wait() -> None:
        statuses.append(httpx2.get(f"{service.url}/login/oidc", timeout=60).status_code)

    waiting = [threading.Thread(target=wait) for _ in range(30)]
    for one in waiting:
        one.start()
    me = httpx2.get(f"{service.url}/api/me", headers={"Authorization": f"Bearer {key}"}, timeout=60)
    for one in waiting:
        one.join()
    assert (me.json()["user"], set(statuses)) == ("bob", {503})
    assert provider.hits["openid-configuration"] == 1


def test_behind_https_the_cookie_is_this_hosts_alone(opened: Opened, provider: Provider) -> None:
    with opened(public_url="https://zhizao.example/") as service:
        sent = service.person().get("/login/oidc")
        [cookie] = sent.headers.get_list("set-cookie")
        assert cookie.startswith(f"__Host-{FLOW}=")
        assert {"Secure", "Path=/"} <= set(cookie.split("; "))
        assert "Domain" not in cookie
        asked = parse_qs(urlsplit(sent.headers["Location"]).query)
        assert asked["redirect_uri"] == [f"https://zhizao.example{CALLBACK}"]
        assert provider.hits["authorize"] == 0


def test_nobody_is_sent_anywhere_else(service: Deployment) -> None:
    person = service.person()
    for path in (
        "/login/oidc?next=https://evil.example",
        "/login/oidc?redirect_uri=//evil.example",
    ):
        assert (
            person.get(path).headers["Location"].startswith(service.settings.oidc_issuer or "none")
        )
    where = person.leave() + "&next=https://evil.example&redirect_uri=//evil.example"
    assert person.come_back(where).headers["Location"] == "/"


def test_a_client_without_a_secret_and_one_that_posts_it_are_told_apart(
    provider: Provider, tmp_path: Path
) -> None:
    from services.oidc.flow import _as_client  # pyright: ignore[reportPrivateUsage]
    from services.oidc.issuer import Metadata, issuer_of

    told = provider.discovery()
    posting = Metadata.model_validate(
        told | {"token_endpoint_auth_methods_supported": ["client_secret_post"]}
    )
    issuer = issuer_of(trusting(provider, tmp_path))
    public = issuer_of(trusting(provider, tmp_path, oidc_client_secret=None))
    assert issuer is not None
    assert public is not None
    sent = _as_client(issuer.configuration, posting, {})
    assert sent == {"data": {"client_id": "zhizao-client", "client_secret": SECRET}}
    assert _as_client(public.configuration, posting, {}) == {"data": {"client_id": "zhizao-client"}}


def test_failed_logins_of_an_address_are_limited(opened: Opened) -> None:
    with opened(login_rate=3) as service:
        person, key = service.person(), service.key("bob")

        def typed(key: str) -> httpx2.Response:
            return person.browser.post(f"{service.url}/login", data={"key": key})

        assert [typed("zk_wrong").status_code for _ in range(3)] == [401] * 3
        done = typed(key)
        assert (done.status_code, done.headers["Retry-After"].isdigit()) == (429, True)
        assert "Too many logins failed" in done.text
        assert person.get("/login/oidc").status_code == 429
        assert person.get("/api/me", Authorization=f"Bearer {key}").status_code == 200


def test_tokens_and_keys_open_every_entrance_alike(service: Deployment, provider: Provider) -> None:
    authorization = {"Authorization": f"Bearer {provider.token()}"}
    for path in ("/api/me", "/v1/models", "/api/conversations", "/api/tools"):
        assert httpx2.get(service.url + path, headers=authorization).status_code == 200
    made = httpx2.post(service.url + "/api/keys", json={"name": "bob"}, headers=authorization)
    assert (made.status_code, made.json()["error"]["code"]) == (403, "no_people")
    wrong = httpx2.get(service.url + "/v1/models", headers={"Authorization": "Bearer a.b.c"})
    assert (wrong.status_code, wrong.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert wrong.json()["error"]["type"] == "authentication_error"


def test_without_a_login_service_there_is_no_such_page(opened: Opened) -> None:
    with opened(oidc_issuer=None, oidc_client_id=None) as service:
        for path in ("/login/oidc", CALLBACK):
            assert service.person().get(path).status_code == 404
        assert "Log in with" not in service.person().get("/login").text


def test_what_was_made_of_the_cookie_tells_nothing_of_it() -> None:
    attempt = Attempt.begin(Clock())
    made = {attempt.state, attempt.nonce, attempt.verifier}
    assert len(made) == 3
    assert all(len(base64.urlsafe_b64decode(one + "=")) == 32 for one in made)
