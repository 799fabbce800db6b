"""The plotting library, where it is installed."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any


def drawing() -> Any | None:
    """`pyplot` that draws into files; None where the `bench` extra is not installed."""
    if not find_spec("matplotlib"):
        return None
    import_module("matplotlib").use("Agg")
    return import_module("matplotlib.pyplot")
