"""Expected values compared with found ones, as several scorers need it."""

import re
from typing import cast

from evals.score import Outcome
from tool_registry.base.types import JsonValue

_AMOUNT = re.compile(r"(-?\d+(?:\.\d+)?) (\w+) in (\w+)")
_FACTORS = {("yuan", "fen"): 100, ("dollar", "cent"): 100, ("percent", "ratio"): 0.01}


def equal(outcome: Outcome, wanted: JsonValue, actual: JsonValue) -> bool:
    """True where they are the same as text, in the wanted unit; a list means any of its
    elements, or itself."""
    if isinstance(wanted, list):
        if wanted == actual:
            return True
        return any(equal(outcome, one, actual) for one in cast("list[JsonValue]", wanted))
    if not isinstance(wanted, str):
        return wanted == actual
    value = outcome.value(wanted)
    return value is not None and _in_unit(value) == str(actual)


def at(found: JsonValue, path: str) -> JsonValue:
    """What stands at a dotted path (`goals.0.quantity`, `items[].sku`); None where nothing does."""
    for part in path.replace("[]", ".0").replace("[", ".").replace("]", "").split("."):
        if isinstance(found, dict):
            found = cast("dict[str, JsonValue]", found).get(part)
        elif isinstance(found, list) and part.isdigit():
            items = cast("list[JsonValue]", found)
            found = items[int(part)] if int(part) < len(items) else None
        else:
            return None
    return found


def _in_unit(text: str) -> str:
    """`50 yuan in fen` → `5000`; any other text as it is."""
    match = _AMOUNT.fullmatch(text)
    if match is None:
        return text
    return f"{float(match[1]) * _FACTORS[(match[2], match[3])]:g}"
