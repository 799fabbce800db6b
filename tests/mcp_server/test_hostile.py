"""What nobody sends by mistake: no error of the service, no effect."""

import json

import pytest

from tests.mcp_server.agents import ARGUMENTS, COUPON, ISSUE
from tests.mcp_server.wire import call, initialize, post, routed
from tests.services.commands import Zhizao
from tests.services.serving import Client
from tests.workshop.hostile import LARGE, bodies

# Nothing of this may run: what is left of it when a part is changed names production or nobody.
_TAMED = {"request": f"{COUPON[:-5]},线上环境", "environment": "prod"}
_CALL = {"tool": ISSUE, "environment": "prod", "arguments": ARGUMENTS, "request_id": "x"}
_REPLY = {"run": "run-0000000000000000", "approved": True, "reply": None, "values": {"a": 1}}


@pytest.mark.parametrize(
    ("tool", "arguments", "seed"),
    [
        ("make_data", _TAMED, 1),
        ("call_tool", _CALL, 2),
        ("answer_question", _REPLY, 3),
        ("find_tools", {"text": "发放满减券", "environment": "pre"}, 4),
    ],
)
def test_five_hundred_hostile_calls_are_no_error_of_the_service(
    service: Client, zhizao: Zhizao, tool: str, arguments: dict[str, object], seed: int
) -> None:
    session = post(service, initialize()).headers["mcp-session-id"]
    whole = call(tool, arguments, inputResponses={"question": {"action": "accept"}})
    for number, body in enumerate(bodies(whole, 500, seed)):
        headers = routed(body) if number % 2 else {"Mcp_Session_Id": session}
        told = post(service, body, **headers)
        assert told.status < 500, (number, told)
        assert "Traceback" not in str(told.body)
        assert "Error executing tool" not in str(told.body)
    assert zhizao.effects() == []
    assert service.request("GET", "/healthz")[0] == 200


def test_bodies_that_are_no_messages_are_said_so(service: Client, zhizao: Zhizao) -> None:
    deep = b"[" * 50_000 + b"]" * 50_000
    nested = json.dumps(call("make_data", {"request": COUPON})).encode()
    nested = nested.replace(b'"arguments": {', b'"arguments": {"x": ' + b"[" * 5000 + b"]" * 5000 + b",")  # fmt: skip # noqa: E501
    wrong = [b"", b"{", b"null", b"[]", b'"x"', b"\xff\xfe", deep, b'{"jsonrpc":"2.0"}']
    wrong += [b'{"jsonrpc":"1.0","id":1,"method":"tools/list"}', b'[{"jsonrpc":"2.0","id":1}]']
    for body in wrong:
        for headers in ({}, routed(call("make_data", {}))):
            assert 400 <= post(service, body, **headers).status < 500, (body[:40], headers)
    for headers in ({}, routed(call("make_data", {}))):
        assert post(service, nested, **headers).status < 500
    too_big = post(service, b'{"x":"' + b"x" * LARGE + b'"}', **routed(call("make_data", {})))
    assert too_big.status == 413
    assert zhizao.effects() == []


def test_other_methods_and_types_are_refused(service: Client, zhizao: Zhizao) -> None:
    body = call("make_data", {"request": COUPON})
    for changed in ({"Accept": "text/html"}, {"Content-Type": "text/plain"}):
        told = post(service, body, **{**routed(body), **changed})
        assert 400 <= told.status < 500
    for method in ("GET", "DELETE", "PUT", "PATCH"):
        connection = service.connect()
        connection.request(method, "/mcp", headers={"Accept": "application/json"})
        assert 400 <= connection.getresponse().status < 500
        connection.close()
    assert zhizao.effects() == []
