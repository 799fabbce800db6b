"""A deployment where people of several projects log in."""

from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from services.settings import Settings
from tests.services.kennel import Kennel
from tests.services.serving import Stage, serve
from tests.services.test_identity import HOST, Deployment
from tool_registry.base.caller import Role
from tool_registry.stores.store import RegistryStore


class Person:
    """Somebody with a key that may change tools."""

    def __init__(self, team: Deployment, name: str) -> None:
        self.team, self.key = team, team.key(name, "read", "run", "tools")

    def __call__(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        return self.team.ask(self.key, method, path, body)

    def tools(self) -> list[str]:
        return [one["id"] for one in self("GET", "/api/tools")[1]]

    def submissions(self, query: str = "") -> list[tuple[str, str]]:
        return [(one["tool"], one["state"]) for one in self("GET", f"/api/submissions{query}")[1]]


@contextmanager
def open_team(home: Path, kennel: Kennel) -> Generator[Deployment]:
    """ann is an author of press and registered the kennel there; otto owns the public pool; eve is
    an author of forge."""
    (home / "sources.json").write_text('{"mcpServers": {}}')
    settings = Settings(
        home=home, sources=home / "sources.json", login="required", listing_seconds=0
    )
    people = (("ann", Role.TESTER), ("otto", Role.OWNER), ("eve", Role.TESTER))
    with serve(settings, Stage()) as client, closing(RegistryStore(home / "registry.db")) as stores:
        for name, role in people:
            stores.people.add(HOST, name, role)
        stores.people.join(HOST, "ann", "press", Role.AUTHOR)
        stores.people.join(HOST, "eve", "forge", Role.AUTHOR)
        team = Deployment(client, stores)
        body = {"name": "kennel", "entry": kennel.entry, "scope": "project"}
        assert Person(team, "ann")("POST", "/api/sources?project=press", body)[0] == 200
        yield team
