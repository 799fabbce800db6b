"""The HTTP application: its routes, its limits, and how it fails."""

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from fastapi import FastAPI

from services.attachments import ATTACHED_BYTES
from services.channels.opening import open_channels
from services.counting import Counters
from services.http import (
    agui,
    choices,
    conversations,
    dingtalk,
    failing,
    health,
    login,
    openai,
    page,
    people,
    preferences,
    requests,
    runs,
    setup,
    sources,
    tools,
)
from services.http.guard import BodyLimit, HostGuard
from services.http.live import LiveRuns
from services.setting_up import SettingUp
from services.settings import Settings, program_version
from services.wiring import System, following, open_system

_PARTS = (
    choices,
    agui,
    conversations,
    dingtalk,
    preferences,
    requests,
    runs,
    tools,
    sources,
    people,
    health,
    login,
    setup,
    openai,
    page,
)
Opener = Callable[[Settings], AbstractAsyncContextManager[System]]


def build_app(
    settings: Settings, opener: Opener = open_system, setting_up: SettingUp | None = None
) -> FastAPI:
    """The application of these settings; it opens the system when it starts. `setting_up`: an offer
    to be set up, where there is nobody yet."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        async with opener(settings) as system, following(system):
            system.counters = Counters()
            live = LiveRuns(system)
            app.state.live = live
            async with open_channels(live) as dispatcher:
                app.state.dispatcher = dispatcher
                yield
            await live.close()

    app = FastAPI(
        title="Zhizao",
        version=program_version(),
        lifespan=lifespan,
    )
    app.state.setting_up = setting_up or SettingUp()
    for part in _PARTS:
        app.include_router(part.router)
    app.mount("/assets", page.Assets())
    failing.install(app)
    attached = settings.body_limit + ATTACHED_BYTES
    wider = {"/api/agui": attached, "/api/requests": attached}
    wider |= dict.fromkeys(openai.PATHS, settings.body_limit + openai.HISTORY_BYTES)
    app.add_middleware(BodyLimit, limit=settings.body_limit, wider=wider)
    app.add_middleware(HostGuard, allowed=settings.allowed_hosts)
    return app
