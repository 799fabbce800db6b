"""The command that says one conversation of a run again."""

import shlex
from collections.abc import Iterator
from typing import cast

from evals.options import Options
from tool_registry.base.program import program


def command(options: Options, id: str) -> str:
    """The command line, with the options of the run; `id` of a conversation."""
    return shlex.join([program(), "eval", "run", options.suite, "--case", id, *_given(options)])


def _given(options: Options) -> Iterator[str]:
    default = Options(suite=options.suite)
    for name, value in options:
        if name in ("suite", "case", "repetitions") or value == getattr(default, name):
            continue
        flag = f"--{name.replace('_', '-')}"
        if value is True:
            yield flag
        elif name == "price":
            yield from (flag, *map(str, value))
        else:
            many = cast("tuple[object, ...]", value if isinstance(value, tuple) else (value,))
            for one in many:
                yield from (flag, str(one))
