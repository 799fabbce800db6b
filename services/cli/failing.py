"""How a command fails: one clear sentence on stderr, the right exit code, never a traceback."""

import traceback
from collections.abc import Generator
from contextlib import contextmanager
from types import TracebackType
from typing import cast

import click

from pipelines.messages import Language, say
from services.errors import KNOWN, sentence, wire
from services.settings import default_home

_LANGUAGE = "zhizao.language"


def speak(language: Language) -> None:
    """From here on this command's errors are in the language of the request."""
    click.get_current_context().meta[_LANGUAGE] = language


def spoken(ctx: click.Context) -> Language:
    """The language of the request, English before one was read."""
    return cast("Language", ctx.meta.get(_LANGUAGE, "en"))


@contextmanager
def reporting(ctx: click.Context) -> Generator[None]:
    """Turns the errors of the table into a sentence and an exit code."""
    try:
        yield
    except KNOWN as error:
        click.echo(sentence(error, spoken(ctx)), err=True)
        ctx.exit(wire(error).exit_code)


def report_crash(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """What nobody foresaw: the traceback goes to a file, a sentence to the user."""
    log = default_home() / "run" / "crash.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("a", encoding="utf-8", errors="backslashreplace") as file:
        file.writelines(traceback.format_exception(kind, error, trace))
    click.echo(say("en", "services.internal", name=kind.__name__, log=log), err=True)
