"""What nobody sends by mistake, at the pages of the login service and as its tokens."""

import json
import random
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from services.oidc.flow import Attempt
from tests.oidc.bad_tokens import bad_tokens
from tests.oidc.conftest import trusting
from tests.oidc.provider import Provider
from tests.services.serving import Client, Stage, serve
from tests.workshop.hostile import values
from tool_registry.base.clock import Clock


@pytest.mark.slow
def test_two_thousand_hostile_answers_log_nobody_in(provider: Provider, tmp_path: Path) -> None:
    drawn, statuses = random.Random(5), set[int]()
    settings = trusting(provider, tmp_path, login_rate=0)
    with serve(settings, Stage()) as client, closing(client.connect()) as connection:
        for _ in range(2000):
            attempt = Attempt.begin(Clock())
            told = _changed(
                {"state": attempt.state, "code": "x", "iss": provider.issuer, "error": ""}, drawn
            )
            cookie = drawn.choice([attempt.cookie, attempt.cookie, "x", "9" * 5000, "\x7f.\xe9"])
            headers = {"Cookie": f"zhizao_login={cookie}"}
            connection.request("GET", f"/login/oidc/callback?{told}", headers=headers)
            response = connection.getresponse()
            page = response.read().decode()
            statuses.add(response.status)
            assert "zhizao_session" not in str(response.getheaders())
            assert "Traceback" not in page
    assert statuses <= {400, 401, 422}
    assert 401 in statuses
    assert provider.hits["token"] > 0


def _changed(told: dict[str, Any], drawn: random.Random) -> str:
    for name in drawn.sample(sorted(told), drawn.randint(1, 3)):
        told[name] = drawn.choice(values())
    sent = ((n, v if isinstance(v, str) else json.dumps(v)[:4000]) for n, v in told.items())
    return "&".join(f"{n}={quote(v.encode('utf-8', 'surrogatepass'))}" for n, v in sent)


def test_every_bad_token_is_a_401_at_each_entrance(provider: Provider, tmp_path: Path) -> None:
    with serve(trusting(provider, tmp_path), Stage()) as client:
        for what, token in bad_tokens(provider).items():
            for method, path in (("GET", "/api/me"), ("POST", "/v1/responses")):
                status = _status(client, method, path, token)
                assert status in ((400, 401) if "line break" in what else (401,)), (what, path)


def _status(client: Client, method: str, path: str, token: str) -> int:
    with closing(client.connect()) as connection:
        headers = {"Authorization": f"Bearer {token}".encode()}
        connection.request(method, path, b"{}" if method == "POST" else None, headers)
        return connection.getresponse().status
