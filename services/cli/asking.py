"""Answering `zhizao ask`, in its own process or for a caller of the running service."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import click

from pipelines.messages import Language
from pipelines.request import Pipeline, Request
from services.attachments import read_attachment
from services.callers import local_caller
from services.cli.failing import speak
from services.cli.printing import Printer
from services.cli.reading import piped_text
from services.errors import EXIT_CODES
from services.link.asked import Asked
from services.registry import read_environments
from services.requests import Incoming, make_request
from services.settings import Settings, read_settings
from services.wiring import System, open_system
from tool_registry.vocabulary.language import language_of


@dataclass
class Asking:
    """One request, from what was said to what is printed."""

    settings: Settings
    asked: Asked
    echo: Callable[[str], object]
    """Takes each line for standard output, colours included."""
    speak: Callable[[Language], None]
    """Is told the language, in which errors are said from then on."""
    printer: Printer | None = None

    def request(self) -> Request:
        """The request, with its printer made ready; an error of the table says what is wrong."""
        asked = self.asked
        text = asked.text
        if asked.piped is not None:
            text = piped_text(asked.piped, self.settings.body_limit)
        language = language_of(text)
        self.speak(language)
        environments = read_environments(self.settings)
        incoming = Incoming(
            text,
            asked.session,
            asked.request_id,
            asked.environment,
            plan_only=asked.plan_only,
            approved=asked.approved,
            pipeline=cast("Pipeline | None", asked.pipeline),
            attachments=[read_attachment(file) for file in asked.files],
        )
        request = make_request(incoming, environments, local_caller(self.settings))
        if not asked.as_json:
            self.printer = Printer(
                language, environments, new_session=asked.session is None, echo=self.echo
            )
        return request

    async def answer(self, system: System, request: Request) -> int:
        """Serves the request and prints what it comes to; the exit code."""
        folder = Path(self.asked.folder)
        road = await system.road(request.caller, at_home=True, folder=folder)
        if self.printer is None:
            answer = await road.run(request, lambda event: None)
            self.echo(answer.model_dump_json(indent=2))
        else:
            self.printer.catalogue = road.catalogue
            answer = await road.run(request, self.printer)
            self.printer.finish(answer)
        return EXIT_CODES[answer.status]

    def interrupted(self) -> str | None:
        """What is said after Ctrl-C, if anything."""
        return self.printer.interrupted() if self.printer else None


def answer_here(asked: Asked, files: tuple[Path, ...], complain: Callable[[str], None]) -> int:
    """Answers in this process; the exit code."""
    settings = read_settings()
    asked.read(settings.body_limit, files)
    asking = Asking(settings, asked, click.echo, speak)
    request = asking.request()
    try:
        return asyncio.run(_answer(settings, asking, request))
    except KeyboardInterrupt:
        if said := asking.interrupted():
            complain(said)
        return 1


async def _answer(settings: Settings, asking: Asking, request: Request) -> int:
    async with open_system(settings) as system:
        return await asking.answer(system, request)
