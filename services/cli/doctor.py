"""`zhizao doctor`: what is configured, and whether it answers."""

import asyncio
import json
from dataclasses import asdict

import click

from pipelines.messages import Language, say
from services.cli.failing import speak
from services.settings import read_access, read_settings

_MARKS = {"ok": "✓", "off": "–", "degraded": "!", "failed": "✗"}
_COLOURS = {"ok": "green", "off": None, "degraded": "yellow", "failed": "red"}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--offline", is_flag=True, help="Ask no model.")
@click.option("--lang", type=click.Choice(["en", "zh"]), default="en", show_default=True)
def doctor(as_json: bool, offline: bool, lang: Language) -> None:
    """Tell what is configured and reachable: database, Redis, sources, reader, models.

    Each configured model is asked one word. Exit code 1 where requests cannot be served.
    """
    from services.examination import examine

    speak(lang)
    found = asyncio.run(examine(read_settings(), read_access(), lang, ask=not offline))
    if as_json:
        click.echo(json.dumps([asdict(one) for one in found], ensure_ascii=False, indent=2))
    else:
        for one in found:
            mark = click.style(_MARKS[one.state], fg=_COLOURS[one.state])
            click.echo(f"{mark} {one.part}: {one.detail}")
    failed = any(one.state == "failed" for one in found)
    if not as_json:
        click.echo(say(lang, "doctor.failed" if failed else "doctor.fine"))
    click.get_current_context().exit(1 if failed else 0)
