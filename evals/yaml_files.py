"""YAML files as models: suites and the descriptions of applications."""

from pathlib import Path
from typing import TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from evals.errors import SuiteError

M = TypeVar("M", bound=BaseModel)


def read_as(model: type[M], file: Path) -> M:
    """What the file holds; SuiteError says what is wrong and where."""
    told = file.relative_to(file.parents[1])
    try:
        return model.model_validate(yaml.load(file.read_text("utf-8"), Loader=yaml.CSafeLoader))
    except OSError as error:
        raise SuiteError(f"cannot read {told}: {error.strerror}") from error
    except yaml.YAMLError as error:
        raise SuiteError(f"{told}: not valid YAML: {error}") from error
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise SuiteError(f"{told}: {place}: {first['msg']}") from error
