"""What the verbs of the registry share: whose tools, in which form, agreeing to a change."""

import asyncio
import gc
import json
import sys
from collections.abc import Awaitable, Callable
from typing import TypeVar, cast

import click
from pydantic import BaseModel

from pipelines.messages import say
from services.callers import local_caller
from services.cli.failing import spoken
from services.errors import InvalidRequest
from services.governing import RegistryView
from services.registry import Registry
from services.settings import read_settings

T = TypeVar("T")
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
yes = click.option("--yes", is_flag=True, help="Agree in advance.")
project = click.option("--project", metavar="NAME", help="Also the tools of this project.")


def at_desk(act: Callable[[RegistryView], Awaitable[T]], project: str | None = None) -> T:
    """What `act` gives, with the tools that the user of this machine knows before it."""
    gc.enable()
    settings = read_settings()
    caller = local_caller(settings, project)

    async def work() -> T:
        registry = Registry(settings)
        try:
            return await act(await RegistryView.of(registry, caller))
        finally:
            await registry.close()

    return asyncio.run(work())


def agreed(ctx: click.Context, yes: bool, key: str, **values: object) -> None:
    """Returns where the user agrees; InvalidRequest where not, or where nobody can be asked."""
    if yes:
        return
    question = say(spoken(ctx), key, **values)
    if not sys.stdin.isatty():
        raise InvalidRequest("registry.needs_yes", question=question)
    if not click.confirm(question, err=True):
        raise InvalidRequest("registry.not_agreed")


def print_json(value: object) -> None:
    """Prints models, lists of models or plain values as one JSON value."""
    click.echo(json.dumps(_plain(value), ensure_ascii=False, indent=2))


def _plain(value: object) -> object:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, list | tuple):
        return [_plain(one) for one in cast("list[object]", value)]
    return value
