"""`zhizao filter`: which tools come into question for a sentence, and why."""

import asyncio
import gc
import json
from pathlib import Path

import click

from pipelines.contracts.answer import Candidate
from pipelines.filter import candidates
from pipelines.intent.rules import unreadable
from services.finding import open_finder
from services.one_reading import read_once
from services.registry import read_catalogue, read_environments
from services.settings import Settings, read_settings
from services.vocabulary import vocabulary
from tool_registry.building import build_catalogue
from tool_registry.catalogue import Catalogue

_ROLES = {"main": "main tools", "helper": "helper tools", "dropped": "near misses"}
_MOST = 10
"""So many tools are explained."""


@click.command("filter")
@click.argument("sentence")
@click.option("--env", help="Environment, where the sentence names none.")
@click.option(
    "--catalog",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Tools from a file, a JSON object a line, instead of the configured sources.",
)
@click.option("--explain", is_flag=True, help="What the index says of the sentence, in numbers.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def filter_tools(
    sentence: str, env: str | None, catalog: Path | None, explain: bool, as_json: bool
) -> None:
    """Which tools come into question for SENTENCE, and why; nothing is called."""
    gc.enable()
    settings = read_settings()
    _refuse_what_is_none(sentence)
    catalogue = _read(catalog, settings) if catalog else asyncio.run(read_catalogue(settings))
    intent = asyncio.run(read_once(sentence, catalogue, settings, env))
    finder = open_finder(settings)
    try:
        found = candidates(intent, catalogue, finder=finder)
        indexed = finder.of(catalogue).search(sentence) if explain else None
        table = finder.of(catalogue).explained(sentence, _MOST) if explain else []
    finally:
        finder.close()
    if as_json:
        told = {
            "candidates": [one.model_dump(mode="json") for one in found],
            "index": table,
            "likelihood": indexed.likelihood if indexed else None,
            "threshold": indexed.threshold if indexed else None,
        }
        click.echo(json.dumps(told, ensure_ascii=False, indent=2))
        return
    _print(found)
    if indexed:
        click.echo(
            f"\nindex: {indexed.likelihood:.1%} likely, from {indexed.threshold:.1%} on served"
        )
        for row in table:
            columns = ", ".join(f"{name} {value:+.2f}" for name, value in row["counts"].items())
            click.echo(f"  {row['tool']}  {row['score']:.2f}: {columns}")


def _refuse_what_is_none(sentence: str) -> None:
    """Ends with 2 where there is nothing to look for: empty, too long, or no text at all."""
    if ended := unreadable(sentence):
        click.echo(ended.text, err=True)
        raise click.exceptions.Exit(2)


def _print(found: tuple[Candidate, ...]) -> None:
    for role, title in _ROLES.items():
        chosen = [one for one in found if one.role == role]
        if chosen:
            click.echo(f"{title}:")
        for one in chosen:
            click.echo(f"  {one.tool}  {one.score}  {'; '.join(one.reasons)}")
    if not any(one.role == "main" for one in found):
        click.echo("no tool fits")


def _read(file: Path, settings: Settings) -> Catalogue:
    from evals.benchmarks import read_tools

    words = vocabulary(settings)
    return build_catalogue(list(read_tools(file)), [], read_environments(settings), words)
