"""The word lists and tables of this folder's YAML files, read once."""

from functools import cache
from pathlib import Path
from typing import cast

import yaml

from tool_registry.base.types import JsonValue

_FOLDER = Path(__file__).parent


@cache
def table(name: str) -> dict[str, JsonValue]:
    """The content of `NAME.yaml`."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    text = (_FOLDER / f"{name}.yaml").read_text("utf-8")
    return cast("dict[str, JsonValue]", yaml.load(text, Loader=loader))
