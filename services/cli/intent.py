"""`zhizao intent`: what a sentence means, and nothing more."""

import asyncio

import click

from services.cli.failing import speak
from services.cli.printing import describe_intent
from services.cli.reading import read_text
from services.one_reading import read_once
from services.registry import read_catalogue, read_environments
from services.requests import Incoming, make_request
from services.settings import read_settings
from tool_registry.vocabulary.language import language_of


@click.command()
@click.argument("text")
@click.option("--env", help="Environment to assume, unless the sentence names one.")
@click.option("--json", "as_json", is_flag=True, help="Print the IntentResult as JSON.")
def intent(text: str, env: str | None, as_json: bool) -> None:
    """Show how TEXT is understood; - reads it from standard input."""
    settings = read_settings()
    text = read_text(text, settings.body_limit)
    speak(language_of(text))
    request = make_request(Incoming(text, environment=env), read_environments(settings))
    catalogue = asyncio.run(read_catalogue(settings))
    result = asyncio.run(read_once(request.text, catalogue, settings, request.environment))
    if as_json:
        click.echo(result.model_dump_json(indent=2))
        return
    for line in describe_intent(result, catalogue.environments):
        click.echo(line)
