"""A service that people log in to by a login service, and the people with their browsers."""

from dataclasses import dataclass, field

import httpx2

from services.settings import Settings
from tool_registry.base.caller import Caller
from tool_registry.stores.store import RegistryStore

HOST = Caller()
CALLBACK = "/login/oidc/callback"


@dataclass
class Person:
    """Somebody with a browser of their own, one step at a time."""

    url: str
    browser: httpx2.Client = field(
        default_factory=lambda: httpx2.Client(headers={"Accept-Language": "en"})
    )

    def get(self, path: str, **headers: str) -> httpx2.Response:
        return self.browser.get(self.url + path, headers=headers)

    def leave(self) -> str:
        """Goes to the login service, and returns the address where that sends the browser."""
        sent = self.get("/login/oidc")
        assert sent.status_code == 303, sent.text
        there = httpx2.get(sent.headers["Location"])
        assert there.status_code == 302, there.text
        return there.headers["Location"]

    def come_back(self, where: str) -> httpx2.Response:
        return self.browser.get(where)

    def log_in(self) -> httpx2.Response:
        return self.come_back(self.leave())

    @property
    def name(self) -> str | None:
        """Who the service takes this browser for."""
        me = self.get("/api/me")
        return me.json()["user"] if me.status_code == 200 else None


@dataclass
class Deployment:
    url: str
    settings: Settings
    stores: RegistryStore
    people: list[Person] = field(default_factory=list[Person])

    def person(self) -> Person:
        self.people.append(Person(self.url))
        return self.people[-1]

    def key(self, name: str) -> str:
        return self.stores.keys.create(HOST, name, "", ["run"])[0]
