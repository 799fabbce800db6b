"""The program `zhizao`. What it does is in `group`, which is loaded by `main`."""

import gc
import sys
from importlib import import_module
from io import TextIOWrapper


def main() -> None:
    """Entry point of the console script.

    A short process leaves the collector out, from before its imports to after its end: looking
    through what they leave costs a fifth of the time of a request.
    """
    gc.disable()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.excepthook = import_module("services.cli.failing").report_crash
    try:
        import_module("services.cli.group").commands(prog_name="zhizao")
    finally:
        gc.freeze()
