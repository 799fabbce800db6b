"""The program `zhizao`. What it does is in `group`, which is loaded by `main`."""

import gc
import os
import sys
from importlib import import_module


def main() -> None:
    """Entry point of the console script.

    A short process leaves the collector out, from before its imports to after its end: looking
    through what they leave costs a fifth of the time of a request. Nor does it look through all
    installed packages for plugins of pydantic, unless the environment says so. Vectors are
    multiplied by one thread: several cost more to wake than such small tables have work for.
    """
    gc.disable()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "1")
    import_module("services.cli.pipes").be_patient()
    sys.excepthook = import_module("services.cli.failing").report_crash
    try:
        import_module("services.cli.group").commands(prog_name="zhizao")
    finally:
        gc.freeze()
