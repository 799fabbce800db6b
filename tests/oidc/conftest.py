"""A provider, and settings that trust it."""

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from services.oidc.people import kept_account
from services.settings import Settings
from tests.oidc.deployment import CALLBACK, HOST, Deployment
from tests.oidc.provider import CLIENT, SECRET, Provider, providing
from tests.services.serving import Stage, serve
from tests.workshop.clock import HandClock
from tool_registry.base.caller import Role
from tool_registry.stores.store import RegistryStore


@pytest.fixture
def provider() -> Generator[Provider]:
    with providing() as running:
        yield running


def trusting(provider: Provider, home: Path, **more: Any) -> Settings:
    """Settings of a deployment that logs people in by that provider."""
    (home / "sources.json").write_text('{"mcpServers": {}}')
    told: dict[str, Any] = {
        "home": home,
        "sources": home / "sources.json",
        "login": "required",
        "oidc_issuer": provider.issuer,
        "oidc_client_id": CLIENT,
        "oidc_client_secret": SecretStr(SECRET),
    }
    return Settings(**{**told, **more})


@pytest.fixture
def settings(provider: Provider, tmp_path: Path) -> Settings:
    return trusting(provider, tmp_path)


@pytest.fixture
def stores(tmp_path: Path, clock: HandClock) -> Generator[RegistryStore]:
    with closing(RegistryStore(tmp_path / "registry.db", clock=clock)) as found:
        for name, role in (("ann", Role.ADMIN), ("bob", Role.TESTER)):
            found.people.add(HOST, name, role)
        yield found


Opened = Callable[..., AbstractContextManager[Deployment]]


@pytest.fixture
def opened(provider: Provider, tmp_path: Path) -> Opened:
    @contextmanager
    def opening(**more: Any) -> Generator[Deployment]:
        settings = trusting(provider, tmp_path, **more)
        with (
            serve(settings, Stage()) as client,
            closing(RegistryStore(tmp_path / "registry.db")) as stores,
        ):
            for name, role in (("ann", Role.ADMIN), ("bob", Role.TESTER)):
                stores.people.add(HOST, name, role)
                if settings.oidc_issuer is not None:
                    account = kept_account(settings, "oidc", f"{name}-sub")
                    stores.accounts.link(HOST, name, "oidc", account)
            url = f"http://127.0.0.1:{client.port}"
            provider.redirect_uris = {url + CALLBACK}
            found = Deployment(url, settings, stores)
            yield found
            for person in found.people:
                person.browser.close()

    return opening


@pytest.fixture
def service(opened: Opened) -> Generator[Deployment]:
    with opened() as found:
        yield found
