"""The outgoing webhook: each run's end is told, signed, until it is taken."""

import json
import re
import threading
from collections.abc import Generator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from standardwebhooks import Webhook, WebhookVerificationError

from services.channels.tables import posts
from services.settings import Settings
from services.wiring import open_store
from tests.services.commands import Zhizao, wait_for
from tests.services.serving import serve_whole

COUPON = "给用户1234发放一张满50减20的优惠券,预发环境"
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
PAGE = Path(__file__).parents[2] / "deploy" / "webhook.md"


@dataclass
class Receiver:
    """Another system: what it got, and what it answers next."""

    url: str = ""
    got: list[tuple[bytes, dict[str, str]]] = field(
        default_factory=list[tuple[bytes, dict[str, str]]]
    )
    answers: list[int] = field(default_factory=list[int])


@pytest.fixture
def receiver() -> Generator[Receiver]:
    found = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            found.got.append((body, dict(self.headers.items())))
            self.send_response(found.answers.pop(0) if found.answers else 204)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found.url = f"http://127.0.0.1:{server.server_port}/hook"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield found
    server.shutdown()
    thread.join()
    server.server_close()


def settings_of(zhizao: Zhizao, receiver: Receiver) -> Settings:
    return Settings(
        home=zhizao.home,
        sandbox_port=zhizao.sandbox.port,
        webhook_url=receiver.url,
        webhook_secret=SecretStr(SECRET),
    )


def test_a_run_is_told_signed_so_that_the_page_s_lines_check_it(
    zhizao: Zhizao, receiver: Receiver
) -> None:
    [snippet] = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    told: dict[str, Any] = {}
    exec(snippet, told)
    with serve_whole(settings_of(zhizao, receiver)) as service:
        _, answer = service.request("POST", "/api/requests", {"text": COUPON})
        wait_for(lambda: bool(receiver.got))
    [(body, headers)] = receiver.got
    message = told["received"](body, headers, SECRET)
    assert (message["type"], message["data"]["status"]) == ("run.finished", "succeeded")
    assert message["data"]["run_id"] == answer["run_id"]
    assert message["data"]["data"]
    with pytest.raises(WebhookVerificationError):
        Webhook(SECRET).verify(body.replace(b"succeeded", b"failed"), headers)


def test_it_is_told_again_until_it_is_taken_under_the_same_id(
    zhizao: Zhizao, receiver: Receiver
) -> None:
    receiver.answers += [500]
    with serve_whole(settings_of(zhizao, receiver)) as service:
        service.request("POST", "/api/requests", {"text": COUPON, "plan_only": True})
        wait_for(lambda: len(receiver.got) == 2)
    ids = {headers["webhook-id"] for _, headers in receiver.got}
    assert len(ids) == 1


def test_a_receiver_that_is_gone_is_left_alone(zhizao: Zhizao, receiver: Receiver) -> None:
    receiver.answers += [410]
    settings = settings_of(zhizao, receiver)
    with serve_whole(settings) as service:
        service.request("POST", "/api/requests", {"text": "hello"})
        wait_for(lambda: bool(receiver.got))
        service.request("POST", "/api/requests", {"text": "hello again"})
        wait_for(lambda: len(receiver.got) == 2)
    store = open_store(settings)
    with store.engine.begin() as connection:
        rows = connection.execute(posts.select().order_by(posts.c.created_at)).all()
    store.close()
    assert [(row.attempts, bool(row.done_at), row.problem) for row in rows] == [
        (1, True, "HTTP 410"),
        (1, True, None),
    ]


def test_what_was_asked_without_a_service_is_told_by_the_next_one(
    zhizao: Zhizao, receiver: Receiver
) -> None:
    told: dict[str, Any] = {"ZHIZAO_WEBHOOK_URL": receiver.url, "ZHIZAO_WEBHOOK_SECRET": SECRET}
    done = zhizao.run("ask", COUPON, "--json", **told)
    assert receiver.got == []
    with serve_whole(settings_of(zhizao, receiver)):
        wait_for(lambda: bool(receiver.got))
    assert json.loads(receiver.got[0][0])["data"]["run_id"] == done.json["run_id"]


@pytest.mark.parametrize("secret", [None, "whsec_", "whsec_%%%"])
def test_without_a_usable_secret_the_service_says_so(zhizao: Zhizao, secret: str | None) -> None:
    told: dict[str, Any] = {"ZHIZAO_WEBHOOK_URL": "http://127.0.0.1:9/"}
    told |= {"ZHIZAO_WEBHOOK_SECRET": secret} if secret is not None else {}
    done = zhizao.run_apart("serve", **told)
    assert (done.code, "ZHIZAO_WEBHOOK_SECRET" in done.err) == (1, True)
