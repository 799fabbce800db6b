"""Two thousand hostile bodies for each entrance of our own: no error of the service, no effect."""

from contextlib import closing
from typing import Any

import pytest

from tests.services.commands import Zhizao
from tests.services.serving import Client, message
from tests.workshop.hostile import bodies

pytestmark = pytest.mark.slow
SAID = "hello"
USER = {"role": "user", "content": SAID}
ENTRANCES: dict[str, dict[str, Any]] = {
    "/api/requests": {
        "text": SAID,
        "environment": "pre",
        "conversation": "c-1",
        "review": "always",
        "attachments": [{"name": "ids.csv", "text": "1234\n5678"}],
        "choice": {"id": "c", "values": {"a": "b"}},
    },
    "/api/agui": {
        **message(SAID, environment="pre"),
    },
    "/v1/chat/completions": {
        "model": "zhizao",
        "messages": [{"role": "system", "content": "Be kind."}, USER],
        "metadata": {"environment": "pre", "chat_id": "c"},
        "tools": [{"type": "function", "function": {"name": "f", "parameters": {}}}],
        "response_format": {"type": "text"},
    },
    "/v1/responses": {
        "model": "zhizao",
        "input": [USER],
        "metadata": {"environment": "pre"},
        "previous_response_id": "resp-1",
        "text": {"format": {"type": "text"}},
    },
    "/api/runs/run-0123456789abcdef/reply": {
        "approved": True,
        "drop": ["s1"],
        "arguments": {"s1": {"a.b": 1}},
        "at": "2026-11-30T09:00",
        "zone": "Asia/Shanghai",
    },
}


@pytest.mark.parametrize("path", ENTRANCES)
def test_no_hostile_body_is_an_error_of_the_service_or_has_an_effect(
    service: Client, zhizao: Zhizao, path: str
) -> None:
    assert b"invalid_body" not in answered(service, path, ENTRANCES[path])[1]
    for number, body in enumerate(bodies(ENTRANCES[path], 2000)):
        if isinstance(body, dict) and "runId" in body:
            body["runId"] = f"request-{number}"
        assert answered(service, path, body)[0] < 500, (number, str(body)[:300])
    assert zhizao.effects() == []


def answered(service: Client, path: str, body: Any) -> tuple[int, bytes]:
    """Status and text of the answer, a stream to its end."""
    stream = service.stream("POST", path, body)
    with closing(stream):
        return stream.response.status, stream.response.read()
