"""Answering `zhizao ask`, in its own process or for a caller of the running service."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.request import Pipeline, Request
from pipelines.flow.road import Road
from pipelines.messages import Language, say
from services.attachments import read_attachment
from services.callers import local_caller
from services.cli.choosing import Prompt, chosen_of, next_request
from services.cli.failing import speak
from services.cli.junit import write_junit
from services.cli.printing import Printer
from services.cli.reading import piped_text
from services.errors import EXIT_CODES
from services.link.asked import Asked, Terminal
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
    prompt: Prompt
    printer: Printer | None = None
    is_alone: bool = False
    """True where no service is known that would carry out what waits for its time."""

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
            choice=chosen_of(asked.sets, text),
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
            answer = await self._talk(road, request, self.printer)
            if self.is_alone and answer.status is Status.SCHEDULED:
                told = say(self.printer.language, "schedule.needs_service", run=answer.run_id)
                self.echo(told)
        if self.asked.junit is not None:
            write_junit(Path(self.asked.junit), request.text, answer)
        return EXIT_CODES[answer.status]

    async def _talk(self, road: Road, request: Request, printer: Printer) -> Answer:
        """The answer to the last thing that was said, by whoever sits at the terminal, too."""
        printer.catalogue = road.catalogue
        while True:
            answer = await road.run(request, printer)
            printer.finish(answer)
            if not self.asked.is_seated:
                return answer
            further = await next_request(answer, request, printer.language, self.prompt)
            if further is None:
                return answer
            request = further.model_copy(update={"session_id": answer.session_id})

    def interrupted(self) -> str | None:
        """What is said after Ctrl-C, if anything."""
        return self.printer.interrupted() if self.printer else None


def answer_here(asked: Asked, files: tuple[Path, ...], terminal: Terminal) -> int:
    """Answers in this process; the exit code."""

    async def prompted(label: str, default: str) -> str:
        return terminal.prompt(label, default)

    settings = read_settings()
    asked.read(settings.body_limit, files)
    asking = Asking(settings, asked, terminal.echo, speak, prompted, is_alone=True)
    request = asking.request()
    try:
        return asyncio.run(_answer(settings, asking, request))
    except KeyboardInterrupt:
        if said := asking.interrupted():
            terminal.complain(said)
        return 1


async def _answer(settings: Settings, asking: Asking, request: Request) -> int:
    async with open_system(settings) as system:
        return await asking.answer(system, request)
