"""YAML files as models: suites and the descriptions of applications."""

from pathlib import Path
from typing import TypeVar

from evals.errors import SuiteError
from tool_registry.base import yaml_files
from tool_registry.base.errors import ConfigurationError

T = TypeVar("T")


def read_as(model: type[T], file: Path) -> T:
    """What the file holds; SuiteError says what is wrong and where."""
    try:
        return yaml_files.read_as(model, file)
    except ConfigurationError as error:
        raise SuiteError(str(error)) from error
