"""Variables of a case: drawn by seed, then put into sentences and expectations."""

import random
import re
from collections.abc import Mapping
from typing import cast

from evals.case import Case, Draw, Suite
from evals.errors import SuiteError
from tool_registry.base.types import JsonValue

_VARIABLE = re.compile(r"\{([a-z_]+)\}")
Variables = dict[str, str]


def draw_variables(case: Case, fixtures: JsonValue, seed: int) -> Variables:
    """Values of all variables of the case; the same seed draws the same values."""
    source = random.Random(f"{seed}:{case.id}")
    return {name: _draw(case.id, one, fixtures, seed, source) for name, one in case.draw.items()}


def _draw(case: str, draw: Draw, fixtures: JsonValue, seed: int, source: random.Random) -> str:
    if draw.fixture is not None:
        return str(_fixture(case, draw.fixture, fixtures))
    if draw.text is not None:
        return draw.text * draw.times
    if draw.low is None or draw.high is None:
        raise SuiteError(f"{case}: a variable needs a fixture, a text, or low and high")
    value = source.randrange(draw.low, draw.high + 1, draw.step)
    return str(draw.first if seed == 0 and draw.first is not None else value)


def _fixture(case: str, path: str, fixtures: JsonValue) -> JsonValue:
    found: JsonValue = fixtures
    for part in path.split("."):
        if not isinstance(found, Mapping) or part not in found:
            raise SuiteError(f"{case}: the sandbox has no fixture '{path}' (no '{part}')")
        found = cast("Mapping[str, JsonValue]", found)[part]
    return found


def fill(text: str, variables: Variables) -> str:
    """The text with its `{variables}`; SuiteError for one that is not drawn."""

    def value(match: re.Match[str]) -> str:
        if match[1] not in variables:
            raise SuiteError(f"variable {{{match[1]}}} is not drawn: {text}")
        return variables[match[1]]

    return _VARIABLE.sub(value, text)


def first_sentences(suite: Suite, fixtures: JsonValue) -> list[str]:
    """What is said first in every wording of a suite."""
    return [
        fill(turns[0], draw_variables(case, fixtures, 0))
        for case in suite.cases
        for turns in case.variants()
    ]


def fill_all(value: JsonValue, variables: Variables) -> JsonValue:
    """The same for every text inside a JSON value."""
    if isinstance(value, str):
        return fill(value, variables)
    if isinstance(value, list):
        return [fill_all(one, variables) for one in cast("list[JsonValue]", value)]
    if isinstance(value, dict):
        items = cast("dict[str, JsonValue]", value).items()
        return {key: fill_all(one, variables) for key, one in items}
    return value
