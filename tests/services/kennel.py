"""A team with nothing but an OpenAPI document: a small API that the test can change."""

import json
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from services.cli.group import commands
from tests.services.commands import Done
from tests.workshop.api import Api, Asked, Reply, serving

DOG = {
    "type": "object",
    "properties": {
        "id": {"type": "integer", "description": "Id of the dog"},
        "name": {"type": "string", "description": "Name of the dog"},
    },
}
ID = {"name": "dog_id", "in": "path", "required": True, "schema": {"type": "integer"}}


def operation(id: str, text: str, *parameters: Any, status: str = "200") -> dict[str, Any]:
    """One operation that answers with a dog."""
    answer = {"description": "ok", "content": {"application/json": {"schema": DOG}}}
    shown = {"operationId": id, "summary": text, "parameters": list(parameters)}
    return {**shown, "responses": {status: answer}}


@dataclass
class Kennel:
    """What the API offers now; `api` is where."""

    paths: dict[str, Any] = field(
        default_factory=lambda: {
            "/dogs/{dog_id}": {
                "get": operation("get_dog", "Look up a dog by its id.", ID),
                "delete": operation("delete_dog", "Delete a dog.", ID, status="204"),
            },
        }
    )
    api: Api | None = None
    name: str = "Rex"

    @property
    def url(self) -> str:
        assert self.api is not None
        return self.api.url

    @property
    def entry(self) -> dict[str, Any]:
        """As in the sources file."""
        situation = {"daily": {"url": self.url}}
        document = f"{self.url}/openapi.json"
        return {"type": "openapi", "document": document, "environments": situation}

    def say(self, path: str, verb: str, text: str) -> None:
        """Gives an operation another description."""
        self.paths[path][verb]["summary"] = text

    def answer(self, asked: Asked) -> Reply:
        if asked.path == "/openapi.json":
            about = {"title": "Kennel", "version": "1"}
            return Reply(body={"openapi": "3.0.3", "info": about, "paths": self.paths})
        number = int(asked.path.rpartition("/")[2])
        return (
            Reply(body={"id": number, "name": self.name})
            if number < 9
            else Reply(404, {"no": "dog"})
        )


@contextmanager
def open_kennel(name: str = "Rex") -> Generator[Kennel]:
    """The API, while it runs; every dog has that name."""
    kennel = Kennel(name=name)
    with serving(kennel.answer) as api:
        kennel.api = api
        yield kennel


@dataclass(frozen=True)
class Office:
    """The command of a new user, in this process, with nothing registered."""

    home: Path
    listing_seconds: int = 0
    """Until a source is asked anew which tools it has."""

    @property
    def environment(self) -> dict[str, str]:
        empty = self.home / "sources.json"
        if not empty.exists():
            self.home.mkdir(parents=True, exist_ok=True)
            empty.write_text('{"mcpServers": {}}')
        return {
            "ZHIZAO_HOME": str(self.home),
            "ZHIZAO_SOURCES": str(empty),
            "ZHIZAO_LISTING_SECONDS": str(self.listing_seconds),
        }

    def run(self, *arguments: str, **changed: str) -> Done:
        environment: dict[str, str | None] = {**self.environment, **changed}
        done = CliRunner().invoke(commands, list(arguments), env=environment)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return Done(done.exit_code, done.stdout, done.stderr)

    def import_kennel(self, kennel: Kennel, *more: str) -> Done:
        """The one command that registers the API."""
        place = (f"{kennel.url}/openapi.json", "--env", "daily", "--base-url", kennel.url)
        return self.run("tools", "import", "openapi", *place, "--name", "kennel", *more)

    def listed(self, *filters: str) -> dict[str, str]:
        """Name → status of the tools that are listed."""
        found = json.loads(self.run("tools", "list", "--json", *filters).out)
        return {one["name"]: one["status"] for one in found}
