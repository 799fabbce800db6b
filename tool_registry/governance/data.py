"""The word lists and tables of this folder's YAML files, read once."""

from pathlib import Path

from tool_registry.base.types import JsonValue
from tool_registry.base.yaml_files import packaged

_FOLDER = Path(__file__).parent


def table(name: str) -> dict[str, JsonValue]:
    """The content of `NAME.yaml`."""
    return packaged(_FOLDER / f"{name}.yaml")
