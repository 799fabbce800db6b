"""How a command fails: one clear sentence on stderr, the right exit code, never a traceback.

What knows the errors is loaded where one comes: most commands end without.
"""

import traceback
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, cast

import click

from services.home import default_home

if TYPE_CHECKING:
    from pipelines.messages import Language

_LANGUAGE = "zhizao.language"


def speak(language: "Language") -> None:
    """From here on this command's errors are in the language of the request."""
    click.get_current_context().meta[_LANGUAGE] = language


def spoken(ctx: click.Context) -> "Language":
    """The language of the request, English before one was read."""
    return cast("Language", ctx.meta.get(_LANGUAGE, "en"))


@contextmanager
def reporting(ctx: click.Context) -> Generator[None]:
    """Turns the errors of the table into a sentence and an exit code."""
    try:
        yield
    except (click.exceptions.Exit, click.Abort, click.ClickException):
        raise
    except _known() as error:
        from services.errors import sentence, wire

        click.echo(sentence(error, spoken(ctx)), err=True)
        ctx.exit(wire(error).exit_code)


def _known() -> tuple[type[Exception], ...]:
    return import_module("services.errors").KNOWN


def report_crash(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """What nobody foresaw: the traceback goes to a file, a sentence to the user."""
    click.echo(crashed(kind, error, trace, default_home()), err=True)


def crashed(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None, home: Path
) -> str:
    """Writes the traceback into a file of that home; the sentence for the user."""
    from pipelines.messages import say

    log = home / "run" / "crash.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("a", encoding="utf-8", errors="backslashreplace") as file:
        file.writelines(traceback.format_exception(kind, error, trace))
    return say("en", "services.internal", name=kind.__name__, log=log)
