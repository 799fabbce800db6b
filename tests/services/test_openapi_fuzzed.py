"""Schemathesis reads our OpenAPI document and sends what it allows, and much that it does not: no
answer is a 5xx, each is one that the document promises, and nothing happens where nothing may."""

import json
import os
import subprocess
import sys
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from services.http.app import build_app
from services.sandbox_process import SandboxProcess
from services.settings import Settings
from tests.services.commands import Zhizao
from tests.services.serving import Client, serve_whole
from tests.services.test_identity import HOST
from tool_registry.base.caller import Role
from tool_registry.stores.rows import Permission
from tool_registry.stores.store import RegistryStore

SECONDS = 12
"""For each of those who ask; what is drawn depends on the seed alone."""
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
)
OPEN = {"/healthz", "/readyz", "/metrics", "/.well-known/agent-card.json"}
ENDS_A_KEY = ("/api/keys/{id}", "/api/people/{name}")
"""It finds ids of keys and people in other answers, and would shut itself out; where nobody logs in
it may do that, too."""
KEYS: dict[str, tuple[str, tuple[Permission, ...]]] = {
    "admin": ("ann", ("read", "run", "tools", "people")),
    "tester": ("bob", ("read", "run")),
}


@pytest.fixture(params=["nobody logs in", *KEYS])
def asking(
    request: pytest.FixtureRequest, tmp_path: Path, sandbox: SandboxProcess
) -> Generator[tuple[Client, str | None]]:
    """A whole service over the sandbox, and the key of who asks; None where none is needed."""
    home, who = tmp_path / "home", str(request.param)
    login = "required" if who in KEYS else "auto"
    with (
        serve_whole(Settings(home=home, sandbox_port=sandbox.port, login=login)) as client,
        closing(RegistryStore(home / "registry.db")) as stores,
    ):
        stores.people.add(HOST, "ann", Role.ADMIN)
        stores.people.add(HOST, "bob", Role.TESTER)
        stores.people.join(HOST, "bob", "press", Role.AUTHOR)
        yield (
            client,
            stores.keys.create(HOST, KEYS[who][0], "", KEYS[who][1])[0] if who in KEYS else None,
        )


@pytest.mark.slow
def test_nothing_that_is_sent_breaks_anything_or_is_answered_otherwise_than_documented(
    asking: tuple[Client, str | None], zhizao: Zhizao, tmp_path: Path
) -> None:
    client, key = asking
    done = fuzzed(client, key, tmp_path)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    headers = {} if key is None else {"Authorization": f"Bearer {key}"}
    assert client.request("GET", "/api/me", **headers)[0] == 200
    assert {one["environment"] for one in zhizao.effects()} <= {"daily", "pre"}


def fuzzed(client: Client, key: str | None, folder: Path) -> subprocess.CompletedProcess[str]:
    """Its run, in a folder of its own: it keeps what it learned beside where it is started."""
    command = [str(Path(sys.executable).with_name("schemathesis")), "run"]
    command += [f"http://127.0.0.1:{client.port}/openapi.json", "--checks", ",".join(CHECKS)]
    command += ["--phases", "examples,coverage,fuzzing", "--seed", "20261124", "--no-shrink"]
    command += ["--max-examples", "5", "--max-time", str(SECONDS), "--request-timeout", "30"]
    command += ["--continue-on-failure", "--no-color", "--suppress-health-check", "all"]
    if key is not None:
        for path in ENDS_A_KEY:
            command += ["--exclude-path", path]
        command += ["--header", f"Authorization: Bearer {key}"]
    return subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "HOME": str(folder)},
        capture_output=True,
        check=False,
        text=True,
        timeout=200,
    )


def test_every_route_documents_its_errors_in_the_form_that_they_have() -> None:
    document: dict[str, Any] = build_app(Settings()).openapi()
    assert "HTTPValidationError" not in json.dumps(document)
    for path, operations in document["paths"].items():
        for method, told in operations.items():
            responses = told["responses"]
            keyed = path not in OPEN
            assert {"403", "421"} <= set(responses), (method, path)
            assert ("401" in responses) == keyed, (method, path)
            assert ("413" in responses) == (method != "get"), (method, path)
            forms = {"/v1": "OpenAIFailure", "/a2a": "A2AFailure"}
            form = next((one for below, one in forms.items() if path.startswith(below)), "Failure")
            schema = responses["403"]["content"]["application/json"]["schema"]
            assert schema == {"$ref": f"#/components/schemas/{form}"}


def test_events_are_documented_as_they_are_written() -> None:
    schemas = build_app(Settings()).openapi()["components"]["schemas"]
    started = schemas["RunStarted"]
    assert started["properties"]["type"]["const"] == "run_started"
    assert set(started["required"]) == {"type", "run_id", "seq", "at", "data"}
