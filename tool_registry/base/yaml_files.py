"""YAML files: the data that is shipped with the packages, and files that somebody else wrote."""

from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import yaml
from pydantic import TypeAdapter, ValidationError

from tool_registry.base.errors import ConfigurationError

T = TypeVar("T")

# The C loaders are ten times faster; they are missing only where PyYAML was built without libyaml.
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_AS_WRITTEN: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


@cache
def packaged(file: Path) -> Any:
    """What a data file of ours holds, read once; callers name its shape and change nothing in it.

    ConfigurationError as with `read`."""
    return read(file)


def read(file: Path, *, as_written: bool = False) -> Any:
    """What the file holds: objects of JSON and dates, None where it is empty.

    `as_written`: every scalar is the text that it is, `no` and `007` too. ConfigurationError names
    the file that cannot be read, and line and column of what is no YAML."""
    try:
        text = file.read_text("utf-8")
    except OSError as error:
        raise ConfigurationError(f"cannot read {file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"{file}: byte {error.start} is not UTF-8 text") from error
    return parse(text, file, as_written=as_written)


def read_as(kind: type[T], file: Path) -> T:
    """What the file holds as a model, or as any type that pydantic knows, the empty file included.

    ConfigurationError as with `read`, and names the first place that does not fit."""
    try:
        return TypeAdapter(kind).validate_python(read(file))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise ConfigurationError(f"{file}: {place}: {first['msg']}") from error


def parse(text: str, place: object, *, as_written: bool = False) -> Any:
    """The same of a text that stands at `place`, which only errors name."""
    try:
        return cast("Any", yaml).load(text, Loader=_AS_WRITTEN if as_written else LOADER)
    except yaml.YAMLError as error:
        raise not_yaml(error, place) from error
    except ValueError as error:  # a day that no calendar has
        raise ConfigurationError(f"{place}: {error}") from error


def not_yaml(error: yaml.YAMLError, place: object) -> ConfigurationError:
    """What the parser says, with line and column where it knows them."""
    mark = error.problem_mark if isinstance(error, yaml.MarkedYAMLError) else None
    where = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
    problem = error.problem if isinstance(error, yaml.MarkedYAMLError) else None
    said = problem or str(error).partition("\n")[0]
    return ConfigurationError(f"{place}: {where}not valid YAML: {said}")
