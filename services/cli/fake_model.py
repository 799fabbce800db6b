"""`zhizao fake-model …`: hands over to the model service, which is a program of its own."""

import os
import sys

import click

from services.settings import child_environment


@click.command(context_settings={"ignore_unknown_options": True}, add_help_option=False)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def fake_model(arguments: tuple[str, ...]) -> None:
    """Start a model service on this machine, to try the product without a key."""
    command = [sys.executable, "-P", "-m", "services.fake_model", *arguments]
    os.execve(sys.executable, command, child_environment())
