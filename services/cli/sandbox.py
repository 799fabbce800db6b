"""`zhizao sandbox …`: hands over to the sandbox, which is a program of its own."""

import os
import sys

import click

from services.settings import child_environment


@click.command(context_settings={"ignore_unknown_options": True}, add_help_option=False)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def sandbox(arguments: tuple[str, ...]) -> None:
    """Start, reset and inspect the demo business."""
    command = [sys.executable, "-P", "-m", "services.sandbox", *arguments]
    os.execve(sys.executable, command, child_environment())
