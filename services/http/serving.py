"""Serving the application until interrupted."""

import gc
import socket
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import click
import uvicorn

from pipelines.messages import say
from services.callers import local_caller
from services.channels.opening import check
from services.errors import Unavailable
from services.http.app import build_app
from services.identity import needs_login
from services.link.server import answering
from services.oidc.issuer import check as check_issuer
from services.registry import open_registry
from services.setting_up import SettingUp
from services.settings import Settings
from services.wiring import System, open_system
from tool_registry.base.clock import Clock

_SWITCH = 0.001
"""Seconds that computing in another thread may keep the event loop waiting, each time."""


def serve_http(settings: Settings, *, setup: bool = False) -> None:
    """Blocks; Unavailable when the address cannot be listened on, and where others could reach the
    service and nobody could log in. `setup`: the first person is made on the page."""
    host, port = settings.host, settings.port
    check(settings)
    check_issuer(settings)
    setting_up = _setting_up(settings) if setup else SettingUp()
    if not setting_up.is_open:
        _check_keys(settings)
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise Unavailable(
                "services.port_taken", host=host, port=port, reason=error.strerror
            ) from error
    click.echo(say("en", "services.serving", host=host, port=port))
    if setting_up.is_open:
        where = settings.public_url or f"http://{_reached(host)}:{port}"
        told = {"url": f"{where.rstrip('/')}/setup", "code": setting_up.code}
        click.echo(say("en", "identity.setup_offered", **told))
    uvicorn.run(
        build_app(settings, _open, setting_up),
        host=host,
        port=port,
        log_level="warning",
        timeout_graceful_shutdown=3,
    )


def _reached(host: str) -> str:
    """A name by which this machine reaches itself where it listens on all of its addresses."""
    return "localhost" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host


def _setting_up(settings: Settings) -> SettingUp:
    """An offer to be set up, where there is nobody and nobody can come by an issuer."""
    if settings.oidc_issuer is not None:
        raise Unavailable("identity.setup_oidc")
    stores = open_registry(settings)
    try:
        if needs_login(settings) and not stores.people.any(local_caller(settings).tenant):
            return SettingUp.offered(Clock())
    finally:
        stores.close()
    click.echo(say("en", "identity.setup_needless"))
    return SettingUp()


def _check_keys(settings: Settings) -> None:
    """Unavailable where others could reach the service and nobody could log in."""
    if not needs_login(settings) or settings.oidc_issuer is not None:
        return
    stores = open_registry(settings)
    try:
        if not stores.keys.any():
            raise Unavailable("identity.needs_keys", host=settings.host)
    finally:
        stores.close()


@asynccontextmanager
async def _open(settings: Settings) -> AsyncGenerator[System]:
    async with open_system(settings) as system, answering(system):
        system.when_warm = _spare_what_stays
        sys.setswitchinterval(_SWITCH)
        yield system


def _spare_what_stays() -> None:
    """What was loaded for good is no longer looked through for garbage: each time that took a
    third of a second, in which nobody was answered."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 50, 50)
