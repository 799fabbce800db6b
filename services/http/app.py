"""The HTTP application: its routes, its limits, and how it fails."""

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from fastapi import FastAPI

from services.a2a.opening import open_door
from services.attachments import ATTACHED_BYTES
from services.channels.opening import Adapters, configured, open_channels
from services.counting import Counters
from services.evaluation.going import EvaluationRuns
from services.http import (
    a2a,
    agui,
    choices,
    conversations,
    dingtalk,
    documented,
    embedding,
    evaluation,
    failing,
    favourites,
    handovers,
    health,
    in_force,
    insights,
    login,
    mcp_server,
    memory,
    openai,
    page,
    people,
    preferences,
    requests,
    runs,
    scheduled,
    screenshots,
    setup,
    slack,
    sources,
    submissions,
    tools,
    workshop,
)
from services.http.guard import BodyLimit, HostGuard
from services.http.live import LiveRuns
from services.http.waking import waking
from services.setting_up import SettingUp
from services.settings import Settings, program_version
from services.wiring import System, following, open_system

_PARTS = (
    a2a,
    choices,
    agui,
    conversations,
    dingtalk,
    handovers,
    favourites,
    memory,
    preferences,
    requests,
    runs,
    scheduled,
    screenshots,
    slack,
    submissions,
    tools,
    workshop,
    insights,
    evaluation,
    sources,
    people,
    in_force,
    health,
    login,
    setup,
    openai,
    page,
    embedding,
)
Opener = Callable[[Settings], AbstractAsyncContextManager[System]]


def build_app(
    settings: Settings,
    opener: Opener = open_system,
    setting_up: SettingUp | None = None,
    adapters_of: Adapters = configured,
) -> FastAPI:
    """The application of these settings; it opens the system, and the channels of `adapters_of`,
    when it starts. `setting_up`: an offer to be set up, where there is nobody yet."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        async with opener(settings) as system, following(system):
            system.counters = Counters()
            live = LiveRuns(system)
            app.state.live = live
            app.state.evaluations = EvaluationRuns(settings)
            channels, mcp = open_channels(live, adapters_of), mcp_server.serving(app, live)
            async with channels as dispatcher, open_door(live) as door, mcp, waking(live):
                app.state.dispatcher, app.state.a2a = dispatcher, door
                yield
            await app.state.evaluations.close()
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
    app.router.routes.append(mcp_server.ROUTE)
    failing.install(app)
    documented.install(app)
    attached = settings.body_limit + ATTACHED_BYTES
    wider = {"/api/agui": attached, "/api/requests": attached, mcp_server.PATH: attached}
    wider |= dict.fromkeys(a2a.PATHS, attached)
    wider["/api/sources"] = settings.body_limit + sources.DOCUMENT_BYTES
    wider |= dict.fromkeys(openai.PATHS, settings.body_limit + openai.HISTORY_BYTES)
    wider[screenshots.PATH] = screenshots.BODY_BYTES
    wider |= dict.fromkeys(slack.PATHS, settings.body_limit + slack.BODY_BYTES)
    app.add_middleware(BodyLimit, limit=settings.body_limit, wider=wider)
    app.add_middleware(HostGuard, allowed=settings.allowed_hosts)
    return app
