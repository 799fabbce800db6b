"""How a test drives a sandbox: calls, commands, the log, and a clock to move."""

import json
from dataclasses import dataclass, field
from typing import Any

from click.testing import CliRunner

from services.sandbox.cli import main
from services.sandbox.execute import Reply, execute
from services.sandbox.spec import ToolSpec
from services.sandbox.store import Store

NOON = 1_780_000_000.0


@dataclass
class Clock:
    now: float = NOON

    def __call__(self) -> float:
        return self.now


@dataclass
class Sandbox:
    """What a test uses: calls, commands, the log, the seeded things."""

    store: Store
    clock: Clock
    tools: dict[str, ToolSpec] = field(default_factory=dict[str, ToolSpec])

    def reply(self, tool: str, key: str | None = None, /, **args: Any) -> Reply:
        return execute(self.store, self.tools[tool], args, key)

    def call(self, tool: str, /, **args: Any) -> dict[str, Any]:
        """The envelope."""
        body = self.reply(tool, **args).body
        assert body is not None
        return body

    def data(self, tool: str, /, **args: Any) -> Any:
        """The data of a call that must succeed; a second passes first, so all rows are visible."""
        self.clock.now += 1
        body = self.call(tool, **args)
        assert body.get("success") or body.get("ret") == "SUCCESS", body
        return body["data"] if "data" in body else body["result"]

    def code(self, tool: str, /, **args: Any) -> str:
        """The business code of a call that must fail."""
        body = self.call(tool, **args)
        assert not body.get("success")
        return body["code"] if "code" in body else body["ret"]

    def log(self) -> list[str]:
        """The effects, as "environment op entity"."""
        found = self.store.effects()
        return [f"{e['environment']} {e['change']['op']} {e['entity']}" for e in found]

    def fixtures(self, env: str) -> Any:
        with self.store.transaction() as db:
            return self.store.meta(db, "fixtures")[env]

    def command(self, *args: str, ok: bool = True) -> str:
        result = CliRunner().invoke(main, list(args))
        assert (result.exit_code == 0) == ok, result.output
        return result.output

    def json(self, *args: str) -> Any:
        return json.loads(self.command(*args, "--json"))
